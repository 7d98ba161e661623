/**
 * The one payment state machine (design: forward only). News of a payment comes from the browser's proof, a webhook or the
 * reconciler, late, twice and in any order. Each piece is stored before it is applied; applying holds the bill's row, and
 * applying again changes nothing. Captured money always ends as a paid bill, as a refund, or held for the operator.
 */
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { paymentOutcomes, takings } from '../../observe/counters.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import type { Bill } from './bill.ts';
import { lockBillAlone } from './bills.ts';
import { type Attempt, attemptOf, changeAttempt, holdPayment } from './queries.ts';
import { findRefund } from './refunds/queries.ts';
import { giveBack, settleRefund } from './refunds/refunds.ts';
import { judge } from './verdict.ts';

export type Source = 'browser' | 'webhook' | 'reconciler';
export type Outcome =
  | 'paid' // this news paid the bill
  | 'known' // nothing new in it
  | 'processing'
  | 'failed'
  | 'refunded'
  | 'returning' // money that pays nothing, on its way back
  | 'held' // money that does not fit: for the operator, pays nothing
  | 'unknown_order';

interface News {
  attempt: Attempt;
  bill: Bill;
  payment: ProviderPayment;
}

/** Applies what the provider itself says of a payment. Whoever calls has verified that it is the provider's word. */
export async function applyPayment(deps: Deps, payment: ProviderPayment, source: Source): Promise<Outcome> {
  const outcome = await deps.db.transaction((tx) => apply(tx, deps, payment));
  paymentOutcomes.inc({ source, outcome });
  if (outcome === 'paid') takings.inc({ currency: payment.currency }, payment.amount / 100);
  const said = { provider: payment.provider, paymentId: payment.id, providerOrderId: payment.orderId, source };
  if (outcome === 'held') deps.log.error(said, 'a payment is held for the operator');
  else deps.log.info({ ...said, outcome }, 'payment news');
  if (outcome === 'returning') deps.jobs.wake('reconcile');
  return outcome;
}

async function apply(tx: Db, deps: Deps, payment: ProviderPayment): Promise<Outcome> {
  const attempt = await attemptOf(tx, payment);
  const bill = attempt && (await lockBillAlone(tx, attempt));
  if (!bill) return 'unknown_order';
  // Read again under the bill's lock: another piece of news may have changed it meanwhile.
  const news = { attempt: (await attemptOf(tx, payment))!, bill, payment };
  switch (payment.status) {
    case 'captured':
      return applyCapture(tx, deps, news);
    case 'authorized':
    case 'pending':
      return applyPromise(tx, deps, news);
    case 'failed':
      return applyFailure(tx, news);
    case 'refunded':
      return applyRefund(tx, deps, news);
    case 'unknown':
      return 'known';
  }
}

async function applyCapture(tx: Db, deps: Deps, news: News): Promise<Outcome> {
  const { attempt, bill, payment } = news;
  const now = deps.now();
  if (bill.transactionNo === payment.id) {
    await noteGatewayFee(tx, news);
    return 'known';
  }
  if (await isDecided(tx, attempt, payment)) {
    // The browser's word may have come after the decision, while the provider could not be asked.
    await stopWaiting(tx, news);
    return 'known';
  }
  const verdict = await judge(tx, news, now);
  if (verdict.is === 'unwanted') {
    await giveBack(tx, bill, payment, verdict.reason, now);
    await stopWaiting(tx, news);
    return 'returning';
  }
  const misfit = verdict.is === 'misfit' ? verdict.reason : await bill.claim(tx, now);
  if (misfit !== null) {
    await holdPayment(tx, attempt, payment.id, misfit);
    await stopWaiting(tx, news);
    return 'held';
  }
  const mode = payment.method?.toUpperCase() ?? payment.provider.toUpperCase();
  const paid = { state: 'paid', providerPaymentId: payment.id, gatewayFee: payment.fee };
  await changeAttempt(tx, attempt.attemptId, paid);
  await bill.pay(tx, deps, { mode, transactionNo: payment.id }, now);
  return 'paid';
}

/** What the provider kept may be said later than that it has the money. */
async function noteGatewayFee(tx: Db, { attempt, payment }: News) {
  if (attempt.gatewayFee === null && payment.fee !== null)
    await changeAttempt(tx, attempt.attemptId, { gatewayFee: payment.fee });
}

/** Held for the operator, or on its way back: what the provider says of it afterwards pays nothing. */
const isDecided = async (tx: Db, { heldReason }: Attempt, { id }: ProviderPayment) =>
  heldReason?.split('\n').some((line) => line.startsWith(`${id}:`)) || (await findRefund(tx, id)) !== undefined;

/** Money is promised, not taken: a bill that it would pay waits for the bank. */
async function applyPromise(tx: Db, deps: Deps, news: News): Promise<Outcome> {
  const { attempt, bill, payment } = news;
  const isOpen = bill.status === 'NEW' || (bill.status === 'CANCELLED' && (await bill.mayReopen(tx)));
  // News comes in any order: the promise of what was taken and decided already is an old one.
  if (!isOpen || (await isDecided(tx, attempt, payment))) return 'known';
  if ((await judge(tx, news, deps.now())).is !== 'fits') return 'known';
  await bill.wait(tx);
  await changeAttempt(tx, attempt.attemptId, { providerPaymentId: payment.id });
  return 'processing';
}

/** One try failed; the payer may try again on the same bill, so only a bill that waits for this very try is closed. */
async function applyFailure(tx: Db, news: News): Promise<Outcome> {
  await stopWaiting(tx, news);
  return 'failed';
}

/** The bill that waits for this payment waits no longer. Before the payment was known, it waited for the provider's order. */
async function stopWaiting(tx: Db, { attempt, bill, payment }: News) {
  const isAwaited = [payment.id, payment.orderId].includes(attempt.providerPaymentId);
  if (bill.status === 'PROCESSING' && isAwaited && attempt.providerPaymentId !== null) await bill.cancel(tx);
}

async function applyRefund(tx: Db, deps: Deps, news: News): Promise<Outcome> {
  const { attempt, bill, payment } = news;
  if (attempt.state === 'open') await changeAttempt(tx, attempt.attemptId, { state: 'closed' });
  await stopWaiting(tx, news);
  return (await settleRefund(tx, deps, bill, payment)) ? 'refunded' : 'known';
}
