import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { approvalPage } from './approval-page.ts';
import { sandboxCertificate } from './certificate.ts';
import { approve, capture, createOrder, findCapture, findOrder } from './orders.ts';
import { findRefund, refund } from './refunds.ts';
import { Refusal, type Room } from './room.ts';
import type { PaypalCall } from './scripts.ts';
import { toCapture, toOrder, toRefund } from './wire.ts';

const TOKEN_SECONDS = 32_400;

interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** PayPal's API, its approval popup and the certificate of its webhooks. */
export function paypalRoutes(room: Room, { clientId, clientSecret }: Credentials) {
  const { store, scripts, base, now } = room;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  /** Answers a named call, unless a script has something else in mind for it. */
  const answer = (name: PaypalCall, verb: (c: Context, body: unknown) => Response) => async (c: Context) => {
    const script = scripts.takeApi(name);
    const body: unknown = c.req.method === 'POST' ? await c.req.json().catch(() => ({})) : undefined;
    if (script?.api === 'token_expired') store.tokens.clear();
    if (name !== 'token') requireToken(c);
    if (script?.api !== 'error_500') return verb(c, body);
    if (script.applied) attempt(() => verb(c, body));
    throw new Refusal(500, 'INTERNAL_SERVER_ERROR');
  };

  function requireToken(c: Context) {
    const token = store.tokens.get(/^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '');
    if (!token || token.until < now().getTime()) throw new Refusal(401, 'AUTHENTICATION_FAILURE');
  }

  function giveToken(c: Context) {
    if (c.req.header('authorization') !== basic) throw new Refusal(401, 'invalid_client');
    const id = `A21${randomBytes(24).toString('base64url')}`;
    store.tokens.put({ id, until: now().getTime() + TOKEN_SECONDS * 1000 });
    return c.json({ scope: '', access_token: id, token_type: 'Bearer', app_id: 'APP-SBX', expires_in: TOKEN_SECONDS });
  }

  const api = new Hono()
    .post(
      '/v1/oauth2/token',
      answer('token', (c) => giveToken(c)),
    )
    .post(
      '/v2/checkout/orders',
      answer('createOrder', (c, body) => {
        const { order, isNew } = createOrder(room, body, c.req.header('paypal-request-id'));
        return c.json(toOrder(room, order), isNew ? 201 : 200);
      }),
    )
    .get(
      '/v2/checkout/orders/:id',
      answer('fetchOrder', (c) => c.json(toOrder(room, findOrder(room, idOf(c))))),
    )
    .post(
      '/v2/checkout/orders/:id/capture',
      answer('capture', (c) => c.json(toOrder(room, capture(room, idOf(c))), 201)),
    )
    .get(
      '/v2/payments/captures/:id',
      answer('fetchCapture', (c) => c.json(toCapture(base, findCapture(room, idOf(c))))),
    )
    .post(
      '/v2/payments/captures/:id/refund',
      answer('refund', (c, body) =>
        c.json(toRefund(base, refund(room, idOf(c), body, c.req.header('paypal-request-id'))), 201),
      ),
    )
    .get(
      '/v2/payments/refunds/:id',
      answer('fetchRefund', (c) => c.json(toRefund(base, findRefund(room, idOf(c))))),
    );

  return new Hono()
    .onError((error, c) => {
      if (!(error instanceof Refusal)) throw error;
      return c.json(error.body, error.status);
    })
    .post('/approve', async (c) => {
      const { order_id } = await c.req.json<{ order_id: string }>();
      return c.json({ id: approve(room, order_id).id });
    })
    .get('/checkoutnow', (c) =>
      c.html(approvalPage(findOrder(room, c.req.query('token') ?? ''), Boolean(c.req.query('again')))),
    )
    .get('/certs/webhooks.pem', (c) => c.text(sandboxCertificate().pem))
    .route('/', api);
}

const idOf = (c: Context) => c.req.param('id') ?? '';

function attempt(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
