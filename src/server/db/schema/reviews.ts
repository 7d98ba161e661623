import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { active, cascadingReference, createdOn, enumChecks, instant } from '../columns.ts';
import { users } from './accounts.ts';
import { movies } from './catalogue.ts';

export const reviews = pgTable(
  'reviews',
  {
    reviewId: serial('review_id').primaryKey(),
    movieId: cascadingReference('movie_id', () => movies.movieId),
    userId: cascadingReference('user_id', () => users.userId),
    rating: integer('rating').notNull(),
    reviewComments: text('review_comments').notNull(),
    /** N: withdrawn by the author, who can write it again. */
    active: active(),
    hasSpoilers: boolean('has_spoilers').notNull().default(false),
    /** Set by the operator: only the author sees the review, and it does not count. */
    hiddenAt: instant('hidden_at'),
    importDigest: text('import_digest'),
    createdOn: createdOn(),
  },
  (t) => [
    uniqueIndex('reviews_one_each').on(t.movieId, t.userId),
    index('reviews_newest').on(t.movieId, t.createdOn),
    index('reviews_author').on(t.userId),
    index('reviews_created').on(t.createdOn, t.reviewId),
    ...enumChecks(t),
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
  ],
);
