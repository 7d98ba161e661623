import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aTill, type Step, step } from '../support/till-play.ts';

// `npm run test:long` plays 10,000.
const SEQUENCES = Number(process.env['MONEY_SEQUENCES'] ?? 300);
const MINUTES_FOR_ALL = 5 + SEQUENCES / 100;

const clock = aClock();
let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ clock });
});

type Till = Awaited<ReturnType<typeof aTill>>;
interface OrderRow {
  movie_order_id: number;
  payment_status: string;
  payment_transaction_no: string | null;
  total_rounded_value: number;
  coupon_code: string | null;
}
interface Money {
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  isCaptured: boolean;
}

const seen = { tickets: 0, refunds: 0, held: 0, inDollars: 0, withCoupon: 0 };

const filmsOf = ({ films }: Till) => films.map(({ movieId }) => movieId).join(', ');

/** All that the providers ever took in this sequence, given back or not. */
async function takenMoney(): Promise<Money[]> {
  const list = async (provider: string) => (await house.script({ provider, action: 'list' })).json() as Promise<any>;
  const [razorpay, paypal] = [await list('razorpay'), await list('paypal')];
  const taken = (status: string) => ['captured', 'refunded', 'COMPLETED', 'REFUNDED'].includes(status);
  const isHeldByUs = (status: string) => ['captured', 'COMPLETED'].includes(status);
  return [...razorpay.payments, ...paypal.captures]
    .filter(({ status }) => taken(status))
    .map((each) => ({
      id: each.id,
      orderId: each.order_id ?? each.orderId,
      amount: each.amount,
      currency: each.currency,
      isCaptured: isHeldByUs(each.status),
    }));
}

/** What must hold after every step. */
async function checkAlways(till: Till) {
  const live = await till.rows(
    `select user_id, movie_id from orders where payment_status = 'PAID' and movie_id in (${filmsOf(till)})
       and user_id is not null and booking_end_time > '${clock.now().toISOString()}'
     group by user_id, movie_id having count(*) > 1`,
  );
  expect(live, 'two live tickets').toEqual([]);
  const [uses] = await till.rows<{ n: number }>(
    `select count(*)::int n from coupon_uses where coupon_code = '${till.coupon.couponCode}'`,
  );
  expect(uses!.n, 'uses of the coupon').toBeLessThanOrEqual(1);
  const papers = await till.rows<{ series: string; last: number; n: number }>(
    `select s.series, s.last_number::int last, count(i.*)::int n from invoice_series s
     left join invoices i on split_part(i.invoice_no, '/', 1) = s.series group by s.series, s.last_number`,
  );
  for (const { series, last, n } of papers) expect(n, `papers of ${series}`).toBe(last);
}

/** Everything that is on its way arrives; then money and tickets must agree. */
async function settleAndCheck(till: Till) {
  for (const provider of ['razorpay', 'paypal']) {
    await house.script({ provider, action: 'forget' });
    await house.script({ provider, action: 'release' });
  }
  await house.sandbox.idle();
  for (let round = 0; round < 3; round++) {
    clock.advance(MINUTE);
    await till.rows('update payment_attempts set checked_at = null');
    await reconcile(house.deps);
    await house.sandbox.idle();
  }
  await checkAlways(till);

  const orders = await till.rows<OrderRow>(`select * from orders where movie_id in (${filmsOf(till)})`);
  const ids = orders.map((order) => order.movie_order_id).join(', ') || '0';
  const attempts = await till.rows<any>(`select * from payment_attempts where movie_order_id in (${ids})`);
  const refunds = await till.rows<any>(`select * from refunds where movie_order_id in (${ids})`);
  const uses = await till.rows<any>(`select * from coupon_uses where movie_order_id in (${ids})`);
  const papers = await till.rows<any>(`select * from invoices where movie_order_id in (${ids})`);
  const money = await takenMoney();

  for (const { id, isCaptured } of money) {
    const pays = orders.filter((order) => order.payment_transaction_no === id);
    const back = refunds.filter((each) => each.provider_payment_id === id);
    const held = attempts.filter(({ held_reason }) => held_reason?.includes(`${id}:`));
    expect(pays.length, `tickets for ${id}`).toBeLessThanOrEqual(1);
    if (back.length) seen.refunds++;
    if (held.length) seen.held++;
    const isTicket = pays[0]?.payment_status === 'PAID';
    expect([isTicket, back.length > 0, held.length > 0].filter(Boolean), `what became of ${id}`).toHaveLength(1);
    expect(isCaptured, `${id} is captured`).toBe(back.every(({ state }) => state !== 'done'));
    expect(back.map(({ state }) => state).filter((state) => state !== 'done')).toEqual([]);
  }
  for (const order of orders) {
    const paper = papers.filter((each) => each.movie_order_id === order.movie_order_id).map(({ kind }) => kind);
    const isPaid = order.payment_status === 'PAID';
    expect(paper.toSorted(), `papers of ${order.payment_status}`).toEqual(
      isPaid ? ['invoice'] : order.payment_status === 'REFUNDED' ? ['credit-note', 'invoice'] : [],
    );
    if (!isPaid) continue;
    seen.tickets++;
    if (order.coupon_code) seen.withCoupon++;
    const by = money.find(({ id }) => id === order.payment_transaction_no);
    const attempt = attempts.find((each) => each.provider_order_id === by?.orderId);
    if (by?.currency === 'USD') seen.inDollars++;
    expect(by, 'the money of a ticket').toMatchObject({
      amount: attempt.amount,
      currency: attempt.currency,
      isCaptured: true,
    });
    expect(attempt).toMatchObject({ movie_order_id: order.movie_order_id, order_total: order.total_rounded_value });
    if (order.coupon_code) expect(uses.map((use) => use.movie_order_id)).toContain(order.movie_order_id);
  }
}

/** The next sequence must not be asked about this one's payments. */
async function putAway(till: Till) {
  for (const provider of ['razorpay', 'paypal']) await house.script({ provider, action: 'reset' });
  await till.rows(`update payment_attempts set created_at = created_at - interval '30 days'`);
}

async function playAll(steps: Step[]) {
  const till = await aTill(house);
  try {
    for (const each of steps) {
      await till.play(each);
      await checkAlways(till);
    }
    await settleAndCheck(till);
  } finally {
    await putAway(till);
  }
}

test(
  `money and tickets agree, whatever happens in whatever order (${SEQUENCES} sequences)`,
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }), playAll), {
      numRuns: SEQUENCES,
    });
    // The sequences have been where it matters.
    if (SEQUENCES < 300) return;
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(SEQUENCES / 100);
  },
  MINUTES_FOR_ALL * MINUTE,
);
