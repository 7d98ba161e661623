import { submissionMessages as text } from '#messages/submission.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';

/** At the bottom of the screen on phones. */
export const StepActions = ({ onBack, children }: { onBack?: () => void; children: Elements }) => (
  <>
    <p className="col-span-full small text-soft">{text.draftKept}</p>
    <div className="sticky bottom-0 z-20 col-span-full -mx-gut flex gap-2.5 border-t border-line bg-page px-gut pt-2.5 pb-3 *:flex-1 md:static [@media(height<22.5rem)]:static md:m-0 md:border-0 md:p-0 md:*:flex-none">
      {onBack && (
        <Button kind="secondary" onClick={onBack}>
          {text.back}
        </Button>
      )}
      {children}
    </div>
  </>
);
