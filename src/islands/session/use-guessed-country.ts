import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Country } from '#domain/countries.ts';
import { guessCountry, type SignInDraft } from '#stores/sign-in.ts';

/**
 * Puts the caller's country into the form when it becomes known, unless somebody has begun to use the form by then. Gives what
 * takes note of that.
 */
export function useCallersCountry(form: UseFormReturn<SignInDraft>, countries: readonly Country[]) {
  const isTouched = useRef(false);
  useEffect(() => {
    void guessCountry(countries).then((country) => {
      const isBegun = form.getValues(['mobileno', 'emailId']).some(Boolean);
      if (!country || isTouched.current || isBegun) return;
      form.setValue('country', country);
    });
  }, [form, countries]);
  return () => (isTouched.current = true);
}
