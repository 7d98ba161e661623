import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { AppEnv } from '../../http.ts';
import { readRazorpayEvent } from '../../ports/payments/razorpay-wire.ts';
import { hashOf } from '../../tokens.ts';
import { storeEvent } from './queries.ts';
import { applyEvent } from './reconcile.ts';
import { RAZORPAY } from './settle.ts';

const BODY_LIMIT = 256 * 1024;

/**
 * POST /payments/webhooks/razorpay: the signature is checked over the raw body, the event stored, then 200 (api.md). What
 * cannot be applied at once is applied by the reconciler, so the provider never waits and never needs to send again.
 */
export function webhookRoute(app: Hono<AppEnv>, deps: Deps) {
  app.post(
    '/payments/webhooks/razorpay',
    bodyLimit({ maxSize: BODY_LIMIT, onError: () => raise(new AppError('too_large', 'body_too_large', 'Too large')) }),
    async (context) => {
      const rawBody = await context.req.text();
      const signature = context.req.header('X-Razorpay-Signature') ?? '';
      if (!deps.razorpay?.isWebhookSignature(rawBody, signature))
        throw new AppError('unauthenticated', 'signature_invalid', 'The signature does not fit');
      const { payment } = readOrRefuse(rawBody);
      const eventKey = context.req.header('x-razorpay-event-id') ?? `body:${hashOf(rawBody)}`;
      const { row, isFirst } = await storeEvent(deps.db, {
        provider: RAZORPAY,
        eventKey,
        source: 'webhook',
        providerOrderId: payment?.orderId ?? null,
        providerPaymentId: payment?.id ?? null,
        payload: { rawBody },
        receivedAt: deps.now(),
      });
      if (isFirst)
        await applyEvent(deps, row).catch((error: unknown) =>
          deps.log.error({ err: error, eventId: row.eventId }, 'an event waits for the reconciler'),
        );
      return context.json({ status: isFirst ? 'stored' : 'known' });
    },
  );
}

function readOrRefuse(rawBody: string) {
  try {
    return readRazorpayEvent(rawBody);
  } catch {
    throw new AppError('malformed', 'malformed_event', 'This is no event that we know');
  }
}
