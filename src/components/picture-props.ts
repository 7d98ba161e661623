import { bannerUrl, posterUrl, type FilmArt } from '#domain/film.ts';
import type { ImageKind } from '#domain/images.ts';
import { POSTER_SIZES } from '#islands/catalogue/MovieCard.tsx';

export interface PictureProps {
  address: string | null;
  kind: ImageKind;
  sizes: string;
}

export function stillPicture(film: FilmArt): PictureProps {
  const wide = bannerUrl(film);
  return {
    address: wide ?? posterUrl(film),
    kind: wide ? 'banner' : 'poster',
    sizes: '(width >= 68.75rem) 395px, (width >= 43.75rem) 42vw, 84vw',
  };
}

export const cardPicture = (film: FilmArt): PictureProps => ({
  address: posterUrl(film),
  kind: 'poster',
  sizes: POSTER_SIZES,
});
