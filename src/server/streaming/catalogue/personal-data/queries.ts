import { eq } from 'drizzle-orm';
import { FILM_COLUMNS, type FilmColumn } from '#domain/film-fields.ts';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';

const filmColumns = Object.fromEntries(FILM_COLUMNS.map((name) => [name, movies[name]])) as Pick<
  typeof movies,
  FilmColumn
>;

export const filmsOf = (db: Db, userId: number) =>
  db
    .select({
      movieId: movies.movieId,
      movieKey: movies.movieKey,
      ...filmColumns,
      movieType: movies.movieType,
      ticketRate: movies.ticketRate,
      active: movies.active,
      createdOn: movies.createdOn,
    })
    .from(movies)
    .where(eq(movies.ownerId, userId))
    .orderBy(movies.movieId);
