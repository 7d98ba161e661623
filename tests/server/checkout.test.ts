import { bookingSentences } from '#messages/refusals/booking.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookingMessages as text } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer();
  purchase = purchaseSteps(server);
});

type UnpaidOrder = Awaited<ReturnType<ReturnType<typeof purchaseSteps>['anUnpaidOrder']>>;

const query = (sql: string, ...values: unknown[]) => server.database.query(sql, values);
const attemptsOf = async ({ order }: UnpaidOrder) =>
  (await query('select 1 from payment_attempts where movie_order_id = $1', order.movieOrderId)).rows
    .length;
const save = ({ viewer, order }: UnpaidOrder) =>
  server.put(`/api/ott/orders/${order.movieOrderId}`, {
    as: viewer,
    body: { totalRoundedValue: order.totalRoundedValue, discountValue: order.discountValue },
  });
const withdraw = ({ film }: UnpaidOrder) =>
  query(`update movies set active = 'N' where movie_id = $1`, film.movieId);
const removePackage = ({ order }: UnpaidOrder) =>
  query('update movies set package_id = null where movie_id = $1', order.movieId);
const raisePrice = ({ film }: UnpaidOrder) =>
  query('update movies set ticket_rate = 22900 where movie_id = $1', film.movieId);
const useUp = ({ order }: UnpaidOrder) =>
  query('update coupons set total_limit = 0 where coupon_code = $1', order.couponCode);
const reduceDiscount = ({ order }: UnpaidOrder) =>
  query('update coupons set coupon_value = 10 where coupon_code = $1', order.couponCode);

describe('checkout refuses the same as saving the order, and creates nothing at the provider:', () => {
  const withdrawn = {
    status: 404,
    json: { code: 'movie_not_found', message: detailMessages.notFound },
  };
  const notReady = {
    status: 409,
    json: { code: 'film_not_ready', message: bookingSentences.film_not_ready },
  };
  const priceChanged = { status: 409, json: { code: 'price_changed', message: text.priceChanged } };
  const usedUp = {
    status: 422,
    json: { code: 'coupon_used_up', message: bookingSentences.coupon_used_up },
  };

  test.each([
    ['a film that was withdrawn', withdraw, withdrawn],
    ['a film whose package was removed', removePackage, notReady],
    ['a film whose price changed', raisePrice, priceChanged],
    ['a coupon whose discount was reduced', reduceDiscount, priceChanged],
    ['a coupon that was used up', useUp, usedUp],
  ])('%s', async (_, change, refusal) => {
    const unpaid = await purchase.anUnpaidOrder(
      await server.aCoupon().then(({ couponCode }) => ({ couponCode })),
    );
    await change(unpaid);
    expect(await save(unpaid)).toMatchObject(refusal);
    expect(await purchase.checkout(unpaid.viewer, unpaid.order)).toMatchObject(refusal);
    expect(await attemptsOf(unpaid)).toBe(0);
  });

  test('a payment that was started before the price changed is not reused', async () => {
    const unpaid = await purchase.anUnpaidOrder();
    expect((await purchase.checkout(unpaid.viewer, unpaid.order)).status).toBe(201);
    await raisePrice(unpaid);
    expect(await purchase.checkout(unpaid.viewer, unpaid.order)).toMatchObject({
      status: 409,
      json: { code: 'price_changed', figures: { totalRoundedValue: 270 } },
    });
  });

  test('a free ticket is not issued for a withdrawn film', async () => {
    const { couponCode } = await server.aCoupon({ couponValue: 100 });
    const unpaid = await purchase.anUnpaidOrder({ couponCode });
    await withdraw(unpaid);
    expect(await purchase.confirmFree(unpaid.viewer, unpaid.order)).toMatchObject(withdrawn);
  });
});

test('an order that is saved without figures continues without its used-up coupon', async () => {
  const { couponCode } = await server.aCoupon();
  const unpaid = await purchase.anUnpaidOrder({ couponCode });
  await useUp(unpaid);
  const path = `/api/ott/orders/${unpaid.order.movieOrderId}`;
  expect((await server.put(path, { as: unpaid.viewer, body: {} })).json).toMatchObject({
    couponCode: null,
    totalRoundedValue: 176,
  });
  expect((await purchase.checkout(unpaid.viewer, unpaid.order)).status).toBe(201);
});
