import { useState, type Ref } from 'react';
import { OTP_DIGITS } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { FieldFrame, type FieldText } from '#ui/FieldFrame.tsx';

interface OtpInputProps extends Omit<FieldText, 'label'> {
  value: string;
  /** Receives the raw input; the caller sets `value` to the digits. */
  onChange: (typed: string) => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One input over drawn boxes, so that autofill, paste and screen readers work. */
export function OtpInput({ value, onChange, error, hint, autoFocus, ref }: OtpInputProps) {
  const [isFocused, setFocused] = useState(false);
  const current = isFocused ? Math.min(value.length, OTP_DIGITS - 1) : -1;
  return (
    <FieldFrame label={text.otpLabel} hint={hint} error={error}>
      {(controlProps) => (
        <div className={error ? 'code-input invalid' : 'code-input'}>
          {Array.from({ length: OTP_DIGITS }, (_, index) => (
            <span key={index} className={index === current ? 'current' : undefined} />
          ))}
          {/* No maxlength: it would cut a pasted "417 293" before the space is removed. */}
          <input
            {...controlProps}
            ref={ref}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={autoFocus}
            spellCheck={false}
          />
        </div>
      )}
    </FieldFrame>
  );
}
