import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cascadingReference } from '../columns.ts';
import { movies } from './catalogue.ts';

/** Counts of visits whose link had a label. Nothing about the visitors. */
export const movieVisits = pgTable(
  'movie_visits',
  {
    movieId: cascadingReference('movie_id', () => movies.movieId),
    /** In the time zone of the cinema. */
    day: date('day').notNull(),
    linkSource: text('link_source').notNull(),
    visits: integer('visits').notNull(),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.day, t.linkSource] })],
);
