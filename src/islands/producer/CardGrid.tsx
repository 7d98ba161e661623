import { LOGO_PATH, LOGO_SIZE } from '#domain/logo.ts';
import type { ImageKind } from '#domain/images.ts';
import { commonMessages } from '#messages/common.ts';
import type { ListState } from '#stores/lib/list.ts';
import type { Elements } from '#ui/elements.ts';
import { colourStyle } from '../catalogue/film-link.ts';
import { POSTER_SIZES, SkeletonCard } from '../catalogue/MovieCard.tsx';
import { Picture } from '../catalogue/Picture.tsx';
import { useFocusFirstNew } from '../loading/LoadStates.tsx';

interface CardProps {
  href: string;
  image: string | null;
  kind: ImageKind;
  posterGel?: string | null;
  children: Elements;
}

/** A linked picture with a name; the logo replaces a missing picture. */
export const Card = ({ href, image, kind, posterGel = null, children }: CardProps) => (
  <a className="card" href={href}>
    <span className="poster" style={colourStyle(posterGel)}>
      {image ? <Picture address={image} kind={kind} sizes={POSTER_SIZES} /> : <DefaultPicture />}
    </span>
    {children}
  </a>
);

export const DefaultPicture = () => (
  <span className="grid h-full place-items-center text-control-border">
    <svg className="w-[38%]" viewBox={`0 0 ${LOGO_SIZE} ${LOGO_SIZE}`} aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={LOGO_PATH} />
    </svg>
  </span>
);

interface CardGridProps<Item> {
  state: ListState<Item>;
  /** `square` for channels. */
  shape?: 'square' | 'poster';
  card: (item: Item) => Elements;
  keyOf: (item: Item) => number;
}

const SKELETON_CARDS = 6;

export function CardGrid<Item>({ state, shape = 'poster', card, keyOf }: CardGridProps<Item>) {
  const { status, items, newFrom } = state;
  const grid = useFocusFirstNew<HTMLUListElement>(newFrom, 'a');
  const gridClass = shape === 'square' ? 'poster-grid [&_.poster]:aspect-square' : 'poster-grid';
  if (status === 'process' && items.length === 0)
    return (
      <div
        className={`${gridClass} waiting`}
        role="status"
        aria-label={commonMessages.loading}
        data-skeleton
      >
        {Array.from({ length: SKELETON_CARDS }, (_, index) => (
          <SkeletonCard key={index} />
        ))}
      </div>
    );
  return (
    <ul ref={grid} className={gridClass} aria-busy={status === 'process'}>
      {items.map((item) => (
        <li key={keyOf(item)}>{card(item)}</li>
      ))}
    </ul>
  );
}
