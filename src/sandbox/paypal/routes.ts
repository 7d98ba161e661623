import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { serveAsset } from '../assets.ts';
import { resultOrMessage } from '../payment-sandbox.ts';
import { approvalPage } from './approval-page.ts';
import { sandboxCertificate } from './certificate.ts';
import { approveOrder, captureOrder, createOrder, findCapture, findOrder } from './orders.ts';
import { findDispute } from './disputes.ts';
import { findRefund, refundCapture } from './refunds.ts';
import { ApiError, type PaypalCredentials, type PaypalState } from './state.ts';
import type { PaypalCall } from './scripts.ts';
import { toCapture, toDispute, toOrder, toRefund } from './wire.ts';

const TOKEN_SECONDS = 32_400;

export function paypalRoutes(state: PaypalState, { clientId, clientSecret }: PaypalCredentials) {
  const { store, scripts, base, now } = state;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  /** Handles an API call, or applies a pending script for it. */
  const handleCall = (name: PaypalCall, handle: Handler) => async (c: Context) => {
    const script = scripts.take('api', name);
    const body: unknown = c.req.method === 'POST' ? await c.req.json().catch(() => ({})) : undefined;
    if (script?.api === 'token_expired') store.tokens.clear();
    if (name !== 'token') requireToken(c);
    if (script?.api !== 'error_500') return handle(c, body);
    if (script.applied) resultOrMessage(() => handle(c, body));
    throw new ApiError(500, 'INTERNAL_SERVER_ERROR');
  };

  function requireToken(c: Context) {
    const token = store.tokens.get(/^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '');
    if (!token || token.expiresAtMs < now().getTime()) throw new ApiError(401, 'AUTHENTICATION_FAILURE');
  }

  function issueToken(c: Context) {
    if (c.req.header('authorization') !== basic) throw new ApiError(401, 'invalid_client');
    const id = `A21${randomBytes(24).toString('base64url')}`;
    store.tokens.put({ id, expiresAtMs: now().getTime() + TOKEN_SECONDS * 1000 });
    return c.json({ scope: '', access_token: id, token_type: 'Bearer', app_id: 'APP-SBX', expires_in: TOKEN_SECONDS });
  }

  const app = new Hono();
  const on = (method: string, path: string, name: PaypalCall, handle: Handler) =>
    app.on(method, path, handleCall(name, handle));
  on('POST', '/v1/oauth2/token', 'token', issueToken);
  on('POST', '/v2/checkout/orders', 'createOrder', (c, body) => {
    const { order, isNew } = createOrder(state, body, requestIdOf(c));
    return c.json(toOrder(state, order), isNew ? 201 : 200);
  });
  on('GET', '/v2/checkout/orders/:id', 'fetchOrder', (c) => c.json(toOrder(state, findOrder(state, idOf(c)))));
  on('POST', '/v2/checkout/orders/:id/capture', 'capture', (c) =>
    c.json(toOrder(state, captureOrder(state, idOf(c))), 201),
  );
  on('GET', '/v2/payments/captures/:id', 'fetchCapture', (c) => c.json(toCapture(base, findCapture(state, idOf(c)))));
  on('POST', '/v2/payments/captures/:id/refund', 'refund', (c, body) =>
    c.json(toRefund(base, refundCapture(state, idOf(c), body, requestIdOf(c))), 201),
  );
  on('GET', '/v2/payments/refunds/:id', 'fetchRefund', (c) => c.json(toRefund(base, findRefund(state, idOf(c)))));
  on('GET', '/v1/customer/disputes/:id', 'fetchDispute', (c) => c.json(toDispute(base, findDispute(state, idOf(c)))));
  return app
    .onError((error, c) => {
      if (!(error instanceof ApiError)) throw error;
      return c.json(error.body, error.status);
    })
    .post('/approve', async (c) => {
      const { order_id } = await c.req.json<{ order_id: string }>();
      return c.json({ id: approveOrder(state, order_id).id });
    })
    .get('/checkoutnow', (c) =>
      c.html(approvalPage(findOrder(state, c.req.query('token') ?? ''), Boolean(c.req.query('again')))),
    )
    .get('/sdk/js', serveAsset('paypal-sdk.js'))
    .get('/approval.js', serveAsset('paypal-approval.js'))
    .get('/certs/webhooks.pem', (c) => c.text(sandboxCertificate().pem));
}

type Handler = (c: Context, body: unknown) => Response;

const requestIdOf = (c: Context) => c.req.header('paypal-request-id');

const idOf = (c: Context) => c.req.param('id') ?? '';
