import { and, asc, eq, exists, gt, inArray, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { equalsIgnoringCase } from '../../db/conditions.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { channelMovies, channels } from '../../db/schema/producer.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { one } from '../../db/one.ts';

export type ChannelRow = typeof channels.$inferSelect;

const selectChannels = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      ...pickColumns(channels, 'channelId', 'channelName'),
      ref: channels.importRef,
      ownerId: channels.ownerId,
      owner: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
      films: db.$count(channelMovies, eq(channelMovies.channelId, channels.channelId)),
    })
    .from(channels)
    .innerJoin(users, eq(users.userId, channels.ownerId))
    .where(condition)
    .orderBy(asc(channels.channelId));

export const listChannels = (db: Db, after: number | undefined, count: number) =>
  selectChannels(db, after ? gt(channels.channelId, after) : undefined).limit(count);

export const channelsWithIds = (db: Db, ids: number[]) =>
  selectChannels(db, inArray(channels.channelId, ids));

export const channelNames = (db: Db) =>
  db.select(pickColumns(channels, 'channelName', 'importRef')).from(channels);

/** Channels that a name may mean: by reference, name (in any case) or number. */
export const channelsByName = (db: Db, name: string): Promise<ChannelRow[]> =>
  db
    .select()
    .from(channels)
    .where(
      or(
        eq(channels.importRef, name),
        equalsIgnoringCase(channels.channelName, name),
        /^[1-9]\d{0,8}$/.test(name) ? eq(channels.channelId, Number(name)) : undefined,
      ),
    );

export const filmsOfChannel = (db: Db, channelId: number) => selectFilms(db, channelId);

export const listFilmsOfChannel = ({
  db,
  channelId,
  after,
  count,
}: {
  db: Db;
  channelId: number;
  after: number | undefined;
  count: number;
}) => selectFilms(db, channelId, after).limit(count);

const selectFilms = (db: Db, channelId: number, after = 0) =>
  db
    .select(pickColumns(movies, 'movieId', 'movieKey', 'importRef', 'movieName'))
    .from(channelMovies)
    .innerJoin(movies, eq(movies.movieId, channelMovies.movieId))
    .where(and(eq(channelMovies.channelId, channelId), gt(channelMovies.movieId, after)))
    .orderBy(asc(channelMovies.movieId));

export const insertChannel = async (
  tx: Db,
  row: typeof channels.$inferInsert,
): Promise<ChannelRow> => one(await tx.insert(channels).values(row).returning());

export const changeChannel = async (
  tx: Db,
  channelId: number,
  change: Partial<typeof channels.$inferInsert>,
) =>
  one(await tx.update(channels).set(change).where(eq(channels.channelId, channelId)).returning());

export const findChannelOfOtherOwner = async (db: Db, movieId: number, ownerId: number) =>
  (
    await db
      .select({ channel: channels })
      .from(channels)
      .innerJoin(channelMovies, eq(channelMovies.channelId, channels.channelId))
      .where(and(eq(channelMovies.movieId, movieId), ne(channels.ownerId, ownerId)))
      .limit(1)
  )[0]?.channel;

/** The films then belong to the owner of the channel. */
export async function addChannelFilms(
  tx: Db,
  { channelId, ownerId }: ChannelRow,
  movieIds: number[],
): Promise<void> {
  await tx
    .insert(channelMovies)
    .values(movieIds.map((movieId) => ({ channelId, movieId })))
    .onConflictDoNothing();
  await tx.update(movies).set({ ownerId }).where(inArray(movies.movieId, movieIds));
}

/** A removed film that is in no other channel no longer belongs to the owner of this channel. */
export async function removeChannelFilms(
  tx: Db,
  { channelId, ownerId }: ChannelRow,
  movieIds: number[],
) {
  await tx
    .delete(channelMovies)
    .where(and(eq(channelMovies.channelId, channelId), inArray(channelMovies.movieId, movieIds)));
  await tx
    .update(movies)
    .set({ ownerId: null })
    .where(
      and(
        inArray(movies.movieId, movieIds),
        eq(movies.ownerId, ownerId),
        notExists(tx.select().from(channelMovies).where(eq(channelMovies.movieId, movies.movieId))),
      ),
    );
}

export const reassignFilms = (tx: Db, channelId: number, ownerId: number) => {
  const isInChannel = and(
    eq(channelMovies.channelId, channelId),
    eq(channelMovies.movieId, movies.movieId),
  );
  return tx
    .update(movies)
    .set({ ownerId })
    .where(exists(tx.select().from(channelMovies).where(isInChannel)));
};

export async function findUser(db: Db, userId: number) {
  const columns = pickColumns(users, 'userId', 'roles', 'firstName', 'lastName');
  return (await db.select(columns).from(users).where(eq(users.userId, userId)))[0];
}
