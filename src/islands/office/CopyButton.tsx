import { useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { Button } from '#ui/Button.tsx';

/** The clipboard is missing on insecure origins, and the browser may refuse it. */
export function CopyButton({ content, label }: { content: string; label: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setOutcome(text.copied);
    } catch {
      setOutcome(text.copyFailed);
    }
  };
  return (
    <span className="office-copy">
      <Button kind="secondary" small onClick={() => void copy()}>
        {label}
      </Button>
      <span className="small" role="status">
        {outcome}
      </span>
    </span>
  );
}
