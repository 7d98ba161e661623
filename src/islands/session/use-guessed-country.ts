import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Country } from '#domain/countries.ts';
import { guessCountry, type SignInDraft } from '#stores/sign-in.ts';

/** Sets the viewer's country once it is known. When the viewer uses the form, call the returned function: it keeps the form's country. */
export function useGuessedCountry(form: UseFormReturn<SignInDraft>, countries: readonly Country[]) {
  const isTouched = useRef(false);
  useEffect(() => {
    void guessCountry(countries).then((country) => {
      const hasInput = form.getValues(['mobileno', 'emailId']).some(Boolean);
      if (!country || isTouched.current || hasInput) return;
      form.setValue('country', country);
    });
  }, [form, countries]);
  return () => (isTouched.current = true);
}
