import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { aPlayableFilm } from '../support/playback-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer();
  purchase = purchaseSteps(server);
});

const erase = async (as: { userId: number }) =>
  (await server.delete('/api/auth/me', { as })).status;

/** Deletes the account while `work` waits for a locked row. */
async function eraseDuring<T>(
  as: { userId: number },
  row: SQL,
  work: () => Promise<T>,
): Promise<[T, number]> {
  let both: Promise<[T, number]> | undefined;
  await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`${row} for update`);
    const working = work();
    await pause(300);
    both = Promise.all([working, erase(as)]);
    await pause(300);
  });
  return both!;
}

describe('the deletion of an account', () => {
  test('during the start of a payment with a coupon happens before or after it', async () => {
    const { couponCode } = await server.aCoupon({ couponType: 'PERCENTAGE', couponValue: 50 });
    const { viewer, order } = await purchase.anUnpaidOrder({ couponCode });
    const coupon = sql`select from coupons where coupon_code = ${couponCode}`;
    const [checkout, erased] = await eraseDuring(viewer, coupon, () =>
      purchase.checkout(viewer, order),
    );
    expect(erased).toBe(204);
    expect([201, 404]).toContain(checkout.status);
  });

  test('during the start of a player happens before or after it', async () => {
    const film = await aPlayableFilm(server);
    const viewer = await server.aViewer();
    await purchase.pay(viewer, (await purchase.book(viewer, film.movieId)).json);
    const open = () =>
      server.post('/api/ott/playmovieweb', { as: viewer, body: { movieId: film.movieId } });
    await open();
    const session = sql`select from playback_sessions where user_id = ${viewer.userId}`;
    const [opened, erased] = await eraseDuring(viewer, session, open);
    expect(erased).toBe(204);
    expect([200, 402]).toContain(opened.status);
  });

  test('during a refund waits for it', async () => {
    const film = await server.aFilm({ ticketRate: 0 });
    const viewer = await server.aViewer();
    const { movieOrderId } = (await purchase.book(viewer, film.movieId)).json;
    await purchase.pay(viewer, { movieOrderId });
    const mail = sql`select from ticket_mails where movie_order_id = ${movieOrderId}`;
    const [, erased] = await eraseDuring(viewer, mail, () =>
      requestRefund(server.deps, { movieOrderId }, 'The film stopped'),
    );
    expect(erased).toBe(204);
    expect(
      await server.database.query(
        'select user_id, payment_status from orders where movie_order_id = $1',
        [movieOrderId],
      ),
    ).toMatchObject({ rows: [{ user_id: null, payment_status: 'REFUNDED' }] });
  });

  test('after a payment has read its order prevents the payment', async () => {
    const { viewer, order } = await purchase.anUnpaidOrder();
    const person = sql`select from users where user_id = ${viewer.userId}`;
    let checkout: ReturnType<typeof purchase.checkout> | undefined;
    await server.database.db.transaction(async (tx) => {
      await tx.execute(sql`${person} for update`);
      checkout = purchase.checkout(viewer, order);
      await pause(300);
      await tx.execute(sql`update orders set user_id = null, payment_status = 'CANCELLED'
        where movie_order_id = ${order.movieOrderId}`);
    });
    expect((await checkout!).status).toBe(404);
  });
});
