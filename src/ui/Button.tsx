import type { ComponentProps, MouseEvent } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'primary' | 'secondary' | 'text' | 'danger';
  small?: boolean;
  block?: boolean;
  /** Keeps the focus and ignores clicks. */
  busy?: boolean;
  busyLabel?: string;
}

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
  ...buttonProps
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event);
  return (
    <button
      {...buttonProps}
      type={type}
      className={[
        'button',
        kind !== 'primary' && kind,
        small && 'small',
        block && 'block w-full',
        className,
      ]
        .filter(Boolean)
        .join(' ')}
      aria-disabled={busy || buttonProps['aria-disabled']}
      onClick={handleClick}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
