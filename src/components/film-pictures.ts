import type { Movie } from '#contract/catalogue.ts';
import { bannerUrl, type FilmArt, posterUrl } from '#domain/film.ts';
import { SHARE_CARD, shareCardUrl, imageSources } from '#domain/images.ts';
import { IMAGE_BASE, mediaHref } from '#islands/catalogue/image-base.ts';

/** Width and height are known only for pictures of our own import. */
export interface SharedPicture {
  url: string;
  width?: number;
  height?: number;
}

const absolute = (address: string, site: URL) => new URL(address, site).href;

function posterPictures(film: FilmArt, site: URL): SharedPicture[] {
  const address = posterUrl(film);
  if (!address) return [];
  const { src, width, height, webp } = imageSources(address, 'poster', IMAGE_BASE);
  const url = absolute(src, site);
  return [webp ? { url, width, height } : { url }];
}

function bannerPictures(film: FilmArt, site: URL): SharedPicture[] {
  const address = bannerUrl(film);
  if (!address) return [];
  const card = shareCardUrl(address, IMAGE_BASE);
  if (card)
    return [{ url: absolute(card, site), width: SHARE_CARD.width, height: SHARE_CARD.height }];
  return [{ url: absolute(imageSources(address, 'banner', IMAGE_BASE).src, site) }];
}

/** Pictures for sharing, the wide one first. */
export const filmPictures = (film: FilmArt, site: URL): SharedPicture[] => [
  ...bannerPictures(film, site),
  ...posterPictures(film, site),
];

export interface FilmCard extends SharedPicture {
  /**
   * True for the card that the server draws for a film without artwork: it shows only the film's
   * name.
   */
  isDrawn: boolean;
}

/** At least one picture, for shared links and search engines. */
export function sharedPictures(
  movie: FilmArt & Pick<Movie, 'movieId'>,
  site: URL,
): [FilmCard, ...FilmCard[]] {
  const [first, ...others] = filmPictures(movie, site).map((picture) => ({
    ...picture,
    isDrawn: false,
  }));
  return first ? [first, ...others] : [{ ...drawnShareCard(movie, site), isDrawn: true }];
}

const drawnShareCard = ({ movieId }: Pick<Movie, 'movieId'>, site: URL): SharedPicture => ({
  url: absolute(mediaHref(`/api/ott/public/movies/${movieId}/card.png`), site),
  width: SHARE_CARD.width,
  height: SHARE_CARD.height,
});
