import { and, eq, sql } from 'drizzle-orm';
import { PRODUCER } from '#domain/roles.ts';
import type { Db } from '../../../db/database.ts';
import { users } from '../../../db/schema/accounts.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { channelMovies, channels } from '../../../db/schema/producer.ts';

/** The next rebuild brings the film's page. */
export const publish = (tx: Db, movieId: number) =>
  tx
    .update(movies)
    .set({ active: 'Y', changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, movieId));

/** Puts a film into its maker's channel of that name, which is made where there is none; whoever has a channel is a producer. */
export async function putIntoChannel(tx: Db, movieId: number, ownerId: number, channelName: string): Promise<void> {
  const mine = and(eq(channels.ownerId, ownerId), eq(channels.channelName, channelName));
  const [there] = await tx.select({ channelId: channels.channelId }).from(channels).where(mine);
  const [made] = there ? [] : await tx.insert(channels).values({ channelName, ownerId }).returning();
  await tx
    .insert(channelMovies)
    .values({ channelId: (there ?? made)!.channelId, movieId })
    .onConflictDoNothing();
  await tx
    .update(users)
    .set({ roles: sql`array_append(${users.roles}, ${PRODUCER})` })
    .where(and(eq(users.userId, ownerId), sql`not ${PRODUCER} = any(${users.roles})`));
}
