import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { logFailure } from '../../db/away.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { AppEnv } from '../../http.ts';
import { PROVIDER_NAMES, type ProviderName } from '../../ports/payments/provider.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { applyEvent } from './apply-event.ts';
import { storeEvent } from './queries.ts';

const BODY_LIMIT = 256 * 1024;

/**
 * POST /payments/webhooks/{razorpay, paypal}: the signature is checked over the raw body, the event stored, then 200
 * (api.md). What cannot be applied at once is applied by the reconciler, so the provider never waits and never needs to
 * send again.
 */
export function webhookRoutes(app: Hono<AppEnv>, deps: Deps) {
  for (const name of PROVIDER_NAMES)
    app.post(
      `/payments/webhooks/${name}`,
      bodyLimit({
        maxSize: BODY_LIMIT,
        onError: () => raise(new AppError('too_large', 'body_too_large', 'Too large')),
      }),
      (context) => take(deps, name, context),
    );
}

async function take(deps: Deps, name: ProviderName, context: Context<AppEnv>) {
  const rawBody = await context.req.text();
  const event = await readOrRefuse(deps, name, rawBody, context.req.raw.headers);
  const { payment, ask } = event;
  const { row, isFirst } = await storeEvent(deps.db, {
    provider: name,
    eventKey: event.key,
    source: 'webhook',
    providerOrderId: payment?.orderId ?? (ask && 'orderId' in ask ? ask.orderId : null),
    providerPaymentId: payment?.id ?? (ask && 'paymentId' in ask ? ask.paymentId : null),
    payload: { rawBody, event },
    receivedAt: deps.now(),
  });
  if (isFirst)
    await applyEvent(deps, row).catch((error: unknown) =>
      logFailure(deps.log, error, 'an event waits for the reconciler', { eventId: row.eventId }),
    );
  return context.json({ status: isFirst ? 'stored' : 'known' });
}

async function readOrRefuse({ payments }: Deps, name: ProviderName, rawBody: string, headers: Headers) {
  const unsigned = () => raise(new AppError('unauthenticated', 'signature_invalid', 'The signature does not fit'));
  try {
    return (await payments[name]?.readWebhook(rawBody, headers)) ?? unsigned();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Without its certificate a signature cannot be judged: the provider sends again.
    if (error.kind === 'unreachable') throw new AppError('unavailable', 'provider_away', 'Please send it again later');
    throw new AppError('malformed', 'malformed_event', 'This is no event that we know');
  }
}
