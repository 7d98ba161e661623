import { type Context, Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { z } from 'zod';
import { serveAsset } from '../assets.ts';
import { bankPage, payInApp, upiState } from './bank.ts';
import { capturePayment, findPayment } from './capture.ts';
import { toCollection } from './entities.ts';
import { createOrder, findOrder, listOrderPayments, listOrders } from './orders.ts';
import { payOrder } from './pay.ts';
import { ApiError, parseBody, SERVER_TROUBLE } from './api-error.ts';
import { hostedPage } from './hosted-page.ts';
import { findDispute } from './disputes.ts';
import { listPage } from './lists.ts';
import { findRefund, findRefundOf, refundPayment, refundsOf } from './refunds.ts';
import { resultOrMessage } from '../payment-sandbox.ts';
import type { ApiCall } from './scripts.ts';
import type { RazorpayState } from './state.ts';

/** `wait` resolves after the time, or when the sandbox closes. */
export function razorpayRoutes(
  state: RazorpayState,
  keyId: string,
  wait: (ms: number) => Promise<unknown>,
) {
  /** Handles an API call, or applies a pending script for it. */
  const handleCall = (name: ApiCall, handle: Handler) => async (c: Context) => {
    if (!LISTS.has(name)) parseBody(NO_PARAMETERS, c.req.query());
    const script = state.scripts.take('api', name);
    const body = c.req.method === 'POST' ? await readBody(c) : undefined;
    if (!script) return c.json(handle(c, body));
    if (script.applied) resultOrMessage(() => handle(c, body));
    if (script.api === 'timeout') await wait(script.afterMs);
    throw new ApiError(SERVER_TROUBLE, {
      code: 'SERVER_ERROR',
      reason: 'server_error',
      status: script.api === 'timeout' ? 504 : 500,
    });
  };

  const v1 = new Hono().use(
    basicAuth({
      verifyUser: (id, secret) => id === keyId && secret === state.keySecret,
      invalidUserMessage: {
        error: new ApiError('Authentication failed', { source: 'NA', step: 'NA', reason: 'NA' })
          .error,
      },
    }),
  );
  v1.post(
    '/orders',
    handleCall('createOrder', (_, body) => createOrder(state, body)),
  );
  v1.get(
    '/orders',
    handleCall('listOrders', (c) => toCollection(listOrders(state, c.req.query()))),
  );
  v1.get(
    '/orders/:id',
    handleCall('fetchOrder', (c) => findOrder(state, idOf(c))),
  );
  v1.get(
    '/orders/:id/payments',
    handleCall('fetchOrderPayments', (c) => toCollection(listOrderPayments(state, idOf(c)))),
  );
  v1.get(
    '/payments',
    handleCall('listPayments', (c) =>
      toCollection(listPage(state.store.payments.all(), c.req.query())),
    ),
  );
  v1.get(
    '/payments/:id',
    handleCall('fetchPayment', (c) => findPayment(state, idOf(c))),
  );
  v1.post(
    '/payments/:id/capture',
    handleCall('capture', (c, body) => capturePayment(state, idOf(c), body)),
  );
  v1.post(
    '/payments/:id/refund',
    handleCall('refund', (c, body) =>
      refundPayment({ state, paymentId: idOf(c), body, key: c.req.header('x-refund-idempotency') }),
    ),
  );
  v1.get(
    '/payments/:id/refunds',
    handleCall('listRefunds', (c) =>
      toCollection(listPage(refundsOf(state, findPayment(state, idOf(c)).id), c.req.query())),
    ),
  );
  v1.get(
    '/payments/:id/refunds/:refundId',
    handleCall('fetchRefund', (c) => findRefundOf(state, idOf(c), c.req.param('refundId') ?? '')),
  );
  v1.get(
    '/refunds',
    handleCall('listRefunds', (c) =>
      toCollection(listPage(state.store.refunds.all(), c.req.query())),
    ),
  );
  v1.get(
    '/refunds/:id',
    handleCall('fetchRefund', (c) => findRefund(state, idOf(c))),
  );
  v1.get(
    '/disputes',
    handleCall('listDisputes', (c) =>
      toCollection(listPage(state.store.disputes.all(), c.req.query())),
    ),
  );
  v1.get(
    '/disputes/:id',
    handleCall('fetchDispute', (c) => findDispute(state, idOf(c))),
  );
  v1.all('*', () => {
    throw new ApiError('The requested URL was not found on the server.');
  });

  return (
    new Hono()
      .onError((error, c) => {
        if (!(error instanceof ApiError)) throw error;
        return c.json({ error: error.error }, error.status);
      })
      .post(
        '/pay',
        handleCall('pay', (_, body) => payOrder(state, body)),
      )
      .get('/checkout.js', serveAsset('checkout.js'))
      .get('/hosted.js', serveAsset('razorpay-hosted.js'))
      .get('/bank.js', serveAsset('razorpay-bank.js'))
      .get('/bank/:id', (c) => c.html(bankPage(state, idOf(c))))
      .post(
        '/bank',
        handleCall('pay', (_, body) => payInApp(state, body)),
      )
      .get('/upi/:id', (c) => c.json(upiState(state, idOf(c), c.req.query())))
      // A browser sends no key: the page stands before the routes that ask for one.
      .post('/v1/checkout/embedded', async (c) =>
        c.html(hostedPage(state, keyId, await c.req.parseBody())),
      )
      .route('/v1', v1)
  );
}

/** Calls that read the parameters themselves. */
const LISTS = new Set<ApiCall>(['listOrders', 'listPayments', 'listRefunds', 'listDisputes']);
const NO_PARAMETERS = z.strictObject({});

type Handler = (c: Context, body: unknown) => object;

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
