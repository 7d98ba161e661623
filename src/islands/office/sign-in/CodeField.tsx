import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { Field } from '#ui/Field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  hint?: string;
}

/**
 * Recovery codes have letters: the field accepts every character, although phones show the number
 * keys first.
 */
export const CodeField = ({ value, onChange, error, hint = text.codeHint }: CodeFieldProps) => (
  <Field
    label={text.code}
    hint={hint}
    error={error}
    value={value}
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    onChange={({ target }) => onChange(target.value)}
  />
);
