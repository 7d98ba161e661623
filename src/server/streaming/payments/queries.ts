import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { movies, orders, paymentAttempts, paymentEvents, users } from '../../db/schema.ts';
import type { ProviderName, ProviderPayment } from '../../ports/payments/provider.ts';
import { giveCouponUseBack } from '../booking/coupon-uses.ts';
import { holdViewerAndFilm, type OrderRow } from '../booking/queries.ts';

export type Attempt = typeof paymentAttempts.$inferSelect;
export type EventRow = typeof paymentEvents.$inferSelect;
export type NewEvent = Omit<typeof paymentEvents.$inferInsert, 'eventId' | 'appliedAt' | 'outcome'>;

/** Holds the order's row until the transaction ends: everything that moves an order goes through here. */
export const lockOrder = async (tx: Db, movieOrderId: number): Promise<OrderRow | undefined> =>
  (await tx.select().from(orders).where(eq(orders.movieOrderId, movieOrderId)).for('update'))[0];

/** As lockOrder, and alone for its viewer and film: of two orders that are paid at the same moment only one opens a ticket. */
export async function lockOrderAlone(tx: Db, movieOrderId: number): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.movieOrderId, movieOrderId));
  if (order?.userId) await holdViewerAndFilm(tx, order.userId, order.movieId);
  return lockOrder(tx, movieOrderId);
}

export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction((tx) => work(tx as unknown as Db));

export interface Charge {
  provider: ProviderName;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  rate: number | null;
}

/** A payment of the same order, begun since then on the same terms, that nobody has paid yet. */
export const openAttempt = async (db: Db, { movieOrderId, totalRoundedValue }: OrderRow, charge: Charge, since: Date) =>
  (
    await db
      .select()
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.movieOrderId, movieOrderId),
          eq(paymentAttempts.state, 'open'),
          eq(paymentAttempts.provider, charge.provider),
          eq(paymentAttempts.amount, charge.amount),
          eq(paymentAttempts.currency, charge.currency),
          eq(paymentAttempts.orderTotal, totalRoundedValue),
          gt(paymentAttempts.createdAt, since),
        ),
      )
      .orderBy(paymentAttempts.attemptId)
      .limit(1)
  )[0];

export async function insertAttempt(db: Db, order: OrderRow, charge: Charge, now: Date): Promise<Attempt> {
  const number = (await db.$count(paymentAttempts, eq(paymentAttempts.movieOrderId, order.movieOrderId))) + 1;
  const [row] = await db
    .insert(paymentAttempts)
    .values({
      ...charge,
      movieOrderId: order.movieOrderId,
      receipt: `${order.orderNo}-${number}`,
      orderTotal: order.totalRoundedValue,
      createdAt: now,
    })
    .returning();
  return row!;
}

/** Writes the provider's order id once; of two calls at once both get the first one's. */
export async function nameAttempt(db: Db, attemptId: number, providerOrderId: string): Promise<string> {
  await db
    .update(paymentAttempts)
    .set({ providerOrderId })
    .where(and(eq(paymentAttempts.attemptId, attemptId), isNull(paymentAttempts.providerOrderId)));
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.attemptId, attemptId));
  return row!.providerOrderId!;
}

export const findAttempt = async (db: Db, provider: string, providerOrderId: string) =>
  (
    await db
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.provider, provider), eq(paymentAttempts.providerOrderId, providerOrderId)))
  )[0];

/** The attempt that a payment belongs to. PayPal does not always name the order; then the payment itself is known. */
export const attemptOf = async (db: Db, { provider, id, orderId }: ProviderPayment) =>
  orderId
    ? findAttempt(db, provider, orderId)
    : (
        await db
          .select()
          .from(paymentAttempts)
          .where(and(eq(paymentAttempts.provider, provider), eq(paymentAttempts.providerPaymentId, id)))
      )[0];

/** The attempt that paid an order; a free or imported ticket has none. */
export const paidAttempt = async (db: Db, { movieOrderId, paymentTransactionNo }: OrderRow) =>
  paymentTransactionNo === null
    ? undefined
    : (
        await db
          .select()
          .from(paymentAttempts)
          .where(
            and(
              eq(paymentAttempts.movieOrderId, movieOrderId),
              eq(paymentAttempts.providerPaymentId, paymentTransactionNo),
            ),
          )
      )[0];

export const changeAttempt = (db: Db, attemptId: number, change: Partial<Attempt>) =>
  db.update(paymentAttempts).set(change).where(eq(paymentAttempts.attemptId, attemptId));

