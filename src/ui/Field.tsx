import { useId, type ComponentProps } from 'react';
import { fieldAria, FieldFrame } from './FieldFrame.tsx';

interface FieldText {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** Accepts the props of react-hook-form's `register`. */
export function Field({ label, hint, error, ...input }: FieldText & ComponentProps<'input'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input {...input} {...fieldAria(id, { hint, error })} id={id} className="box" />
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, ...area }: FieldText & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} {...area} {...fieldAria(id, { hint, error })} id={id} className="box" />
    </FieldFrame>
  );
}

export interface Choice {
  value: string;
  label: string;
}

export function Select({
  label,
  hint,
  error,
  choices,
  ...select
}: FieldText & { choices: readonly Choice[] } & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...select} {...fieldAria(id, { hint, error })} id={id} className="box">
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
