import { useStore } from '@nanostores/react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { OperationForm } from '#stores/office/form.ts';
import { Button } from '#ui/Button.tsx';

interface SubmitButtonsProps {
  operation: OperationDescription;
  form: OperationForm;
}

/**
 * A change has a dry run first. The button that applies it stands below the result of the dry run.
 */
export function SubmitButtons({ operation: { isChange, isLong }, form }: SubmitButtonsProps) {
  const { busy, dryRunResult, dryRunJobId } = useStore(form.$state);
  const hasDryRun = dryRunResult !== null || dryRunJobId !== null;
  if (isChange)
    return (
      <div className="office-buttons">
        <Button
          type="submit"
          kind={hasDryRun ? 'secondary' : 'primary'}
          busy={busy !== null}
          busyLabel={busy === 'dryRun' ? text.dryRunning : text.dryRun}
        >
          {text.dryRun}
        </Button>
      </div>
    );
  return (
    <div className="office-buttons">
      <Button type="submit" busy={busy !== null} busyLabel={text.running}>
        {isLong ? text.start : text.show}
      </Button>
    </div>
  );
}