/** Keeps a payment for the operator; several of one attempt stand one under the other. */
export const holdPayment = (db: Db, { attemptId, state, heldReason }: Attempt, paymentId: string, reason: string) =>
  changeAttempt(db, attemptId, {
    state: state === 'paid' ? 'paid' : 'held',
    heldReason: [heldReason, `${paymentId}: ${reason}`].filter(Boolean).join('\n'),
  });

/** An open attempt is asked about less and less often as it ages; one that is decided still, but rarely. */
const ASKS_BY_AGE = { open: 50, decided: 2 };

/** Attempts with one of these providers, made since `since`, that are due to be asked about: money may come to any of them for days. */
export const attemptsToAsk = (
  db: Db,
  { of, since, now, every, limit }: { of: ProviderName[]; since: Date; now: Date; every: number; limit: number },
) => {
  const pause = sql`greatest(${every}::double precision,
    extract(epoch from ${now.toISOString()}::timestamptz - ${paymentAttempts.createdAt})
      / case ${paymentAttempts.state} when 'open' then ${ASKS_BY_AGE.open}::int else ${ASKS_BY_AGE.decided}::int end)`;
  return db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.provider, of),
        isNotNull(paymentAttempts.providerOrderId),
        gt(paymentAttempts.createdAt, since),
        sql`coalesce(${paymentAttempts.checkedAt}, 'epoch') < ${now.toISOString()}::timestamptz - make_interval(secs => ${pause})`,
      ),
    )
    .orderBy(sql`${paymentAttempts.checkedAt} nulls first`)
    .limit(limit);
};

/** Stores what was said, once. The row of the first saying, and whether this was it. */
export async function storeEvent(db: Db, event: NewEvent): Promise<{ row: EventRow; isFirst: boolean }> {
  const [made] = await db.insert(paymentEvents).values(event).onConflictDoNothing().returning();
  if (made) return { row: made, isFirst: true };
  const [known] = await db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, event.provider), eq(paymentEvents.eventKey, event.eventKey)));
  return { row: known!, isFirst: false };
}

export const unappliedEvents = (db: Db, of: ProviderName[], limit: number) =>
  db
    .select()
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.appliedAt), inArray(paymentEvents.provider, of)))
    .orderBy(paymentEvents.eventId)
    .limit(limit);

/** Writes what became of an event, once: a repetition does not overwrite it. */
export const markApplied = (db: Db, eventId: number, outcome: string, now: Date) =>
  db
    .update(paymentEvents)
    .set({ appliedAt: now, outcome })
    .where(and(eq(paymentEvents.eventId, eventId), isNull(paymentEvents.appliedAt)));

export const changeOrder = (db: Db, movieOrderId: number, change: Partial<OrderRow>) =>
  db.update(orders).set(change).where(eq(orders.movieOrderId, movieOrderId));

/** Another PAID order of the same viewer and film whose window reaches past `from`. */
export const holdsOtherTicket = async (db: Db, { userId, movieId, movieOrderId }: OrderRow, from: Date) =>
  userId !== null &&
  (await db.$count(
    orders,
    and(
      eq(orders.userId, userId),
      eq(orders.movieId, movieId),
      eq(orders.paymentStatus, 'PAID'),
      ne(orders.movieOrderId, movieOrderId),
      sql`${orders.bookingEndTime} > ${from}`,
    ),
  )) > 0;

export const movieNameOf = async (db: Db, movieId: number) =>
  (
    await db
      .select({ movieName: movies.movieName, movieNameEn: movies.movieNameEn })
      .from(movies)
      .where(eq(movies.movieId, movieId))
  )[0];

/** Orders nobody paid, whose window has ended: they are closed, so that the next booking is a new one. */
export const cancelStale = (db: Db, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const stale = await tx
      .update(orders)
      .set({ paymentStatus: 'CANCELLED' })
      .where(and(eq(orders.paymentStatus, 'NEW'), lt(orders.bookingEndTime, now)))
      .returning();
    for (const order of stale) await giveCouponUseBack(tx as unknown as Db, order);
  });

/** What the provider's form is filled with, so that a payer types less. */
export async function findPayer(db: Db, userId: number) {
  const [user] = await db.select().from(users).where(eq(users.userId, userId));
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return { name, email: user?.emailId ?? '', contact: user?.mobile ? `+${user.dialCode ?? ''}${user.mobile}` : '' };
}
