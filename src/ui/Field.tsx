import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText } from './FieldFrame.tsx';

/** Accepts the props of react-hook-form's `register`. */
export const Field = ({ label, hint, error, ...input }: FieldText & ComponentProps<'input'>) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(controlProps) => <input {...input} {...controlProps} className="control" />}
  </FieldFrame>
);

export const TextArea = ({
  label,
  hint,
  error,
  ...area
}: FieldText & ComponentProps<'textarea'>) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(controlProps) => <textarea rows={4} {...area} {...controlProps} className="control" />}
  </FieldFrame>
);

interface Choice {
  value: string;
  label: string;
}

type SelectProps = FieldText & { choices: readonly Choice[] } & ComponentProps<'select'>;

export const Select = ({ label, hint, error, choices, ...select }: SelectProps) => (
  <FieldFrame label={label} hint={hint} error={error}>
    {(controlProps) => (
      <select {...select} {...controlProps} className="control">
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
);
