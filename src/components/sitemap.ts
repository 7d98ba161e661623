import type { Movie } from '#contract/catalogue.ts';
import { escapeXml, sortSitemapEntries, sitemapDocument } from '#domain/sitemap.ts';
import { filmHref } from '#islands/catalogue/film-link.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { filmPictures } from './film-pictures.ts';
import { publicTrailer, trailerDate } from './film-trailer.ts';

/** Limit of the video sitemap extension. */
const MAX_DESCRIPTION_LENGTH = 2048;

const element = (name: string, value: string) => `<${name}>${escapeXml(value)}</${name}>`;

export const xmlResponse = (body: string) =>
  new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });

export const pageSitemap = (paths: string[], site: URL) =>
  sitemapDocument(
    'urlset',
    paths.map((path) => `<url>${element('loc', new URL(path, site).href)}</url>`),
  );

const EXTENSIONS =
  ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"';

export const filmSitemap = (films: Movie[], site: URL) =>
  sitemapDocument(
    'urlset',
    sortSitemapEntries(films.map((film) => filmEntry(film, site))),
    EXTENSIONS,
  );

function filmEntry(film: Movie, site: URL): string {
  const pictures = filmPictures(film, site).map(
    ({ url }) => `<image:image>${element('image:loc', url)}</image:image>`,
  );
  return `<url>${element('loc', new URL(filmHref(film), site).href)}${pictures.join('')}${videoEntry(film, site)}</url>`;
}

/** Lists only the public trailer. A video entry needs a picture. */
function videoEntry(film: Movie, site: URL): string {
  const content = publicTrailer(film, site);
  const [thumbnail] = filmPictures(film, site);
  if (!content || !thumbnail) return '';
  const title = text.play(film.trailorUrl ? text.trailer : text.teaser, film.movieName);
  return `<video:video>${[
    element('video:thumbnail_loc', thumbnail.url),
    element('video:title', title),
    element(
      'video:description',
      (film.movieDescription || title).slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s+/g, ' '),
    ),
    element('video:content_loc', content),
    element('video:publication_date', trailerDate(film).toISOString()),
    element('video:requires_subscription', 'no'),
    element('video:live', 'no'),
  ].join('')}</video:video>`;
}
