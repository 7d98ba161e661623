import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { OTP_DIGITS } from '#domain/limits.ts';
import { parseTypedCode } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { canStaySignedIn } from '#stores/complete-sign-in.ts';
import { readCodeFromSms, type Destination, openOtp, otpResolver, verifyCode } from '#stores/one-time-code.ts';
import { Button } from '#ui/Button.tsx';
import { OtpInput } from '#ui/OtpInput.tsx';
import { Resend } from './Resend.tsx';
import { StorageBlocked } from './StorageBlocked.tsx';
import { CodeDestination } from './CodeDestination.tsx';

export function CodeEntry() {
  const [destination, setDestination] = useState<Destination | null>(null);
  useLayoutEffect(() => setDestination(openOtp()), []);
  if (!canStaySignedIn()) return <StorageBlocked />;
  return destination && <CodeForm destination={destination} />;
}

function CodeForm({ destination }: { destination: Destination }) {
  const { status, error: refusal } = useStore(verifyCode.$state);
  const { control, handleSubmit, setFocus, setValue } = useForm({ resolver: otpResolver, defaultValues: { otp: '' } });
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
        <Controller
          name="otp"
          control={control}
          render={({ field: { ref, value, onChange }, fieldState }) => (
            <OtpInput
              ref={ref}
              label={text.otpLabel}
              digits={OTP_DIGITS}
              value={value}
              onChange={(typed) => {
                const otp = parseTypedCode(typed);
                verifyCode.clear();
                onChange(otp);
                // The last digit submits the code, also if the code is pasted or filled in.
                if (otp.length === OTP_DIGITS && otp !== value) void submit();
              }}
              hint={refusal ? text.codeHint : undefined}
              error={fieldState.error?.message ?? refusal}
              autoFocus
            />
          )}
        />
        <Button type="submit" block busy={status === 'process'}>
          {text.joinNow}
        </Button>
      </form>
      <Resend destination={destination} onCountdownStart={() => setFocus('otp')} />
    </div>
  );
}
