import { useId, type ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { typedMobile } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { dialCodes } from '#stores/sign-in.ts';
import { described, FieldFrame } from '#ui/FieldFrame.tsx';

interface MobileFieldProps {
  country: UseFormRegisterReturn;
  mobile: UseFormRegisterReturn;
  error?: string | undefined;
}

/** The dial code, and the number behind it. */
export function MobileField({ country, mobile, error }: MobileFieldProps) {
  const id = useId();
  const clean = (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = typedMobile(event.target.value);
    return mobile.onChange(event);
  };
  return (
    <FieldFrame id={id} label={text.mobileNumber} error={error}>
      <div className="grid grid-cols-[144px_minmax(0,1fr)] gap-2.5">
        <select {...country} className="box" aria-label={text.country}>
          {dialCodes.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input
          {...mobile}
          {...described(id, { error })}
          id={id}
          onChange={clean}
          className="box num"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
        />
      </div>
    </FieldFrame>
  );
}
