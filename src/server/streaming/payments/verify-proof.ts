import type { PaymentReport } from '#contract/payments.ts';
import { toPaise } from '#domain/pricing.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { PaymentOutcome } from '#domain/payment-states.ts';
import { type Bill, isSameBill } from './bill.ts';
import { ingestOrderPayments, ingestPayment } from './ingest-payment.ts';
import { providerOf, providerOfProof } from './providers.ts';
import {
  type Attempt,
  changeAttempt,
  type EventRow,
  findAttempt,
  markApplied,
  storeEvent,
  orderIdOf,
} from './queries.ts';
import { holdPayment } from './held/queries.ts';
import { valueOfPayment } from './payment-value.ts';

interface ProvenPayment {
  attempt: Attempt;
  paymentId: string | null;
}

/**
 * The proof must name a provider order of this bill; then the provider's own data decides.
 * Throws payment_not_proven, instrument_declined, payment_refused, price_changed.
 */
export async function verifyPaymentProof(deps: Deps, bill: Bill, report: PaymentReport) {
  const proven = await requireProvenPayment(deps, bill, report);
  const { provider, providerOrderId } = proven.attempt;
  const { row } = await storeEvent(deps.db, {
    provider,
    eventKey: `browser:${proven.paymentId ?? providerOrderId}`,
    source: 'browser',
    providerOrderId,
    providerPaymentId: proven.paymentId,
    payload: report,
    receivedAt: deps.now(),
  });
  try {
    await markApplied({
      db: deps.db,
      eventId: row.eventId,
      outcome: await confirmWithProvider(deps, bill, proven),
      now: deps.now(),
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'refused') throw await recordRefusal(deps, row, error);
    // The provider is unreachable: the bill shows "bank still confirming" until the reconciler asks
    // the provider.
    await markBillProcessing(deps, proven);
  }
  refuseAmountMismatch(bill, report);
}

async function requireProvenPayment(
  deps: Deps,
  { ref, messages }: Bill,
  report: PaymentReport,
): Promise<ProvenPayment> {
  const provider = providerOfProof(deps, report);
  const proof = provider.readProof(report);
  const attempt = proof && (await findAttempt(deps.db, provider.name, proof.orderId));
  if (!attempt || !isSameBill(attempt, ref)) throw notProven(messages);
  return { attempt, paymentId: proof.paymentId };
}

const notProven = (messages: Bill['messages']) =>
  new AppError('payment_not_proven', [messages.notProven]);

async function confirmWithProvider(
  deps: Deps,
  { messages }: Bill,
  { attempt, paymentId }: ProvenPayment,
): Promise<PaymentOutcome> {
  if (!paymentId) {
    const outcomes = await ingestOrderPayments({
      deps,
      provider: attempt.provider,
      orderId: orderIdOf(attempt),
      source: 'browser',
    });
    return outcomes[0] ?? throwError(notProven(messages));
  }
  const payment = await providerOf(deps, attempt.provider).fetchPayment(paymentId);
  // The signature binds the two ids; the provider's record must bind them too.
  if (payment.orderId === attempt.providerOrderId) return ingestPayment(deps, payment, 'browser');
  await deps.db.transaction(async (tx) => {
    const bill = await deps.bills.lock(tx, attempt);
    const locked = (await findAttempt(tx, attempt.provider, orderIdOf(attempt)))!;
    const { amount, currency } = payment;
    await holdPayment({
      tx,
      attempt: locked,
      hold: {
        cause: 'other_order',
        reason: 'the provider has this payment under another order',
        providerPaymentId: paymentId,
        amount,
        currency,
        value: valueOfPayment(locked, payment),
      },
      now: deps.now(),
    });
    await bill?.markHeld(tx, deps.now());
  });
  deps.log.error(
    { paymentId, providerOrderId: attempt.providerOrderId },
    'a payment is held for the operator',
  );
  return 'held';
}

async function recordRefusal(
  deps: Deps,
  { eventId, provider }: EventRow,
  { code = '' }: ProviderError,
) {
  await markApplied({ db: deps.db, eventId, outcome: 'failed', now: deps.now() });
  const declinedMessage = providerOf(deps, provider).retryableRefusals[code];
  return declinedMessage
    ? new AppError('instrument_declined', [declinedMessage])
    : new AppError('payment_refused');
}

async function markBillProcessing(deps: Deps, { attempt, paymentId }: ProvenPayment) {
  await deps.db.transaction(async (tx) => {
    const bill = await deps.bills.lock(tx, attempt);
    if (bill?.status !== 'NEW') return;
    await bill.markProcessing(tx);
    await changeAttempt(tx, attempt.attemptId, {
      providerPaymentId: paymentId ?? attempt.providerOrderId,
    });
  });
  deps.jobs.enqueue('reconcile');
}

function refuseAmountMismatch({ total }: Bill, { paidAmount }: PaymentReport) {
  if (paidAmount === null || paidAmount === undefined || toPaise(paidAmount) === total) return;
  throw new AppError('price_changed');
}
