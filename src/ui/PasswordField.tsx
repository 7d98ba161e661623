import { useId, useState, type ComponentProps } from 'react';
import { fieldAria, FieldFrame } from './FieldFrame.tsx';

interface PasswordFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Labels of the toggle button. */
  show: string;
  hide: string;
}

/** Accepts the props of react-hook-form's `register`. */
export function PasswordField({ label, hint, error, show, hide, ...input }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...input}
          {...fieldAria(id, { hint, error })}
          id={id}
          className="box pr-22"
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
          <span className="sr"> {label}</span>
        </button>
      </div>
    </FieldFrame>
  );
}
