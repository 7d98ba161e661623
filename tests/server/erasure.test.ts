import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aPlayableFilm } from '../support/playback-house.ts';
import { purchases } from '../support/purchase.ts';

let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse();
  shop = purchases(house);
});

const erase = async (as: { userId: number }) => (await house.delete('/api/auth/me', { as })).status;

/** The account is deleted while `work` is under way, which waits for a row that somebody else holds. */
async function erasedDuring<T>(as: { userId: number }, row: SQL, work: () => Promise<T>): Promise<[T, number]> {
  let both: Promise<[T, number]> | undefined;
  await house.database.db.transaction(async (tx) => {
    await tx.execute(sql`${row} for update`);
    const working = work();
    await pause(300);
    both = Promise.all([working, erase(as)]);
    await pause(300);
  });
  return both!;
}

describe('an account that is deleted', () => {
  test('while a payment with a coupon begins, comes before or after it', async () => {
    const { couponCode } = await house.aCoupon({ couponType: 'PERCENTAGE', couponValue: 50 });
    const { viewer, order } = await shop.anOpenOrder({ couponCode });
    const coupon = sql`select from coupons where coupon_code = ${couponCode}`;
    const [checkout, erased] = await erasedDuring(viewer, coupon, () => shop.checkout(viewer, order));
    expect(erased).toBe(204);
    expect([201, 404]).toContain(checkout.status);
  });

  test('while a player opens, comes before or after it', async () => {
    const film = await aPlayableFilm(house);
    const viewer = await house.aViewer();
    await shop.pay(viewer, (await shop.book(viewer, film.movieId)).json);
    const open = () => house.post('/api/ott/playmovieweb', { as: viewer, body: { movieId: film.movieId } });
    await open();
    const sitting = sql`select from playback_sessions where user_id = ${viewer.userId}`;
    const [opened, erased] = await erasedDuring(viewer, sitting, open);
    expect(erased).toBe(204);
    expect([200, 402]).toContain(opened.status);
  });

  test('before a payment begins that had found its order, begins none', async () => {
    const { viewer, order } = await shop.anOpenOrder();
    const person = sql`select from users where user_id = ${viewer.userId}`;
    let checkout: ReturnType<typeof shop.checkout> | undefined;
    await house.database.db.transaction(async (tx) => {
      await tx.execute(sql`${person} for update`);
      checkout = shop.checkout(viewer, order);
      await pause(300);
      await tx.execute(sql`update orders set user_id = null, payment_status = 'CANCELLED'
        where movie_order_id = ${order.movieOrderId}`);
    });
    expect((await checkout!).status).toBe(404);
  });
});
