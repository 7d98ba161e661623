import { pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { cascadingReference, createdOn } from '../columns.ts';
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
  (t) => [primaryKey({ columns: [t.channelId, t.movieId] })],
);
