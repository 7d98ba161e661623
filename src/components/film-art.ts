import { bannerAddress, type FilmArt, posterAddress } from '#domain/film.ts';
import { CARD, cardUrl, imageSources } from '#domain/images.ts';

/** A picture that other sites may show. Its size is known when our import made it. */
export interface SharedPicture {
  url: string;
  width?: number;
  height?: number;
}

const base = import.meta.env.PUBLIC_IMAGE_BASE || '/media/images';
const absolute = (address: string, site: URL) => new URL(address, site).href;

function upright(film: FilmArt, site: URL): SharedPicture[] {
  const address = posterAddress(film);
  if (!address) return [];
  const { src, width, height, webp } = imageSources(address, 'poster', base);
  return [{ url: absolute(src, site), ...(webp ? { width, height } : {}) }];
}

function wide(film: FilmArt, site: URL): SharedPicture[] {
  const address = bannerAddress(film);
  if (!address) return [];
  const card = cardUrl(address, base);
  if (card) return [{ url: absolute(card, site), width: CARD.width, height: CARD.height }];
  return [{ url: absolute(imageSources(address, 'banner', base).src, site) }];
}

/** A film's pictures for sharing: the wide one first, as links are shown. */
export const filmPictures = (film: FilmArt, site: URL): SharedPicture[] => [
  ...wide(film, site),
  ...upright(film, site),
];
