import type { ProviderName } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { providerOf } from './providers.ts';
import { findPaymentAttempt, changeAttempt } from './queries.ts';
import type { PaymentOutcome } from '#domain/payment-states.ts';
import type { PaymentSource } from '#domain/payment-states.ts';
import { applyPayment } from './apply-payment.ts';
import { decidePayment } from './decide-payment.ts';

/**
 * Applies a payment; first captures one that awaits capture and pays its bill. Throws
 * ProviderError, also for a declined capture.
 */
export async function ingestPayment(
  deps: Deps,
  payment: ProviderPayment,
  source: PaymentSource,
): Promise<PaymentOutcome> {
  if (!payment.awaitsCapture) return applyPayment(deps, payment, source);
  const attempt = await findPaymentAttempt(deps.db, payment);
  const bill = attempt && (await deps.bills.find(deps.db, attempt));
  if (!bill) return 'unknown_order';
  const { action } = await decidePayment(deps.db, { attempt, bill, payment }, deps.now());
  if (action !== 'accept') return 'no_decision';
  const { capture, retryableRefusals } = providerOf(deps, payment.provider);
  try {
    return await applyPayment(deps, await capture(payment), source);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    await applyPayment(deps, { ...payment, status: 'failed' }, source);
    if (!Object.hasOwn(retryableRefusals, error.code ?? '') && attempt.state === 'open')
      await changeAttempt(deps.db, attempt.attemptId, { state: 'closed' });
    throw error;
  }
}

/**
 * Applies the payments of a provider order: captured or refunded ones, else pending ones, else the
 * newest.
 */
export async function ingestOrderPayments({
  deps,
  provider,
  orderId,
  source,
}: {
  deps: Deps;
  provider: ProviderName;
  orderId: string;
  source: PaymentSource;
}): Promise<PaymentOutcome[]> {
  const payments = await providerOf(deps, provider).fetchOrderPayments(orderId);
  const withStatus = (status: ProviderPayment['status']) =>
    payments.filter((each) => each.status === status);
  const settled = [...withStatus('refunded'), ...withStatus('captured')];
  const pending = [...withStatus('authorized'), ...withStatus('pending')];
  const outcomes: PaymentOutcome[] = [];
  for (const payment of settled.length ? settled : pending.length ? pending : payments.slice(0, 1))
    outcomes.push(await ingestPayment(deps, payment, source));
  return outcomes;
}
