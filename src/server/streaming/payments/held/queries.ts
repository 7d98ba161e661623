import { and, asc, eq, sql } from 'drizzle-orm';
import type { HoldCause, PaymentStatus } from '#domain/payment-states.ts';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { heldPayments, paymentAttempts } from '../../../db/schema/payments.ts';
import { submissionFees } from '../../../db/schema/submission.ts';
import { type Attempt, changeAttempt } from '../queries.ts';

export type HeldPaymentRow = typeof heldPayments.$inferSelect;
export interface Hold {
  cause: HoldCause;
  /** For the operator. */
  reason: string;
}
type NewHold = Hold & Pick<HeldPaymentRow, 'providerPaymentId' | 'amount' | 'currency' | 'value'>;

/** Holds a payment for the operator's decision. A payment that is already held stays as it is. */
export async function holdPayment(
  tx: Db,
  attempt: Attempt,
  hold: NewHold,
  now: Date,
): Promise<void> {
  const { attemptId, movieOrderId, feeId, provider } = attempt;
  const [inserted] = await tx
    .insert(heldPayments)
    .values({ ...hold, attemptId, movieOrderId, feeId, provider, heldAt: now })
    .onConflictDoNothing()
    .returning();
  if (!inserted) return;
  await changeAttempt(tx, attemptId, {
    state: attempt.state === 'paid' ? 'paid' : 'held',
    heldReason: [attempt.heldReason, `${hold.providerPaymentId}: ${hold.reason}`]
      .filter(Boolean)
      .join('\n'),
  });
}

/** After the operator's decision, or when the money has gone back. A payment that is not held stays as it is. */
export async function releaseHeldPayment(
  tx: Db,
  attemptId: number,
  providerPaymentId: string,
): Promise<void> {
  const [released] = await tx
    .delete(heldPayments)
    .where(
      and(
        eq(heldPayments.attemptId, attemptId),
        eq(heldPayments.providerPaymentId, providerPaymentId),
      ),
    )
    .returning();
  if (!released) return;
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.attemptId, attemptId))
    .for('update');
  const lines = (attempt?.heldReason ?? '')
    .split('\n')
    .filter((line) => !line.startsWith(`${providerPaymentId}:`));
  const heldReason = lines.join('\n') || null;
  const isClosed = attempt?.state === 'held' && heldReason === null;
  await changeAttempt(tx, attemptId, { heldReason, ...(isClosed && { state: 'closed' }) });
}

export const findHeldPayment = async (db: Db, attemptId: number, providerPaymentId: string) =>
  (
    await db
      .select()
      .from(heldPayments)
      .where(
        and(
          eq(heldPayments.attemptId, attemptId),
          eq(heldPayments.providerPaymentId, providerPaymentId),
        ),
      )
  )[0];

/** Oldest first, with the number and the status of the bill. */
export const listHeldPayments = (db: Db) =>
  db
    .select({
      held: heldPayments,
      no: sql<string>`coalesce(${orders.orderNo}, ${submissionFees.feeNo})`,
      paymentStatus: sql<PaymentStatus>`coalesce(${orders.paymentStatus}, ${submissionFees.paymentStatus})`,
    })
    .from(heldPayments)
    .leftJoin(orders, eq(orders.movieOrderId, heldPayments.movieOrderId))
    .leftJoin(submissionFees, eq(submissionFees.feeId, heldPayments.feeId))
    .orderBy(asc(heldPayments.heldPaymentId));

/**
 * Adds the payments that the previous release held: it writes only the lines of the attempt. Remove this with the column, once no
 * such release can run beside this one.
 */
export const adoptHeldPayments = (db: Db, now: Date) =>
  db.execute(sql`
    insert into ${heldPayments} (attempt_id, movie_order_id, fee_id, provider, provider_payment_id, cause, reason, held_at)
    select a.attempt_id, a.movie_order_id, a.fee_id, a.provider, split_part(line, ':', 1), 'unknown',
      ltrim(substr(line, strpos(line, ':') + 1)), ${now.toISOString()}::timestamptz
    from ${paymentAttempts} a cross join lateral regexp_split_to_table(a.held_reason, '\n') as line
    where a.held_reason is not null
    on conflict do nothing`);
