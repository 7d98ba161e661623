import { type Context, Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { serveAsset } from '../assets.ts';
import { capturePayment, findPayment } from './capture.ts';
import { toCollection } from './entities.ts';
import { createOrder, findOrder, listOrderPayments, listOrders } from './orders.ts';
import { payOrder } from './pay.ts';
import { ApiError, SERVER_TROUBLE } from './api-error.ts';
import { findRefund, refundPayment } from './refunds.ts';
import type { ApiCall } from './scripts.ts';
import type { RazorpayState } from './state.ts';

interface RouteOptions {
  state: RazorpayState;
  keyId: string;
  /** Resolves after the time, or when the sandbox closes. */
  wait(ms: number): Promise<void>;
}

export function razorpayRoutes({ state, keyId, wait }: RouteOptions) {
  /** Handles an API call, or applies a pending script for it. */
  const handleCall = (name: ApiCall, handle: (c: Context, body: unknown) => object) => async (c: Context) => {
    const script = state.scripts.takeApi(name);
    const body = c.req.method === 'POST' ? await readBody(c) : undefined;
    if (!script) return c.json(handle(c, body));
    if (script.applied) ignoreApiError(() => handle(c, body));
    if (script.api === 'timeout') await wait(script.afterMs);
    throw new ApiError(SERVER_TROUBLE, {
      code: 'SERVER_ERROR',
      reason: 'server_error',
      status: script.api === 'timeout' ? 504 : 500,
    });
  };

  const v1 = new Hono()
    .use(
      basicAuth({
        verifyUser: (id, secret) => id === keyId && secret === state.keySecret,
        invalidUserMessage: {
          error: new ApiError('Authentication failed', { source: 'NA', step: 'NA', reason: 'NA' }).error,
        },
      }),
    )
    .post(
      '/orders',
      handleCall('createOrder', (_, body) => createOrder(state, body)),
    )
    .get(
      '/orders',
      handleCall('listOrders', (c) => toCollection(listOrders(state, c.req.query()))),
    )
    .get(
      '/orders/:id',
      handleCall('fetchOrder', (c) => findOrder(state, idOf(c))),
    )
    .get(
      '/orders/:id/payments',
      handleCall('fetchOrderPayments', (c) => toCollection(listOrderPayments(state, idOf(c)))),
    )
    .get(
      '/payments/:id',
      handleCall('fetchPayment', (c) => findPayment(state, idOf(c))),
    )
    .post(
      '/payments/:id/capture',
      handleCall('capture', (c, body) => capturePayment(state, idOf(c), body)),
    )
    .post(
      '/payments/:id/refund',
      handleCall('refund', (c, body) => refundPayment(state, idOf(c), body, c.req.header('x-refund-idempotency'))),
    )
    .get(
      '/refunds/:id',
      handleCall('fetchRefund', (c) => findRefund(state, idOf(c))),
    )
    .all('*', () => {
      throw new ApiError('The requested URL was not found on the server.');
    });

  return new Hono()
    .onError((error, c) => {
      if (!(error instanceof ApiError)) throw error;
      return c.json({ error: error.error }, error.status);
    })
    .post(
      '/pay',
      handleCall('pay', (_, body) => payOrder(state, body)),
    )
    .get('/checkout.js', serveAsset('checkout.js'))
    .route('/v1', v1);
}

const idOf = (c: Context) => c.req.param('id') ?? '';

async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('The request body is not valid JSON');
  }
}

function ignoreApiError(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
