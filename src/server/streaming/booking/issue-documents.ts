import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { issueCreditNote, issueInvoice } from '../invoices/issue.ts';
import type { ReturnedPart } from '../payments/bill.ts';
import {
  queueGiftEndedMail,
  queueGiftMail,
  queueMails,
  queueRefundedMail,
} from './mails/queue-mails.ts';
import { findExistingOrder, type OrderRow } from './queries.ts';

type ConfigDeps = Pick<Deps, 'config'>;
type OrderRef = Pick<OrderRow, 'movieOrderId'>;

/**
 * Queues mails too. Call it last in the transaction that sets PAID: it locks the invoice series
 * until commit. Idempotent.
 */
export async function issueSaleDocuments(
  tx: Db,
  { deps, orderRef: { movieOrderId }, now }: { deps: ConfigDeps; orderRef: OrderRef; now: Date },
): Promise<void> {
  const sold = await findExistingOrder(tx, movieOrderId);
  await (sold.gift
    ? queueGiftMail(tx, sold.order, now)
    : queueMails({ tx, event: 'ticket', order: sold.order, now }));
  await issueInvoice({ tx, supplier: deps.config.supplier, sold, now });
}

/** Queues a mail too. Call it last in the transaction that sets REFUNDED. */
export async function issueRefundDocuments(
  tx: Db,
  { orderRef: { movieOrderId }, now, reason }: { orderRef: OrderRef; now: Date; reason: string },
) {
  const { order, gift } = await findExistingOrder(tx, movieOrderId);
  await queueRefundedMail(tx, order, now);
  if (gift?.claimedAt) await queueGiftEndedMail(tx, order, now);
  const { partRefundedValue: valueBefore, totalRoundedValue: valueAfter } = order;
  await issueCreditNote(tx, order, { valueBefore, valueAfter, reason, chargedAmount: null }, now);
}

/** Call it last in the transaction that records the part. */
export async function issuePartRefundDocuments(
  tx: Db,
  {
    orderRef: { movieOrderId },
    returnedPart: { amount, valueBefore, valueAfter, reason },
    now,
  }: { orderRef: OrderRef; returnedPart: ReturnedPart; now: Date },
) {
  const { order } = await findExistingOrder(tx, movieOrderId);
  await issueCreditNote(tx, order, { valueBefore, valueAfter, reason, chargedAmount: amount }, now);
}
