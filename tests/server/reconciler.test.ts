/** @module-tag databases */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { refundWithdrawnFilms } from '#server/streaming/booking/withdrawals/refund-withdrawn-films.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { anUnreportedPayment, withRequestRecord, createSeveral } from '../support/open-payments.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { waitFor } from '../support/wait-for.ts';
import { fullHourAfter } from '../support/full-hour.ts';

test('finds the payment of a new attempt, even if the first attempt of the order is so old that it is rarely checked', async () => {
  const server = await aServer();
  const purchase = purchaseSteps(server);
  await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 1000 });
  const inSixDays = toWire(fullHourAfter(server.clock.now(), 6 * 24 - 1));
  const { viewer, order } = await purchase.anUnpaidOrder({ bookingStartTime: inSixDays });
  await purchase.checkout(viewer, order);

  server.clock.advance(6 * DAY - HOUR);
  const { json } = await purchase.checkout(viewer, order);
  await purchase.payAtProvider(json.order_id);
  server.clock.advance(2 * HOUR);
  expect(await reconcile(server.deps)).toBe(1);
});

describe('payments that neither browser nor webhook reported', () => {
  let server: TestServer;
  let razorpay: ReturnType<typeof withRequestRecord>;
  const deps = () => ({
    ...server.deps,
    payments: { ...server.deps.payments, razorpay: razorpay.provider },
  });
  const ago = (ms: number) => new Date(server.clock.now().getTime() - ms);

  beforeAll(async () => {
    server = await aServer({ settings: { RECONCILE_SECONDS: '20' } });
    razorpay = withRequestRecord(server.deps.payments.razorpay!);
    for (const provider of ['razorpay', 'paypal'])
      await server.scriptSandbox({ provider, webhook: 'drop', times: 1000 });
  });
  beforeEach(async () => {
    razorpay.requestedOrderIds.length = 0;
    await server.database.query(
      'truncate payment_attempts, payment_events, submission_fees cascade',
    );
  });

  test('are all found in one run, with ten concurrent requests', async () => {
    await createSeveral(60, () => anUnreportedPayment(server));
    expect(await reconcile(deps())).toBe(60);
    expect(razorpay.maxConcurrent()).toBe(10);
  });

  test('are checked in order of their last check, or of their creation if never checked', async () => {
    const unpaid = { isPaid: false };
    const justChecked = await anUnreportedPayment(server, {
      ...unpaid,
      createdAt: ago(10 * MINUTE),
      checkedAt: ago(MINUTE),
    });
    const young = await anUnreportedPayment(server, { ...unpaid, createdAt: ago(5 * MINUTE) });
    const longUnchecked = await anUnreportedPayment(server, {
      ...unpaid,
      createdAt: ago(9 * HOUR),
      checkedAt: ago(2 * HOUR),
    });
    const old = await anUnreportedPayment(server, { ...unpaid, createdAt: ago(HOUR) });
    await reconcile(deps());
    const inOrder = [longUnchecked, old, young, justChecked];
    expect(razorpay.requestedOrderIds).toEqual(
      inOrder.map(({ providerOrderId }) => providerOrderId),
    );
  });

  test('are checked by only one of two concurrent processes', async () => {
    const payments = await createSeveral(30, () => anUnreportedPayment(server));
    const found = await Promise.all([reconcile(deps()), reconcile(deps())]);
    expect(found[0]! + found[1]!).toBe(30);
    expect(razorpay.requestedOrderIds.toSorted()).toEqual(
      payments.map(({ providerOrderId }) => providerOrderId).toSorted(),
    );
  });

  describe('with running jobs', () => {
    const openJobsOf = (options = {}) =>
      openJobs(server.database, pino({ level: 'silent' }), options);
    const paidFeeCount = async () =>
      (await server.database.query(`select 1 from submission_fees where payment_status = 'PAID'`))
        .rows.length;

    test('are found while the other provider does not respond', async () => {
      await createSeveral(3, () => anUnreportedPayment(server, { createdAt: ago(HOUR) }));
      await anUnreportedPayment(server, { provider: 'paypal' });
      let respond = () => {};
      const hanging = new Promise<never[]>((resolve) => (respond = () => resolve([])));
      const jobs = await openJobsOf();
      await jobs.start({
        ...server.deps,
        payments: {
          ...server.deps.payments,
          razorpay: { ...razorpay.provider, fetchOrderPayments: () => hanging },
        },
      });
      try {
        await waitFor(async () => expect(await paidFeeCount()).toBe(1));
      } finally {
        respond();
        await jobs.stop();
      }
    });

    test('are found even if a run ends early: the job runs again while work is left', async () => {
      await createSeveral(30, () => anUnreportedPayment(server));
      const jobs = await openJobsOf({ passMs: 0 });
      await jobs.start(deps());
      try {
        await waitFor(async () => expect(await paidFeeCount()).toBe(30));
      } finally {
        await jobs.stop();
      }
    });
  });
});

