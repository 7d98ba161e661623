/** @module-tag databases */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { sendDueMails } from '#server/streaming/booking/mails/send.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { refundWithdrawn } from '#server/streaming/payments/refunds/withdrawn.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { anUnheardPayment, recorded, several } from '../support/open-payments.ts';
import { purchases } from '../support/purchase.ts';

test('a payment that is opened again when its first try is hardly asked about any more is found all the same', async () => {
  const house = await aHouse();
  const shop = purchases(house);
  await house.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
  const inSixDays = toWire(new Date(house.clock.now().getTime() + 6 * DAY));
  const { viewer, order } = await shop.anOpenOrder({ bookingStartTime: inSixDays });
  await shop.checkout(viewer, order);

  house.clock.advance(6 * DAY - HOUR);
  const { json } = await shop.checkout(viewer, order);
  await shop.payAt(json.order_id);
  house.clock.advance(2 * HOUR);
  expect(await reconcile(house.deps)).toBe(1);
});

describe('payments that neither browser nor webhook told of', () => {
  let house: TestHouse;
  let razorpay: ReturnType<typeof recorded>;
  const deps = () => ({ ...house.deps, payments: { ...house.deps.payments, razorpay: razorpay.provider } });
  const ago = (ms: number) => new Date(house.clock.now().getTime() - ms);

  beforeAll(async () => {
    house = await aHouse({ settings: { RECONCILE_SECONDS: '20' } });
    razorpay = recorded(house.deps.payments.razorpay!);
    for (const provider of ['razorpay', 'paypal']) await house.script({ provider, webhook: 'drop', times: 1000 });
  });
  beforeEach(async () => {
    razorpay.asked.length = 0;
    await house.database.query('truncate payment_attempts, payment_events, submission_fees cascade');
  });

  test('are all found in one go, ten asked about at the same moment', async () => {
    await several(60, () => anUnheardPayment(house));
    expect(await reconcile(deps())).toBe(60);
    expect(razorpay.mostAtOnce()).toBe(10);
  });

  test('are asked about in turn: the longest unasked first, and one never asked by its age', async () => {
    const unpaid = { isPaid: false };
    const justAsked = await anUnheardPayment(house, { ...unpaid, createdAt: ago(10 * MINUTE), checkedAt: ago(MINUTE) });
    const young = await anUnheardPayment(house, { ...unpaid, createdAt: ago(5 * MINUTE) });
    const longUnasked = await anUnheardPayment(house, {
      ...unpaid,
      createdAt: ago(9 * HOUR),
      checkedAt: ago(2 * HOUR),
    });
    const old = await anUnheardPayment(house, { ...unpaid, createdAt: ago(HOUR) });
    await reconcile(deps());
    const inTurn = [longUnasked, old, young, justAsked];
    expect(razorpay.asked).toEqual(inTurn.map(({ providerOrderId }) => providerOrderId));
  });

  test('are asked about by one of two processes that look at the same moment', async () => {
    const payments = await several(30, () => anUnheardPayment(house));
    const found = await Promise.all([reconcile(deps()), reconcile(deps())]);
    expect(found[0]! + found[1]!).toBe(30);
    expect(razorpay.asked.toSorted()).toEqual(payments.map(({ providerOrderId }) => providerOrderId).toSorted());
  });

  describe('with the jobs at work', () => {
    const openJobsOf = (options = {}) => openJobs(house.database, pino({ level: 'silent' }), options);
    const paidFees = async () =>
      (await house.database.query(`select 1 from submission_fees where payment_status = 'PAID'`)).rows.length;

    test('are found though the other provider hangs', async () => {
      await several(3, () => anUnheardPayment(house, { createdAt: ago(HOUR) }));
      await anUnheardPayment(house, { provider: 'paypal' });
      let answer = () => {};
      const hanging = new Promise<never[]>((resolve) => (answer = () => resolve([])));
      const jobs = await openJobsOf();
      await jobs.work({
        ...house.deps,
        payments: { ...house.deps.payments, razorpay: { ...razorpay.provider, fetchOrderPayments: () => hanging } },
      });
      try {
        await vi.waitFor(async () => expect(await paidFees()).toBe(1), { timeout: 8_000, interval: 50 });
      } finally {
        answer();
        await jobs.stop();
      }
    });

    test('are found though one pass ends before all were asked about: the job is woken while work is left', async () => {
      await several(30, () => anUnheardPayment(house));
      const jobs = await openJobsOf({ passMs: 0 });
      await jobs.work(deps());
      try {
        await vi.waitFor(async () => expect(await paidFees()).toBe(30), { timeout: 15_000, interval: 50 });
      } finally {
        await jobs.stop();
      }
    });
  });
});

describe('a long queue', () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await aHouse();
    await house.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
  });
  const count = async (rows: string) =>
    Number((await house.database.query(`select count(*) as count from ${rows}`)).rows[0]!['count']);

  test('of tickets of a withdrawn film ends in one go', async () => {
    const film = await house.aFilm({ active: 'N' });
    const viewer = await house.aViewer();
    await several(60, () => house.anOrder(viewer, film, { totalRoundedValue: 0 }));
    await refundWithdrawn(house.deps);
    expect(await count(`orders where movie_id = ${film.movieId} and payment_status = 'REFUNDED'`)).toBe(60);
  });

  test('of refunds is told to the provider ten at the same moment', async () => {
    const razorpay = house.deps.payments.razorpay!;
    const { feeId } = await anUnheardPayment(house);
    const meeting = aMeeting(10);
    const values = Array.from(
      { length: 12 },
      (_, at) => `(${feeId}, 'razorpay', 'pay_${at}', 100, 'INR', 'test', false, $1)`,
    );
    await house.database.query(
      `insert into refunds (fee_id, provider, provider_payment_id, amount, currency, reason, ends_ticket, asked_at)
       values ${values.join()}`,
      [house.clock.now()],
    );
    const refund = async ({ paymentId }: { paymentId: string }) => {
      await meeting.join();
      return { id: `rfnd_${paymentId}`, status: 'done' as const };
    };
    await tellRefunds({ ...house.deps, payments: { ...house.deps.payments, razorpay: { ...razorpay, refund } } });
    expect(meeting.most()).toBe(10);
    expect(await count(`refunds where state = 'done'`)).toBe(12);
  });

  test('of mails ends in one go, five sent at the same moment', async () => {
    const film = await house.aFilm();
    const write = async (reader: { userId: number }, mails: number) => {
      const { movieOrderId } = await house.anOrder(reader, film);
      await house.database.query(
        `insert into ticket_mails (movie_order_id, kind, sequence, due_at)
         select $1, 'rescheduled', n, $2 from generate_series(1, ${mails}) n`,
        [movieOrderId, house.clock.now()],
      );
    };
    await write(await house.aViewer(), 115); // who has no address
    await write(await house.aViewer({ emailId: 'meena@example.com' }), 6);
    const meeting = aMeeting(5);
    const send = () => meeting.join();
    expect(await sendDueMails({ ...house.deps, email: { ...house.deps.email!, send } })).toBe(6);
    expect(meeting.most()).toBe(5);
    expect(await count('ticket_mails where sent_at is null and dropped_at is null')).toBe(0);
  });
});

/** Those who join wait until so many are there; a moment and no longer for those who do not come. */
function aMeeting(size: number) {
  const all = Promise.withResolvers<void>();
  let [here, most] = [0, 0];
  return {
    async join() {
      most = Math.max(most, ++here);
      if (here === size) all.resolve();
      await Promise.race([all.promise, pause(1000)]);
      here--;
    },
    most: () => most,
  };
}
