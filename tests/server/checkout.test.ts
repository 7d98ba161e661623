import { beforeAll, describe, expect, test } from 'vitest';
import { bookingMessages as text } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse();
  shop = purchases(house);
});

type Opened = Awaited<ReturnType<ReturnType<typeof purchases>['anOpenOrder']>>;

const query = (sql: string, ...values: unknown[]) => house.database.query(sql, values);
const attemptsOf = async ({ order }: Opened) =>
  (await query('select 1 from payment_attempts where movie_order_id = $1', order.movieOrderId)).rows.length;
const save = ({ viewer, order }: Opened) =>
  house.put(`/api/ott/orders/${order.movieOrderId}`, {
    as: viewer,
    body: { totalRoundedValue: order.totalRoundedValue, discountValue: order.discountValue },
  });
const withdraw = ({ film }: Opened) => query(`update movies set active = 'N' where movie_id = $1`, film.movieId);
const takePackage = ({ order }: Opened) =>
  query('update movies set package_id = null where movie_id = $1', order.movieId);
const raisePrice = ({ film }: Opened) =>
  query('update movies set ticket_rate = 22900 where movie_id = $1', film.movieId);
const useUp = ({ order }: Opened) =>
  query('update coupons set total_limit = 0 where coupon_code = $1', order.couponCode);
const makeSmaller = ({ order }: Opened) =>
  query('update coupons set coupon_value = 10 where coupon_code = $1', order.couponCode);

describe('checkout refuses what saving the order refuses, and opens nothing at the provider:', () => {
  const withdrawn = { status: 404, json: { code: 'movie_not_found', message: detailMessages.notFound } };
  const notReady = { status: 409, json: { code: 'film_not_ready', message: text.filmNotReady } };
  const priceChanged = { status: 409, json: { code: 'price_changed', message: text.priceChanged } };
  const usedUp = { status: 422, json: { code: 'coupon_used_up', message: text.couponUsedUp } };

  test.each([
    ['a film that was withdrawn', {}, withdraw, withdrawn],
    ['a film that has lost its package', {}, takePackage, notReady],
    ['a film that got another price', {}, raisePrice, priceChanged],
    ['a coupon that takes less off', {}, makeSmaller, priceChanged],
    ['a coupon that was used up', {}, useUp, usedUp],
  ])('%s', async (_, terms, change, refusal) => {
    const opened = await shop.anOpenOrder(await house.aCoupon(terms).then(({ couponCode }) => ({ couponCode })));
    await change(opened);
    expect(await save(opened)).toMatchObject(refusal);
    expect(await shop.checkout(opened.viewer, opened.order)).toMatchObject(refusal);
    expect(await attemptsOf(opened)).toBe(0);
  });

  test('a payment that was opened before the price changed is not handed out again', async () => {
    const opened = await shop.anOpenOrder();
    expect((await shop.checkout(opened.viewer, opened.order)).status).toBe(201);
    await raisePrice(opened);
    expect(await shop.checkout(opened.viewer, opened.order)).toMatchObject({
      status: 409,
      json: { code: 'price_changed', figures: { totalRoundedValue: 270 } },
    });
  });

  test('a ticket for nothing is not issued for a film that was withdrawn', async () => {
    const { couponCode } = await house.aCoupon({ couponValue: 100 });
    const opened = await shop.anOpenOrder({ couponCode });
    await withdraw(opened);
    expect(await shop.confirmFree(opened.viewer, opened.order)).toMatchObject(withdrawn);
  });
});

test('an order that is saved without the figures that were seen goes on without its used-up coupon', async () => {
  const { couponCode } = await house.aCoupon();
  const opened = await shop.anOpenOrder({ couponCode });
  await useUp(opened);
  const path = `/api/ott/orders/${opened.order.movieOrderId}`;
  expect((await house.put(path, { as: opened.viewer, body: {} })).json).toMatchObject({
    couponCode: null,
    totalRoundedValue: 176,
  });
  expect((await shop.checkout(opened.viewer, opened.order)).status).toBe(201);
});
