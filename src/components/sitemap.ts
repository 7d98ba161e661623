import type { Movie } from '#contract/catalogue.ts';
import { filmHref } from '#islands/catalogue/film-link.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { filmPictures } from './film-art.ts';
import { publicTrailer, trailerDate } from './film-trailer.ts';

/** Chosen: far below the 50,000 that the protocol allows, so that a file stays small with its pictures and videos. */
export const FILMS_PER_SITEMAP = 10_000;
/** The video extension's own bound. */
const LONGEST_DESCRIPTION = 2048;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** XML 1.0 has no way to say most control characters: they are left out. */
const escape = (value: string) =>
  value.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (found) => ENTITIES[found]!);
const element = (name: string, value: string) => `<${name}>${escape(value)}</${name}>`;

const document = (root: string, entries: string[], extensions = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${extensions}>\n${entries.join('\n')}\n</${root}>\n`;

export const xml = (body: string) =>
  new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });

export const sitemapIndex = (paths: string[], site: URL) =>
  document(
    'sitemapindex',
    paths.map((path) => `<sitemap>${element('loc', new URL(path, site).href)}</sitemap>`),
  );

export const pageSitemap = (paths: string[], site: URL) =>
  document(
    'urlset',
    paths.map((path) => `<url>${element('loc', new URL(path, site).href)}</url>`),
  );

const EXTENSIONS =
  ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"';

export const filmSitemap = (films: Movie[], where: { site: URL; now: Date }) =>
  document(
    'urlset',
    films.map((film) => filmEntry(film, where)),
    EXTENSIONS,
  );

function filmEntry(film: Movie, { site, now }: { site: URL; now: Date }): string {
  const pictures = filmPictures(film, site).map(({ url }) => `<image:image>${element('image:loc', url)}</image:image>`);
  return `<url>${element('loc', new URL(filmHref(film), site).href)}${pictures.join('')}${videoEntry(film, { site, now })}</url>`;
}

/** The public trailer only: a film itself is for those who hold a ticket. A video without a picture cannot be listed. */
function videoEntry(film: Movie, { site, now }: { site: URL; now: Date }): string {
  const content = publicTrailer(film, site);
  const [thumbnail] = filmPictures(film, site);
  if (!content || !thumbnail) return '';
  const title = text.play(film.trailorUrl ? text.trailer : text.teaser, film.movieName);
  return `<video:video>${[
    element('video:thumbnail_loc', thumbnail.url),
    element('video:title', title),
    element('video:description', (film.movieDescription || title).slice(0, LONGEST_DESCRIPTION)),
    element('video:content_loc', content),
    element('video:publication_date', trailerDate(film, now).toISOString()),
    element('video:requires_subscription', 'no'),
    element('video:live', 'no'),
  ].join('')}</video:video>`;
}
