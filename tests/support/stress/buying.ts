import { randomInt } from 'node:crypto';
import { toWire } from '#domain/dates.ts';
import type { Reply } from './calls.ts';
import { persist, type Purchase, type Stage } from './stage.ts';
import { COUPON } from './town.ts';
import { aKey, type Viewer } from './viewer.ts';

/** How the house comes to know of the money. */
const WAYS = ['proof', 'proof', 'proof at both', 'webhook', 'vanishes'] as const;
type Way = (typeof WAYS)[number];

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

/** Books, pays and comes for the ticket; whether the house told of it. A payer who vanished does not ask. */
export async function buy(stage: Stage, viewer: Viewer, movieId: number): Promise<boolean> {
  const [way, provider] = [oneOf(WAYS), randomInt(6) ? ('razorpay' as const) : ('paypal' as const)];
  const order = await persist(stage, 'an order', () => book(viewer, movieId, provider));
  stage.acknowledged.orders.push(order.movieOrderId);
  const purchase: Purchase = { userId: viewer.userId, orderId: order.movieOrderId, provider, wasTold: false };
  const paymentId = await persist(stage, 'a payment to be opened', () => checkout(viewer, purchase));
  stage.purchases.push(purchase);
  const proof = await pay(stage, purchase, paymentId, way);
  if (way === 'vanishes') return false;
  if (way !== 'webhook') await report(viewer, purchase, proof, way);
  await persist(stage, `the ticket of order ${order.movieOrderId}`, () => ticket(viewer, purchase));
  return true;
}

async function book({ ask, token }: Viewer, movieId: number, provider: Purchase['provider']) {
  const body = {
    bookingStartTime: toWire(new Date()),
    timezone: 'Asia/Kolkata',
    ...(provider === 'paypal' && { buyerCountry: 'US' }),
    // Most will hear that it is used up, and buy without.
    ...(randomInt(3) === 0 && { couponCode: COUPON.couponCode }),
  };
  const path = `/api/ott/movies/${movieId}/orders`;
  const { ok, json } = await ask('book', 'POST', path, { token, body, key: aKey() });
  return ok ? (json as { movieOrderId: number }) : null;
}

async function checkout({ ask, token }: Viewer, { orderId, provider }: Purchase): Promise<string | null> {
  const path = `/api/ott/orders/${orderId}`;
  const { ok, status, json } = await ask(`checkout ${provider}`, 'POST', `${path}/checkout`, {
    token,
    body: { provider },
    key: aKey(),
  });
  // The coupon was used up between booking and paying.
  if (status === 409 || status === 422) await ask('book', 'PUT', path, { token, body: { couponCode: '' } });
  return ok ? (json.order_id as string) : null;
}

/** The provider's own window: the house is not in it. */
async function pay({ town }: Stage, { provider }: Purchase, paymentId: string, way: Way): Promise<object> {
  if (way === 'vanishes') await town.bank.control({ provider, webhook: 'drop', times: provider === 'paypal' ? 1 : 3 });
  if (provider === 'razorpay') return town.bank.pay(paymentId);
  await town.bank.approve(paymentId);
  return { paypal_order_id: paymentId };
}

/** Once is enough: should no answer come, the page asks how the ticket stands. */
async function report({ ask, token }: Viewer, purchase: Purchase, proof: object, way: Way) {
  const { orderId, provider } = purchase;
  const say = (process?: number) =>
    ask(`report ${provider}`, 'PUT', `/api/ott/orders/${orderId}/payment`, {
      token,
      body: { paymentStatus: 'PAID', ...proof },
      key: aKey(),
      ...(process !== undefined && { process }),
    });
  const replies = way === 'proof at both' ? await Promise.all([say(0), say(1)]) : [await say()];
  for (const reply of replies) listen(purchase, reply);
}

async function ticket({ ask, token }: Viewer, purchase: Purchase): Promise<true | null> {
  listen(purchase, await ask('ticket', 'GET', `/api/ott/orders/${purchase.orderId}`, { token }));
  return purchase.wasTold || null;
}

const listen = (purchase: Purchase, { ok, json }: Reply) => {
  if (ok && json.paymentStatus === 'PAID') purchase.wasTold = true;
};
