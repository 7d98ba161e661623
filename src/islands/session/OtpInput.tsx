import { type ChangeEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { OTP_DIGITS } from '#domain/limits/session.ts';
import { parseTypedCode } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { FieldFrame, type FieldText } from '#ui/FieldFrame.tsx';

interface OtpInputProps extends Omit<FieldText, 'label'> {
  /** Not controlled: a new render would erase a code that was written without an event. */
  field: UseFormRegisterReturn;
  onType?: (code: string) => void;
  autoFocus?: boolean;
}

/** One input over drawn boxes, so that autofill, paste and screen readers work. */
export function OtpInput({ field, onType, error, hint, autoFocus }: OtpInputProps) {
  const [isFocused, setFocused] = useState(false);
  const [length, setLength] = useState(0);
  const current = isFocused ? Math.min(length, OTP_DIGITS - 1) : -1;
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const code = parseTypedCode(event.target.value);
    event.target.value = code;
    setLength(code.length);
    void field.onChange(event);
    onType?.(code);
  };
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
            {...field}
            onChange={change}
            onFocus={(event) => {
              setFocused(true);
              setLength(event.target.value.length);
            }}
            onBlur={(event) => {
              setFocused(false);
              void field.onBlur(event);
            }}
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
