/** @module-tag databases */
import { serve } from '@hono/node-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { readConfig } from '#server/config/read-config.ts';
import { openServer } from '#server/server.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { runCommandLocally } from '../../scripts/cinema/run-command-locally.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { parseCommandLine } from '../../scripts/cinema/parse-command-line.ts';
import { openProviderSandboxes } from '../../scripts/provider-sandboxes.ts';
import { aCommandRunner, anIo } from '../support/cinema-cli.ts';
import { aDatabase } from '../support/database.ts';
import { createFactories } from '../support/factories.ts';
import { isPostgres } from '../support/postgres.ts';
import { aFreePort } from '../support/server-process.ts';
import { aServer, createClient, SECRETS, type TestServer } from '../support/test-server.ts';
import { aRunningClock } from '../support/test-now.ts';

interface OrderPayment {
  movieOrderId: number;
  orderNo: string;
  paymentId: string;
}
type Seller = ReturnType<typeof createClient> & Pick<TestServer, 'aViewer' | 'aFilm' | 'clock'>;

function sales({ post, put, aViewer, aFilm, clock }: Seller) {
  const byUpi = async (order_id: string): Promise<{ razorpay_payment_id: string }> =>
    (await post('/sandbox/razorpay/pay', { body: { order_id, vpa: 'success@razorpay' } })).json;
  const byPaypal = async (order_id: string) => {
    await post('/sandbox/paypal/approve', { body: { order_id } });
    return { paypal_order_id: order_id };
  };
  return {
    byUpi,
    byPaypal,
    async sell(
      provider: 'razorpay' | 'paypal',
      pay: (order_id: string) => Promise<object>,
    ): Promise<OrderPayment> {
      const [as, film] = [await aViewer(), await aFilm()];
      const body = {
        bookingStartTime: toWire(clock.now()),
        timezone: 'Asia/Kolkata',
        buyerCountry: 'US',
      };
      const { json: order } = await post(`/api/ott/movies/${film.movieId}/orders`, { as, body });
      const path = `/api/ott/orders/${order.movieOrderId}`;
      const { json: opened } = await post(`${path}/checkout`, { as, body: { provider } });
      const proof = await pay(opened.order_id);
      const { json: paid } = await put(`${path}/payment`, {
        as,
        body: { paymentStatus: 'PAID', ...proof },
      });
      return {
        movieOrderId: order.movieOrderId,
        orderNo: order.orderNo,
        paymentId: paid.paymentTransactionNo,
      };
    },
    async payFee(): Promise<{ feeNo: string; paymentId: string }> {
      const as = await aViewer();
      const { json: opened } = await post('/api/ott/submissions/checkout', {
        as,
        body: { amount: 500 },
      });
      const proof = await byUpi(opened.order_id);
      const path = `/api/ott/submissions/fees/${opened.fee.feeId}/payment`;
      await put(path, { as, body: { paymentStatus: 'PAID', ...proof } });
      return { feeNo: opened.fee.feeNo, paymentId: proof.razorpay_payment_id };
    },
  };
}

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
let ticket: OrderPayment;
let otherTicket: OrderPayment;
let held: OrderPayment;
let failedRefund: OrderPayment;
/** Submission fees: one is paid, the other has a payment of a wrong amount. */
let fee: { feeNo: string; paymentId: string };
let heldFee: typeof fee;

beforeAll(async () => {
  server = await aServer();
  commands = aCommandRunner(server);
  const { sell, payFee, byUpi, byPaypal } = sales(server);

  [ticket, otherTicket] = [await sell('razorpay', byUpi), await sell('razorpay', byUpi)];
  await server.scriptSandbox({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 700 });
  let paymentId = '';
  const sevenRupees = await sell('razorpay', async (id) => {
    const proof = await byUpi(id);
    paymentId = proof.razorpay_payment_id;
    return proof;
  });
  held = { ...sevenRupees, paymentId };
  fee = await payFee();
  await server.scriptSandbox({ provider: 'razorpay', pay: 'tamper_amount', amountInPaise: 900 });
  heldFee = await payFee();
  failedRefund = await sell('paypal', byPaypal);
  await server.scriptSandbox({ provider: 'paypal', refund: 'fail' });
  await requestRefund(server.deps, failedRefund, 'Requested by letter');
  await sendRefunds(server.deps);
  await server.sandbox.waitUntilIdle();
  server.clock.advance(MINUTE); // a refund that is repeated at the same instant would be the same refund
});

