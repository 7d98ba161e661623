import type { Deps } from '#server/deps.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import {
  acceptHeldPayment,
  findHeldPayments,
  refundHeldPayment,
} from '#server/streaming/payments/held/settle-held-payment.ts';
import type { OpenedPayment } from './provider-payments.ts';
import type { PaymentEnvironment } from './environment.ts';
import type { Step } from './steps.ts';
import { deliverAllWebhooks } from './webhook-delivery.ts';

type ReturnStep = Extract<
  Step,
  {
    type:
      | 'settleHeld'
      | 'returnAtProvider'
      | 'dispute'
      | 'buyAndReturn'
      | 'buyAndLose'
      | 'holdAndSettle'
      | 'returnBeforeEvents';
  }
>;
const RETURN_STEPS: readonly string[] = [
  'settleHeld',
  'returnAtProvider',
  'dispute',
  'buyAndReturn',
  'buyAndLose',
  'holdAndSettle',
  'returnBeforeEvents',
] satisfies ReturnStep['type'][];
export const isReturnStep = <AnyStep extends Step>(
  step: AnyStep,
): step is Extract<AnyStep, ReturnStep> => RETURN_STEPS.includes(step.type);

interface StepTools {
  recentPayment: (index: number) => OpenedPayment | undefined;
  runStep: (step: Step) => Promise<unknown>;
  ignoringCrash: (processIndex: number, run: (deps: Deps) => Promise<unknown>) => Promise<unknown>;
}

/** Payment ids. */
export interface OutsideReturns {
  returned: Set<string>;
  disputed: Set<string>;
  accepted: Set<string>;
}

/** So that the smallest refund of Razorpay, ₹1, is left of every payment. */
const MAX_PARTS = 2;

const PARTS = { razorpay: { amountInPaise: 110 }, paypal: { amountInCents: 3 } };

/** Steps about money that goes back at the provider, and about held payments. */
export function aReturnStepRunner(
  environment: PaymentEnvironment,
  { recentPayment, runStep, ignoringCrash }: StepTools,
) {
  const outside: OutsideReturns = { returned: new Set(), disputed: new Set(), accepted: new Set() };
  const { controlProviders } = environment;
  const partCounts: Record<string, number> = {};

  async function capturedPaymentOf({
    provider,
    orderId,
  }: OpenedPayment): Promise<string | undefined> {
    const { captures = [], payments = [] } = await controlProviders({ provider, action: 'list' });
    const captured = [...captures, ...payments].find(
      (each) =>
        [each.orderId, each.order_id].includes(orderId) &&
        ['captured', 'COMPLETED', 'PARTIALLY_REFUNDED'].includes(each.status),
    );
    return captured?.id;
  }

  async function returnAtProvider(payment: OpenedPayment | undefined, amount: 'part' | 'rest') {
    const id = payment && (await capturedPaymentOf(payment));
    if (!payment || !id || outside.disputed.has(id)) return;
    if (amount === 'part' && (partCounts[id] = (partCounts[id] ?? 0) + 1) > MAX_PARTS) return;
    outside.returned.add(id);
    const { provider } = payment;
    const target = provider === 'razorpay' ? { payment_id: id } : { capture_id: id };
    await controlProviders({
      provider,
      action: 'return',
      ...target,
      ...(amount === 'part' && PARTS[provider]),
    });
  }

  async function dispute(
    payment: OpenedPayment | undefined,
    isWhole: boolean,
    outcome: 'won' | 'lost',
  ) {
    const id = payment && (await capturedPaymentOf(payment));
    // Disputes are about what a viewer bought. A second dispute of a payment comes after the first one was decided.
    const isSold = id && (await environment.queryRows(BILLS_PAID_BY, id)).length > 0;
    if (!payment || !id || !isSold || outside.disputed.has(id)) return;
    outside.disputed.add(id);
    const { provider } = payment;
    const target = provider === 'razorpay' ? { payment_id: id } : { capture_id: id };
    const opened = await controlProviders({
      provider,
      action: 'dispute',
      ...target,
      ...(!isWhole && PARTS[provider]),
    });
    const decision =
      provider === 'razorpay'
        ? { action: 'move_dispute', status: outcome }
        : {
            action: 'resolve_dispute',
            outcome: outcome === 'lost' ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR',
          };
    await controlProviders({ provider, ...decision, dispute_id: opened['id'] });
  }

  const settleHeld = (processIndex: number, isAccepted: boolean) =>
    ignoringCrash(processIndex, async (deps) => {
      const [held] = await findHeldPayments(deps);
      if (!held) return;
      if (isAccepted) outside.accepted.add(held.providerPaymentId);
      // The command fails while the provider is away, and the payment stays held.
      await (isAccepted ? acceptHeldPayment : refundHeldPayment)(deps, held, 'model').catch(
        (error: unknown) => {
          if (!(error instanceof ProviderError)) throw error;
        },
      );
    });

  async function runReturnStep(step: ReturnStep): Promise<unknown> {
    switch (step.type) {
      case 'settleHeld':
        return settleHeld(step.processIndex, step.isAccepted);
      case 'returnAtProvider':
        return returnAtProvider(recentPayment(step.recentIndex), step.amount);
      case 'dispute':
        return dispute(recentPayment(step.recentIndex), step.isWhole, step.outcome);
      case 'buyAndReturn':
        await runStep({ ...step, type: 'buy', mode: 'successfully', isByWebhook: false });
        for (let part = 0; part < step.partCount; part++)
          await returnAtProvider(recentPayment(0), 'part');
        if (step.isRestReturned) await returnAtProvider(recentPayment(0), 'rest');
        return undefined;
      case 'buyAndLose':
        await runStep({ ...step, type: 'buy', mode: 'successfully', isByWebhook: false });
        return dispute(recentPayment(0), step.isWhole, 'lost');
      case 'holdAndSettle':
        await runStep({ ...step, type: 'buy', mode: 'otherAmount', isByWebhook: false });
        return settleHeld(step.processIndex, step.isAccepted);
      case 'returnBeforeEvents':
        await runStep({ ...step, type: 'begin' });
        await runStep({ type: 'pay', recentIndex: 0, mode: 'successfully' });
        await environment.waitForWebhooks();
        await returnAtProvider(recentPayment(0), 'rest');
        await environment.waitForWebhooks();
        // The event of the refund comes first.
        environment.pendingWebhooks.reverse();
        return deliverAllWebhooks(environment, step.processIndex);
    }
  }

  return { outside, runReturnStep };
}

const BILLS_PAID_BY = `select 1 from orders where payment_transaction_no = $1 and payment_status = 'PAID'
  union all select 1 from submission_fees where payment_transaction_no = $1 and payment_status = 'PAID'`;
