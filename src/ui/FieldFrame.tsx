import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface FieldFrameProps {
  /** Of the control; the message's id follows from it. */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** What a control needs to carry so that its hint and error are read out with it. */
export const described = (id: string, { hint, error }: { hint?: string | undefined; error?: string | undefined }) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined,
});

/** Label above, hint and error under a control. */
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
