import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Paise } from '#domain/pricing.ts';
import { DAY } from '#domain/limits/durations.ts';
import type { Db } from '../../../db/database.ts';
import { heldPayments, refunds } from '../../../db/schema/payments.ts';
import { submissionFees, submissions } from '../../../db/schema/submission.ts';
import { billNoOf, takeSerial } from '../../payments/queries.ts';
import { one } from '../../../db/one.ts';

export type FeeRow = typeof submissionFees.$inferSelect;
export interface FeeWithMovie {
  fee: FeeRow;
  movieId: number | null;
  /** Paise; null without a held payment. */
  heldValue: Paise | null;
}

/** Chosen: an unpaid fee is cancelled after a day. */
const OPEN_FOR_MS = DAY;
const isRecent = (now: Date) => gt(submissionFees.createdAt, new Date(now.getTime() - OPEN_FOR_MS));

const firstRow = async <Row>(rows: PromiseLike<Row[]>): Promise<Row | undefined> => (await rows)[0];

export const findFeeRow = (db: Db, feeId: number): Promise<FeeRow | undefined> =>
  firstRow(db.select().from(submissionFees).where(eq(submissionFees.feeId, feeId)));

export const findFeeByNo = (db: Db, feeNo: string): Promise<FeeRow | undefined> =>
  firstRow(db.select().from(submissionFees).where(eq(submissionFees.feeNo, feeNo)));

/** Every state change of a fee goes through this lock. */
export const lockFee = (tx: Db, feeId: number): Promise<FeeRow | undefined> =>
  firstRow(tx.select().from(submissionFees).where(eq(submissionFees.feeId, feeId)).for('update'));

/** Also locks the maker: of two fees paid at the same moment, only one stays paid. */
export async function lockFeeAndMaker(tx: Db, feeId: number): Promise<FeeRow | undefined> {
  const fee = await findFeeRow(tx, feeId);
  if (fee?.userId) await lockMaker(tx, fee.userId);
  return lockFee(tx, feeId);
}

/**
 * No film has id 0, so this lock never collides with the viewer-and-film lock in
 * booking/queries.ts.
 */
