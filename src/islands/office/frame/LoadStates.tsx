import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { Button } from '#ui/Button.tsx';

export const Loading = () => (
  <p className="office-loading waiting" role="status">
    {text.loading}
  </p>
);

/** An error and what the person can do about it. */
export const ErrorBox = ({ error, onRetry }: { error: string; onRetry?: () => void }) => (
  <div className="error-box" role="alert">
    <p>{error}</p>
    {onRetry && (
      <Button kind="secondary" small onClick={onRetry}>
        {text.retry}
      </Button>
    )}
  </div>
);
