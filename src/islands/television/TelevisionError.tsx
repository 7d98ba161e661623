import { commonMessages } from '#messages/common.ts';
import { Button } from '#ui/Button.tsx';

interface TelevisionErrorProps {
  title: string;
  sentence: string;
  onRetry: () => unknown;
}

export const TelevisionError = ({ title, sentence, onRetry }: TelevisionErrorProps) => (
  <div role="alert">
    <h1 className="heading-2 tv-title">{title}</h1>
    <p>{sentence}</p>
    <Button kind="secondary" autoFocus onClick={() => void onRetry()}>
      {commonMessages.retry}
    </Button>
  </div>
);
