import { paymentMessages as text } from '#messages/payments.ts';
import type { Db } from '../../../db/open.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import type { ProviderPayment } from '../../../ports/payments/provider.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { endTicket } from '../../booking/issue-ticket.ts';
import { endSittings, type OrderRow } from '../../booking/queries.ts';
import { providerOf, providersHere } from '../providers.ts';
import { changeOrder, inTransaction, lockOrder, paidAttempt } from '../queries.ts';
import {
  changeRefund,
  findRefund,
  insertRefund,
  type RefundRow,
  refundsToTell,
  ticketsOfWithdrawnFilms,
} from './queries.ts';

const BATCH = 50;

/** Money that opens no ticket goes back: written with what decided it, told to the provider by the job. */
export const giveBack = (tx: Db, { movieOrderId }: OrderRow, payment: ProviderPayment, reason: string, now: Date) =>
  insertRefund(tx, {
    movieOrderId,
    provider: payment.provider,
    providerPaymentId: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    reason,
    endsTicket: false,
    askedAt: now,
  });

/**
 * Asks for the money of a PAID ticket back; the ticket ends when it is on its way. Asked again it changes nothing, but one
 * that the provider had refused is asked for anew. A ticket of ₹0 ends at once. `mayReturn` is asked while the order is held.
 * Throws order_not_found, not_refundable, and what `mayReturn` throws.
 */
export async function refund(
  deps: Deps,
  { movieOrderId }: Pick<OrderRow, 'movieOrderId'>,
  reason: string,
  mayReturn: (tx: Db, order: OrderRow) => Promise<void> = async () => undefined,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = (await lockOrder(tx, movieOrderId)) ?? raise(notRefundable());
    if (order.paymentStatus === 'REFUNDED') return;
    if (order.paymentStatus !== 'PAID') throw notRefundable();
    // Ended first, so that nobody begins it while it is asked whether it was played.
    await endSittings(tx, movieOrderId, deps.now());
    await mayReturn(tx, order);
    if (order.totalRoundedValue === 0) return endPaidTicket(tx, deps, order, reason);
    const attempt = (await paidAttempt(tx, order)) ?? raise(notRefundable());
    const providerPaymentId = order.paymentTransactionNo!;
    const known = await findRefund(tx, providerPaymentId);
    const asked = { reason, endsTicket: true };
    if (known?.state === 'failed') await changeRefund(tx, known.refundId, { ...asked, ...anew(deps.now()) });
    else if (!known)
      await insertRefund(tx, {
        ...asked,
        askedAt: deps.now(),
        movieOrderId,
        providerPaymentId,
        provider: attempt.provider,
        amount: attempt.amount,
        currency: attempt.currency,
      });
  });
  deps.jobs.wake('reconcile');
}

/** A refund that failed is over at the provider: what is asked anew is another one. */
export const anew = (now: Date) => ({ state: 'asked', askedAt: now, checkedAt: null, providerRefundId: null });

const notRefundable = () => new AppError('conflict', 'not_refundable', text.notRefundable);

async function endPaidTicket(tx: Db, deps: Deps, order: OrderRow, reason: string) {
  await changeOrder(tx, order.movieOrderId, { paymentStatus: 'REFUNDED' });
  await endTicket(tx, deps, order, deps.now(), reason);
}

/**
 * The provider has returned a payment, asked by us or by its own dashboard. True when a ticket ended with it. The order's
 * row is held by the caller.
 */
export async function settleRefund(tx: Db, deps: Deps, order: OrderRow, payment: ProviderPayment): Promise<boolean> {
  const known = await findRefund(tx, payment.id);
  const isOfTicket = order.paymentTransactionNo === payment.id;
  if (known) await changeRefund(tx, known.refundId, { state: 'done' });
  else if (isOfTicket) {
    await insertRefund(tx, {
      state: 'done',
      endsTicket: true,
      reason: text.returnedByProvider,
      askedAt: deps.now(),
      movieOrderId: order.movieOrderId,
      provider: payment.provider,
      providerPaymentId: payment.id,
      amount: payment.amount,
      currency: payment.currency,
    });
  }
  if (order.paymentStatus !== 'PAID' || !isOfTicket) return false;
  await endPaidTicket(tx, deps, order, known?.reason ?? text.returnedByProvider);
  return true;
}

// ---------- the job ----------

/** Tells the providers of refunds, and asks until each is done or failed. Safe twice at once: the key makes it one refund. */
export async function tellRefunds(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - deps.config.reconcileSeconds * 1000);
  for (const row of await refundsToTell(deps.db, { of: providersHere(deps), before, limit: BATCH })) {
    try {
      await tell(deps, row);
    } catch (error) {
      deps.log.warn({ err: error, refundId: row.refundId }, 'a refund is not through yet; it will be tried again');
    }
  }
}

async function tell(deps: Deps, row: RefundRow) {
  await changeRefund(deps.db, row.refundId, { checkedAt: deps.now() });
  const provider = providerOf(deps, row.provider);
  const { id, status } = row.providerRefundId
    ? await provider.fetchRefund(row.providerRefundId)
    : await provider
        .refund({
          paymentId: row.providerPaymentId,
          amount: row.amount,
          currency: row.currency,
          idempotencyKey: `refund-${row.providerPaymentId}-${row.askedAt.getTime()}`,
        })
        .catch((error: unknown) => refusedRefund(deps, row, error));
  await finish(deps, row, { providerRefundId: id, state: status });
}

/** A refused refund failed, unless the money went back by another way. */
async function refusedRefund(deps: Deps, row: RefundRow, error: unknown) {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
  const payment = await providerOf(deps, row.provider).fetchPayment(row.providerPaymentId);
  return { id: null, status: payment.status === 'refunded' ? ('done' as const) : ('failed' as const) };
}

async function finish(deps: Deps, row: RefundRow, news: { providerRefundId: string | null; state: string }) {
  const { refundId, movieOrderId, providerPaymentId: paymentId } = row;
  await inTransaction(deps.db, async (tx) => {
    const order = (await lockOrder(tx, movieOrderId))!;
    const isDone = (await findRefund(tx, paymentId))?.state === 'done';
    await changeRefund(tx, refundId, isDone ? { providerRefundId: news.providerRefundId } : news);
    if (news.state === 'done' && !isDone && row.endsTicket && order.paymentStatus === 'PAID')
      await endPaidTicket(tx, deps, order, row.reason);
  });
  const said = { refundId, paymentId, movieOrderId };
  if (news.state === 'failed') deps.log.error(said, 'a refund failed; it is for the operator');
  if (news.state === 'done') deps.log.info(said, 'a refund is done');
}

/** A film that was withdrawn gives its unplayed tickets' money back, without anybody asking. */
export async function refundWithdrawn(deps: Deps): Promise<void> {
  const tickets = await ticketsOfWithdrawnFilms(deps.db, deps.now(), BATCH);
  for (const ticket of tickets) await refund(deps, ticket, text.filmWithdrawn);
}
