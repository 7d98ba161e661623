import type { Elements } from './elements.ts';

/** Makes the component of an icon set. The paths are drawn in a square of 20. */
export const createIcons = <Name extends string>(paths: Record<Name, Elements>) =>
  function Icon({ name }: { name: Name }) {
    return (
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        {paths[name]}
      </svg>
    );
  };

export const Icon = createIcons({
  success: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M6.6 10.2l2.3 2.4 4.6-5" />
    </>
  ),
  error: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 6v5M10 13.9v.1" />
    </>
  ),
  warning: (
    <>
      <path d="M10 3l7.5 13.5h-15z" />
      <path d="M10 8v4M10 14.2v.1" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 9v5M10 6v.1" />
    </>
  ),
  down: <path d="M5 8l5 5 5-5" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
});

export const Star = ({ off = false, half = false }: { off?: boolean; half?: boolean }) => (
  <svg className={off || half ? 'star empty' : 'star'} viewBox="0 0 20 20" aria-hidden="true">
    <path d="M10 1.8l2.5 5.3 5.8.8-4.2 4.1 1 5.8L10 15l-5.1 2.8 1-5.8L1.7 7.9l5.8-.8z" />
    {half && <path className="half" d="M10 15l-5.1 2.8 1-5.8L1.7 7.9l5.8-.8L10 1.8z" />}
  </svg>
);
