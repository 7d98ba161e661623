import type { Movie } from '#contract/catalogue.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import { filmHref } from '#islands/catalogue/film-link.ts';
import { commonMessages } from '#messages/common.ts';

export const itemListJsonLd = (films: Pick<Movie, 'movieName' | 'movieKey'>[], site: URL) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: films.length,
  itemListElement: films.map((film, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: new URL(filmHref(film), site).href,
  })),
});

export interface Crumb {
  name: string;
  /** Path from the site root. */
  href: string;
}

/** The last crumb is the page itself. */
export const breadcrumbJsonLd = (crumbs: Crumb[], site: URL) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(href, site).href,
  })),
});

export const siteJsonLd = (site: URL) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: commonMessages.brand,
  url: site.href,
  inLanguage: LANGUAGE,
});
