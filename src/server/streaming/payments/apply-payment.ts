/**
 * The payment state machine. A cancelled bill can be opened again; a paid or refunded bill never
 * becomes payable again. Updates come from the browser, webhooks and the reconciler: late, repeated
 * and in any order. Applying an update locks the bill's row; applying it twice changes nothing.
 * Captured money always ends as a paid bill, a refund, or a held payment.
 */
import { toUnits } from '#domain/pricing.ts';
import type { PaymentOutcome, PaymentSource } from '#domain/payment-states.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { paymentOutcomes, paidAmounts } from '../../observe/counters.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import type { Bill } from './bill.ts';
import { type Attempt, findPaymentAttempt, changeAttempt } from './queries.ts';
import { gatewayFeeOf, valueOfPayment } from './payment-value.ts';
import { type Hold, holdPayment, isDecided } from './held/queries.ts';
import { applyReturns, recordUnusedReturn } from './refunds/record-return.ts';
import { recordUnusedPaymentRefund } from './refunds/request-refund.ts';
import { decidePayment } from './decide-payment.ts';

interface PaymentUpdate {
  attempt: Attempt;
  bill: Bill;
  payment: ProviderPayment;
}

/**
 * Applies the provider's state of a payment. The caller has verified that the data comes from the
 * provider.
 */
export async function applyPayment(
  deps: Deps,
  payment: ProviderPayment,
  source: PaymentSource,
): Promise<PaymentOutcome> {
  const outcome = await deps.db.transaction((tx) => apply(tx, deps, payment));
  // In a transaction of its own: see `markRefunded` of a ticket.
  if (outcome === 'paid' && payment.refundedAmount > 0)
    await deps.db.transaction((tx) => apply(tx, deps, payment));
  paymentOutcomes.inc({ source, outcome });
  if (outcome === 'paid') paidAmounts.inc({ currency: payment.currency }, toUnits(payment.amount));
  const logFields = {
    provider: payment.provider,
    paymentId: payment.id,
    providerOrderId: payment.orderId,
    source,
  };
  if (outcome === 'held') deps.log.error(logFields, 'a payment is held for the operator');
  else deps.log.info({ ...logFields, outcome }, 'payment update applied');
  if (outcome === 'returning') deps.jobs.enqueue('reconcile');
  return outcome;
}

async function apply(tx: Db, deps: Deps, payment: ProviderPayment): Promise<PaymentOutcome> {
  const attempt = await findPaymentAttempt(tx, payment);
  const bill = attempt && (await deps.bills.lockWithCompetingBills(tx, attempt));
  if (!bill) return 'unknown_order';
  // Read again under the bill's lock: another update may have changed the attempt.
  const update = { attempt: (await findPaymentAttempt(tx, payment))!, bill, payment };
  switch (payment.status) {
    case 'captured':
      return applyCapture(tx, deps, update);
    case 'authorized':
    case 'pending':
      return applyPending(tx, deps, update);
    case 'failed':
      // The payer may try again on the same bill, so only a bill that waits for this payment is
      // cancelled.
      await cancelIfAwaited(tx, update);
      return 'failed';
    case 'refunded':
      return applyRefund(tx, deps, update);
    case 'unknown':
      return 'no_decision';
  }
}

async function applyCapture(tx: Db, deps: Deps, update: PaymentUpdate): Promise<PaymentOutcome> {
  const { attempt, bill, payment } = update;
  const now = deps.now();
  if (bill.transactionNo === payment.id) {
    if (attempt.gatewayFee === null && payment.fee !== null)
      await changeAttempt(tx, attempt.attemptId, {
        gatewayFee: gatewayFeeOf(attempt, bill, payment),
      });
    return (await applyReturns(tx, deps, update, payment)) ? 'refunded' : 'no_decision';
  }
  if (await isDecided(tx, attempt, payment)) {
    // The browser's report may have set the bill to PROCESSING after the decision.
    await cancelIfAwaited(tx, update);
    return 'no_decision';
  }
  const decision = await decidePayment(tx, update, now);
  if (decision.action === 'refund') {
    await recordUnusedPaymentRefund({ tx, bill, payment, reason: decision.reason, now });
    await cancelIfAwaited(tx, update);
    return 'returning';
  }
  const hold = decision.action === 'hold' ? decision : await findDiscountHold(tx, bill, now);
  if (hold) {
    await cancelIfAwaited(tx, update);
    await holdForOperator(tx, { paymentUpdate: update, hold, now });
    return 'held';
  }
  const mode = payment.method?.toUpperCase() ?? payment.provider.toUpperCase();
  await changeAttempt(tx, attempt.attemptId, {
    state: 'paid',
    providerPaymentId: payment.id,
    gatewayFee: payment.fee,
  });
  await bill.markPaid(
    tx,
    deps,
    { mode, transactionNo: payment.id, currency: payment.currency },
    now,
  );
  return 'paid';
}

async function findDiscountHold(tx: Db, bill: Bill, now: Date): Promise<Hold | null> {
  const reason = await bill.reclaimDiscount(tx, now);
  return reason === null ? null : { cause: 'discount_used_up', reason };
}

async function holdForOperator(
  tx: Db,
  {
    paymentUpdate: { attempt, bill, payment },
    hold,
    now,
  }: { paymentUpdate: PaymentUpdate; hold: Hold; now: Date },
) {
  const { id: providerPaymentId, amount, currency } = payment;
  const held = {
    ...hold,
    providerPaymentId,
    amount,
    currency,
    value: valueOfPayment(attempt, payment),
  };
  await holdPayment({ tx, attempt, hold: held, now });
  await bill.markHeld(tx, now);
}

/**
 * For a payment that is not captured yet: sets the bill to PROCESSING if the capture would pay the
 * bill.
 */
async function applyPending(tx: Db, deps: Deps, update: PaymentUpdate): Promise<PaymentOutcome> {
  const { attempt, bill, payment } = update;
  const isOpen =
    bill.status === 'NEW' || (bill.status === 'CANCELLED' && (await bill.canReopen(tx)));
  // Updates come in any order: this one is older than the decision.
  if (!isOpen || (await isDecided(tx, attempt, payment))) return 'no_decision';
  if ((await decidePayment(tx, update, deps.now())).action !== 'accept') return 'no_decision';
  await bill.markProcessing(tx);
  await changeAttempt(tx, attempt.attemptId, { providerPaymentId: payment.id });
  return 'processing';
}

/**
 * Cancels the bill if it waits for this payment, or for its provider order while the payment id was
 * unknown.
 */
async function cancelIfAwaited(tx: Db, { attempt, bill, payment }: PaymentUpdate) {
  const isAwaited = [payment.id, payment.orderId].includes(attempt.providerPaymentId);
  if (bill.status === 'PROCESSING' && isAwaited && attempt.providerPaymentId !== null)
    await bill.markCancelled(tx);
}

async function applyRefund(tx: Db, deps: Deps, update: PaymentUpdate): Promise<PaymentOutcome> {
  const { attempt, bill, payment } = update;
  if (attempt.state === 'open') await changeAttempt(tx, attempt.attemptId, { state: 'closed' });
  await cancelIfAwaited(tx, update);
  if (bill.transactionNo === payment.id)
    return (await applyReturns(tx, deps, update, { ...payment, refundedAmount: payment.amount }))
      ? 'refunded'
      : 'no_decision';
  await recordUnusedReturn(tx, update, payment, { cause: 'refund', now: deps.now() });
  return 'no_decision';
}
