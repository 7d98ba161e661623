import type { Movie } from '#contract/catalogue.ts';
import { filmHref } from '#islands/catalogue/film-link.ts';
import { commonMessages } from '#messages/common.ts';

/** What a list shows, for crawlers: each film's page, in the list's order. */
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
  /** From the root of the site. */
  href: string;
}

/** The way from home to a page, the page itself last. */
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

/** The house itself, by which name searches should call it. */
export const siteJsonLd = (site: URL) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: commonMessages.brand,
  url: site.href,
  inLanguage: 'en',
});
