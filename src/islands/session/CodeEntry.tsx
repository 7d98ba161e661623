import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { DOMESTIC_DIAL_CODE, OTP_DIGITS } from '#domain/limits/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { canStaySignedIn } from '#stores/session/complete-sign-in.ts';
import { signUpHref } from '#stores/lib/return-path.ts';
import {
  readCodeFromSms,
  type Destination,
  openOtp,
  otpResolver,
  verifyCode,
} from '#stores/session/one-time-code.ts';
import { Button } from '#ui/Button.tsx';
import { OtpInput } from './OtpInput.tsx';
import { Resend } from './Resend.tsx';
import { StorageBlocked } from './StorageBlocked.tsx';
import { useFieldForm } from '../use-field-form.ts';

export function CodeEntry() {
  const [destination, setDestination] = useState<Destination | null>(null);
  useLayoutEffect(() => setDestination(openOtp()), []);
  if (!canStaySignedIn()) return <StorageBlocked />;
  return destination && <CodeForm destination={destination} />;
}

function CodeForm({ destination }: { destination: Destination }) {
  const { status, error: refusal } = useStore(verifyCode.$state);
  const { register, handleSubmit, setFocus, setValue, formState } = useFieldForm({
    resolver: otpResolver,
    defaultValues: { otp: '' },
  });
  const submit = handleSubmit(({ otp }) => verifyCode.run(destination.username, otp));
  useEffect(() => {
    if (destination.by !== 'mobile') return undefined;
    // Chosen: the viewer agreed in the browser's prompt, so the code is submitted at once.
    return readCodeFromSms((otp) => {
      setValue('otp', otp);
      void verifyCode.run(destination.username, otp);
    });
  }, [destination, setValue]);
  return (
    <div className="grid gap-[22px]">
      <CodeDestination destination={destination} />
      <form className="grid gap-[22px]" noValidate onSubmit={submit}>
        <OtpInput
          field={register('otp')}
          onType={(code) => {
            verifyCode.clear();
            // The last digit submits the code, also if the code is pasted or filled in.
            if (code.length === OTP_DIGITS) void submit();
          }}
          hint={refusal ? text.codeHint : undefined}
          error={formState.errors.otp?.message ?? refusal}
          autoFocus
        />
        <Button type="submit" block busy={status === 'process'}>
          {text.joinNow}
        </Button>
      </form>
      <Resend destination={destination} onCountdownStart={() => setFocus('otp')} />
    </div>
  );
}

/** `9000000002` → `+91 90000 00002`. */
const destinationText = ({ by, username }: Destination) =>
  by === 'email'
    ? username
    : `+${DOMESTIC_DIAL_CODE}\u00a0${username.replace(/^(\d{5})(?=\d{5}$)/, '$1\u00a0')}`;

/**
 * The destination has its own line at every width: the code page reserves the height of two lines.
 */
const CodeDestination = ({ destination }: { destination: Destination }) => (
  <p className="lead-text text-soft">
    <span>{text.codeSentTo}</span>{' '}
    <span className="block">
      <b className="tabular font-semibold wrap-anywhere text-ink">{destinationText(destination)}</b>
      <span>{'. '}</span>
      <a className="underline underline-offset-4" href={signUpHref()}>
        {text.changeDestination}
      </a>
    </span>
  </p>
);
