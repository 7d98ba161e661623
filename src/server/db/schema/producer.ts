import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
} from 'drizzle-orm/pg-core';
import type { StatementSums } from '#domain/statement.ts';
import { cascadingReference, createdOn, instant, requiredReference } from '../columns.ts';
import { users } from './accounts.ts';
import { movies } from './catalogue.ts';

export const channels = pgTable('channels', {
  channelId: serial('channel_id').primaryKey(),
  channelName: text('channel_name').notNull(),
  channelImage: text('channel_image'),
  ownerId: cascadingReference('owner_id', () => users.userId),
  importRef: text('import_ref').unique(),
  importDigest: text('import_digest'),
  createdOn: createdOn(),
});

export const channelMovies = pgTable(
  'channel_movies',
  {
    channelId: cascadingReference('channel_id', () => channels.channelId),
    movieId: cascadingReference('movie_id', () => movies.movieId),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.movieId] }),
    index('channel_movies_movie').on(t.movieId, t.channelId),
  ],
);

/**
 * The statements of films for past months whose amounts the cinema has approved. A film and month
 * are approved and paid once.
 */
export const approvedStatements = pgTable(
  'approved_statements',
  {
    movieId: requiredReference('movie_id', () => movies.movieId),
    month: text('month').notNull(),
    /** Null after its owner's account was deleted: the amounts are kept for accounting. */
    channelId: integer('channel_id').references(() => channels.channelId, { onDelete: 'set null' }),
    sums: jsonb('sums').$type<StatementSums>().notNull(),
    approvedAt: instant('approved_at').notNull(),
    /** As in the audit log: `asha@server-1`. */
    approvedBy: text('approved_by').notNull(),
    paidAt: instant('paid_at'),
    paidBy: text('paid_by'),
    paymentReference: text('payment_reference'),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.month] }),
    index('approved_statements_month').on(t.month, t.channelId),
    check(
      'approved_statements_paid',
      sql`num_nulls(${t.paidAt}, ${t.paidBy}, ${t.paymentReference}) in (0, 3)`,
    ),
  ],
);
