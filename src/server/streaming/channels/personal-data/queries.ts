import { and, eq, exists, or } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';
import { pickColumns } from '../../../db/pick-columns.ts';

export const channelsOf = (db: Db, userId: number) =>
  db
    .select(pickColumns(channels, 'channelId', 'channelName', 'channelImage', 'createdOn'))
    .from(channels)
    .where(eq(channels.ownerId, userId))
    .orderBy(channels.channelId);

export const countChannels = (db: Db, userId: number) =>
  db.$count(channels, eq(channels.ownerId, userId));

export async function hasFilmsOnShow(tx: Db, userId: number): Promise<boolean> {
  const inChannel = tx
    .select()
    .from(channelMovies)
    .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
    .where(and(eq(channelMovies.movieId, movies.movieId), eq(channels.ownerId, userId)));
  return (
    (await tx.$count(
      movies,
      and(eq(movies.active, 'Y'), or(eq(movies.ownerId, userId), exists(inChannel))),
    )) > 0
  );
}
