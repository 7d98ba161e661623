import type { Movie } from '#contract/catalogue.ts';
import { displayMonth, CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { toRupees } from '#domain/pricing.ts';
import type { MovieWithParts } from './queries.ts';

/** The spec has several names for the same picture. */
export function toMovie(row: MovieWithParts): Movie {
  const { poster, banner } = row;
  return {
    movieId: row.movieId,
    movieKey: row.movieKey,
    movieName: row.movieName,
    movieNameEn: row.movieNameEn,
    movieDescription: row.movieDescription,
    movieDescriptionOwn: row.movieDescriptionOwn,
    moviePoster: poster,
    webMoviePoster: poster,
    webMovieDetail: banner,
    webStreamingNow: banner,
    thumbnail: poster,
    image: poster,
    posterGel: row.posterGel,
    bannerGel: row.bannerGel,
    primaryLanguage: row.primaryLanguage,
    yearReleased: row.yearReleased,
    releaseDate: row.releaseDate && toWire(row.releaseDate),
    releaseMonth: row.releaseDate && displayMonth(row.releaseDate, CINEMA_ZONE),
    runningTime: row.runningTime,
    ageRating: row.ageRating,
    avgRating: row.avgRating,
    overallRank: row.overallRank,
    active: row.active === 'Y' ? 'Y' : 'N',
    movieType: row.movieType,
    streamingStartDate: row.streamingStartDate && toWire(row.streamingStartDate),
    ticketRate: toRupees(row.ticketRate),
    teaserUrl: row.teaserUrl,
    trailorUrl: row.trailorUrl,
    createdOn: toWire(row.createdOn),
    movieGenres: row.genres.map((genre) => ({ genre })),
    movieActors: row.actors.map(({ actorName, actorRole, actorImage }) => ({
      actorRole,
      actor: { actorName, actorImage },
    })),
  };
}
