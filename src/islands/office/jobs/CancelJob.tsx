import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { createJobPolling } from '#stores/office/jobs.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

export function CancelJob({ action }: { action: ReturnType<typeof createJobPolling>['cancel'] }) {
  const { isBusy, error } = useStore(action.$state);
  const [isAsked, setIsAsked] = useState(false);
  const cancel = async () => {
    await action.run();
    setIsAsked(action.$state.get().error === '');
  };
  return (
    <div className="office-section">
      <div className="office-buttons">
        <Button
          kind="secondary"
          busy={isBusy}
          busyLabel={text.cancelling}
          onClick={() => void cancel()}
        >
          {text.cancelJob}
        </Button>
      </div>
      <ErrorText error={error} />
      <p className="small" role="status">
        {isAsked ? text.cancelAsked : ''}
      </p>
    </div>
  );
}
