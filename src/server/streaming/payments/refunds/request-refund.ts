import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import type { Bill, Subject } from '../bill.ts';
import { lockBill } from '../bills.ts';
import { paidAttempt } from '../queries.ts';
import { changeRefund, findRefund, insertRefund, type NewRefund } from './queries.ts';

/** Money that pays nothing goes back: written with what decided it, told to the provider by the job. */
export const giveBack = (tx: Db, bill: Bill, payment: ProviderPayment, reason: string, now: Date) =>
  insertRefund(tx, { ...returnOf(bill, payment), reason, endsTicket: false, askedAt: now });

const returnOf = ({ subject }: Bill, { provider, id, amount, currency }: ProviderPayment) => ({
  ...subject,
  provider,
  providerPaymentId: id,
  amount,
  currency,
});

/**
 * Asks for the money of a PAID bill back; the bill ends when it is on its way. Asked again it changes nothing, but one that
 * the provider had refused is asked for anew. A ticket of ₹0 ends at once. `mayReturn` is asked while the bill is held.
 * Throws not_refundable, and what `mayReturn` throws.
 */
export async function refund(...asked: Parameters<typeof askRefund>): Promise<void> {
  await askRefund(...asked);
  asked[0].jobs.wake('reconcile');
}

/** As refund, without waking the job that tells the provider. */
export const askRefund = (
  deps: Deps,
  subject: Subject,
  reason: string,
  mayReturn: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const bill = (await lockBill(tx, subject)) ?? raise(notRefundable(text.notRefundable));
    if (bill.status === 'REFUNDED') return;
    if (bill.status !== 'PAID') throw notRefundable(bill.words.notRefundable);
    // First, so that nobody begins it while it is asked whether it was played.
    await bill.suspend(tx, deps.now());
    await mayReturn(tx);
    if (bill.total === 0) await bill.end(tx, deps, reason, deps.now());
    else await ask(tx, bill, reason, deps.now());
  });

async function ask(tx: Db, bill: Bill, reason: string, now: Date) {
  const attempt = (await paidAttempt(tx, bill)) ?? raise(notRefundable(bill.words.notRefundable));
  const { provider, amount, currency } = attempt;
  const providerPaymentId = bill.transactionNo!;
  const known = await findRefund(tx, providerPaymentId);
  const asked = { reason, endsTicket: true };
  if (known?.state === 'failed') await changeRefund(tx, known.refundId, { ...asked, ...anew(now) });
  if (known) return;
  await insertRefund(tx, { ...asked, ...bill.subject, askedAt: now, providerPaymentId, provider, amount, currency });
}

/** A refund that failed is over at the provider: what is asked anew is another one. */
export const anew = (now: Date) => ({ state: 'asked', askedAt: now, checkedAt: null, providerRefundId: null });

const notRefundable = (message: string) => new AppError('conflict', 'not_refundable', message);

/**
 * The provider has returned a payment, asked by us or by its own dashboard. True when a paid bill ended with it. The bill's
 * row is held by the caller.
 */
export async function settleRefund(tx: Db, deps: Deps, bill: Bill, payment: ProviderPayment): Promise<boolean> {
  const known = await findRefund(tx, payment.id);
  const hasPaid = bill.transactionNo === payment.id;
  const reason = text.returnedByProvider;
  if (known) await changeRefund(tx, known.refundId, { state: 'done' });
  else if (hasPaid) {
    const done: Pick<NewRefund, 'state' | 'endsTicket'> = { state: 'done', endsTicket: true };
    await insertRefund(tx, { ...returnOf(bill, payment), ...done, reason, askedAt: deps.now() });
  }
  if (bill.status !== 'PAID' || !hasPaid) return false;
  await bill.end(tx, deps, known?.reason ?? reason, deps.now());
  return true;
}
