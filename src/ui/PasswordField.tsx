import { useState, type ComponentProps } from 'react';
import { FieldFrame, type FieldText } from './FieldFrame.tsx';

interface PasswordFieldProps extends FieldText, ComponentProps<'input'> {
  /** Labels of the toggle button. */
  show: string;
  hide: string;
}

export function PasswordField({ label, hint, error, show, hide, ...input }: PasswordFieldProps) {
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
            className="absolute inset-y-0 right-0 px-4 text-[15px] font-semibold text-act underline decoration-1 underline-offset-4 focus-visible:-outline-offset-5"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? hide : show}
            <span className="sr-only"> {label}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
