import type { Deps } from '../../deps.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import type { ProviderEvent, ProviderPayment } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { PaymentOutcome } from '#domain/payment-states.ts';
import { applyDispute } from './disputes/apply-dispute.ts';
import { ingestOrderPayments, ingestPayment } from './ingest-payment.ts';
import { providerOf } from './providers.ts';
import { type EventRow, markApplied } from './queries.ts';

/**
 * Chosen: the snapshot of an older event is not believed. The payment may have been refunded since,
 * while this server was away and the provider repeated its events.
 */
const SNAPSHOT_LIFETIME_MS = 5 * MINUTE;
/** These states open a ticket or let a viewer wait for it. */
const DECISIVE: ReadonlySet<ProviderPayment['status']> = new Set([
  'captured',
  'authorized',
  'pending',
]);

/**
 * Applies a stored event. An event without a payment names the payment or order to fetch from the
 * provider.
 */
export async function applyEvent(deps: Deps, event: EventRow): Promise<void> {
  try {
    await markApplied({
      db: deps.db,
      eventId: event.eventId,
      outcome: await applyToBill(deps, event),
      now: deps.now(),
    });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A declined capture or an unknown payment: a retry would get the same answer.
    await markApplied({ db: deps.db, eventId: event.eventId, outcome: 'failed', now: deps.now() });
  }
}

async function applyToBill(deps: Deps, event: EventRow): Promise<PaymentOutcome> {
  const { provider, source } = event;
  const ingestById = async (id: string) =>
    ingestPayment(deps, await providerOf(deps, provider).fetchPayment(id), source);
  const ingestByOrder = async (orderId: string) =>
    (await ingestOrderPayments({ deps, provider, orderId, source }))[0] ?? 'no_decision';
  if (source === 'browser')
    return event.providerPaymentId
      ? ingestById(event.providerPaymentId)
      : ingestByOrder(event.providerOrderId!);
  const { event: providerEvent } = event.payload as { event?: ProviderEvent };
  if (!providerEvent) return 'no_decision';
  const { payment, dispute, createdAt } = providerEvent;
  if (dispute) return applyDispute(deps, dispute, createdAt ?? null);
  if (payment && isCurrent(deps, payment, createdAt)) return ingestPayment(deps, payment, source);
  if (payment) return ingestById(payment.id);
  if (!providerEvent.fetchBy) return 'no_decision';
  return 'paymentId' in providerEvent.fetchBy
    ? ingestById(providerEvent.fetchBy.paymentId)
    : ingestByOrder(providerEvent.fetchBy.orderId);
}

/** An event of an earlier release, or one without a time, counts as old. */
const isCurrent = (
  { now }: Deps,
  { status }: ProviderPayment,
  createdAt: string | null | undefined,
): boolean =>
  !DECISIVE.has(status) ||
  (Boolean(createdAt) && now().getTime() - Date.parse(createdAt ?? '') < SNAPSHOT_LIFETIME_MS);
