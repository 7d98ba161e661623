import type { ChangeEvent } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Country } from '#domain/countries.ts';
import { parseTypedMobile } from '#domain/mobile.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { countryOfNumber, signInFields, type SignInDraft } from '#stores/session/sign-in.ts';
import { Field } from '#ui/Field.tsx';
import { FieldFrame } from '#ui/FieldFrame.tsx';
import { PasswordField } from '../accounts/PasswordField.tsx';
import { CountrySelect } from './CountrySelect.tsx';

export function SignInFields({
  form,
  countries,
}: {
  form: UseFormReturn<SignInDraft>;
  countries: readonly Country[];
}) {
  const { register, control, setValue, getValues, clearErrors, formState } = form;
  const { errors } = formState;
  const country = useWatch({ control, name: 'country' });
  const fields = signInFields({ method: useWatch({ control, name: 'method' }), country });
  const change = (chosen: Country) => {
    clearErrors();
    setValue('country', chosen, { shouldDirty: true });
    setValue('mobileno', parseTypedMobile(getValues('mobileno'), chosen.dial_code, chosen.digits));
  };
  const mobile = fields.mobileno ? register('mobileno') : undefined;
  const changeMobile = (event: ChangeEvent<HTMLInputElement>) => {
    // `change` may rewrite the field, so the typed text is read first.
    const typed = event.target.value;
    // A number that was entered with its dial code chooses its country.
    const found = countryOfNumber(typed, country, countries);
    if (found !== country) change(found);
    event.target.value = parseTypedMobile(typed, found.dial_code, found.digits);
    return mobile?.onChange(event);
  };
  const select = <CountrySelect countries={countries} country={country} onChange={change} />;
  return (
    <>
      {mobile ? (
        <FieldFrame label={text.mobileNumber} error={errors.mobileno?.message}>
          {(controlProps) => (
            <div className="grid gap-2.5 min-[20rem]:grid-cols-[fit-content(11.875rem)_minmax(0,1fr)]">
              {select}
              <input
                {...mobile}
                {...controlProps}
                onChange={changeMobile}
                className="control tabular"
                type="tel"
                inputMode="numeric"
                autoComplete="tel-national"
                autoFocus
              />
            </div>
          )}
        </FieldFrame>
      ) : (
        <div className="field">
          <span className="label" aria-hidden="true">
            {text.country}
          </span>
          {select}
        </div>
      )}
      {fields.emailId && (
        <Field
          label={text.email}
          error={errors.emailId?.message}
          type="email"
          autoComplete="email"
          {...register('emailId')}
        />
      )}
      {fields.password && (
        <PasswordField
          label={text.password}
          error={errors.password?.message}
          autoComplete="current-password"
          {...register('password')}
        />
      )}
    </>
  );
}
