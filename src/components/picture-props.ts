import { bannerAddress, posterAddress, type FilmArt } from '#domain/film.ts';
import type { ImageKind } from '#domain/images.ts';
import { POSTER_SIZES } from '#islands/catalogue/MovieCard.tsx';

/** A picture as a page draws it, for its place and for the head, which sends for the page's first one. */
export interface DrawnPicture {
  address: string | null;
  kind: ImageKind;
  sizes: string;
}

/** A film's wide picture in a rail of stills, or its poster when there is none. */
export function still(film: FilmArt): DrawnPicture {
  const wide = bannerAddress(film);
  return {
    address: wide ?? posterAddress(film),
    kind: wide ? 'banner' : 'poster',
    sizes: '(width >= 1100px) 395px, (width >= 700px) 42vw, 84vw',
  };
}

/** A film's poster on a card. */
export const poster = (film: FilmArt): DrawnPicture => ({
  address: posterAddress(film),
  kind: 'poster',
  sizes: POSTER_SIZES,
});
