import { randomInt } from 'node:crypto';
import { toWire } from '#domain/dates.ts';
import type { Reply } from './calls.ts';
import { retryUntilDone, type Purchase, type StressRun } from './stress-run.ts';
import { COUPON } from './environment.ts';
import { anIdempotencyKey, type Viewer } from './simulated-viewer.ts';
import { testNow } from '../test-now.ts';

const REPORT_MODES = ['proof', 'proof', 'proof at both processes', 'webhook', 'lost'] as const;
type ReportMode = (typeof REPORT_MODES)[number];

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

/** Books, pays and waits for the ticket. Returns whether the server confirmed the ticket: never in mode `lost`. */
export async function buyTicket(run: StressRun, viewer: Viewer, movieId: number): Promise<boolean> {
  const [mode, provider] = [
    oneOf(REPORT_MODES),
    randomInt(6) ? ('razorpay' as const) : ('paypal' as const),
  ];
  const order = await retryUntilDone(run, 'for an order', () => book(viewer, movieId, provider));
  run.acknowledged.orders.push(order.movieOrderId);
  const purchase: Purchase = {
    userId: viewer.userId,
    orderId: order.movieOrderId,
    provider,
    isReportedPaid: false,
  };
  const paymentId = await retryUntilDone(run, 'for a checkout', () => checkout(viewer, purchase));
  run.purchases.push(purchase);
  const proof = await pay(run, purchase, paymentId, mode);
  if (mode === 'lost') return false;
  if (mode !== 'webhook') await reportProof(viewer, purchase, proof, mode);
  await retryUntilDone(run, `for the ticket of order ${order.movieOrderId}`, () =>
    checkTicket(viewer, purchase),
  );
  return true;
}

async function book({ request, token }: Viewer, movieId: number, provider: Purchase['provider']) {
  const body = {
    bookingStartTime: toWire(testNow()),
    timezone: 'Asia/Kolkata',
    ...(provider === 'paypal' && { buyerCountry: 'US' }),
    // Usually the coupon is used up, and the viewer buys without it.
    ...(randomInt(3) === 0 && { couponCode: COUPON.couponCode }),
  };
  const path = `/api/ott/movies/${movieId}/orders`;
  const { ok, json } = await request('book', 'POST', path, {
    token,
    body,
    idempotencyKey: anIdempotencyKey(),
  });
  return ok ? (json as { movieOrderId: number }) : null;
}

async function checkout(
  { request, token }: Viewer,
  { orderId, provider }: Purchase,
): Promise<string | null> {
  const path = `/api/ott/orders/${orderId}`;
  const { ok, status, json } = await request(`checkout ${provider}`, 'POST', `${path}/checkout`, {
    token,
    body: { provider },
    idempotencyKey: anIdempotencyKey(),
  });
  if (status === 409 || status === 422)
    await request('book', 'PUT', path, { token, body: { couponCode: '' } });
  return ok ? (json.order_id as string) : null;
}

async function pay(
  { environment }: StressRun,
  { provider }: Purchase,
  paymentId: string,
  mode: ReportMode,
): Promise<object> {
  if (mode === 'lost')
    await environment.sandboxServer.controlSandbox({
      provider,
      webhook: 'drop',
      times: provider === 'paypal' ? 1 : 3,
    });
  if (provider === 'razorpay') return environment.sandboxServer.payByRazorpay(paymentId);
  await environment.sandboxServer.approveByPaypal(paymentId);
  return { paypal_order_id: paymentId };
}

/** Reports the proof without a retry, because `checkTicket` polls the order afterwards. */
async function reportProof(
  { request, token }: Viewer,
  purchase: Purchase,
  proof: object,
  mode: ReportMode,
) {
  const { orderId, provider } = purchase;
  const send = (process?: number) =>
    request(`report ${provider}`, 'PUT', `/api/ott/orders/${orderId}/payment`, {
      token,
      body: { paymentStatus: 'PAID', ...proof },
      idempotencyKey: anIdempotencyKey(),
      ...(process !== undefined && { process }),
    });
  const replies =
    mode === 'proof at both processes' ? await Promise.all([send(0), send(1)]) : [await send()];
  for (const reply of replies) markIfPaid(purchase, reply);
}

async function checkTicket({ request, token }: Viewer, purchase: Purchase): Promise<true | null> {
  markIfPaid(
    purchase,
    await request('ticket', 'GET', `/api/ott/orders/${purchase.orderId}`, { token }),
  );
  return purchase.isReportedPaid || null;
}

const markIfPaid = (purchase: Purchase, { ok, json }: Reply) => {
  if (ok && json.paymentStatus === 'PAID') purchase.isReportedPaid = true;
};
