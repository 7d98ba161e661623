import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { pickColumns } from '../../../db/pick-columns.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { approvedStatements, channels } from '../../../db/schema/producer.ts';

const isInChannelOf = (db: Db, userId: number) =>
  inArray(
    approvedStatements.channelId,
    db.select({ channelId: channels.channelId }).from(channels).where(eq(channels.ownerId, userId)),
  );

export const approvedStatementsOf = (db: Db, userId: number) =>
  db
    .select({
      ...pickColumns(movies, 'movieName'),
      ...pickColumns(
        approvedStatements,
        'month',
        'channelId',
        'sums',
        'approvedAt',
        'paidAt',
        'paymentReference',
      ),
    })
    .from(approvedStatements)
    .innerJoin(movies, eq(movies.movieId, approvedStatements.movieId))
    .where(isInChannelOf(db, userId))
    .orderBy(asc(approvedStatements.month), asc(approvedStatements.movieId));

export const countApprovedStatements = (db: Db, userId: number) =>
  db.$count(approvedStatements, isInChannelOf(db, userId));