const NO_FILM = 0;
const lockMaker = (tx: Db, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(${userId}, ${NO_FILM})`);

export const withMakerLock = <T>(
  db: Db,
  userId: number,
  work: (tx: Db) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockMaker(tx, userId);
    return work(tx);
  });

/** A payment whose value is not known counts as the fee. */
const heldValue = sql<Paise | null>`(
  select sum(coalesce(h.value, ${submissionFees.amount}))::int from ${heldPayments} h where h.fee_id = ${submissionFees.feeId} and h.decided_at is null)`;
const isHeld = sql`exists (select from ${heldPayments} h where h.fee_id = ${submissionFees.feeId} and h.decided_at is null)`;

const withFilm = (db: Db) =>
  db
    .select({ fee: submissionFees, movieId: submissions.movieId, heldValue })
    .from(submissionFees)
    .leftJoin(submissions, eq(submissions.feeId, submissionFees.feeId));

export const findFee = (db: Db, feeId: number): Promise<FeeWithMovie | undefined> =>
  firstRow(withFilm(db).where(eq(submissionFees.feeId, feeId)));

export const findOwnFee = (
  db: Db,
  userId: number,
  feeId: number,
): Promise<FeeWithMovie | undefined> =>
  firstRow(
    withFilm(db).where(and(eq(submissionFees.feeId, feeId), eq(submissionFees.userId, userId))),
  );

const isActiveRefundOf = (feeId: number | typeof submissionFees.feeId) =>
  and(eq(refunds.feeId, feeId), eq(refunds.refundsBill, true), ne(refunds.state, 'failed'));
const activeRefund = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(refunds)
    .where(isActiveRefundOf(submissionFees.feeId));

/** The newest fee without a film: a PAID one, else one whose payment is processed or held. */
export const findUnusedFee = (db: Db, userId: number): Promise<FeeWithMovie | undefined> =>
  firstRow(
    withFilm(db)
      .where(
        and(
          eq(submissionFees.userId, userId),
          or(
            inArray(submissionFees.paymentStatus, ['PAID', 'PROCESSING']),
            and(inArray(submissionFees.paymentStatus, ['NEW', 'CANCELLED']), isHeld),
          ),
          isNull(submissions.movieId),
          notExists(activeRefund(db)),
        ),
      )
      .orderBy(desc(eq(submissionFees.paymentStatus, 'PAID')), desc(submissionFees.feeId))
      .limit(1),
  );

/** Locks the maker's newest unpaid fee of the same amount that is not older than a day. */
export const lockUnpaidFee = ({
  db,
  userId,
  amount,
  now,
}: {
  db: Db;
  userId: number;
  amount: Paise;
  now: Date;
}): Promise<FeeRow | undefined> =>
  firstRow(
    db
      .select()
      .from(submissionFees)
      .where(
        and(
          eq(submissionFees.userId, userId),
          eq(submissionFees.amount, amount),
          inArray(submissionFees.paymentStatus, ['NEW', 'CANCELLED']),
          isRecent(now),
        ),
      )
      .orderBy(desc(submissionFees.feeId))
      .limit(1)
      .for('update'),
  );

export async function insertFee(
  tx: Db,
  values: { userId: number; amount: Paise; createdAt: Date },
): Promise<FeeRow> {
  const feeId = await takeSerial(tx, submissionFees.feeId);
  const feeNo = billNoOf('S', feeId, values.createdAt);
  return one(
    await tx
      .insert(submissionFees)
      .values({ ...values, feeId, feeNo })
      .returning(),
  );
}

export const changeFee = (tx: Db, feeId: number, change: Partial<FeeRow>) =>
  tx.update(submissionFees).set(change).where(eq(submissionFees.feeId, feeId));

/**
 * Whether the maker has another paid fee that has no film, or that was paid after this fee was
 * created.
 */
export const hasPaidOtherFee = async (
  db: Db,
  { userId, feeId, createdAt }: FeeRow,
): Promise<boolean> =>
  userId !== null &&
  (await firstRow(
    withFilm(db)
      .where(
        and(
          eq(submissionFees.userId, userId),
          ne(submissionFees.feeId, feeId),
          eq(submissionFees.paymentStatus, 'PAID'),
          notExists(activeRefund(db)),
          or(
            isNull(submissions.movieId),
            and(isNotNull(submissionFees.paidAt), gt(submissionFees.paidAt, createdAt)),
          ),
        ),
      )
      .limit(1),
  )) !== undefined;

export const cancelUnpaidFees = (db: Db, now: Date) =>
  db
    .update(submissionFees)
    .set({ paymentStatus: 'CANCELLED' })
    .where(
      and(
        eq(submissionFees.paymentStatus, 'NEW'),
        lt(submissionFees.createdAt, new Date(now.getTime() - OPEN_FOR_MS)),
      ),
    );

export const lockFeePaidBy = (
  tx: Db,
  userId: number,
  transactionNo: string,
): Promise<FeeRow | undefined> =>
  firstRow(
    tx
      .select()
      .from(submissionFees)
      .where(
        and(
          eq(submissionFees.userId, userId),
          eq(submissionFees.paymentTransactionNo, transactionNo),
        ),
      )
      .for('update'),
  );

export const findMovieOfFee = async (db: Db, feeId: number): Promise<number | null> =>
  (
    await firstRow(
      db
        .select({ movieId: submissions.movieId })
        .from(submissions)
        .where(eq(submissions.feeId, feeId)),
    )
  )?.movieId ?? null;

export const hasActiveFeeRefund = async (db: Db, feeId: number): Promise<boolean> =>
  (await db.$count(refunds, isActiveRefundOf(feeId))) > 0;
