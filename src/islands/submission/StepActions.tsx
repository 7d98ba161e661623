import type { ReactNode } from 'react';
import { submissionMessages as text } from '#messages/submission.ts';
import { Button } from '#ui/Button.tsx';

/** At the bottom of the screen on phones. */
export const StepActions = ({ onBack, children }: { onBack?: () => void; children: ReactNode }) => (
  <>
    <p className="full sm soft">{text.draftKept}</p>
    <div className="full turns">
      {onBack && (
        <Button kind="line" onClick={onBack}>
          {text.back}
        </Button>
      )}
      {children}
    </div>
  </>
);
