import { displayDate, displayHour, HOUSE_ZONE } from '#domain/dates.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { lastDone } from '../../../operator/audit/queries.ts';
import type { Subject } from '../bill.ts';
import { lockBill } from '../bills.ts';
import { findRefund } from './queries.ts';

/**
 * Refuses the refund of a bill that was refunded before, or whose refund is on its way, and says when and by whom. A refund that
 * the provider refused may be asked for anew. Holds the bill, so that the second of two commands waits for the first. Throws
 * already_refunded, refund_pending.
 */
export async function refuseSecondRefund({ db }: Deps, command: string, subject: Subject): Promise<void> {
  const bill = await lockBill(db, subject);
  if (!bill) return;
  const refund = bill.transactionNo === null ? undefined : await findRefund(db, bill.transactionNo);
  const isDone = bill.status === 'REFUNDED';
  if (!isDone && (!refund || refund.state === 'failed')) return;
  const audit = await lastDone(db, command, { order: bill.no });
  const at = (isDone ? bill.refundedAt : null) ?? refund?.askedAt ?? audit?.at;
  const before = {
    when: at && `${displayDate(at, HOUSE_ZONE)}, ${displayHour(at, HOUSE_ZONE)}`,
    who: audit?.who,
    reason: refund?.reason ?? (audit?.args as { reason?: string } | undefined)?.reason,
  };
  if (isDone) throw new AppError('conflict', 'already_refunded', text.alreadyRefunded(bill.no, before));
  throw new AppError('conflict', 'refund_pending', text.refundPending(bill.no, before));
}
