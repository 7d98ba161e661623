/**
 * Release 0.2.0 stores held payments only in `payment_attempts.held_reason`: one line per payment
 * that waits, its id and the reason. Remove this file with the column, once no such release can run
 * beside this one.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '../../../../db/database.ts';
import { heldPayments, paymentAttempts } from '../../../../db/schema/payments.ts';

/**
 * Adds the payments that the previous release held, and ends those that it decided; of all
 * attempts, or of one.
 */
export async function followPreviousRelease(db: Db, now: Date, attemptId?: number): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isMeant = attemptId === undefined ? sql`true` : sql`a.attempt_id = ${attemptId}`;
  const lines = sql`regexp_split_to_table(a.held_reason, '\n') as line`;
  await db.execute(sql`
    insert into ${heldPayments} (attempt_id, movie_order_id, fee_id, provider, provider_payment_id, cause, reason, held_at)
    select a.attempt_id, a.movie_order_id, a.fee_id, a.provider, split_part(line, ':', 1), 'unknown',
      ltrim(substr(line, strpos(line, ':') + 1)), ${at}
    from ${paymentAttempts} a cross join lateral ${lines}
    where a.held_reason is not null and ${isMeant}
    on conflict (attempt_id, provider_payment_id) do update
      set cause = 'unknown', reason = excluded.reason, held_at = excluded.held_at, decision = null, decided_at = null, decided_by = null
      where held_payments.decided_at is not null`);
  await db.execute(sql`
    update ${heldPayments} h set decision = 'unknown', decided_at = ${at}
    from ${paymentAttempts} a
    where h.decided_at is null and a.attempt_id = h.attempt_id and ${isMeant} and not exists (
      select from ${lines} where split_part(line, ':', 1) = h.provider_payment_id)`);
}

/** Call it after each change of the attempt's held payments, in the same transaction. */
export const copyForPreviousRelease = (tx: Db, attemptId: number) =>
  tx.execute(sql`
    update ${paymentAttempts} set held_reason = (
      select string_agg(h.provider_payment_id || ': ' || h.reason, e'\n' order by h.held_payment_id)
      from ${heldPayments} h where h.attempt_id = ${attemptId} and h.decided_at is null)
    where attempt_id = ${attemptId}`);
