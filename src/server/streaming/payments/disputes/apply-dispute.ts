import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { ProviderDispute } from '../../../ports/payments/provider.ts';
import type { PaymentOutcome } from '#domain/payment-states.ts';
import { type Attempt, findAttemptOfPayment } from '../queries.ts';
import { applyReturns, recordUnusedReturn } from '../refunds/record-return.ts';
import { hasOpenDispute, storeDispute, sumLostDisputes } from './queries.ts';

/**
 * Stores the state of a dispute. The money of a lost one has gone back, and no refund is sent. The
 * dispute of a payment that is not known here is stored without a bill.
 */
export async function applyDispute(
  deps: Deps,
  dispute: ProviderDispute,
  createdAt: string | null,
): Promise<PaymentOutcome> {
  const attempt = await findAttemptOfPayment(deps.db, dispute.provider, dispute.paymentId);
  const outcome = await deps.db.transaction((tx) =>
    apply(tx, deps, { dispute, createdAt, attempt }),
  );
  const { id, paymentId, provider, state, respondBy } = dispute;
  const logFields = { disputeId: id, paymentId, provider, state, respondBy };
  deps.log.warn(logFields, state === 'lost' ? 'a dispute is lost' : 'the state of a dispute');
  return outcome;
}

async function apply(
  tx: Db,
  deps: Deps,
  {
    dispute,
    createdAt,
    attempt,
  }: { dispute: ProviderDispute; createdAt: string | null; attempt: Attempt | undefined },
): Promise<PaymentOutcome> {
  const { id: disputeId, paymentId: providerPaymentId, respondBy, openedAt, ...details } = dispute;
  // The bill's lock comes first, as in every change of a payment.
  const bill = attempt && (await deps.bills.lock(tx, attempt));
  const now = deps.now();
  await storeDispute(tx, {
    ...details,
    disputeId,
    providerPaymentId,
    movieOrderId: attempt?.movieOrderId ?? null,
    feeId: attempt?.feeId ?? null,
    respondBy: respondBy === null ? null : new Date(respondBy),
    openedAt: openedAt === null ? now : new Date(openedAt),
    changedAt: createdAt === null ? now : new Date(createdAt),
  });
  if (!bill) return 'unknown_order';
  if (bill.transactionNo === providerPaymentId) {
    const known = { id: providerPaymentId, provider: dispute.provider, refundedAmount: 0 };
    return (await applyReturns(tx, deps, { bill, attempt }, known)) ? 'refunded' : 'disputed';
  }
  const lost = await sumLostDisputes(tx, providerPaymentId);
  if (lost < dispute.amount || (await hasOpenDispute(tx, providerPaymentId))) return 'disputed';
  const payment = { id: providerPaymentId, amount: lost, currency: dispute.currency };
  await recordUnusedReturn(tx, { bill, attempt }, payment, { cause: 'dispute', now });
  return 'refunded';
}
