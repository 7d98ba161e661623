import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Country } from '#domain/countries.ts';
import { parseTypedMobile } from '#domain/mobile.ts';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { countryOfNumber, signInFields, type SignInDraft } from '#stores/sign-in.ts';
import { Field } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { CountrySelect } from './CountrySelect.tsx';
import { MobileField } from './MobileField.tsx';

interface SignInFieldsProps {
  form: UseFormReturn<SignInDraft>;
  countries: readonly Country[];
}

export function SignInFields({ form, countries }: SignInFieldsProps) {
  const { register, control, setValue, getValues, clearErrors, formState } = form;
  const { errors } = formState;
  const country = useWatch({ control, name: 'country' });
  const fields = signInFields({ method: useWatch({ control, name: 'method' }), country });
  const change = (chosen: Country) => {
    clearErrors();
    setValue('country', chosen, { shouldDirty: true });
    setValue('mobileno', parseTypedMobile(getValues('mobileno'), chosen.dial_code, chosen.digits));
  };
  const chooseCountry = (typed: string) => {
    const found = countryOfNumber(typed, country, countries);
    if (found !== country) change(found);
    return found;
  };
  const select = <CountrySelect countries={countries} country={country} onChange={change} />;
  return (
    <>
      {fields.mobileno ? (
        <MobileField chooseCountry={chooseCountry} mobile={register('mobileno')} error={errors.mobileno?.message}>
          {select}
        </MobileField>
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
          show={accountMessages.show}
          hide={accountMessages.hide}
          error={errors.password?.message}
          autoComplete="current-password"
          {...register('password')}
        />
      )}
    </>
  );
}
