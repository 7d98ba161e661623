import { useId } from 'react';
import type { Elements } from './elements.ts';
import { Icon } from './icons.tsx';

export interface FieldText {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface FieldFrameProps extends FieldText {
  /** Receives the attributes that link the control to its label, hint and error. */
  children: (controlProps: ReturnType<typeof fieldAria> & { id: string }) => Elements;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

export const fieldAria = (id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined,
});

export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  return (
    <div className={error ? 'field invalid' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...fieldAria(id, { hint, error }) })}
      {hint && (
        <p className="text-14 text-soft" id={hintId(id)}>
          {hint}
        </p>
      )}
      <ErrorText id={errorId(id)} error={error} />
    </div>
  );
}

interface ErrorTextProps {
  id?: string;
  error?: string | undefined;
  /** More about the error. */
  note?: string | undefined;
}

export const ErrorText = ({ id, error, note }: ErrorTextProps) =>
  error ? (
    <div id={id} role="alert">
      <p className="field-error">
        <Icon name="error" />
        <span>{error}</span>
      </p>
      {note && <p className="small mt-1">{note}</p>}
    </div>
  ) : null;
