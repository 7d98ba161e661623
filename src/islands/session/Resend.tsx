import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { sessionMessages as text } from '#messages/session.ts';
import { waitText } from '#stores/lib/wait.ts';
import { $secondsToResend, type Destination, resendCode } from '#stores/one-time-code.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

interface ResendProps {
  destination: Destination;
  /** Another code is waited for: the button, and the focus with it, has gone. */
  onCounting: () => void;
}

/** Spec §2: RESEND appears two minutes after the code was sent; until then the time is told. */
export function Resend({ destination, onCounting }: ResendProps) {
  const seconds = useStore($secondsToResend);
  const { status, error } = useStore(resendCode.$state);
  const isCounting = seconds > 0;
  // That it was too soon is over when the time is.
  useEffect(() => (isCounting ? undefined : resendCode.clear()), [isCounting]);
  const ask = () => void resendCode.run(destination).then(() => $secondsToResend.get() > 0 && onCounting());
  return (
    <div className="grid min-h-11 content-center justify-items-start gap-1">
      {isCounting ? (
        <p className="sm soft num">{waitText(seconds)}</p>
      ) : (
        <Button kind="text" busy={status === 'process'} onClick={ask}>
          {text.resend}
        </Button>
      )}
      <ErrorText error={error} />
    </div>
  );
}
