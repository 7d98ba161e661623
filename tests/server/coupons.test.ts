import { bookingSentences } from '#messages/refusals/booking.ts';
/** @module-tag dates */
import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayDate } from '#domain/format/dates.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { bookingRefusals } from '#messages/booking-refusals.ts';
import { couponUses, orders } from '#server/db/schema/booking.ts';
import { insertCouponBatch } from '#server/streaming/booking/coupon-batch.ts';
import {
  endCoupon,
  listCouponsAndBatches,
  releaseReservations,
  reportCoupons,
} from '#server/streaming/booking/coupons/manage.ts';
import { refundWithdrawnFilms } from '#server/streaming/booking/withdrawals/refund-withdrawn-films.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

const clock = aClock();
let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer({ clock });
  purchase = purchaseSteps(server);
});

const HALF = {
  couponType: 'PERCENTAGE',
  couponValue: 50,
  validFrom: null,
  validUntil: null,
  movieIds: null,
} as const;
const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY);
const usesOf = async (couponCode: string) =>
  (
    await server.database.query(
      'select movie_order_id as id from coupon_uses where coupon_code = $1',
      [couponCode],
    )
  ).rows;
const fromOffset = (letter: string, offset: number) =>
  String.fromCodePoint(letter.codePointAt(0)! + offset);
const validate = (as: { userId: number }, movieId: number, couponCode: string) =>
  server.post('/api/ott/coupons/validate', { as, body: { movieId, couponCode } });

