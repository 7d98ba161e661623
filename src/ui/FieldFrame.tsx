import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface FieldFrameProps {
  /** Id of the control; the ids of hint and error derive from it. */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** ARIA attributes that link a control to its hint and error. */
export const fieldAria = (id: string, { hint, error }: { hint?: string | undefined; error?: string | undefined }) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined,
});

export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={error ? 'field err' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p className="hint" id={hintId(id)}>
          {hint}
        </p>
      )}
      <ErrorText id={errorId(id)} error={error} />
    </div>
  );
}

export const ErrorText = ({ id, error }: { id?: string; error?: string | undefined }) =>
  error ? (
    <p className="msg" id={id} role="alert">
      <Icon name="error" />
      {error}
    </p>
  ) : null;
