import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { DOMESTIC, unpackCountries } from '#domain/countries.ts';
import { STATES } from '#domain/states.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { ABROAD, chooseCountry, chooseState } from '#stores/payments/choose-place.ts';
import { Select } from '#ui/Field.tsx';

const states = [
  { value: '', label: text.chooseState },
  { value: ABROAD, label: text.outsideIndia },
  ...STATES.map(({ code, name }) => ({ value: code, label: name })),
];

/**
 * State or country of the buyer, if the invoice prints it or the payment method needs it.
 * `countries`: see `packCountries`.
 */
export function BuyerPlaceFields({ countries }: { countries: string }) {
  const { place, placeError, methods } = useStore($payment);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (placeError) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [placeError]);
  const isStateShown = Boolean(methods?.supplierState);
  return (
    <div ref={box} className="grid content-start gap-5.5 empty:hidden">
      {isStateShown && <StateSelect error={place.isAbroad ? '' : placeError} />}
      {place.isAbroad && <CountrySelect countries={countries} error={placeError} />}
    </div>
  );
}

function StateSelect({ error }: { error: string }) {
  const { place, step, methods } = useStore($payment);
  return (
    <Select
      label={methods?.isBuyerPlaceRequired ? text.yourState : text.yourStateOptional}
      required={methods?.isBuyerPlaceRequired}
      hint={place.isAbroad ? undefined : text.stateHint}
      error={error}
      choices={states}
      value={place.isAbroad ? ABROAD : place.state}
      disabled={step !== 'ready'}
      autoComplete="address-level1"
      onChange={(event) => chooseState(event.target.value)}
    />
  );
}

function CountrySelect({ countries, error }: { countries: string; error: string }) {
  const { place, step } = useStore($payment);
  const [choices] = useState(() => [
    { value: '', label: text.chooseCountry },
    ...unpackCountries(countries)
      .filter(({ code }) => code !== DOMESTIC.code)
      .map(({ code, name }) => ({ value: code, label: name })),
  ]);
  return (
    <Select
      label={text.country}
      hint={text.countryHint}
      error={error}
      choices={choices}
      value={place.country}
      disabled={step !== 'ready'}
      autoComplete="country"
      onChange={(event) => chooseCountry(event.target.value)}
    />
  );
}
