import { useState } from 'react';
import { Button } from './Button.tsx';

interface CopyButtonProps {
  content: string;
  label: string;
  /** Shown after copying. */
  messages: { copied: string; copyFailed: string };
}

/** The clipboard is missing on insecure origins, and the browser may refuse it. */
export function CopyButton({ content, label, messages }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setOutcome(messages.copied);
    } catch {
      setOutcome(messages.copyFailed);
    }
  };
  return (
    <span className="copy-button inline-flex flex-wrap items-center gap-2.5">
      <Button kind="secondary" small onClick={() => void copy()}>
        {label}
      </Button>
      <span className="small" role="status">
        {outcome}
      </span>
    </span>
  );
}
