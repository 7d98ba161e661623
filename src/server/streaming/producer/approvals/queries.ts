import { and, asc, eq, exists, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Db, queryRows } from '../../../db/database.ts';
import { intArray, isOneOf } from '../../../db/conditions.ts';
import { pickColumns } from '../../../db/pick-columns.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { approvedStatements, channelMovies, channels } from '../../../db/schema/producer.ts';

export type ApprovedStatement = typeof approvedStatements.$inferSelect;

export const findApproval = async (
  db: Db,
  movieId: number,
  month: string,
): Promise<ApprovedStatement | undefined> =>
  (
    await db
      .select()
      .from(approvedStatements)
      .where(and(eq(approvedStatements.movieId, movieId), eq(approvedStatements.month, month)))
  )[0];

/**
 * The number of the films whose channel was deleted with its owner's account. Real channels have
 * higher numbers.
 */
export const DELETED_CHANNEL = 0;

const isOfChannel = (channelId: number) =>
  channelId === DELETED_CHANNEL
    ? isNull(approvedStatements.channelId)
    : eq(approvedStatements.channelId, channelId);

/** The approved statements of a month that are of one of the channels or of one of the films. */
export const listApproved = ({
  db,
  month,
  channelIds,
  movieIds,
}: {
  db: Db;
  month: string;
  channelIds: number[];
  movieIds: number[];
}) =>
  db
    .select()
    .from(approvedStatements)
    .where(
      and(
        eq(approvedStatements.month, month),
        or(
          channelIds.includes(DELETED_CHANNEL) ? isOfChannel(DELETED_CHANNEL) : undefined,
          isOneOf(approvedStatements.channelId, channelIds),
          isOneOf(approvedStatements.movieId, movieIds),
        ),
      ),
    );

/** The next channels, by number, of those with an approved statement of the month. */
export const listApprovedChannelIds = async ({
  db,
  month,
  after,
  count,
}: {
  db: Db;
  month: string;
  after: number | undefined;
  count: number;
}): Promise<number[]> => {
  const channelId = sql<number>`coalesce(${approvedStatements.channelId}, ${sql.raw(String(DELETED_CHANNEL))})`;
  const rows = await db
    .selectDistinct({ channelId })
    .from(approvedStatements)
    .where(
      and(
        eq(approvedStatements.month, month),
        after === undefined ? undefined : gt(channelId, after),
      ),
    )
    .orderBy(channelId)
    .limit(count);
  return rows.map((row) => row.channelId);
};

/** The next channels, by number, of those with films or with an approved statement of the month. */
export const listChannelIds = async ({
  db,
  month,
  after,
  count,
}: {
  db: Db;
  month: string;
  after: number | undefined;
  count: number;
}): Promise<number[]> => {
  const isApproved = and(
    eq(approvedStatements.month, month),
    eq(approvedStatements.channelId, channels.channelId),
  );
  const rows = await db
    .select(pickColumns(channels, 'channelId'))
    .from(channels)
    .where(
      and(
        after === undefined ? undefined : gt(channels.channelId, after),
        or(
          // As a subquery of each channel: PostgreSQL would read all films of all channels.
          sql`(select min(c.movie_id) from ${channelMovies} c where c.channel_id = ${channels.channelId}) is not null`,
          exists(db.select().from(approvedStatements).where(isApproved)),
        ),
      ),
    )
    .orderBy(asc(channels.channelId))
    .limit(count);
  const ids = rows.map(({ channelId }) => channelId);
  return after === undefined ? [DELETED_CHANNEL, ...ids] : ids;
};

/**
 * Of a channel, or of one of its films. A concurrent payment of the channel waits for these locks.
 */
export const lockApproved = ({
  tx,
  month,
  channelId,
  movieId,
}: {
  tx: Db;
  month: string;
  channelId: number;
  movieId?: number;
}): Promise<ApprovedStatement[]> =>
  tx
    .select()
    .from(approvedStatements)
    .where(
      and(
        eq(approvedStatements.month, month),
        isOfChannel(channelId),
        movieId === undefined ? undefined : eq(approvedStatements.movieId, movieId),
      ),
    )
    .orderBy(asc(approvedStatements.movieId))
    .for('update');

/**
 * Returns the number of inserted rows: films that are approved for the month are skipped. Sort the
 * rows by film.
 */
export const insertApproved = async (
  tx: Db,
  rows: (typeof approvedStatements.$inferInsert)[],
): Promise<number> =>
  (
    await tx
      .insert(approvedStatements)
      .values(rows)
      .onConflictDoNothing()
      .returning({ movieId: approvedStatements.movieId })
  ).length;

type Payment = Pick<ApprovedStatement, 'paidAt' | 'paidBy' | 'paymentReference'>;

export const changePayment = ({
  tx,
  month,
  movieIds,
  payment,
}: {
  tx: Db;
  month: string;
  movieIds: number[];
  payment: Payment;
}) =>
  tx
    .update(approvedStatements)
    .set(payment)
    .where(and(eq(approvedStatements.month, month), inArray(approvedStatements.movieId, movieIds)));

export const deleteApproved = (tx: Db, month: string, movieIds: number[]) =>
  tx
    .delete(approvedStatements)
    .where(and(eq(approvedStatements.month, month), inArray(approvedStatements.movieId, movieIds)));

export const listMovieIdsOfChannels = async (db: Db, channelIds: number[]): Promise<number[]> => {
  const rows = await queryRows<{ movieId: number }>(
    db,
    sql`select films.movie_id as "movieId" from unnest(${intArray(channelIds)}) as channel (channel_id)
      cross join lateral (select c.movie_id from ${channelMovies} c where c.channel_id = channel.channel_id offset 0) as films`,
  );
  return rows.map(({ movieId }) => movieId);
};

/**
 * Films each with its first channel. Films without a channel are left out. PostgreSQL would sort
 * all channels of all films.
 */
export const listFirstChannels = (db: Db, movieIds: number[]) =>
  queryRows<{ movieId: number; channelId: number }>(
    db,
    sql`select * from (
      select movie_id as "movieId", (select min(c.channel_id) from ${channelMovies} c where c.movie_id = film.movie_id) as "channelId"
      from unnest(${intArray(movieIds)}) as film (movie_id)) as films
    where "channelId" is not null`,
  );

export const listMoviesById = (db: Db, movieIds: number[]) =>
  db
    .select(
      pickColumns(
        movies,
        'movieId',
        'importRef',
        'movieKey',
        'movieName',
        'movieNameEn',
        'primaryLanguage',
      ),
    )
    .from(movies)
    .where(isOneOf(movies.movieId, movieIds))
    .orderBy(asc(movies.movieId));
