import { useState, type Ref } from 'react';
import { FieldFrame, type FieldText } from './FieldFrame.tsx';

interface OtpInputProps extends FieldText {
  value: string;
  /** Receives the raw input; the caller sets `value` to the digits. */
  onChange: (typed: string) => void;
  digits?: number;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One input over drawn boxes, so that autofill, paste and screen readers work. */
export function OtpInput({ label, value, onChange, digits = 6, error, hint, autoFocus, ref }: OtpInputProps) {
  const [isFocused, setFocused] = useState(false);
  const current = isFocused ? Math.min(value.length, digits - 1) : -1;
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(controlProps) => (
        <div className={error ? 'code-input invalid' : 'code-input'}>
          {Array.from({ length: digits }, (_, index) => (
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
