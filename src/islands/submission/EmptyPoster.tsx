import { createIcons } from '#ui/icons.tsx';

const Icon = createIcons({
  picture: <path d="M3 3.5h14v13h-14zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M13.5 7h.1" />,
});

/** The place of a poster that was not sent. */
export const EmptyPoster = ({ className = '' }: { className?: string }) => (
  <span
    className={`poster grid place-items-center border border-dashed border-edge bg-transparent text-edge shadow-none ${className}`}
    aria-hidden="true"
  >
    <Icon name="picture" />
  </span>
);
