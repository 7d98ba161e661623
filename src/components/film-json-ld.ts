import type { Movie } from '#contract/catalogue.ts';
import { fromWire } from '#domain/dates.ts';
import { languageCode } from '#domain/languages.ts';
import { CURRENCY, RATING_SCALE } from '#domain/limits.ts';
import { shownRating } from '#domain/rating.ts';
import { filmHref } from '#islands/catalogue/film-link.ts';

/** A film as schema.org's Movie, for crawlers. */
export function filmJsonLd(movie: Movie, { site, image }: { site: URL; image: string | undefined }) {
  const url = new URL(filmHref(movie), site).href;
  const rating = shownRating(movie.avgRating);
  return {
    '@context': 'https://schema.org',
    '@type': 'Movie',
    name: movie.movieName,
    alternateName: movie.movieNameEn ?? undefined,
    url,
    image: image && new URL(image, site).href,
    description: movie.movieDescription,
    inLanguage: languageCode(movie.primaryLanguage),
    duration: movie.runningTime ? `PT${movie.runningTime}M` : undefined,
    datePublished: movie.releaseDate ? fromWire(movie.releaseDate)?.toISOString().slice(0, 10) : undefined,
    contentRating: movie.ageRating === null ? undefined : `${movie.ageRating}+`,
    genre: movie.movieGenres.map(({ genre }) => genre.genreName),
    actor: movie.movieActors.map(({ actor }) => ({ '@type': 'Person', name: actor.actorName })),
    aggregateRating: rating && movie.overallRank > 0
      ? { '@type': 'AggregateRating', ratingValue: rating, bestRating: RATING_SCALE, ratingCount: movie.overallRank }
      : undefined,
    offers: { '@type': 'Offer', price: movie.ticketRate, priceCurrency: CURRENCY, url },
  };
}
