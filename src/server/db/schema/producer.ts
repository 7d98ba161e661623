import { integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { createdOn } from '../columns.ts';
import { users } from './accounts.ts';
import { movies } from './catalogue.ts';

export const channels = pgTable('channels', {
  channelId: serial('channel_id').primaryKey(),
  channelName: text('channel_name').notNull(),
  channelImage: text('channel_image'),
  ownerId: integer('owner_id')
    .notNull()
    .references(() => users.userId, { onDelete: 'cascade' }),
  importRef: text('import_ref').unique(),
  importDigest: text('import_digest'),
  createdOn: createdOn(),
});

export const channelMovies = pgTable(
  'channel_movies',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.channelId, { onDelete: 'cascade' }),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.movieId] })],
);