async function runOrderCommand(...args: string[]) {
  const { code, out, err } = await commands.cinema(['order', ...args]);
  return `${(out + err).trim()} (${code})`;
}
const queryRows = async (sql: string) => (await server.database.query(sql)).rows;

describe('cinema order held and cinema order return', () => {
  test('lists held payments and failed refunds with the amounts', async () => {
    const lines = (await runOrderCommand('held')).split('\n').map((line) => line.split(/ {2,}/));
    expect(lines).toEqual([
      ['case', 'payment', 'provider', 'order or fee', 'status', 'amount', 'answer by', 'reason'],
      [
        'held',
        held.paymentId,
        'razorpay',
        held.orderNo,
        'NEW',
        '7',
        'INR',
        '-',
        'INR 7.00 came instead of INR 176.00',
      ],
      [
        'held',
        heldFee.paymentId,
        'razorpay',
        heldFee.feeNo,
        'NEW',
        '9',
        'INR',
        '-',
        'INR 9.00 came instead of INR 500.00',
      ],
      [
        'failed',
        failedRefund.paymentId,
        'paypal',
        failedRefund.orderNo,
        '-',
        '2',
        'USD',
        '-',
        'Requested by letter (0)',
      ],
    ]);
  });

  test('accepts a held payment for its order', async () => {
    expect(await runOrderCommand('accept', 'pay_unknown', '--reason', 'x')).toBe(
      'No payment pay_unknown is held. (1)',
    );
    const dryRun = await runOrderCommand('accept', held.paymentId, '--reason', 'x', '--dry-run');
    expect(dryRun).toBe(
      `Would accept ${held.paymentId} for ${held.orderNo} (dry run, nothing was done). (0)`,
    );
    await server.scriptSandbox({
      provider: 'razorpay',
      pay: 'tamper_amount',
      amountInPaise: 51_180,
    });
    const paid = await sales(server).payFee();
    expect(
      await runOrderCommand('accept', paid.paymentId, '--reason', 'The payer bore the fee'),
    ).toBe(`${paid.paymentId} pays ${paid.feeNo} (0)`);
    expect(
      await queryRows(`select payment_status from submission_fees where fee_no = '${paid.feeNo}'`),
    ).toEqual([{ payment_status: 'PAID' }]);
  });

  test('refunds held payments, and repeats a failed refund', async () => {
    expect(await runOrderCommand('return', held.paymentId, '--reason', 'Wrong sum')).toBe(
      `${held.paymentId} is refunded (0)`,
    );
    expect(await runOrderCommand('return', heldFee.paymentId, '--reason', 'Wrong sum')).toBe(
      `${heldFee.paymentId} is refunded (0)`,
    );
    expect(await runOrderCommand('return', failedRefund.paymentId, '--reason', 'Wrong sum')).toBe(
      `${failedRefund.paymentId} is refunded (0)`,
    );
    expect(
      await queryRows(`select state, coalesce(o.payment_status, f.payment_status) as bill from refunds
        left join orders o using (movie_order_id) left join submission_fees f using (fee_id) order by refund_id`),
    ).toEqual([
      { state: 'done', bill: 'REFUNDED' },
      { state: 'done', bill: 'NEW' },
      { state: 'done', bill: 'NEW' },
    ]);
    expect(await runOrderCommand('return', ticket.paymentId, '--reason', 'Wrong sum')).toBe(
      `No payment ${ticket.paymentId} is held, and no refund of it has failed. (1)`,
    );
  });
});

