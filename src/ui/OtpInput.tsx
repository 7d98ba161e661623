import { useId, useState, type Ref } from 'react';
import { fieldAria, FieldFrame } from './FieldFrame.tsx';

interface OtpInputProps {
  label: string;
  value: string;
  /** Receives the raw input; the caller sets `value` to the digits. */
  onChange: (typed: string) => void;
  digits?: number;
  error?: string | undefined;
  hint?: string | undefined;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One input over drawn boxes, so that autofill, paste and screen readers work. */
export function OtpInput({ label, value, onChange, digits = 6, error, hint, autoFocus, ref }: OtpInputProps) {
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const current = isFocused ? Math.min(value.length, digits - 1) : -1;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={error ? 'otp err' : 'otp'}>
        {Array.from({ length: digits }, (_, index) => (
          <span key={index} className={index === current ? 'cur' : undefined} />
        ))}
        {/* No maxlength: it would cut a pasted "417 293" before the space is removed. */}
        <input
          {...fieldAria(id, { hint, error })}
          id={id}
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
    </FieldFrame>
  );
}
