import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits.ts';
import type { PaymentProvider } from '#server/ports/payments/provider.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { tellRefunds } from '#server/streaming/payments/refunds/tell.ts';
import { refundWithdrawn } from '#server/streaming/payments/refunds/withdrawn.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse();
  shop = purchases(house);
  await house.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
});

async function aTicket() {
  const bought = await shop.anOpenOrder();
  await shop.pay(bought.viewer, bought.order);
  return bought;
}
type Bought = Awaited<ReturnType<typeof aTicket>>;

const stateOf = async ({ order }: Bought) =>
  (
    await house.database.query(
      `select state, provider_refund_id id from refunds where movie_order_id = ${order.movieOrderId}`,
    )
  ).rows[0];
const tellWith = (refund: PaymentProvider['refund']) =>
  tellRefunds({
    ...house.deps,
    payments: { ...house.deps.payments, razorpay: { ...house.deps.payments.razorpay!, refund } },
  });

/** What the next tick tells, while an earlier one still waits for its answer. */
const tellLaterWith = (refund: PaymentProvider['refund']) => {
  house.clock.advance(MINUTE);
  return tellWith(refund);
};
const refuse = (): never => {
  throw new ProviderError('razorpay', 'refused', { status: 400 });
};

describe('a refund that is told while an earlier telling waits for its answer', () => {
  test('is not undone by the no that the earlier one hears', async () => {
    const ticket = await aTicket();
    await refund(house.deps, ticket.order, 'asked for');
    await tellWith(async () => {
      await tellLaterWith(async () => ({ id: 'rfnd_granted', status: 'pending' }));
      return refuse();
    });
    expect(await stateOf(ticket)).toEqual({ state: 'pending', id: 'rfnd_granted' });
  });

  test('and is asked anew meanwhile, does not end with the no to the earlier asking', async () => {
    const ticket = await aTicket();
    await refund(house.deps, ticket.order, 'asked for');
    await tellWith(async () => {
      await tellLaterWith(async () => refuse());
      house.clock.advance(MINUTE);
      await refund(house.deps, ticket.order, 'asked for');
      return refuse();
    });
    expect(await stateOf(ticket)).toEqual({ state: 'asked', id: null });
    await tellRefunds(house.deps);
    expect(await stateOf(ticket)).toMatchObject({ state: 'done' });
  });
});

test('a refund that is refused, and that nobody was granted, failed', async () => {
  const ticket = await aTicket();
  await refund(house.deps, ticket.order, 'asked for');
  await tellWith(async () => refuse());
  expect(await stateOf(ticket)).toEqual({ state: 'failed', id: null });
});

test.each([
  [
    'begun',
    (id: number) => sql`insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
    select movie_id, user_id, movie_order_id, now() from orders where movie_order_id = ${id}`,
  ],
  [
    'offered again',
    (id: number) => sql`update movies set active = 'Y'
    where movie_id = (select movie_id from orders where movie_order_id = ${id})`,
  ],
])(
  'a withdrawn film that is %s while its tickets are returned keeps them, and others get theirs back',
  async (_, change) => {
    const [kept, other] = [await aTicket(), await aTicket()];
    const { movieOrderId } = kept.order;
    await house.database.query(
      `update movies set active = 'N' where movie_id in (${kept.film.movieId}, ${other.film.movieId})`,
    );
    await whileHeld(movieOrderId, change(movieOrderId), () => refundWithdrawn(house.deps));
    expect(await stateOf(kept)).toBeUndefined();
    expect(await stateOf(other)).toMatchObject({ state: 'asked' });
  },
);

/** Begins `work` while somebody else holds the order, who then changes something. */
async function whileHeld(movieOrderId: number, change: SQL, work: () => Promise<void>) {
  let done: Promise<void> | undefined;
  await house.database.db.transaction(async (tx) => {
    await tx.execute(sql`select from orders where movie_order_id = ${movieOrderId} for update`);
    done = work();
    await pause(300);
    await tx.execute(change);
  });
  await done;
}
