import { bookingSentences } from '#messages/refusals/booking.ts';
/** @module-tag dates */
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { changeOrder, withViewerFilmLock } from '#server/streaming/booking/queries.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { fullHourAfter } from '../support/full-hour.ts';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
});

type Person = { userId: number };
const book = (as: Person, movieId: number, body: object, headers: Record<string, string> = {}) =>
  server.post(`/api/ott/movies/${movieId}/orders`, { as, body, headers });
const fullHourInIndia = (hoursAhead = 1) => toWire(fullHourAfter(clock.now(), hoursAhead - 1));
const bookNow = (as: Person, movieId: number, body: object = {}) =>
  book(as, movieId, { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata', ...body });

describe('a booking', () => {
  test('is priced by the server: 18 % tax on the ticket, and a total rounded to rupees', async () => {
    const viewer = await server.aViewer();
    const film = await server.aFilm({ ticketRate: 149 });
    const start = fullHourInIndia();
    const { status, json } = await book(viewer, film.movieId, {
      bookingStartTime: start,
      timezone: 'Asia/Kolkata',
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      unitPrice: 149,
      orderQuantity: 1,
      uom: 'Nos',
      discountValue: 0,
      totalOrderValue: 149,
      taxPercentage: 18,
      totalTaxValue: 26.82,
      totalRoundedValue: 176,
      paymentStatus: 'NEW',
      orderSource: 'WEB',
      bookingStartTime: start,
      transactionCurrencyCode: 'INR',
      orderMovie: { movieId: film.movieId, movieName: film.movieName },
    });
    expect(json.orderNo).toMatch(/^M\d\d-\d{6}$/);
  });

  test('is answered with the order as it is stored', async () => {
    const viewer = await server.aViewer();
    for (const body of [{}, { bookingStartTime: fullHourInIndia(3), orderRemarks: 'for two' }]) {
      const { json } = await bookNow(viewer, (await server.aFilm()).movieId, body);
      expect(
        (await server.get(`/api/ott/orders/${json.movieOrderId}`, { as: viewer })).json,
      ).toEqual(json);
    }
  });

  test('updates the open order, and twenty concurrent requests create one order', async () => {
    const viewer = await server.aViewer();
    const film = await server.aFilm();
    const first = await bookNow(viewer, film.movieId);
    const again = await book(viewer, film.movieId, {
      bookingStartTime: fullHourInIndia(3),
      timezone: 'Asia/Kolkata',
    });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json.movieOrderId).toBe(first.json.movieOrderId);

    const otherFilm = await server.aFilm();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => bookNow(viewer, otherFilm.movieId)),
    );
    expect(new Set(replies.map(({ json }) => json.movieOrderId)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('waits for a payment that opens a cancelled order of the film again, and then updates that order', async () => {
    const { anUnpaidOrder, reportPayment } = purchaseSteps(server);
    const { viewer, film, order } = await anUnpaidOrder();
    await reportPayment(viewer, order, { paymentStatus: 'CANCELLED' });
    const { booking } = await withViewerFilmLock({
      db: server.database.db,
      userId: viewer.userId,
      movieId: film.movieId,
      work: async (tx) => {
        const sent = bookNow(viewer, film.movieId);
        await pause(300);
        await changeOrder(tx, order.movieOrderId, { paymentStatus: 'NEW' });
        return { booking: sent };
      },
    });
    expect(await booking).toMatchObject({
      status: 200,
      json: { movieOrderId: order.movieOrderId },
    });
  });

  test('repeats the first response for the same idempotency key, and refuses the key for another body', async () => {
    const viewer = await server.aViewer();
    const film = await server.aFilm();
    const body = { bookingStartTime: fullHourInIndia(), timezone: 'Asia/Kolkata' };
    const key = { 'Idempotency-Key': 'k-1' };
    const first = await book(viewer, film.movieId, body, key);
    const replay = await book(viewer, film.movieId, body, key);
    expect([replay.status, replay.json]).toEqual([first.status, first.json]);
    expect(
      await book(viewer, film.movieId, { ...body, bookingStartTime: fullHourInIndia(2) }, key),
    ).toMatchObject({
      status: 422,
      json: { code: 'idempotency_key_reused' },
    });
    expect(
      (await book(await server.aViewer(), film.movieId, body, key)).json.movieOrderId,
    ).not.toBe(first.json.movieOrderId);
  });

  test.each([
    {
      name: 'before streaming begins',
      at: () => 2 * HOUR,
      film: () => ({ streamingStartDate: new Date(clock.now().getTime() + 2 * DAY) }),
      message: bookingSentences.slot_before_streaming,
    },
    { name: 'in the past', at: () => -2 * HOUR, message: bookingSentences.slot_past },
    { name: 'eight days ahead', at: () => 8 * DAY, message: bookingSentences.slot_too_far },
    {
      name: 'off the hour',
      at: () => HOUR + 17 * MINUTE,
      message: bookingSentences.slot_not_on_the_hour,
    },
  ])('is refused $name', async ({ at, film, message }) => {
    const viewer = await server.aViewer();
    const { movieId } = await server.aFilm(film?.());
    const bookingStartTime = toWire(new Date(clock.now().getTime() + at()));
    expect(
      await book(viewer, movieId, { bookingStartTime, timezone: 'Asia/Kolkata' }),
    ).toMatchObject({
      status: 422,
      json: { message },
    });
  });

  test.each(['31-02-2026 10:00:00', '2026-11-21T10:00:00Z', '', 7, null])(
    'is refused with the start %j',
    async (bookingStartTime) => {
      const viewer = await server.aViewer();
      const { movieId } = await server.aFilm();
      expect(await book(viewer, movieId, { bookingStartTime })).toMatchObject({
        status: 422,
        json: { code: 'validation_failed' },
      });
    },
  );

  test('returns the current figures when the client’s figures differ, and stores nothing', async () => {
    const viewer = await server.aViewer();
    const { movieId } = await server.aFilm({ ticketRate: 149 });
    expect(await bookNow(viewer, movieId, { totalRoundedValue: 1 })).toMatchObject({
      status: 409,
      json: { code: 'price_changed', figures: { totalRoundedValue: 176 } },
    });
    expect(
      (await server.get(`/api/ott/mymovieorders/${movieId}`, { as: viewer })).json.content,
    ).toEqual([]);
  });

  test('is refused for a withdrawn or unknown film', async () => {
    const viewer = await server.aViewer();
    const withdrawn = await server.aFilm({ active: 'N' });
    for (const id of [withdrawn.movieId, 999_999, 'abc', -1]) {
      expect(
        (await book(viewer, id as number, { bookingStartTime: toWire(clock.now()) })).status,
      ).toBe(404);
    }
  });
});

test('a film without a package is not sold', async () => {
  const film = await server.aFilm({ packageId: null });
  expect(
    await book(await server.aViewer(), film.movieId, { bookingStartTime: toWire(clock.now()) }),
  ).toMatchObject({
    status: 409,
    json: { code: 'film_not_ready', message: bookingSentences.film_not_ready },
  });
});

describe('a coupon', () => {
  test('is applied and removed by changing the order', async () => {
    const viewer = await server.aViewer();
    const { movieId } = await server.aFilm({ ticketRate: 149 });
    const half = await server.aCoupon();
    const { json: order } = await bookNow(viewer, movieId);
    const change = (couponCode: string) =>
      server.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body: { couponCode } });
    expect((await change(half.couponCode.toLowerCase())).json).toMatchObject({
      couponCode: half.couponCode,
      discountValue: 74.5,
      totalTaxValue: 13.41,
      totalRoundedValue: 88,
    });
    expect((await change('')).json).toMatchObject({
      couponCode: null,
      discountValue: 0,
      totalRoundedValue: 176,
    });
    expect(await change('NOSUCH')).toMatchObject({
      status: 422,
      json: { message: text.couponUnknown },
    });
  });

  test('of 100 % lets the viewer complete the order without paying, with payment mode Coupon; a free film has mode FREE', async () => {
    const viewer = await server.aViewer();
    const fullDiscount = await server.aCoupon({ couponType: 'PERCENTAGE', couponValue: 100 });
    for (const [ticketRate, couponCode, mode] of [
      [149, fullDiscount.couponCode, 'Coupon'],
      [0, undefined, 'FREE'],
    ] as const) {
      const { movieId } = await server.aFilm({ ticketRate });
      const { json: order } = await bookNow(viewer, movieId, couponCode ? { couponCode } : {});
      expect(order.totalRoundedValue).toBe(0);
      const paid = await server.put(`/api/ott/orders/${order.movieOrderId}/payment`, {
        as: viewer,
        body: { paymentStatus: 'PAID', paymentMode: 'whatever' },
      });
      expect(paid.json).toMatchObject({ paymentStatus: 'PAID', paymentMode: mode });
      expect((await server.get(`/api/ott/movies/${movieId}`, { as: viewer })).json).toMatchObject({
        playStatus: 'PAID',
        paymentStatus: 1,
      });
    }
  });
});

describe('orders', () => {
  test('are visible and changeable only for their viewer', async () => {
    const viewer = await server.aViewer();
    const otherViewer = await server.aViewer();
    const { movieId } = await server.aFilm();
    const { json: order } = await bookNow(viewer, movieId);
    const path = `/api/ott/orders/${order.movieOrderId}`;
    expect((await server.get(path, { as: viewer })).json.orderNo).toBe(order.orderNo);
    for (const response of [
      await server.get(path, { as: otherViewer }),
      await server.put(path, { as: otherViewer, body: { couponCode: '' } }),
      await server.put(`${path}/payment`, {
        as: otherViewer,
        body: { paymentStatus: 'CANCELLED' },
      }),
      await server.post(`${path}/checkout`, { as: otherViewer, body: { provider: 'razorpay' } }),
    ])
      expect(response.status).toBe(404);
    for (const method of ['get', 'put'] as const)
      expect((await server[method](path)).status).toBe(403);
    expect(
      (await server.get('/api/ott/orders?page=0&size=100&sort=orderDate,desc', { as: otherViewer }))
        .json,
    ).toMatchObject({
      content: [],
      totalElements: 0,
    });
  });

  test('are listed in zero-based pages, and sorted only by known fields', async () => {
    const viewer = await server.aViewer();
    for (let each = 0; each < 3; each++) {
      await bookNow(viewer, (await server.aFilm()).movieId);
      clock.advance(1000);
    }
    const page = (
      await server.get('/api/ott/orders?page=1&size=2&sort=orderDate,desc', { as: viewer })
    ).json;
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, number: 1, size: 2 });
    expect(page.content).toHaveLength(1);
    expect((await server.get('/api/ott/orders?sort=userId,desc', { as: viewer })).status).toBe(400);
  });
});
