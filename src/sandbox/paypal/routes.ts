import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { serveAsset } from '../assets.ts';
import { resultOrMessage } from '../payment-sandbox.ts';
import { approvalPage } from './approval-page.ts';
import { sandboxCertificate } from './certificate.ts';
import { approveOrder, captureOrder, createOrder, findCapture, findOrder } from './orders.ts';
import { findDispute, listDisputes } from './disputes.ts';
import { findRefund, refundCapture } from './refunds.ts';
import { ApiError, OAuthError, type PaypalCredentials, type PaypalState } from './state.ts';
import type { PaypalCall } from './scripts.ts';
import { toCapture, toDispute, toMinimal, toMinimalCapture, toOrder, toRefund } from './wire.ts';

const TOKEN_SECONDS = 32_400;

export function paypalRoutes(state: PaypalState, { clientId, clientSecret }: PaypalCredentials) {
  const { store, scripts, base, now } = state;
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  /** Handles an API call, or applies a pending script for it. */
  const handleCall = (name: PaypalCall, handle: Handler) => async (c: Context) => {
    const script = scripts.take('api', name);
    const body = c.req.method === 'POST' ? await readBody(c, name) : undefined;
    if (script?.api === 'token_expired') store.tokens.clear();
    if (name !== 'token') requireToken(c);
    if (script?.api !== 'error_500') return handle(c, body);
    if (script.applied) resultOrMessage(() => handle(c, body));
    throw new ApiError('INTERNAL_SERVER_ERROR');
  };

  function requireToken(c: Context) {
    const authorization = c.req.header('authorization');
    if (!authorization) throw new ApiError('AUTHENTICATION_FAILURE');
    const token = store.tokens.get(/^Bearer (.+)$/.exec(authorization)?.[1] ?? '');
    if (!token || token.expiresAtMs < now().getTime())
      throw new OAuthError(401, 'invalid_token', 'Access Token not found in cache');
  }

  function issueToken(c: Context, body: unknown) {
    if (c.req.header('authorization') !== basic)
      throw new OAuthError(401, 'invalid_client', 'Client Authentication failed');
    const grantType = new URLSearchParams(String(body)).get('grant_type');
    if (grantType !== 'client_credentials')
      throw new OAuthError(
        400,
        'unsupported_grant_type',
        grantType ? 'unsupported grant_type' : 'Grant Type is NULL',
      );
    const id = `A21${randomBytes(24).toString('base64url')}`;
    store.tokens.put({ id, expiresAtMs: now().getTime() + TOKEN_SECONDS * 1000 });
    return c.json({
      scope: '',
      access_token: id,
      token_type: 'Bearer',
      app_id: 'APP-SBX',
      expires_in: TOKEN_SECONDS,
    });
  }

  const app = new Hono();
  app.post('/v1/oauth2/token', handleCall('token', issueToken));
  app.post(
    '/v2/checkout/orders',
    handleCall('createOrder', (c, body) => {
      const { order, isNew } = createOrder(state, body, requestIdOf(c));
      const reply = toOrder(state, order);
      return c.json(isRepresentationWanted(c) ? reply : toMinimal(reply), isNew ? 201 : 200);
    }),
  );
  app.get(
    '/v2/checkout/orders/:id',
    handleCall('fetchOrder', (c) => c.json(toOrder(state, findOrder(state, idOf(c))))),
  );
  app.post(
    '/v2/checkout/orders/:id/capture',
    handleCall('capture', (c) => {
      const { order, isNew } = captureOrder(state, idOf(c), requestIdOf(c));
      const reply = toOrder(state, order);
      return c.json(isRepresentationWanted(c) ? reply : toMinimalCapture(reply), isNew ? 201 : 200);
    }),
  );
  app.get(
    '/v2/payments/captures/:id',
    handleCall('fetchCapture', (c) => c.json(toCapture(base, findCapture(state, idOf(c))))),
  );
  app.post(
    '/v2/payments/captures/:id/refund',
    handleCall('refund', (c, body) => {
      const reply = toRefund(
        base,
        refundCapture({ state, captureId: idOf(c), body, requestId: requestIdOf(c) }),
      );
      return c.json(isRepresentationWanted(c) ? reply : toMinimal(reply), 201);
    }),
  );
  app.get(
    '/v2/payments/refunds/:id',
    handleCall('fetchRefund', (c) => c.json(toRefund(base, findRefund(state, idOf(c))))),
  );
  app.get(
    '/v1/customer/disputes',
    handleCall('listDisputes', (c) => c.json(listDisputes(state, c.req.query()))),
  );
  app.get(
    '/v1/customer/disputes/:id',
    handleCall('fetchDispute', (c) => c.json(toDispute(base, findDispute(state, idOf(c))))),
  );
  return app
    .onError((error, c) => {
      if (!(error instanceof ApiError || error instanceof OAuthError)) throw error;
      return c.json(error.body, error.status);
    })
    .post('/approve', async (c) => {
      const { order_id } = await c.req.json<{ order_id: string }>();
      return c.json({ id: approveOrder(state, order_id).id });
    })
    .get('/checkoutnow', (c) => c.html(approvalPage(findOrder(state, c.req.query('token') ?? ''))))
    .get('/web-sdk/v6/core', serveAsset('paypal-sdk.js'))
    .get('/approval.js', serveAsset('paypal-approval.js'))
    .get('/certs/webhooks.pem', (c) => c.text(sandboxCertificate().pem));
}

type Handler = (c: Context, body: unknown) => Response;

const requestIdOf = (c: Context) => c.req.header('paypal-request-id');

const isRepresentationWanted = (c: Context) => c.req.header('prefer') === 'return=representation';

const idOf = (c: Context) => c.req.param('id') ?? '';

/** The body of a token call is a form, the others are JSON. */
async function readBody(c: Context, name: PaypalCall): Promise<unknown> {
  const text = await c.req.text();
  if (name === 'token') return text;
  if (!text) return {};
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? ''))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('INVALID_REQUEST', { issue: 'MALFORMED_REQUEST_JSON' });
  }
}
