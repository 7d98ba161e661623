import type { PaymentReport } from '#contract/payments.ts';
import { toPaise } from '#domain/pricing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { DECLINED } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { Bill, Subject } from './bill.ts';
import { isSameBill, lockBill } from './bills.ts';
import { hearOrder, hearPayment } from './hear.ts';
import { providerOf } from './providers.ts';
import { type Attempt, changeAttempt, findAttempt, holdPayment, markApplied, storeEvent } from './queries.ts';

interface Proof {
  attempt: Attempt;
  /** Null where the proof names the provider's order alone. */
  paymentId: string | null;
}

/** The browser gave up: a bill that nobody paid is closed. */
export const cancelUnpaid = (deps: Deps, subject: Subject) =>
  deps.db.transaction(async (tx) => {
    const bill = await lockBill(tx, subject);
    if (bill?.status === 'NEW') await bill.cancel(tx);
  });

/**
 * What the browser says was paid: the proof must name the provider's order of one of this bill's own payments; then the
 * provider is asked and compared. Throws payment_not_proven, instrument_declined, payment_refused, price_changed.
 */
export async function believe(deps: Deps, bill: Bill, report: PaymentReport) {
  const proof = await readProof(deps, bill, report);
  const { provider, providerOrderId } = proof.attempt;
  const { row } = await storeEvent(deps.db, {
    provider,
    eventKey: `browser:${proof.paymentId ?? providerOrderId}`,
    source: 'browser',
    providerOrderId,
    providerPaymentId: proof.paymentId,
    payload: report,
    receivedAt: deps.now(),
  });
  try {
    await markApplied(deps.db, row.eventId, await askProvider(deps, bill, proof), deps.now());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'refused') throw await refusedBy(deps, row.eventId, error);
    // Proven as far as it goes, but the provider cannot be asked now: the bank is "still confirming", the reconciler asks.
    await waitForProvider(deps, proof);
  }
  refuseOtherSum(bill, report);
}

async function readProof(deps: Deps, { subject, words }: Bill, report: PaymentReport): Promise<Proof> {
  const provider = providerOf(deps, report.paypal_order_id ? 'paypal' : 'razorpay');
  const read = provider.readProof(report);
  const attempt = read && (await findAttempt(deps.db, provider.name, read.orderId));
  if (!attempt || !isSameBill(attempt, subject)) throw notProven(words);
  return { attempt, paymentId: read.paymentId };
}

const notProven = (words: Bill['words']) => new AppError('invalid', 'payment_not_proven', words.notProven);

async function askProvider(deps: Deps, { words }: Bill, { attempt, paymentId }: Proof): Promise<string> {
  if (!paymentId) {
    const outcomes = await hearOrder(deps, attempt.provider, attempt.providerOrderId!, 'browser');
    return outcomes[0] ?? raise(notProven(words));
  }
  const payment = await providerOf(deps, attempt.provider).fetchPayment(paymentId);
  // The signature binds the two ids; the provider's own record must bind them too.
  if (payment.orderId === attempt.providerOrderId) return hearPayment(deps, payment, 'browser');
  await deps.db.transaction(async (tx) => {
    await lockBill(tx, attempt);
    const now = (await findAttempt(tx, attempt.provider, attempt.providerOrderId!))!;
    if (!now.heldReason?.includes(`${paymentId}:`)) await holdPayment(tx, now, paymentId, 'booked under another order');
  });
  deps.log.error({ paymentId, providerOrderId: attempt.providerOrderId }, 'a payment is held for the operator');
  return 'held';
}

async function refusedBy(deps: Deps, eventId: number, { code }: ProviderError) {
  await markApplied(deps.db, eventId, 'failed', deps.now());
  const mayRestart = code === DECLINED || code === 'PAYER_ACTION_REQUIRED';
  return mayRestart
    ? new AppError('invalid', 'instrument_declined', text.declined)
    : new AppError('invalid', 'payment_refused', text.failed);
}

async function waitForProvider(deps: Deps, { attempt, paymentId }: Proof) {
  await deps.db.transaction(async (tx) => {
    const bill = await lockBill(tx, attempt);
    if (bill?.status !== 'NEW') return;
    await bill.wait(tx);
    await changeAttempt(tx, attempt.attemptId, { providerPaymentId: paymentId ?? attempt.providerOrderId });
  });
  deps.jobs.wake('reconcile');
}

function refuseOtherSum({ total }: Bill, { paidAmount }: PaymentReport) {
  if (paidAmount === null || paidAmount === undefined || toPaise(paidAmount) === total) return;
  throw new AppError('conflict', 'price_changed', bookingMessages.priceChanged);
}
