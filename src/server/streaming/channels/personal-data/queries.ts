import { and, eq, exists, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';

export const channelsOf = (db: Db, userId: number) =>
  db
    .select({
      channelId: channels.channelId,
      channelName: channels.channelName,
      channelImage: channels.channelImage,
      createdOn: channels.createdOn,
    })
    .from(channels)
    .where(eq(channels.ownerId, userId))
    .orderBy(channels.channelId);

export const countChannels = (db: Db, userId: number) => db.$count(channels, eq(channels.ownerId, userId));

export async function hasPublishedFilms(tx: Db, userId: number): Promise<boolean> {
  const inChannel = tx
    .select({ one: sql`1` })
    .from(channelMovies)
    .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
    .where(and(eq(channelMovies.movieId, movies.movieId), eq(channels.ownerId, userId)));
  return (await tx.$count(movies, and(eq(movies.active, 'Y'), or(eq(movies.ownerId, userId), exists(inChannel))))) > 0;
}
