/** @module-tag databases */
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { readConfig } from '#server/config/read-config.ts';
import { openHouse } from '#server/house.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { openOutside } from '../../scripts/outside.ts';
import { aDatabase } from '../support/database.ts';
import { caller, SECRETS } from '../support/house.ts';
import { makers } from '../support/makers.ts';
import { isPostgres } from '../support/postgres.ts';
import { aFreePort, runCommand } from '../support/server-process.ts';

// The operator's commands as they are typed. With the embedded database no server runs, and a command opens the sandboxes itself;
// with PostgreSQL it asks those of the server that runs.
const database = await aDatabase();
const port = await aFreePort();
const settings = { DATABASE_URL: database.url, DATA_DIR: database.dataDir, ORIGIN: `http://127.0.0.1:${port}` };
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined };
const noJobs = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };

interface Sold {
  movieOrderId: number;
  orderNo: string;
  paymentId: string;
}
let ticket: Sold;
let other: Sold;
let held: Sold;
let failed: Sold;
/** Of submissions: one that is paid, and one for which another sum came. */
let fee: { feeNo: string; paymentId: string };
let heldFee: typeof fee;

beforeAll(async () => {
  const config = readConfig({ NODE_ENV: 'test', ...settings }, () => SECRETS);
  const within: typeof fetch = async (input, init) => house.app.request(new Request(input, init));
  const outside = openOutside(config, { fetch: within });
  const house = await openHouse(
    { ...config, logLevel: 'silent' },
    { jobs: noJobs, sandbox: outside.app, fetch: within },
  );
  const { post, put } = caller(house.app, config, clock);
  const make = makers(house.database.db, clock);
  const script = (command: object) => post('/sandbox/control', { body: command });

  async function sell(provider: 'razorpay' | 'paypal', pay: (order_id: string) => Promise<object>): Promise<Sold> {
    const [as, film] = [await make.aViewer(), await make.aFilm()];
    const body = { bookingStartTime: toWire(new Date()), timezone: 'Asia/Kolkata', buyerCountry: 'US' };
    const { json: order } = await post(`/api/ott/movies/${film.movieId}/orders`, { as, body });
    const path = `/api/ott/orders/${order.movieOrderId}`;
    const { json: opened } = await post(`${path}/checkout`, { as, body: { provider } });
    const proof = await pay(opened.order_id);
    const { json: paid } = await put(`${path}/payment`, { as, body: { paymentStatus: 'PAID', ...proof } });
    return { movieOrderId: order.movieOrderId, orderNo: order.orderNo, paymentId: paid.paymentTransactionNo };
  }
  async function payFee(pay: (order_id: string) => Promise<{ razorpay_payment_id: string }>): Promise<typeof fee> {
    const as = await make.aViewer();
    const { json: opened } = await post('/api/ott/submissions/checkout', { as, body: { amount: 500 } });
    const proof = await pay(opened.order_id);
    const path = `/api/ott/submissions/fees/${opened.fee.feeId}/payment`;
    await put(path, { as, body: { paymentStatus: 'PAID', ...proof } });
    return { feeNo: opened.fee.feeNo, paymentId: proof.razorpay_payment_id };
  }
  const byUpi = async (order_id: string): Promise<{ razorpay_payment_id: string }> =>
    (await post('/sandbox/razorpay/pay', { body: { order_id, vpa: 'success@razorpay' } })).json;
  const byPaypal = async (order_id: string) => {
    await post('/sandbox/paypal/approve', { body: { order_id } });
    return { paypal_order_id: order_id };
  };

  [ticket, other] = [await sell('razorpay', byUpi), await sell('razorpay', byUpi)];
  await script({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 700 });
  let paymentId = '';
  const sevenRupees = await sell('razorpay', async (id) => {
    const proof = await byUpi(id);
    paymentId = proof.razorpay_payment_id;
    return proof;
  });
  held = { ...sevenRupees, paymentId };
  fee = await payFee(byUpi);
  await script({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 900 });
  heldFee = await payFee(byUpi);
  failed = await sell('paypal', byPaypal);
  await script({ provider: 'paypal', refund: 'fail' });
  await refund(house.deps, failed, 'Asked by letter');
  await tellRefunds(house.deps);
  await outside.idle();
  const close = async () => {
    outside.close();
    await house.close();
  };
  if (!isPostgres) return close();
  const server = serve({ fetch: house.app.fetch, port, hostname: '127.0.0.1' });
  return async () => {
    server.close();
    await close();
  };
}, 60_000);
afterAll(() => database.drop());

