import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PROVIDER_NAMES, type ProviderName } from '#contract/payments.ts';
import { logFailure } from '../../db/unavailable.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-context.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { applyEvent } from './apply-event.ts';
import { storeEvent } from './queries.ts';

const BODY_LIMIT = 256 * 1024;

/**
 * See api.md. The reconciler applies stored events that fail here, so the provider need not send
 * them again.
 */
export function webhookRoutes(app: Hono<AppEnv>, deps: Deps) {
  for (const name of PROVIDER_NAMES)
    app.post(
      `/payments/webhooks/${name}`,
      bodyLimit({
        maxSize: BODY_LIMIT,
        onError: () => throwError(new AppError('event_too_large')),
      }),
      (context) => receiveEvent(deps, name, context),
    );
}

async function receiveEvent(deps: Deps, name: ProviderName, context: Context<AppEnv>) {
  const rawBody = await context.req.text();
  const event = await readEvent(deps, { name, rawBody, headers: context.req.raw.headers });
  const { payment, fetchBy } = event;
  const { row, isFirst } = await storeEvent(deps.db, {
    provider: name,
    eventKey: event.key,
    source: 'webhook',
    providerOrderId: payment?.orderId ?? (fetchBy && 'orderId' in fetchBy ? fetchBy.orderId : null),
    providerPaymentId:
      payment?.id ?? (fetchBy && 'paymentId' in fetchBy ? fetchBy.paymentId : null),
    payload: { rawBody, event },
    receivedAt: deps.now(),
  });
  if (isFirst)
    await applyEvent(deps, row).catch((error: unknown) =>
      logFailure({
        log: deps.log,
        error,
        message: 'an event could not be applied; the reconciler will apply it',
        fields: {
          eventId: row.eventId,
        },
      }),
    );
  return context.json({ status: isFirst ? 'stored' : 'known' });
}

async function readEvent(
  { payments }: Deps,
  { name, rawBody, headers }: { name: ProviderName; rawBody: string; headers: Headers },
) {
  const refuseSignature = () => throwError(new AppError('signature_invalid'));
  try {
    return (await payments[name]?.readWebhook(rawBody, headers)) ?? refuseSignature();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // The signature cannot be verified without the certificate: the provider must send again.
    if (error.kind === 'unreachable') throw new AppError('certificate_away');
    throw new AppError('malformed_event');
  }
}
