import type { Movie } from '#contract/catalogue.ts';
import { bannerAddress, type FilmArt, posterAddress } from '#domain/film.ts';
import { CARD, cardUrl, imageSources } from '#domain/images.ts';
import { IMAGE_BASE, mediaHref } from '#islands/catalogue/image-base.ts';

/** A picture that other sites may show. Its size is known when our import made it. */
export interface SharedPicture {
  url: string;
  width?: number;
  height?: number;
}

const absolute = (address: string, site: URL) => new URL(address, site).href;

function upright(film: FilmArt, site: URL): SharedPicture[] {
  const address = posterAddress(film);
  if (!address) return [];
  const { src, width, height, webp } = imageSources(address, 'poster', IMAGE_BASE);
  return [{ url: absolute(src, site), ...(webp ? { width, height } : {}) }];
}

function wide(film: FilmArt, site: URL): SharedPicture[] {
  const address = bannerAddress(film);
  if (!address) return [];
  const card = cardUrl(address, IMAGE_BASE);
  if (card) return [{ url: absolute(card, site), width: CARD.width, height: CARD.height }];
  return [{ url: absolute(imageSources(address, 'banner', IMAGE_BASE).src, site) }];
}

/** A film's pictures for sharing: the wide one first, as links are shown. */
export const filmPictures = (film: FilmArt, site: URL): SharedPicture[] => [
  ...wide(film, site),
  ...upright(film, site),
];

/** The picture that the server draws for a film without artwork. */
export const drawnCard = ({ movieId }: Pick<Movie, 'movieId'>, site: URL): SharedPicture => ({
  url: absolute(mediaHref(`/api/ott/public/movies/${movieId}/card.png`), site),
  width: CARD.width,
  height: CARD.height,
});
