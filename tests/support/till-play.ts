import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { toWire } from '#domain/dates.ts';
import { HOUR, MINUTE } from '#domain/limits.ts';
import { SANDBOX_CREDENTIALS } from '#server/config.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import type { TestHouse } from './house.ts';

const provider = fc.constantFrom('razorpay', 'paypal');
const film = fc.integer({ min: 0, max: 1 });
// The newest payment first: that is where most people are.
const which = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);

/** One thing that may happen at the till. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('book' as const), film, hasCoupon: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('setCoupon' as const), film, isSet: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('checkout' as const), film, provider }) },
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('begin' as const), film, provider, hasCoupon: fc.boolean() }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      which,
      how: fc.constantFrom('plainly', 'plainly', 'plainly', 'failing', 'authorised', 'pending', 'otherSum', 'declined'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('prove' as const), which, isForged: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('decide' as const), which, isYes: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), film }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('spoilNews' as const),
      provider,
      how: fc.constantFrom('drop', 'duplicate', 'reorder', 'corrupt_signature'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('hearNews' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forgeNews' as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('loseReply' as const), provider }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reconcile' as const), isTwice: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('refund' as const), film }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reschedule' as const), film }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const), film }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('deleteAccount' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), for: fc.constantFrom(MINUTE, 20 * MINUTE, 5 * HOUR) }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Opened {
  provider: string;
  order_id: string;
  movieOrderId: number;
  proof?: Record<string, string>;
}

/** A viewer before the till of a house, with two films and a coupon that may be used twice in all, once by each viewer. */
export async function aTill(house: TestHouse) {
  const { clock, deps } = house;
  const viewer = await house.aViewer();
  const films = [await house.aFilm(), await house.aFilm({ ticketRate: 250 })];
  const coupon = await house.aCoupon({ totalLimit: 1 });
  const opened: Opened[] = [];
  const rows = async <Row = Record<string, unknown>>(sql: string) => (await house.database.query(sql)).rows as Row[];
  const lastOrder = async (place: number) =>
    (
      await rows<{ movie_order_id: number; order_no: string }>(
        `select * from orders where movie_id = ${films[place]!.movieId} order by movie_order_id desc limit 1`,
      )
    )[0];
  const nth = (place: number) => opened.at(-1 - (place % Math.max(1, opened.length)));
  const api = (path: string) => `/api/ott${path}`;

  async function play(now: Step): Promise<void> {
    switch (now.does) {
      case 'book':
        await house.post(api(`/movies/${films[now.film]!.movieId}/orders`), {
          as: viewer,
          body: {
            bookingStartTime: toWire(clock.now()),
            buyerCountry: 'US',
            ...(now.hasCoupon && { couponCode: coupon.couponCode }),
          },
        });
        return;
      case 'begin':
        await play({ ...now, does: 'book' });
        return play({ ...now, does: 'checkout' });
      case 'wait':
        return clock.advance(now.for);
      case 'reconcile':
        await Promise.all(now.isTwice ? [reconcile(deps), reconcile(deps)] : [reconcile(deps)]);
        return;
      case 'hearNews':
        await house.script({ provider: 'razorpay', action: 'release' });
        await house.script({ provider: 'paypal', action: 'release' });
        return house.sandbox.idle();
      case 'spoilNews': {
        const amount = now.how === 'reorder' ? { count: 2 } : { times: 2 };
        await house.script({ provider: now.provider, webhook: now.how, ...amount });
        return;
      }
      case 'loseReply':
        await house.script({ provider: now.provider, api: 'error_500', applied: true });
        return;
      case 'withdraw':
        await rows(`update movies set active = 'N' where movie_id = ${films[now.film]!.movieId}`);
        return;
      case 'deleteAccount':
        await rows(`update orders set user_id = null where user_id = ${viewer.userId}`);
        return;
      case 'pay':
      case 'prove':
      case 'decide':
      case 'forgeNews': {
        const payment = nth(now.which);
        return payment && atProvider(now, payment);
      }
      default: {
        const order = await lastOrder(now.film);
        return order && withOrder(now, order.movie_order_id);
      }
    }
  }

  async function withOrder(now: Extract<Step, { film: number }>, movieOrderId: number) {
    const path = api(`/orders/${movieOrderId}`);
    switch (now.does) {
      case 'setCoupon':
        await house.put(path, { as: viewer, body: { couponCode: now.isSet ? coupon.couponCode : '' } });
        return;
      case 'cancel':
        await house.put(`${path}/payment`, { as: viewer, body: { paymentStatus: 'CANCELLED' } });
        return;
      case 'refund':
        await refund(deps, { movieOrderId }, 'asked for').catch(() => undefined);
        return;
      case 'reschedule': {
        const start = new Date(clock.now().getTime() + HOUR);
        await house.post(`${path}/reschedule`, { as: viewer, body: { bookingStartTime: toWire(start) } });
        return;
      }
      case 'checkout': {
        const { status, json } = await house.post(`${path}/checkout`, { as: viewer, body: { provider: now.provider } });
        if (status === 201) opened.push({ provider: now.provider, order_id: json.order_id, movieOrderId });
      }
    }
  }

  async function atProvider(now: Extract<Step, { which: number }>, payment: Opened) {
    const isPaypal = payment.provider === 'paypal';
    switch (now.does) {
      case 'pay': {
        if (isPaypal) {
          const script = { pending: { pay: 'pending' }, otherSum: { pay: 'tamper_amount', amountInCents: 7 } };
          const wanted = { ...script, declined: { pay: 'issue' } }[now.how as 'pending'];
          if (wanted) await house.script({ provider: 'paypal', ...wanted });
          await house.post('/sandbox/paypal/approve', { body: { order_id: payment.order_id } });
          payment.proof = { paypal_order_id: payment.order_id };
          return;
        }
        const script = {
          authorised: { pay: 'authorise_only' },
          otherSum: { pay: 'tamper_amount', amountInPaise: 700 },
        };
        const wanted = script[now.how as 'authorised'];
        if (wanted) await house.script({ provider: 'razorpay', ...wanted });
        const vpa = now.how === 'failing' ? 'failure@razorpay' : 'success@razorpay';
        const { status, json } = await house.post('/sandbox/razorpay/pay', {
          body: { order_id: payment.order_id, vpa },
        });
        if (status === 200) payment.proof = json;
        return;
      }
      case 'prove': {
        const body = { paymentStatus: 'PAID', ...(now.isForged ? forged(payment) : payment.proof) };
        const { status } = await house.put(api(`/orders/${payment.movieOrderId}/payment`), { as: viewer, body });
        if (status >= 500 && status !== 502) throw new Error(`The report was answered ${status}`);
        return;
      }
      case 'decide': {
        const { captures, payments } = await (
          await house.script({ provider: payment.provider, action: 'list' })
        ).json();
        const mine = [...(captures ?? []), ...(payments ?? [])].find((each: any) =>
          [each.orderId, each.order_id].includes(payment.order_id),
        );
        if (!mine) return;
        const command = isPaypal
          ? { action: now.isYes ? 'complete' : 'deny', capture_id: mine.id }
          : { action: 'capture', payment_id: mine.id };
        await house.script({ provider: payment.provider, ...command });
        return;
      }
      case 'forgeNews':
        return forgeNews(payment);
    }
  }

  const forged = ({ order_id, provider: name }: Opened) =>
    name === 'paypal'
      ? { paypal_order_id: 'FORGED0000000001' }
      : {
          razorpay_order_id: order_id,
          razorpay_payment_id: 'pay_Forged00000001',
          razorpay_signature: createHmac('sha256', 'guess').update(`${order_id}|pay_Forged00000001`).digest('hex'),
        };

  async function forgeNews({ order_id }: Opened) {
    const entity = { id: 'pay_Forged00000002', amount: 17600, currency: 'INR', status: 'captured', order_id };
    const body = JSON.stringify({ entity: 'event', event: 'payment.captured', payload: { payment: { entity } } });
    const signature = createHmac('sha256', `not ${SANDBOX_CREDENTIALS.razorpay.webhookSecret}`)
      .update(body)
      .digest('hex');
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'evt_forged' };
    const { status } = await house.post(api('/payments/webhooks/razorpay'), { body, headers });
    if (status !== 401) throw new Error(`A forged webhook was answered ${status}`);
  }

  return { viewer, films, coupon, play, rows };
}
