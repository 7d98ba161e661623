import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Country } from '#domain/countries.ts';
import { parseTypedMobile } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { FieldFrame } from '#ui/FieldFrame.tsx';

interface MobileFieldProps {
  country: Country;
  mobile: UseFormRegisterReturn;
  error?: string | undefined;
  /** The country select. */
  children: ReactNode;
}

export function MobileField({ country, mobile, error, children }: MobileFieldProps) {
  const clean = (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = parseTypedMobile(event.target.value, country.dial_code, country.digits);
    return mobile.onChange(event);
  };
  return (
    <FieldFrame label={text.mobileNumber} error={error}>
      {(link) => (
        <div className="grid grid-cols-[fit-content(190px)_minmax(0,1fr)] gap-2.5">
          {children}
          <input
            {...mobile}
            {...link}
            onChange={clean}
            className="control tabular"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
          />
        </div>
      )}
    </FieldFrame>
  );
}
