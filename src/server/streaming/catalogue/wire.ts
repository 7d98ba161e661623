import type { Movie, MovieSummary } from '#contract/catalogue.ts';
import { CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { displayMonth } from '#domain/format/dates.ts';
import { toRupees } from '#domain/pricing.ts';
import type { MovieCardRow, MovieWithParts } from './queries.ts';

/** The spec has several names for the same picture. The reply's schema drops the other columns. */
export function toMovieSummary(row: MovieCardRow): MovieSummary {
  const { poster, banner } = row;
  return {
    ...row,
    moviePoster: poster,
    webMoviePoster: poster,
    webMovieDetail: banner,
    webStreamingNow: banner,
    thumbnail: poster,
    image: poster,
    releaseDate: row.releaseDate && toWire(row.releaseDate),
    releaseMonth: row.releaseDate && displayMonth(row.releaseDate, CINEMA_ZONE),
    active: row.active,
    streamingStartDate: row.streamingStartDate && toWire(row.streamingStartDate),
    ticketRate: toRupees(row.ticketRate),
    createdOn: toWire(row.createdOn),
    movieGenres: row.genres.map((genre) => ({ genre })),
  };
}

export const toMovie = (row: MovieWithParts): Movie => ({
  ...row,
  ...toMovieSummary(row),
  movieActors: row.actors.map(({ actorName, actorRole, actorImage }) => ({
    actorRole,
    actor: { actorName, actorImage },
  })),
});
