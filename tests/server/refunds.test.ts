import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import type { PaymentProvider } from '#server/ports/payments/provider.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { refundWithdrawnFilms } from '#server/streaming/booking/withdrawals/refund-withdrawn-films.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer();
  purchase = purchaseSteps(server);
  await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 1000 });
});

async function aTicket() {
  const bought = await purchase.anUnpaidOrder();
  await purchase.pay(bought.viewer, bought.order);
  return bought;
}
type Bought = Awaited<ReturnType<typeof aTicket>>;

const stateOf = async ({ order }: Bought) =>
  (
    await server.database.query(
      `select state, provider_refund_id id from refunds where movie_order_id = ${order.movieOrderId}`,
    )
  ).rows[0];
const sendRefundsWith = (refund: PaymentProvider['refund']) =>
  sendRefunds({
    ...server.deps,
    payments: { ...server.deps.payments, razorpay: { ...server.deps.payments.razorpay!, refund } },
  });

/** Runs the job again, a minute later, while an earlier request still waits for its response. */
const sendLaterWith = (refund: PaymentProvider['refund']) => {
  server.clock.advance(MINUTE);
  return sendRefundsWith(refund);
};
const refuse = (): never => {
  throw new ProviderError('razorpay', 'refused', { status: 400 });
};

describe('a refund that is sent while an earlier request waits for its response', () => {
  test('is not undone by the refusal of the earlier request', async () => {
    const ticket = await aTicket();
    await requestRefund(server.deps, ticket.order, 'asked for');
    await sendRefundsWith(async () => {
      await sendLaterWith(async () => ({ id: 'rfnd_granted', status: 'pending' }));
      return refuse();
    });
    expect(await stateOf(ticket)).toEqual({ state: 'pending', id: 'rfnd_granted' });
  });

  test('and then requested again, does not fail with the refusal of the earlier request', async () => {
    const ticket = await aTicket();
    await requestRefund(server.deps, ticket.order, 'asked for');
    await sendRefundsWith(async () => {
      await sendLaterWith(async () => refuse());
      server.clock.advance(MINUTE);
      await requestRefund(server.deps, ticket.order, 'asked for');
      return refuse();
    });
    expect(await stateOf(ticket)).toEqual({ state: 'asked', id: null });
    await sendRefunds(server.deps);
    expect(await stateOf(ticket)).toMatchObject({ state: 'done' });
  });
});

test('a refused refund fails if no other request succeeded', async () => {
  const ticket = await aTicket();
  await requestRefund(server.deps, ticket.order, 'asked for');
  await sendRefundsWith(async () => refuse());
  expect(await stateOf(ticket)).toEqual({ state: 'failed', id: null });
});

test.each([
  [
    'played',
    (id: number) => sql`insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time)
    select movie_id, user_id, movie_order_id, now() from orders where movie_order_id = ${id}`,
  ],
  [
    'offered again',
    (id: number) => sql`update movies set active = 'Y'
    where movie_id = (select movie_id from orders where movie_order_id = ${id})`,
  ],
])(
  'a ticket whose withdrawn film is %s during the refunds stays valid, and the refund of another ticket is requested',
  async (_, change) => {
    const [affected, other] = [await aTicket(), await aTicket()];
    const { movieOrderId } = affected.order;
    await server.database.query(
      `update movies set active = 'N' where movie_id in (${affected.film.movieId}, ${other.film.movieId})`,
    );
    await whileLocked(movieOrderId, change(movieOrderId), () => refundWithdrawnFilms(server.deps));
    expect(await stateOf(affected)).toBeUndefined();
    expect(await stateOf(other)).toMatchObject({ state: 'asked' });
  },
);

/** Starts `work` while another transaction holds the lock on the order, and then runs `change` in that transaction. */
async function whileLocked(movieOrderId: number, change: SQL, work: () => Promise<void>) {
  let done: Promise<void> | undefined;
  await server.database.db.transaction(async (tx) => {
    await tx.execute(sql`select from orders where movie_order_id = ${movieOrderId} for update`);
    done = work();
    await pause(300);
    await tx.execute(change);
  });
  await done;
}
