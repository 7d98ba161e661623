import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { DAY } from '#domain/limits.ts';
import type { Db } from '../../../db/database.ts';
import { refunds } from '../../../db/schema/payments.ts';
import { submissionFees, submissions } from '../../../db/schema/submission.ts';

export type FeeRow = typeof submissionFees.$inferSelect;
/** A fee and the film that it was used for. */
export interface UsedFee {
  fee: FeeRow;
  movieId: number | null;
}

/** Chosen: a fee that nobody has paid for a day is closed, and the next one is a new one. */
const OPEN_FOR_MS = DAY;
const isFresh = (now: Date) => gt(submissionFees.createdAt, new Date(now.getTime() - OPEN_FOR_MS));

const one = async <Row>(rows: PromiseLike<Row[]>): Promise<Row | undefined> => (await rows)[0];

export const findFeeRow = (db: Db, feeId: number): Promise<FeeRow | undefined> =>
  one(db.select().from(submissionFees).where(eq(submissionFees.feeId, feeId)));

export const findFeeByNo = (db: Db, feeNo: string): Promise<FeeRow | undefined> =>
  one(db.select().from(submissionFees).where(eq(submissionFees.feeNo, feeNo)));

/** Holds the fee's row until the transaction ends: everything that moves a fee goes through here. */
export const lockFee = (tx: Db, feeId: number): Promise<FeeRow | undefined> =>
  one(tx.select().from(submissionFees).where(eq(submissionFees.feeId, feeId)).for('update'));

/** As lockFee, and alone among the maker's fees: of two that are paid at the same moment only one stays paid. */
export async function lockFeeAlone(tx: Db, feeId: number): Promise<FeeRow | undefined> {
  const fee = await findFeeRow(tx, feeId);
  if (fee?.userId) await holdMaker(tx, fee.userId);
  return lockFee(tx, feeId);
}

/** No film has the number 0: this lock never meets that of a viewer and a film (booking/queries.ts). */
const NO_FILM = 0;
const holdMaker = (tx: Db, userId: number) => tx.execute(sql`select pg_advisory_xact_lock(${userId}, ${NO_FILM})`);

/** Runs `work` alone for this maker's fees. */
export const aloneForMaker = <T>(db: Db, userId: number, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await holdMaker(tx, userId);
    return work(tx);
  });

const withFilm = (db: Db) =>
  db
    .select({ fee: submissionFees, movieId: submissions.movieId })
    .from(submissionFees)
    .leftJoin(submissions, eq(submissions.feeId, submissionFees.feeId));

/** A fee of this maker; undefined for another person's. */
export const findOwnFee = (db: Db, userId: number, feeId: number): Promise<UsedFee | undefined> =>
  one(withFilm(db).where(and(eq(submissionFees.feeId, feeId), eq(submissionFees.userId, userId))));

const isOnItsWayBack = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.feeId, submissionFees.feeId), eq(refunds.endsTicket, true), ne(refunds.state, 'failed')));

/** The maker's fee that is paid, else being paid, and not yet used: the newest of them. */
export const findUnusedFee = (db: Db, userId: number): Promise<UsedFee | undefined> =>
  one(
    withFilm(db)
      .where(
        and(
          eq(submissionFees.userId, userId),
          inArray(submissionFees.paymentStatus, ['PAID', 'PROCESSING']),
          isNull(submissions.movieId),
          notExists(isOnItsWayBack(db)),
        ),
      )
      .orderBy(submissionFees.paymentStatus, desc(submissionFees.feeId))
      .limit(1),
  );

/** The fee that this maker began today for the same sum and has not paid, held until the transaction ends. */
export const lockUnpaidFee = (db: Db, userId: number, amount: number, now: Date): Promise<FeeRow | undefined> =>
  one(
    db
      .select()
      .from(submissionFees)
      .where(
        and(
          eq(submissionFees.userId, userId),
          eq(submissionFees.amount, amount),
          inArray(submissionFees.paymentStatus, ['NEW', 'CANCELLED']),
          isFresh(now),
        ),
      )
      .orderBy(desc(submissionFees.feeId))
      .limit(1)
      .for('update'),
  );

export async function insertFee(tx: Db, values: { userId: number; amount: number; createdAt: Date }): Promise<FeeRow> {
  const { rows } = (await tx.execute(
    sql`select nextval(pg_get_serial_sequence('submission_fees', 'fee_id'))::int as id`,
  )) as unknown as { rows: { id: number }[] };
  const feeId = rows[0]!.id;
  const year = String(values.createdAt.getUTCFullYear()).slice(2);
  const feeNo = `S${year}-${String(feeId).padStart(6, '0')}`;
  const [fee] = await tx
    .insert(submissionFees)
    .values({ ...values, feeId, feeNo })
    .returning();
  return fee!;
}

export const changeFee = (tx: Db, feeId: number, change: Partial<FeeRow>) =>
  tx.update(submissionFees).set(change).where(eq(submissionFees.feeId, feeId));

/** Whether another paid fee of the maker waits for its film, or was paid after this one had begun. */
export const hasPaidOtherFee = async (db: Db, { userId, feeId, createdAt }: FeeRow): Promise<boolean> =>
  userId !== null &&
  (await one(
    withFilm(db)
      .where(
        and(
          eq(submissionFees.userId, userId),
          ne(submissionFees.feeId, feeId),
          eq(submissionFees.paymentStatus, 'PAID'),
          notExists(isOnItsWayBack(db)),
          or(isNull(submissions.movieId), and(isNotNull(submissionFees.paidAt), gt(submissionFees.paidAt, createdAt))),
        ),
      )
      .limit(1),
  )) !== undefined;

export const cancelStaleFees = (db: Db, now: Date) =>
  db
    .update(submissionFees)
    .set({ paymentStatus: 'CANCELLED' })
    .where(
      and(eq(submissionFees.paymentStatus, 'NEW'), lt(submissionFees.createdAt, new Date(now.getTime() - OPEN_FOR_MS))),
    );

/** The maker's fee that this transaction of the provider's paid, held until the transaction ends. */
export const lockFeePaidBy = (tx: Db, userId: number, transactionNo: string): Promise<FeeRow | undefined> =>
  one(
    tx
      .select()
      .from(submissionFees)
      .where(and(eq(submissionFees.userId, userId), eq(submissionFees.paymentTransactionNo, transactionNo)))
      .for('update'),
  );

/** The film that a fee was used for. */
export const filmOfFee = async (db: Db, feeId: number): Promise<number | null> =>
  (await one(db.select({ movieId: submissions.movieId }).from(submissions).where(eq(submissions.feeId, feeId))))
    ?.movieId ?? null;

/** Whether the fee's own money is on its way back. */
export const isReturning = async (db: Db, feeId: number): Promise<boolean> =>
  (await db.$count(refunds, and(eq(refunds.feeId, feeId), eq(refunds.endsTicket, true), ne(refunds.state, 'failed')))) >
  0;
