import { useEffect } from 'react';

/** The fields that a password manager may fill in. */
export const TEXT_FIELD = 'input:not([type=checkbox]):not([type=radio]):not([type=file]), textarea';

/**
 * Password managers and autofill may write into a field without an event. React gets the event of
 * each such field before a form is sent. For forms whose fields have a `value` from a state; others
 * use `useFieldForm`.
 */
export function useSilentInput(): void {
  useEffect(() => {
    // React's own listener is below the document, so it is later.
    document.addEventListener('submit', reportSilentInput, true);
    return () => document.removeEventListener('submit', reportSilentInput, true);
  }, []);
}

function reportSilentInput({ target }: SubmitEvent): void {
  const fields = (target as HTMLFormElement).querySelectorAll<
    HTMLInputElement | HTMLTextAreaElement
  >(TEXT_FIELD);
  // React writes a state into the default value too.
  const silent = [...fields]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => ({ field, value: field.value }));
  for (const { field, value } of silent) {
    // After the event of another field, React has written its state. It ignores a value that was
    // set by the field's own property.
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
