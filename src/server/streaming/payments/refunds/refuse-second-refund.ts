import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayDate, displayTime } from '#domain/format/dates.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findLastDone } from '../../../operator/audit/queries.ts';
import type { BillRef } from '../bill.ts';
import { findRefund } from './queries.ts';

/**
 * A failed refund may be repeated. Locks the bill until the transaction ends. Throws
 * already_refunded, refund_pending.
 */
export async function refuseSecondRefund(
  { db, bills }: Deps,
  command: string,
  ref: BillRef,
): Promise<void> {
  const bill = await bills.lock(db, ref);
  if (!bill) return;
  const refund = bill.transactionNo === null ? undefined : await findRefund(db, bill.transactionNo);
  const isDone = bill.status === 'REFUNDED';
  if (!isDone && (!refund || refund.state === 'failed')) return;
  const audit = await findLastDone(db, command, { order: bill.billNo });
  const at = (isDone ? bill.refundedAt : null) ?? refund?.askedAt ?? audit?.at;
  const previous = {
    when: at && `${displayDate(at, CINEMA_ZONE)}, ${displayTime(at, CINEMA_ZONE)}`,
    who: audit?.who,
    reason: refund?.reason ?? (audit?.args as { reason?: string } | undefined)?.reason,
  };
  if (isDone) throw new AppError('already_refunded', [bill.billNo, previous]);
  throw new AppError('refund_pending', [bill.billNo, previous]);
}
