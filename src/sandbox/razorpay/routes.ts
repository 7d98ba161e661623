import { type Context, Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import type { ApiCall } from '../control.ts';
import { capture, findPayment } from './capture.ts';
import { collection } from './entities.ts';
import { createOrder, findOrder, listOrderPayments, listOrders } from './orders.ts';
import { pay } from './pay.ts';
import { Refusal, TROUBLE } from './refusal.ts';
import { findRefund, refund } from './refunds.ts';
import type { Room } from './room.ts';

interface RouteOptions {
  room: Room;
  keyId: string;
  /** Resolves after so many milliseconds, or when the sandbox closes. */
  wait(ms: number): Promise<void>;
}

export function razorpayRoutes({ room, keyId, wait }: RouteOptions) {
  /** Answers a named call, unless a script has something else in mind for it. */
  const answer = (name: ApiCall, verb: (c: Context, body: unknown) => object) => async (c: Context) => {
    const script = room.scripts.takeApi(name);
    const body = c.req.method === 'POST' ? await readBody(c) : undefined;
    if (!script) return c.json(verb(c, body));
    if (script.applied) attempt(() => verb(c, body));
    if (script.api === 'timeout') await wait(script.afterMs);
    throw new Refusal(TROUBLE, {
      code: 'SERVER_ERROR',
      reason: 'server_error',
      status: script.api === 'timeout' ? 504 : 500,
    });
  };

  const v1 = new Hono()
    .use(
      basicAuth({
        verifyUser: (id, secret) => id === keyId && secret === room.keySecret,
        invalidUserMessage: {
          error: new Refusal('Authentication failed', { source: 'NA', step: 'NA', reason: 'NA' }).error,
        },
      }),
    )
    .post(
      '/orders',
      answer('createOrder', (_, body) => createOrder(room, body)),
    )
    .get(
      '/orders',
      answer('listOrders', (c) => collection(listOrders(room, c.req.query()))),
    )
    .get(
      '/orders/:id',
      answer('fetchOrder', (c) => findOrder(room, idOf(c))),
    )
    .get(
      '/orders/:id/payments',
      answer('fetchOrderPayments', (c) => collection(listOrderPayments(room, idOf(c)))),
    )
    .get(
      '/payments/:id',
      answer('fetchPayment', (c) => findPayment(room, idOf(c))),
    )
    .post(
      '/payments/:id/capture',
      answer('capture', (c, body) => capture(room, idOf(c), body)),
    )
    .post(
      '/payments/:id/refund',
      answer('refund', (c, body) => refund(room, idOf(c), body, c.req.header('x-refund-idempotency'))),
    )
    .get(
      '/refunds/:id',
      answer('fetchRefund', (c) => findRefund(room, idOf(c))),
    )
    .all('*', () => {
      throw new Refusal('The requested URL was not found on the server.');
    });

  return new Hono()
    .onError((error, c) => {
      if (!(error instanceof Refusal)) throw error;
      return c.json({ error: error.error }, error.status);
    })
    .post(
      '/pay',
      answer('pay', (_, body) => pay(room, body)),
    )
    .route('/v1', v1);
}

const idOf = (c: Context) => c.req.param('id') ?? '';

async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('The request body is not valid JSON');
  }
}

function attempt(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
