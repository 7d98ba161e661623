import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type DisputeState, UNDECIDED_STATES } from '#domain/disputes.ts';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { disputes } from '../../../db/schema/payments.ts';
import { submissionFees, submissions } from '../../../db/schema/submission.ts';

export type DisputeRow = typeof disputes.$inferSelect;
type NewDispute = typeof disputes.$inferInsert;

/** A state replaces states of its own rank and below. Events come in any order. */
const RANKS: Record<DisputeState, number> = {
  open: 0,
  under_review: 0,
  closed: 1,
  won: 1,
  lost: 2,
};

/** Stores the newest known state. An event from before that state changes nothing. */
export async function storeDispute(tx: Db, dispute: NewDispute): Promise<void> {
  const [inserted] = await tx.insert(disputes).values(dispute).onConflictDoNothing().returning();
  if (inserted) return;
  const isThis = eq(disputes.disputeId, dispute.disputeId);
  const [stored] = await tx.select().from(disputes).where(isThis).for('update');
  if (!stored) throw new Error(`The dispute ${dispute.disputeId} was deleted`);
  const rankDifference = RANKS[dispute.state] - RANKS[stored.state];
  const isOutdated =
    rankDifference === 0 ? dispute.changedAt < stored.changedAt : rankDifference < 0;
  if (isOutdated) return;
  const { openedAt: _, ...change } = dispute;
  await tx.update(disputes).set(change).where(isThis);
}

export const findDispute = async (db: Db, disputeId: string): Promise<DisputeRow | undefined> =>
  (await db.select().from(disputes).where(eq(disputes.disputeId, disputeId)))[0];

/** Minor units of the payment's currency. */
export async function sumLostDisputes(db: Db, providerPaymentId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${disputes.amountDeducted}), 0)::int` })
    .from(disputes)
    .where(and(eq(disputes.providerPaymentId, providerPaymentId), eq(disputes.state, 'lost')));
  return row?.sum ?? 0;
}

const isUndecided = inArray(disputes.state, [...UNDECIDED_STATES]);

export const hasOpenDispute = async (db: Db, providerPaymentId: string): Promise<boolean> =>
  (await db.$count(disputes, and(eq(disputes.providerPaymentId, providerPaymentId), isUndecided))) >
  0;

export interface DisputeFilter {
  /** Default: the disputes that are not decided. */
  state?: DisputeState | undefined;
  disputeId?: string | undefined;
  /** The dispute before the first row. */
  after?: string | undefined;
}

const MAX_ROWS = 10_000;

/** Of a dispute without a date, the answer is due last. */
const place = sql`(coalesce(${disputes.respondBy}, 'infinity'), ${disputes.disputeId})`;
const isAfter = (
  disputeId: string,
) => sql`${place} > (select coalesce(d.respond_by, 'infinity'), d.dispute_id
  from ${disputes} d where d.dispute_id = ${disputeId})`;

/**
 * The one that must be answered first comes first. `orderNo`, `feeNo` and `paymentStatus` are null
 * if the payment is not known here; `movieName` also of a fee that no film has used.
 */
export const listDisputes = (
  db: Db,
  { state, disputeId, after }: DisputeFilter,
  count = MAX_ROWS,
) =>
  db
    .select({
      dispute: disputes,
      orderNo: orders.orderNo,
      feeNo: submissionFees.feeNo,
      userId: sql<number | null>`coalesce(${orders.userId}, ${submissionFees.userId})`,
      paymentStatus: sql<
        string | null
      >`coalesce(${orders.paymentStatus}, ${submissionFees.paymentStatus})`,
      movieName: movies.movieName,
    })
    .from(disputes)
    .leftJoin(orders, eq(orders.movieOrderId, disputes.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, disputes.feeId))
    .leftJoin(submissions, eq(submissions.feeId, disputes.feeId))
    .leftJoin(movies, sql`${movies.movieId} = coalesce(${orders.movieId}, ${submissions.movieId})`)
    .where(
      and(
        disputeId === undefined ? undefined : eq(disputes.disputeId, disputeId),
        state === undefined
          ? disputeId === undefined
            ? isUndecided
            : undefined
          : eq(disputes.state, state),
        after === undefined ? undefined : isAfter(after),
      ),
    )
    .orderBy(asc(disputes.respondBy), asc(disputes.disputeId))
    .limit(count);
export type ListedDispute = Awaited<ReturnType<typeof listDisputes>>[number];
