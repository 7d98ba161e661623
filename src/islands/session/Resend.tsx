import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { sessionMessages as text } from '#messages/session.ts';
import { resendText } from '#stores/lib/wait-text.ts';
import { $secondsToResend, type Destination, resendCode } from '#stores/session/one-time-code.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

interface ResendProps {
  destination: Destination;
  /** A countdown has started and has replaced the focused button. */
  onCountdownStart: () => void;
}

/** Spec §2: RESEND appears two minutes after the code was sent. */
export function Resend({ destination, onCountdownStart }: ResendProps) {
  const seconds = useStore($secondsToResend);
  const { status, error } = useStore(resendCode.$state);
  const isCounting = seconds > 0;
  // The error "too early" ends with the countdown.
  useEffect(() => (isCounting ? undefined : resendCode.clear()), [isCounting]);
  const requestCode = () =>
    void resendCode.run(destination).then(() => $secondsToResend.get() > 0 && onCountdownStart());
  return (
    <div className="grid min-h-11 content-center justify-items-start gap-1">
      {isCounting ? (
        <p className="small text-soft tabular">{resendText(seconds)}</p>
      ) : (
        <Button kind="text" busy={status === 'process'} onClick={requestCode}>
          {text.resend}
        </Button>
      )}
      <ErrorText error={error} />
    </div>
  );
}
