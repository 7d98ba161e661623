import { and, eq, sql } from 'drizzle-orm';
import { PRODUCER } from '#domain/roles.ts';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';

export const publishMovie = (tx: Db, movieId: number) =>
  tx
    .update(movies)
    .set({ active: 'Y', changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, movieId));

/** Creates the channel if needed and gives the maker the producer role. */
export async function addToChannel(tx: Db, movieId: number, ownerId: number, channelName: string): Promise<void> {
  const isOwnChannel = and(eq(channels.ownerId, ownerId), eq(channels.channelName, channelName));
  const [existing] = await tx.select({ channelId: channels.channelId }).from(channels).where(isOwnChannel);
  const [created] = existing ? [] : await tx.insert(channels).values({ channelName, ownerId }).returning();
  await tx
    .insert(channelMovies)
    .values({ channelId: (existing ?? created)!.channelId, movieId })
    .onConflictDoNothing();
  await tx
    .update(users)
    .set({ roles: sql`array_append(${users.roles}, ${PRODUCER})` })
    .where(and(eq(users.userId, ownerId), sql`not ${PRODUCER} = any(${users.roles})`));
}
