import { useState, type ComponentProps } from 'react';
import { accountMessages as text } from '#messages/accounts.ts';
import { FieldFrame, type FieldText } from '#ui/FieldFrame.tsx';

export function PasswordField({
  label,
  hint,
  error,
  ...input
}: FieldText & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(controlProps) => (
        <div className="relative">
          <input
            {...input}
            {...controlProps}
            className="control pr-22"
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 px-4 text-15 font-semibold text-action underline decoration-1 underline-offset-4 focus-visible:-outline-offset-5"
            onClick={() => setShown(!isShown)}
          >
            <span>{isShown ? text.hide : text.show}</span>
            <span className="sr-only">{` ${label}`}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
