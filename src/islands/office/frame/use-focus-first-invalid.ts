import { useEffect, useRef } from 'react';

/** Moves the focus to the first field with an error. */
export function useFocusFirstInvalid(fieldErrors: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fieldErrors]);
  return form;
}
