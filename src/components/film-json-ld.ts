import type { Movie } from '#contract/catalogue.ts';
import { creditKind, type CreditKind } from '#domain/crew.ts';
import { fromWire } from '#domain/dates.ts';
import { languageCode } from '#domain/languages.ts';
import { CURRENCY } from '#domain/limits/money.ts';
import { RATING_SCALE } from '#domain/limits/catalogue.ts';
import { displayRating } from '#domain/rating.ts';
import { filmHref } from '#islands/catalogue/film-link.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { sharedPictures } from './film-pictures.ts';
import { publicTrailer, trailerDate } from './film-trailer.ts';

interface JsonLdContext {
  site: URL;
  now: Date;
}

const isoDay = (wire: string | null) =>
  wire ? fromWire(wire)?.toISOString().slice(0, 10) : undefined;
const nonEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);

/** schema.org data of a film: `TVSeries` for a web series, otherwise `Movie`. */
export function filmJsonLd(movie: Movie, { site, now }: JsonLdContext) {
  const url = new URL(filmHref(movie), site).href;
  const duration = movie.runningTime ? `PT${movie.runningTime}M` : undefined;
  const isSeries = movie.movieType === 'SERIES';
  return {
    '@context': 'https://schema.org',
    '@type': isSeries ? 'TVSeries' : 'Movie',
    '@id': `${url}#film`,
    url,
    name: movie.movieName,
    alternateName: distinctEnglishName(movie) ?? undefined,
    image: sharedPictures(movie, site).map((picture) => picture.url),
    description: movie.movieDescription || undefined,
    inLanguage: languageCode(movie.primaryLanguage) ?? movie.primaryLanguage,
    ...(isSeries ? { timeRequired: duration } : { duration }),
    dateCreated: movie.yearReleased ?? isoDay(movie.releaseDate),
    datePublished: isoDay(movie.releaseDate),
    contentRating: movie.ageRating === null ? undefined : text.age(movie.ageRating),
    genre: nonEmpty(movie.movieGenres.map(({ genre }) => genre.genreName)),
    ...credits(movie),
    aggregateRating: rating(movie),
    trailer: trailer(movie, site),
    offers: offer(movie, { url, now }),
  };
}

function credits({ movieActors }: Movie) {
  const people = (kind: CreditKind) =>
    nonEmpty(
      movieActors
        .filter(({ actorRole }) => creditKind(actorRole) === kind)
        .map(({ actor }) => ({ '@type': 'Person', name: actor.actorName })),
    );
  const kinds: CreditKind[] = [
    'director',
    'author',
    'musicBy',
    'producer',
    'editor',
    'contributor',
    'actor',
  ];
  return Object.fromEntries(kinds.map((kind) => [kind, people(kind)]));
}

/** Only ratings of our own viewers; undefined without ratings. */
function rating({ avgRating, overallRank }: Movie) {
  const ratingValue = displayRating(avgRating);
  if (!ratingValue || overallRank < 1) return undefined;
  return {
    '@type': 'AggregateRating',
    ratingValue: Number(ratingValue),
    bestRating: RATING_SCALE,
    worstRating: 1,
    ratingCount: overallRank,
  };
}

function trailer(movie: Movie, site: URL) {
  const contentUrl = publicTrailer(movie, site);
  if (!contentUrl) return undefined;
  const name = text.play(movie.trailorUrl ? text.trailer : text.teaser, movie.movieName);
  return {
    '@type': 'VideoObject',
    name,
    description: movie.movieDescription || name,
    thumbnailUrl: sharedPictures(movie, site).map((picture) => picture.url),
    uploadDate: trailerDate(movie).toISOString(),
    contentUrl,
  };
}

/** Price before GST; undefined for a Trailer. */
function offer(
  { movieType, ticketRate, streamingStartDate }: Movie,
  { url, now }: { url: string; now: Date },
) {
  if (movieType === 'Trailer') return undefined;
  const streamsFrom = streamingStartDate ? fromWire(streamingStartDate) : null;
  const isUpcoming = !streamsFrom || streamsFrom > now;
  const price = { price: ticketRate.toFixed(2), priceCurrency: CURRENCY };
  return {
    '@type': 'Offer',
    ...price,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...price,
      valueAddedTaxIncluded: false,
    },
    availability: `https://schema.org/${isUpcoming ? 'PreOrder' : 'InStock'}`,
    availabilityStarts: streamsFrom?.toISOString(),
    url,
  };
}
