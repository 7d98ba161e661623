import type { ComponentProps, MouseEvent } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'primary' | 'line' | 'text' | 'wine';
  small?: boolean;
  block?: boolean;
  /** Something is under way: the button keeps the focus and does nothing. */
  busy?: boolean;
  busyLabel?: string;
}

const cut = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

export function Button({
  kind = 'primary',
  small,
  block,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      {...rest}
      type={type}
      className={cut('btn', kind !== 'primary' && kind, small && 'small', block && 'block', className)}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
