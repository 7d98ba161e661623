import type { Deps } from '../../deps.ts';
import type { ProviderEvent } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { PaymentOutcome } from './apply-payment.ts';
import { ingestOrderPayments, ingestPayment } from './ingest-payment.ts';
import { providerOf } from './providers.ts';
import { type EventRow, markApplied } from './queries.ts';

/** Applies a stored event. An event without a payment names the payment or order to fetch from the provider. */
export async function applyEvent(deps: Deps, event: EventRow): Promise<void> {
  try {
    await markApplied(deps.db, event.eventId, await applyToBill(deps, event), deps.now());
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A declined capture or an unknown payment: a retry would get the same answer.
    await markApplied(deps.db, event.eventId, 'failed', deps.now());
  }
}

async function applyToBill(deps: Deps, event: EventRow): Promise<PaymentOutcome> {
  const { provider } = event;
  const source = event.source === 'webhook' ? 'webhook' : 'browser';
  const ingestById = async (id: string) =>
    ingestPayment(deps, await providerOf(deps, provider).fetchPayment(id), source);
  const ingestByOrder = async (orderId: string) =>
    (await ingestOrderPayments(deps, provider, orderId, source))[0] ?? 'no_decision';
  if (source === 'browser')
    return event.providerPaymentId ? ingestById(event.providerPaymentId) : ingestByOrder(event.providerOrderId!);
  const { event: providerEvent } = event.payload as { event?: ProviderEvent };
  if (providerEvent?.payment) return ingestPayment(deps, providerEvent.payment, source);
  if (!providerEvent?.ask) return 'no_decision';
  return 'paymentId' in providerEvent.ask
    ? ingestById(providerEvent.ask.paymentId)
    : ingestByOrder(providerEvent.ask.orderId);
}
