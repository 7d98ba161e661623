import { useStore } from '@nanostores/react';
import { sessionMessages as text } from '#messages/session.ts';
import { waitText } from '#stores/lib/wait.ts';
import { $secondsToResend, type Destination, resendCode } from '#stores/one-time-code.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

/** Spec §2: RESEND appears two minutes after the code was sent; until then the time is told. */
export function Resend({ destination }: { destination: Destination }) {
  const seconds = useStore($secondsToResend);
  const { status, error } = useStore(resendCode.$state);
  return (
    <div className="grid min-h-11 content-center justify-items-start gap-1">
      {seconds > 0 ? (
        <p className="sm soft num">{waitText(seconds)}</p>
      ) : (
        <Button kind="text" busy={status === 'process'} onClick={() => resendCode.run(destination)}>
          {text.resend}
        </Button>
      )}
      {seconds === 0 && <ErrorText error={error} />}
    </div>
  );
}
