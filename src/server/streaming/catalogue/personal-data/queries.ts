import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';

export const filmsOf = (db: Db, userId: number) =>
  db
    .select({
      movieId: movies.movieId,
      movieKey: movies.movieKey,
      movieName: movies.movieName,
      movieNameEn: movies.movieNameEn,
      movieDescription: movies.movieDescription,
      movieDescriptionOwn: movies.movieDescriptionOwn,
      movieType: movies.movieType,
      primaryLanguage: movies.primaryLanguage,
      countryOfProduction: movies.countryOfProduction,
      yearProduced: movies.yearProduced,
      yearReleased: movies.yearReleased,
      runningTime: movies.runningTime,
      ageRating: movies.ageRating,
      ticketRate: movies.ticketRate,
      active: movies.active,
      createdOn: movies.createdOn,
    })
    .from(movies)
    .where(eq(movies.ownerId, userId))
    .orderBy(movies.movieId);