describe('a coupon, in the coupon field and with the order,', () => {
  test.each([
    ['coupon_over', bookingSentences.coupon_over, () => ({ active: 'N' as const })],
    [
      'coupon_not_yet',
      bookingSentences.coupon_not_yet(displayDate(inDays(1), CINEMA_ZONE)),
      () => ({ validFrom: inDays(1) }),
    ],
    ['coupon_over', bookingSentences.coupon_over, () => ({ validUntil: clock.now() })],
    ['coupon_other_film', bookingSentences.coupon_other_film, () => ({ movieIds: [999_999] })],
    ['coupon_used_up', bookingSentences.coupon_used_up, () => ({ totalLimit: 0 })],
    ['coupon_used_up', bookingSentences.coupon_used_by_viewer(0), () => ({ viewerLimit: 0 })],
  ])('is refused with its reason: %s, %s', async (code, message, terms) => {
    const { couponCode } = await server.aCoupon(terms());
    const { viewer, film, order } = await purchase.anUnpaidOrder();
    const refusal = { status: 422, json: { code, message } };
    expect(await validate(viewer, film.movieId, couponCode)).toMatchObject(refusal);
    expect(
      await server.put(`/api/ott/orders/${order.movieOrderId}`, {
        as: viewer,
        body: { couponCode },
      }),
    ).toMatchObject(refusal);
  });

  test.each([
    [
      'invisible characters',
      (code: string) => `\u200b${code.slice(0, 3)}\u00ad${code.slice(3)}\u200e`,
    ],
    ['isolates around it', (code: string) => `\u2068${code}\u2069`],
    [
      'wide letters',
      (code: string) => code.replace(/[A-Z0-9]/g, (each) => fromOffset(each, 0xfee0)),
    ],
    [
      'Devanagari digits',
      (code: string) => code.replace(/\d/g, (digit) => fromOffset(digit, 0x0936)),
    ],
    ['other hyphens', (code: string) => code.replaceAll('-', '\u2011')],
    [
      'blanks and small letters',
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3).toLowerCase()}\n`,
    ],
  ])('is found with %s, and the order has its own spelling', async (_, spell) => {
    const { couponCode } = await server.aCoupon({ couponCode: `FIRST-${randomInt(10, 10 ** 9)}` });
    const { viewer, film, order } = await purchase.anUnpaidOrder();
    const typed = spell(couponCode);
    expect(typed).not.toBe(couponCode);
    expect(await validate(viewer, film.movieId, typed)).toMatchObject({
      status: 200,
      json: { couponCode },
    });
    expect(
      await server.put(`/api/ott/orders/${order.movieOrderId}`, {
        as: viewer,
        body: { couponCode: typed },
      }),
    ).toMatchObject({ status: 200, json: { couponCode } });
  });

  test('of an imported catalogue may have digits of another script', async () => {
    const { couponCode } = await server.aCoupon({ couponCode: `दिवाली${randomInt(10 ** 6)}५०` });
    const { viewer, film } = await purchase.anUnpaidOrder();
    expect(await validate(viewer, film.movieId, couponCode)).toMatchObject({
      status: 200,
      json: { couponCode },
    });
  });

  test('is valid within its dates, for its film, while uses are left', async () => {
    const { viewer, film } = await purchase.anUnpaidOrder();
    const terms = {
      validFrom: inDays(-1),
      validUntil: inDays(1),
      movieIds: [film.movieId],
      totalLimit: 1,
      viewerLimit: 1,
    };
    const { couponCode } = await server.aCoupon(terms);
    expect(await validate(viewer, film.movieId, couponCode.toLowerCase())).toMatchObject({
      status: 200,
      json: { couponCode, couponType: 'PERCENTAGE', couponValue: 50 },
    });
  });

  test('is refused after sixty tries of one viewer in an hour, in both places together', async () => {
    const { viewer, film, order } = await purchase.anUnpaidOrder();
    const { couponCode } = await server.aCoupon();
    const withOrder = (code: string) =>
      server.put(`/api/ott/orders/${order.movieOrderId}`, {
        as: viewer,
        body: { couponCode: code },
      });
    for (let guess = 0; guess < 60; guess += 2) {
      await validate(viewer, film.movieId, `GUESS${guess}`);
      expect((await withOrder(`GUESS${guess + 1}`)).status).toBe(422);
    }
    const refusal = {
      status: 429,
      json: { code: 'too_many_requests', message: bookingRefusals.tooManyCoupons },
    };
    expect(await validate(viewer, film.movieId, couponCode)).toMatchObject(refusal);
    expect(await withOrder(couponCode)).toMatchObject(refusal);
    expect((await withOrder('')).status).toBe(200);
    expect((await validate(await server.aViewer(), film.movieId, couponCode)).status).toBe(200);
  });

  test('that expired before the payment started is refused at the checkout, and dropped by the next save', async () => {
    const { couponCode } = await server.aCoupon({ validUntil: inDays(1) });
    const { viewer, order } = await purchase.anUnpaidOrder({ couponCode });
    await server.database.query('update coupons set valid_until = $1 where coupon_code = $2', [
      clock.now(),
      couponCode,
    ]);
    expect(await purchase.checkout(viewer, order)).toMatchObject({
      status: 422,
      json: { code: 'coupon_over' },
    });
    // The next save drops the coupon.
    const { json } = await server.put(`/api/ott/orders/${order.movieOrderId}`, {
      as: viewer,
      body: {},
    });
    expect(json).toMatchObject({ couponCode: null, totalRoundedValue: 176 });
  });
});

test('a coupon that the operator ended before the payment started is called ended', async () => {
  const { couponCode } = await server.aCoupon();
  const { viewer, order } = await purchase.anUnpaidOrder({ couponCode });
  await endCoupon(server.deps, couponCode);
  const refusal = {
    status: 422,
    json: { code: 'coupon_over', message: bookingSentences.coupon_over },
  };
  expect(await purchase.checkout(viewer, order)).toMatchObject(refusal);
});

describe('a coupon use', () => {
  test('is reserved once per order when a payment starts, and kept by the ticket', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const { viewer, order } = await purchase.anUnpaidOrder({ couponCode });
    expect(await usesOf(couponCode)).toEqual([]);
    await purchase.checkout(viewer, order);
    await purchase.checkout(viewer, order);
    expect(await usesOf(couponCode)).toEqual([{ id: order.movieOrderId }]);
    expect((await purchase.pay(viewer, order)).paymentStatus).toBe('PAID');
    expect(await usesOf(couponCode)).toEqual([{ id: order.movieOrderId }]);
    const other = await purchase.anUnpaidOrder();
    expect(await validate(other.viewer, other.film.movieId, couponCode)).toMatchObject({
      status: 422,
      json: { code: 'coupon_used_up', message: bookingSentences.coupon_used_up },
    });
  });

  test('is released when the order is cancelled or loses the coupon', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const first = await purchase.anUnpaidOrder({ couponCode });
    await purchase.checkout(first.viewer, first.order);
    await purchase.reportPayment(first.viewer, first.order, { paymentStatus: 'CANCELLED' });
    expect(await usesOf(couponCode)).toEqual([]);

    const second = await purchase.anUnpaidOrder({ couponCode });
    await purchase.checkout(second.viewer, second.order);
    await server.put(`/api/ott/orders/${second.order.movieOrderId}`, {
      as: second.viewer,
      body: { couponCode: '' },
    });
    expect(await usesOf(couponCode)).toEqual([]);
  });

  test('counts towards the limit per viewer', async () => {
    const { couponCode } = await server.aCoupon({ viewerLimit: 1, couponValue: 100 });
    const { viewer, order } = await purchase.anUnpaidOrder({ couponCode });
    expect((await purchase.confirmFree(viewer, order)).json.paymentStatus).toBe('PAID');
    const film = await server.aFilm();
    expect(await purchase.book(viewer, film.movieId, { couponCode })).toMatchObject({
      status: 422,
      json: { code: 'coupon_used_up', message: bookingSentences.coupon_used_by_viewer(1) },
    });
    const other = await purchase.anUnpaidOrder({ couponCode });
    expect(other.order.totalRoundedValue).toBe(0);
  });

  test('that was released and used up: a late payment opens no ticket', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const late = await purchase.anUnpaidOrder({ couponCode });
    const { json: opened } = await purchase.checkout(late.viewer, late.order);
    await purchase.reportPayment(late.viewer, late.order, { paymentStatus: 'CANCELLED' });
    const quick = await purchase.anUnpaidOrder({ couponCode });
    expect((await purchase.pay(quick.viewer, quick.order)).paymentStatus).toBe('PAID');
    await purchase.payAtProvider(opened.order_id);
    await server.sandbox.waitUntilIdle();
    await reconcile(server.deps);
    const { json } = await server.get(`/api/ott/orders/${late.order.movieOrderId}`, {
      as: late.viewer,
    });
    expect(json.paymentStatus).not.toBe('PAID');
    expect(await usesOf(couponCode)).toEqual([{ id: quick.order.movieOrderId }]);
  });
});

describe('the use of an unpaid order', () => {
  const reserve = async (couponCode: string) => {
    const unpaid = await purchase.anUnpaidOrder({ couponCode });
    const { json } = await purchase.checkout(unpaid.viewer, unpaid.order);
    return { ...unpaid, providerOrder: json.order_id as string };
  };
  const statusOf = async ({ viewer, order }: Awaited<ReturnType<typeof reserve>>) =>
    (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).json.paymentStatus;
  async function payLate(late: Awaited<ReturnType<typeof reserve>>) {
    await purchase.payAtProvider(late.providerOrder);
    await server.sandbox.waitUntilIdle();
    await reconcile(server.deps);
    return statusOf(late);
  }

  test('lapses after thirty minutes, and then goes to the next viewer', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const late = await reserve(couponCode);
    const next = await purchase.anUnpaidOrder();
    const codeState = async () =>
      (await validate(next.viewer, next.film.movieId, couponCode)).json.code ?? 'valid';
    clock.advance(29 * MINUTE);
    await purchase.checkout(late.viewer, late.order);
    expect(await codeState()).toBe('coupon_used_up');
    clock.advance(MINUTE);
    expect(await codeState()).toBe('valid');
    const buyer = await purchase.anUnpaidOrder({ couponCode });
    expect((await purchase.pay(buyer.viewer, buyer.order)).paymentStatus).toBe('PAID');
    expect(await payLate(late)).not.toBe('PAID');
    expect(await usesOf(couponCode)).toEqual([{ id: buyer.order.movieOrderId }]);
  });

  test('is taken again by money that comes after it lapsed, while uses are left', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 2 });
    const late = await reserve(couponCode);
    clock.advance(31 * MINUTE);
    const buyer = await purchase.anUnpaidOrder({ couponCode });
    await purchase.pay(buyer.viewer, buyer.order);
    expect(await payLate(late)).toBe('PAID');
    clock.advance(31 * MINUTE);
    expect(await usesOf(couponCode)).toHaveLength(2);
    expect((await validate(await server.aViewer(), late.film.movieId, couponCode)).json.code).toBe(
      'coupon_used_up',
    );
  });

  test('moves with its viewer to another film, so that an account reserves one use of a code', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 2 });
    const { viewer } = await reserve(couponCode);
    let last = { movieOrderId: 0 };
    for (let film = 0; film < 3; film++) {
      last = (await purchase.book(viewer, (await server.aFilm()).movieId, { couponCode })).json;
      expect((await purchase.checkout(viewer, last)).status).toBe(201);
    }
    expect(await usesOf(couponCode)).toEqual([{ id: last.movieOrderId }]);
    const other = await purchase.anUnpaidOrder({ couponCode });
    expect((await purchase.pay(other.viewer, other.order)).paymentStatus).toBe('PAID');
  });

  test('does not lapse while the bank confirms the payment', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const pending = await reserve(couponCode);
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await purchase.payAtProvider(pending.providerOrder);
    await server.sandbox.waitUntilIdle();
    await reconcile(server.deps);
    expect(await statusOf(pending)).toBe('PROCESSING');
    clock.advance(DAY / 2);
    const other = await purchase.anUnpaidOrder();
    expect((await validate(other.viewer, other.film.movieId, couponCode)).json.code).toBe(
      'coupon_used_up',
    );
  });

  test('is shown to the operator, who can release it', async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    await reserve(couponCode);
    const shown = async () => {
      const { coupons } = await listCouponsAndBatches(server.deps, { limit: 1000 });
      const { rows } = await reportCoupons(server.deps, couponCode, { limit: 10 });
      return [
        coupons.find((each) => each.couponCode === couponCode)?.reserved,
        rows[0]!.reserved,
        rows[0]!.tickets,
      ];
    };
    expect(await shown()).toEqual([1, 1, 0]);
    await releaseReservations(server.deps, couponCode);
    expect(await shown()).toEqual([0, 0, 0]);
    const buyer = await purchase.anUnpaidOrder({ couponCode });
    expect((await purchase.pay(buyer.viewer, buyer.order)).paymentStatus).toBe('PAID');
    await expect(releaseReservations(server.deps, couponCode)).rejects.toMatchObject({
      code: 'nothing_reserved',
    });
    expect(await usesOf(couponCode)).toHaveLength(1);
  });
});

describe('a one-time code comes back to its viewer', () => {
  const aTicketWithCode = async () => {
    const [couponCode] = await insertCouponBatch(server.database.db, {
      name: 'BACK',
      count: 1,
      ...HALF,
    });
    const { viewer, film, order } = await purchase.anUnpaidOrder({ couponCode });
    expect((await purchase.pay(viewer, order)).paymentStatus).toBe('PAID');
    return { viewer, film, order, couponCode: couponCode! };
  };
  async function expectUsable({ viewer, couponCode }: Awaited<ReturnType<typeof aTicketWithCode>>) {
    await reconcile(server.deps);
    const film = await server.aFilm();
    const { json: order } = await purchase.book(viewer, film.movieId, { couponCode });
    expect((await purchase.pay(viewer, order)).paymentStatus).toBe('PAID');
    expect(await usesOf(couponCode)).toEqual([{ id: order.movieOrderId }]);
  }

  test('when the operator refunds the ticket', async () => {
    const ticket = await aTicketWithCode();
    const asked = await purchase.book(ticket.viewer, (await server.aFilm()).movieId, ticket);
    expect(asked.json.code).toBe('coupon_used_up');
    await requestRefund(
      server.deps,
      { movieOrderId: ticket.order.movieOrderId },
      'the film stopped',
    );
    await expectUsable(ticket);
  });

  test('when the film is withdrawn', async () => {
    const ticket = await aTicketWithCode();
    await server.database.query(`update movies set active = 'N' where movie_id = $1`, [
      ticket.film.movieId,
    ]);
    await refundWithdrawnFilms(server.deps);
    await expectUsable(ticket);
  });
});

describe('unpaid orders', () => {
  test('are all cancelled when their window has ended, and their coupon uses are released', async () => {
    const { couponCode } = await server.aCoupon();
    const film = await server.aFilm();
    const open = await server.anOrder(await server.aViewer(), film, {
      couponCode,
      paymentStatus: 'NEW',
    });
    const { movieOrderId: _, ...order } = open;
    const ended = Array.from({ length: 1200 }, (__, at) => ({
      ...order,
      orderNo: `ended${at}`,
      userId: null,
      bookingEndTime: inDays(-1),
    }));
    const { db } = server.database;
    const inserted = await db.insert(orders).values(ended).returning();
    await db.insert(couponUses).values(
      [open, ...inserted].map(({ movieOrderId }) => ({
        movieOrderId,
        couponCode,
        takenAt: clock.now(),
      })),
    );
    await reconcile(server.deps);
    expect(await usesOf(couponCode)).toEqual([{ id: open.movieOrderId }]);
    const isOpen = and(eq(orders.couponCode, couponCode), eq(orders.paymentStatus, 'NEW'));
    expect(await db.$count(orders, isOpen)).toBe(1);
    expect(await db.$count(orders, eq(orders.couponCode, couponCode))).toBe(1201);
  });
});

describe('the last use of a coupon', () => {
  test('goes to one of fifty viewers who pay at the same time', { timeout: 180_000 }, async () => {
    const { couponCode } = await server.aCoupon({ totalLimit: 1 });
    const film = await server.aFilm();
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const viewer = await server.aViewer();
        return { viewer, order: (await purchase.book(viewer, film.movieId, { couponCode })).json };
      }),
    );
    const checkouts = await Promise.all(
      buyers.map(({ viewer, order }) => purchase.checkout(viewer, order)),
    );
    expect(checkouts.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(checkouts.filter(({ json }) => json.code === 'coupon_used_up')).toHaveLength(49);
    expect(await usesOf(couponCode)).toHaveLength(1);
  });

  test(
    'goes to one of twenty viewers when the coupon covers the full price',
    { timeout: 120_000 },
    async () => {
      const { couponCode } = await server.aCoupon({ totalLimit: 1, couponValue: 100 });
      const film = await server.aFilm();
      const buyers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const viewer = await server.aViewer();
          return {
            viewer,
            order: (await purchase.book(viewer, film.movieId, { couponCode })).json,
          };
        }),
      );
      const replies = await Promise.all(
        buyers.map(({ viewer, order }) => purchase.confirmFree(viewer, order)),
      );
      expect(
        replies.filter(({ status, json }) => status === 200 && json.paymentStatus === 'PAID'),
      ).toHaveLength(1);
      expect(replies.filter(({ json }) => json.code === 'coupon_used_up')).toHaveLength(19);
    },
  );
});

test('a batch creates codes that can each be used once', async () => {
  const terms = {
    couponType: 'PERCENTAGE',
    couponValue: 100,
    validFrom: null,
    validUntil: inDays(9),
    movieIds: null,
  } as const;
  const codes = await insertCouponBatch(server.database.db, {
    name: 'DIWALI',
    count: 600,
    ...terms,
  });
  expect(new Set(codes).size).toBe(600);
  for (const code of codes) expect(code).toMatch(/^DIWALI-[A-HJ-NP-Z2-9]{8}$/);
  const [couponCode] = codes;
  const first = await purchase.anUnpaidOrder({ couponCode });
  expect((await purchase.confirmFree(first.viewer, first.order)).json.paymentStatus).toBe('PAID');
  const second = await server.aViewer();
  expect(await purchase.book(second, first.film.movieId, { couponCode })).toMatchObject({
    status: 422,
    json: { code: 'coupon_used_up' },
  });
});
