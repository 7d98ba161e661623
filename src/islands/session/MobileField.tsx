import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Country } from '#domain/countries.ts';
import { parseTypedMobile } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { FieldFrame } from '#ui/FieldFrame.tsx';

interface MobileFieldProps {
  /** Chooses the country of a number that was entered with its dial code, and returns it. */
  chooseCountry: (typed: string) => Country;
  mobile: UseFormRegisterReturn;
  error?: string | undefined;
  /** The country select. */
  children: ReactNode;
}

export function MobileField({ chooseCountry, mobile, error, children }: MobileFieldProps) {
  const clean = (event: ChangeEvent<HTMLInputElement>) => {
    // `chooseCountry` may rewrite the field, so the typed text is read first.
    const typed = event.target.value;
    const { dial_code, digits } = chooseCountry(typed);
    event.target.value = parseTypedMobile(typed, dial_code, digits);
    return mobile.onChange(event);
  };
  return (
    <FieldFrame label={text.mobileNumber} error={error}>
      {(controlProps) => (
        <div className="grid grid-cols-[fit-content(190px)_minmax(0,1fr)] gap-2.5">
          {children}
          <input
            {...mobile}
            {...controlProps}
            onChange={clean}
            className="control tabular"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            autoFocus
          />
        </div>
      )}
    </FieldFrame>
  );
}