async function run(...args: string[]) {
  const command = runCommand(args, settings);
  const code = await command.ended;
  return `${command.output().trim()} (${code})`;
}
const order = (...args: string[]) => run('scripts/cinema.ts', 'order', ...args);
const look = (sql: string) => database.visit(async ({ query }) => (await query(sql)).rows);

describe('cinema order held, and return', { timeout: 180_000 }, () => {
  test('lists what waits for a person, with the sums', async () => {
    const lines = (await order('held')).split('\n').map((line) => line.split(/ {2,}/));
    expect(lines).toEqual([
      ['case', 'payment', 'by', 'order or fee', 'status', 'reason'],
      ['held', held.paymentId, 'razorpay', held.orderNo, 'NEW', 'INR 7.00 came instead of INR 176.00'],
      ['held', heldFee.paymentId, 'razorpay', heldFee.feeNo, 'NEW', 'INR 9.00 came instead of INR 500.00'],
      ['failed', failed.paymentId, 'paypal', failed.orderNo, '-', 'Asked by letter (0)'],
    ]);
  });

  test('sends money back: what is held, and what a provider had refused to return', async () => {
    expect(await order('return', held.paymentId)).toBe(`${held.paymentId} is returned (0)`);
    expect(await order('return', heldFee.paymentId)).toBe(`${heldFee.paymentId} is returned (0)`);
    expect(await order('return', failed.paymentId)).toBe(`${failed.paymentId} is returned (0)`);
    expect(
      await look(`select state, coalesce(o.payment_status, f.payment_status) as bill from refunds
        left join orders o using (movie_order_id) left join submission_fees f using (fee_id) order by refund_id`),
    ).toEqual([
      { state: 'done', bill: 'REFUNDED' },
      { state: 'done', bill: 'NEW' },
      { state: 'done', bill: 'NEW' },
    ]);
    expect(await order('return', ticket.paymentId)).toBe(
      `No payment ${ticket.paymentId} is held, and no refund of it has failed. (1)`,
    );
  });
});

describe('cinema order refund', { timeout: 180_000 }, () => {
  test('returns a ticket’s money, and says so', async () => {
    expect(await order('refund', ticket.orderNo, '--reason', 'It stopped')).toBe(`${ticket.orderNo} is refunded (0)`);
    expect(
      await look(`select payment_status, reason, state, (select count(*)::int from invoices i where i.movie_order_id = orders.movie_order_id and kind = 'credit-note') notes
        from orders join refunds using (movie_order_id) where order_no = '${ticket.orderNo}'`),
    ).toEqual([{ payment_status: 'REFUNDED', reason: 'It stopped', state: 'done', notes: 1 }]);
  });

  test('returns the fee of a submission by its number', async () => {
    expect(await order('refund', fee.feeNo, '--reason', 'It was declined')).toBe(`${fee.feeNo} is refunded (0)`);
    expect(
      await look(`select payment_status, refunded_at is not null as is_dated, reason, state
        from submission_fees join refunds using (fee_id) where fee_no = '${fee.feeNo}'`),
    ).toEqual([{ payment_status: 'REFUNDED', is_dated: true, reason: 'It was declined', state: 'done' }]);
  });

  test.each([
    [
      'a fee that nobody paid',
      () => [heldFee.feeNo, '--reason', 'x'],
      'There is no payment of this fee that could be returned (1)',
    ],
    [
      'an order that nobody paid',
      () => [held.orderNo, '--reason', 'x'],
      'There is no payment for this ticket that could be returned (1)',
    ],
    ['no such order', () => ['M26-999999', '--reason', 'x'], 'There is no order or fee M26-999999 (1)'],
    ['no reason', () => [other.orderNo], /--reason is missing[^]* \(1\)$/],
    ['a word that it does not know', () => ['M1', '--reson', 'x'], /unknown option '--reson'[^]*--help[^]* \(1\)$/],
  ])('refuses %s in a sentence', async (_, args, said) => {
    const answer = await order('refund', ...args());
    if (said instanceof RegExp) expect(answer).toMatch(said);
    else expect(answer).toBe(said);
    expect(answer).not.toMatch(/\n\s+at /);
  });
});
