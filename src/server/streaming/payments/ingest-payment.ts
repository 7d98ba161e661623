import type { Deps } from '../../deps.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import { DECLINED } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { findBill } from './bills.ts';
import { providerOf } from './providers.ts';
import { attemptOf, changeAttempt } from './queries.ts';
import { applyPayment, type Outcome, type Source } from './settle.ts';
import { judge } from './verdict.ts';

/** After these the payer may go on with the same order of the provider's. */
const MAY_GO_ON = new Set([DECLINED, 'PAYER_ACTION_REQUIRED', 'ORDER_NOT_APPROVED']);

/**
 * What a provider says of a payment: one that comes only at our word is taken first, when it pays its bill. What does not
 * is left alone: no money moves. Throws ProviderError, of a declined capture too.
 */
export async function hearPayment(deps: Deps, payment: ProviderPayment, source: Source): Promise<Outcome> {
  if (!payment.awaitsCapture) return applyPayment(deps, payment, source);
  const attempt = await attemptOf(deps.db, payment);
  const bill = attempt && (await findBill(deps.db, attempt));
  if (!bill) return 'unknown_order';
  const { is } = await judge(deps.db, { attempt, bill, payment }, deps.now());
  if (is !== 'fits') return 'known';
  try {
    return await applyPayment(deps, await providerOf(deps, payment.provider).capture(payment), source);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    await applyPayment(deps, { ...payment, status: 'failed' }, source);
    if (!MAY_GO_ON.has(error.code ?? '') && attempt.state === 'open')
      await changeAttempt(deps.db, attempt.attemptId, { state: 'closed' });
    throw error;
  }
}

/** All that a provider's order has brought: the capture outweighs the failed tries around it, then comes the promise. */
export async function hearOrder(deps: Deps, provider: string, orderId: string, source: Source): Promise<Outcome[]> {
  const payments = await providerOf(deps, provider).fetchOrderPayments(orderId);
  const is = (status: ProviderPayment['status']) => payments.filter((each) => each.status === status);
  const money = [...is('refunded'), ...is('captured')];
  const promised = [...is('authorized'), ...is('pending')];
  const outcomes: Outcome[] = [];
  for (const payment of money.length ? money : promised.length ? promised : payments.slice(0, 1))
    outcomes.push(await hearPayment(deps, payment, source));
  return outcomes;
}
