import type { Deps } from '../../deps.ts';
import type { ProviderEvent } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { hearOrder, hearPayment } from './hear.ts';
import { providerOf } from './providers.ts';
import { type EventRow, markApplied } from './queries.ts';

/** Applies a stored event. A webhook carries the provider's signed word, or sends us to ask, as the browser's proof does. */
export async function applyEvent(deps: Deps, event: EventRow): Promise<void> {
  try {
    await markApplied(deps.db, event.eventId, await outcomeOf(deps, event), deps.now());
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A capture that was declined, or a payment that the provider does not know: asking again would hear the same.
    await markApplied(deps.db, event.eventId, 'failed', deps.now());
  }
}

async function outcomeOf(deps: Deps, event: EventRow): Promise<string> {
  const { provider } = event;
  const source = event.source === 'webhook' ? 'webhook' : 'browser';
  const fetched = async (id: string) => hearPayment(deps, await providerOf(deps, provider).fetchPayment(id), source);
  const asked = async (orderId: string) => (await hearOrder(deps, provider, orderId, source))[0] ?? 'known';
  if (source === 'browser')
    return event.providerPaymentId ? fetched(event.providerPaymentId) : asked(event.providerOrderId!);
  const { event: news } = event.payload as { event?: ProviderEvent };
  if (news?.payment) return hearPayment(deps, news.payment, source);
  if (!news?.ask) return 'known';
  return 'paymentId' in news.ask ? fetched(news.ask.paymentId) : asked(news.ask.orderId);
}
