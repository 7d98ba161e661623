import { and, eq, sql } from 'drizzle-orm';
import { PRODUCER } from '#domain/roles.ts';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';
import { insertChannel } from '../../channels/queries.ts';

/** Creates the channel if needed and gives the maker the producer role. */
export async function addToChannel({
  tx,
  movieId,
  ownerId,
  channelName,
}: {
  tx: Db;
  movieId: number;
  ownerId: number;
  channelName: string;
}): Promise<void> {
  const isOwnChannel = and(eq(channels.ownerId, ownerId), eq(channels.channelName, channelName));
  const [existing] = await tx.select().from(channels).where(isOwnChannel);
  const { channelId } = existing ?? (await insertChannel(tx, { channelName, ownerId }));
  await tx.insert(channelMovies).values({ channelId, movieId }).onConflictDoNothing();
  await tx
    .update(users)
    .set({ roles: sql`array_append(${users.roles}, ${PRODUCER})` })
    .where(and(eq(users.userId, ownerId), sql`not ${PRODUCER} = any(${users.roles})`));
}
