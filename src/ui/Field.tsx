import { useId, type ComponentProps } from 'react';
import { described, FieldFrame } from './FieldFrame.tsx';

interface Words {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A line of text. Takes what react-hook-form's `register` gives. */
export function Field({ label, hint, error, ...input }: Words & ComponentProps<'input'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...described(id, { hint, error })} id={id} className="box" />
    </FieldFrame>
  );
}

/** Some lines of text. */
export function TextArea({ label, hint, error, ...area }: Words & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} {...area} {...described(id, { hint, error })} id={id} className="box" />
    </FieldFrame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** One of a few. */
export function Select({
  label,
  hint,
  error,
  choices,
  ...select
}: Words & { choices: readonly Choice[] } & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...select} {...described(id, { hint, error })} id={id} className="box">
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