describe('a long queue', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await aServer();
    await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 1000 });
  });
  const count = async (fromClause: string) =>
    Number(
      (await server.database.query(`select count(*) as count from ${fromClause}`)).rows[0]![
        'count'
      ],
    );

  test('of tickets of a withdrawn film is processed in one run', async () => {
    const film = await server.aFilm({ active: 'N' });
    const viewer = await server.aViewer();
    await createSeveral(60, () => server.anOrder(viewer, film, { totalRoundedValue: 0 }));
    await refundWithdrawnFilms(server.deps);
    expect(
      await count(`orders where movie_id = ${film.movieId} and payment_status = 'REFUNDED'`),
    ).toBe(60);
  });

  test('of refunds is sent to the provider with ten concurrent requests', async () => {
    const razorpay = server.deps.payments.razorpay!;
    const { feeId } = await anUnreportedPayment(server);
    const barrier = aBarrier(10);
    const values = Array.from(
      { length: 12 },
      (_, at) => `(${feeId}, 'razorpay', 'pay_${at}', 100, 'INR', 'test', false, $1)`,
    );
    await server.database.query(
      `insert into refunds (fee_id, provider, provider_payment_id, amount, currency, reason, ends_ticket, asked_at)
       values ${values.join()}`,
      [server.clock.now()],
    );
    const refund = async ({ paymentId }: { paymentId: string }) => {
      await barrier.join();
      return { id: `rfnd_${paymentId}`, status: 'done' as const };
    };
    await sendRefunds({
      ...server.deps,
      payments: { ...server.deps.payments, razorpay: { ...razorpay, refund } },
    });
    expect(barrier.maxConcurrent()).toBe(10);
    expect(await count(`refunds where state = 'done'`)).toBe(12);
  });

  test('of mails is processed in one run, with five concurrent sends', async () => {
    const film = await server.aFilm();
    const insertMails = async (viewer: { userId: number }, mailCount = 1) => {
      const { movieOrderId } = await server.anOrder(viewer, film);
      await server.database.query(
        `insert into ticket_mails (movie_order_id, kind, sequence, due_at)
         select $1, 'rescheduled', n, $2 from generate_series(1, ${mailCount}) n`,
        [movieOrderId, server.clock.now()],
      );
    };
    await insertMails(await server.aViewer(), 115); // without an email address
    // One address gets at most five of these mails an hour.
    for (const name of ['meena', 'asha', 'ravi', 'john', 'sara', 'devi'])
      await insertMails(await server.aViewer({ emailId: `${name}@example.com` }));
    const barrier = aBarrier(5);
    const send = () => barrier.join();
    expect(await sendTicketMails({ ...server.deps, email: { ...server.deps.email!, send } })).toBe(
      6,
    );
    expect(barrier.maxConcurrent()).toBe(5);
    expect(await count('ticket_mails where sent_at is null and dropped_at is null')).toBe(0);
  });
});

/** Each caller of `join` waits until `size` callers are there, at most one second. */
function aBarrier(size: number) {
  const all = Promise.withResolvers<void>();
  let [waitingCount, maxCount] = [0, 0];
  return {
    async join() {
      maxCount = Math.max(maxCount, ++waitingCount);
      if (waitingCount === size) all.resolve();
      await Promise.race([all.promise, pause(1000)]);
      waitingCount--;
    },
    maxConcurrent: () => maxCount,
  };
}