describe('cinema order refund', () => {
  test('refunds a ticket and issues a credit note', async () => {
    expect(await runOrderCommand('refund', ticket.orderNo, '--reason', 'It stopped')).toBe(
      `${ticket.orderNo} is refunded (0)`,
    );
    expect(
      await queryRows(`select payment_status, reason, state, (select count(*)::int from invoices i where i.movie_order_id = orders.movie_order_id and kind = 'credit-note') notes
        from orders join refunds using (movie_order_id) where order_no = '${ticket.orderNo}'`),
    ).toEqual([{ payment_status: 'REFUNDED', reason: 'It stopped', state: 'done', notes: 1 }]);
  });

  test('refunds a submission fee by its number', async () => {
    expect(await runOrderCommand('refund', fee.feeNo, '--reason', 'It was declined')).toBe(
      `${fee.feeNo} is refunded (0)`,
    );
    expect(
      await queryRows(`select payment_status, refunded_at is not null as is_dated, reason, state
        from submission_fees join refunds using (fee_id) where fee_no = '${fee.feeNo}'`),
    ).toEqual([
      { payment_status: 'REFUNDED', is_dated: true, reason: 'It was declined', state: 'done' },
    ]);
  });

  test.each([
    [
      'an unpaid fee',
      () => [heldFee.feeNo, '--reason', 'x'],
      'This fee has no payment to refund (1)',
    ],
    [
      'an unpaid order',
      () => [held.orderNo, '--reason', 'x'],
      'This ticket has no payment to refund (1)',
    ],
    [
      'an unknown order',
      () => ['M26-999999', '--reason', 'x'],
      'There is no order or fee M26-999999 (1)',
    ],
    ['a missing reason', () => [otherTicket.orderNo], /--reason is missing[^]* \(1\)$/],
    [
      'an unknown option',
      () => ['M1', '--reson', 'x'],
      /unknown option '--reson'[^]*--help[^]* \(1\)$/,
    ],
  ])('refuses %s with a message', async (_, args, message) => {
    const output = await runOrderCommand('refund', ...args());
    if (message instanceof RegExp) expect(output).toMatch(message);
    else expect(output).toBe(message);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

// With the embedded database, the command opens the provider sandboxes itself; with PostgreSQL, it uses those of a running server.
test('a command that opens the database itself refunds a ticket', async () => {
  const database = await aDatabase();
  const port = await aFreePort();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    ORIGIN: `http://127.0.0.1:${port}`,
  };
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...settings }, () => SECRETS);
  const serverFetch: typeof fetch = async (input, init) =>
    opened.app.request(new Request(input, init));
  const sandboxes = openProviderSandboxes(config, { fetch: serverFetch });
  const jobs = {
    enqueue: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
  const opened = await openServer(config, { jobs, sandbox: sandboxes.app, fetch: serverFetch });
  const close = async () => {
    sandboxes.close();
    await opened.close();
  };
  const clock = aRunningClock();
  const client = createClient(opened.app, config, clock);
  const { sell, byUpi } = sales({
    ...client,
    ...createFactories(opened.database.db, clock),
    clock,
  });
  const { orderNo } = await sell('razorpay', byUpi);
  await sandboxes.waitUntilIdle();
  const listener = isPostgres
    ? serve({ fetch: opened.app.fetch, port, hostname: '127.0.0.1' })
    : await close();

  const { io, result } = anIo();
  const invocation = parseCommandLine(
    commandGroups,
    ['order', 'refund', orderNo, '--reason', 'It stopped'],
    io,
  );
  const code = await runCommandLocally(
    config,
    io,
    invocation as Exclude<typeof invocation, number>,
  );
  expect({ ...result, code }).toEqual({ code: 0, out: `${orderNo} is refunded\n`, err: '' });
  const { rows } = await database.withConnection(({ query }) =>
    query('select payment_status, state from orders join refunds using (movie_order_id)'),
  );
  expect(rows).toEqual([{ payment_status: 'REFUNDED', state: 'done' }]);

  listener?.close();
  if (listener) await close();
  await database.drop();
});
