import type { ReactNode } from 'react';
import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import type { ImageKind } from '#domain/images.ts';
import { commonMessages } from '#messages/common.ts';
import type { ListState } from '#stores/lib/list.ts';
import { gel } from '../catalogue/film-link.ts';
import { POSTER_SIZES, WaitingCard } from '../catalogue/MovieCard.tsx';
import { Picture } from '../catalogue/Picture.tsx';
import { useNewestFocused } from './use-newest-focused.ts';

interface CardProps {
  href: string;
  image: string | null;
  kind: ImageKind;
  posterGel?: string | null;
  children: ReactNode;
}

/** A picture, or the house's sign where there is none, and a name; all of it is the link. */
export const Card = ({ href, image, kind, posterGel = null, children }: CardProps) => (
  <a className="card" href={href}>
    <span className="sheetp" style={gel(posterGel)}>
      {image ? <Picture address={image} kind={kind} sizes={POSTER_SIZES} /> : <DefaultPicture />}
    </span>
    <span className="row">{children}</span>
  </a>
);

const DefaultPicture = () => (
  <span className="unpictured">
    <svg viewBox={`0 0 ${LOGO_SIZE} ${LOGO_SIZE}`} aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={LOGO_PATH} />
    </svg>
  </span>
);

interface CardGridProps<Item> {
  state: ListState<Item>;
  /** `square` for channels; posters stand. */
  shape?: 'square' | 'poster';
  card: (item: Item) => ReactNode;
  keyOf: (item: Item) => number;
}

const AWAITED = 6;

/** The grid that both lists stand in, with the room of what is awaited. */
export function CardGrid<Item>({ state, shape = 'poster', card, keyOf }: CardGridProps<Item>) {
  const { status, items, newFrom } = state;
  const grid = useNewestFocused<HTMLUListElement>(newFrom, 'a');
  const look = shape === 'square' ? 'grid-posters squares' : 'grid-posters';
  if (status === 'process' && items.length === 0)
    return (
      <div className={`${look} waiting`} role="status" aria-label={commonMessages.loading} data-skeleton>
        {Array.from({ length: AWAITED }, (_, index) => (
          <WaitingCard key={index} />
        ))}
      </div>
    );
  return (
    <ul ref={grid} className={look} aria-busy={status === 'process'}>
      {items.map((item) => (
        <li key={keyOf(item)}>{card(item)}</li>
      ))}
    </ul>
  );
}
