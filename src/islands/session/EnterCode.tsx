import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { DOMESTIC_DIAL_CODE, OTP_DIGITS } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { signUpHref } from '#stores/lib/return-path.ts';
import { openOtp, otpResolver, verifyCode } from '#stores/sign-in.ts';
import { Button } from '#ui/Button.tsx';
import { OtpInput } from '#ui/OtpInput.tsx';
import { Resend } from './Resend.tsx';

export function EnterCode() {
  const [userdetail, setUserdetail] = useState<string | null>(null);
  useEffect(() => setUserdetail(openOtp()), []);
  return userdetail && <CodeForm userdetail={userdetail} />;
}

/** `9000000002` → `+91 90000 00002`. */
const spoken = (digits: string) => `+${DOMESTIC_DIAL_CODE} ${digits.replace(/^(\d{5})(?=\d{5}$)/, '$1 ')}`;

function CodeForm({ userdetail }: { userdetail: string }) {
  const { status, error: refused } = useStore(verifyCode.$state);
  const { control, handleSubmit } = useForm({ resolver: otpResolver, defaultValues: { otp: '' } });
  return (
    <div className="grid gap-[22px]">
      <p className="lead soft">
        {text.codeWentTo} <b className="num font-semibold text-ink">{spoken(userdetail)}</b>.{' '}
        <a className="underline underline-offset-4" href={signUpHref()}>
          {text.change}
        </a>
      </p>
      <form
        className="grid gap-[22px]"
        noValidate
        onSubmit={handleSubmit(({ otp }) => verifyCode.run(userdetail, otp))}
      >
        <Controller
          name="otp"
          control={control}
          render={({ field: { ref, value, onChange }, fieldState }) => (
            <OtpInput
              ref={ref}
              label={text.otpLabel}
              digits={OTP_DIGITS}
              value={value}
              onChange={(otp) => {
                verifyCode.clear();
                onChange(otp);
              }}
              error={fieldState.error?.message ?? refused}
              autoFocus
            />
          )}
        />
        <Button type="submit" block busy={status === 'process'}>
          {text.joinNow}
        </Button>
      </form>
      <Resend userdetail={userdetail} />
    </div>
  );
}
