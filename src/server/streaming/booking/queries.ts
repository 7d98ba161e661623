import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Paise, MinorUnits } from '#domain/pricing.ts';
import type { PaymentStatus, RefundState, ReturnCause } from '#domain/payment-states.ts';
import { type Db, onceForDb } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { gifts, orders } from '../../db/schema/booking.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { heldPayments, paymentAttempts, refunds } from '../../db/schema/payments.ts';
import { moviePlays, playbackSessions } from '../../db/schema/playback.ts';
import { throwError } from '../../errors.ts';
import type { Listing } from '../listing.ts';
import { billNoOf, nextSerial, takeSerial } from '../payments/queries.ts';
import { type GiftRow, isHeldBy, isPayerOrHolder } from './gifts/queries.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { one } from '../../db/one.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
const movieColumns = pickColumns(
  movies,
  'movieId',
  'movieKey',
  'movieName',
  'movieNameEn',
  'poster',
  'posterGel',
  'primaryLanguage',
  'runningTime',
  'movieType',
  'active',
  'streamingStartDate',
  'packageId',
  'ticketRate',
);
export type BookedMovie = Pick<typeof movies.$inferSelect, keyof typeof movieColumns>;
export type DatedMovie = BookedMovie & { streamingStartDate: Date };
export interface BookedOrder {
  order: OrderRow;
  movie: BookedMovie;
  /** Null for a ticket of one's own. */
  gift: GiftRow | null;
  charged: { currency: string; amount: MinorUnits; rate: number } | null;
  invoiceNo: string | null;
  wasPlayed: boolean;
  refund: { state: RefundState; cause: ReturnCause } | null;
  /** Paise; null without a held payment. */
  heldValue: Paise | null;
  /** When the newest open payment was opened at a provider. Epoch seconds. */
  paymentBegunAt: number | null;
  /** Oldest first. */
  creditNoteNos: string[];
}

const charged = sql<BookedOrder['charged']>`(
  select json_build_object('currency', a.currency, 'amount', coalesce(a.paid_amount, a.amount), 'rate', a.rate) from ${paymentAttempts} a
  where a.movie_order_id = ${orders.movieOrderId} and a.currency <> ${orders.currency} and a.rate is not null
    and (a.provider_payment_id = ${orders.paymentTransactionNo} or a.state = 'paid')
  limit 1)`;
const invoiceNo = sql<string | null>`(
  select i.invoice_no from ${invoices} i where i.movie_order_id = ${orders.movieOrderId} and i.kind <> 'credit-note')`;
const wasPlayed = sql<boolean>`(
  exists (select from ${moviePlays} p
    where p.user_id = case when ${orders.isGift} then ${gifts.receiverId} else ${orders.userId} end
      and p.movie_id = ${orders.movieId} and p.movie_order_id = ${orders.movieOrderId})
  or exists (select from ${playbackSessions} s
    where s.movie_order_id = ${orders.movieOrderId} and s.key_minute is not null))`;
/** The refund of the ticket's own payment; other refunds count only while the order is not PAID. */
const refund = sql<BookedOrder['refund']>`(
  select json_build_object('state', r.state, 'cause', r.cause) from ${refunds} r
  where r.movie_order_id = ${orders.movieOrderId} and (r.ends_ticket or ${orders.paymentStatus} <> 'PAID')
  order by r.ends_ticket desc, r.refund_id desc limit 1)`;

/** A payment whose value is not known counts as the price. */
const heldValue = sql<Paise | null>`(
  select sum(coalesce(h.value, ${orders.totalRoundedValue}))::int from ${heldPayments} h
  where h.movie_order_id = ${orders.movieOrderId} and h.decided_at is null)`;
const paymentBegunAt = sql<number | null>`(
  select extract(epoch from max(a.created_at))::double precision from ${paymentAttempts} a
  where a.movie_order_id = ${orders.movieOrderId} and a.state = 'open' and a.provider_order_id is not null)`;
const creditNoteNos = sql<string[]>`array(
  select i.invoice_no from ${invoices} i where i.movie_order_id = ${orders.movieOrderId} and i.kind = 'credit-note'
  order by i.issued_at, i.part = 0, i.part)`;

export const hasNoActiveRefund = sql`not exists (
  select from ${refunds} r where r.movie_order_id = ${orders.movieOrderId} and r.ends_ticket and r.state <> 'failed')`;

const withMovie = (db: Db) =>
  db
    .select({
      order: orders,
      movie: movieColumns,
      gift: gifts,
      charged,
      invoiceNo,
      wasPlayed,
      refund,
      heldValue,
      paymentBegunAt,
      creditNoteNos,
    })
    .from(orders)
    .innerJoin(movies, eq(movies.movieId, orders.movieId))
    .leftJoin(gifts, eq(gifts.movieOrderId, orders.movieOrderId));

/**
 * The account that the ticket belongs to; null for an unclaimed gift, and after the account was
 * deleted.
 */
export const holderOf = ({ order, gift }: Pick<BookedOrder, 'order' | 'gift'>): number | null =>
  gift ? gift.receiverId : order.userId;

/**
 * Serialises all changes to this viewer's orders for the film until the transaction ends. The count
 * needs the person's row, so the lock against an erasure (db/erasure-lock.ts) comes first. A query
 * of one row.
 */
const viewerFilmLock = (userId: number | SQL, movieId: number | SQL) => sql`
  (with person as (select from ${users} where ${users.userId} = ${userId} for key share)
  select pg_advisory_xact_lock(${userId}::int, ${movieId}::int) from (select count(*) from person) as counted)`;

const lockViewerAndFilm = (tx: Pick<Db, 'execute'>, userId: number, movieId: number) =>
  tx.execute(sql`select from ${viewerFilmLock(userId, movieId)} as locked`);

/**
 * Runs `work` under the lock: of two concurrent changes, the second waits and then sees the first.
 */
export const withViewerFilmLock = <T>({
  db,
  userId,
  movieId,
  work,
}: {
  db: Db;
  userId: number;
  movieId: number;
  work: (tx: Db) => Promise<T>;
}) =>
  db.transaction(async (tx) => {
    await lockViewerAndFilm(tx, userId, movieId);
    return work(tx);
  });

/** Prepared, because every order needs it. */
const movieQuery = onceForDb((db) =>
  db
    .select(movieColumns)
    .from(movies)
    .where(eq(movies.movieId, sql.placeholder('movieId')))
    .prepare('movie'),
);
export const findMovieRow = async (db: Db, movieId: number) =>
  (await movieQuery(db).execute({ movieId }))[0];

export async function findProfile(db: Db, userId: number) {
  const columns = pickColumns(
    users,
    'firstName',
    'lastName',
    'emailId',
    'emailVerifiedAt',
    'reminders',
    'timezone',
  );
  return (await db.select(columns).from(users).where(eq(users.userId, userId)))[0];
}

// Qualified by hand: in the subquery, a bare column name would refer to the order.
const lastBuyerPlace = sql<Pick<OrderRow, 'buyerState' | 'buyerCountry'> | null>`(
  select json_build_object('buyerState', o.buyer_state, 'buyerCountry', o.buyer_country) from ${orders} o
  where o.user_id = users.user_id and (o.buyer_state is not null or o.buyer_country is not null)
  order by o.movie_order_id desc limit 1)`;

const userPlaceColumns = {
  ...pickColumns(users, 'placeName', 'latitude', 'longitude'),
  lastPlace: lastBuyerPlace,
};
const NO_PLACES = { placeName: null, latitude: null, longitude: null, lastPlace: null };

/** The place of the last order, and what the profile says about places. */
export const findBuyerPlaces = async (db: Db, userId: number): Promise<BuyerPlaces> =>
  (await db.select(userPlaceColumns).from(users).where(eq(users.userId, userId)))[0] ?? NO_PLACES;

export interface BuyerPlaces extends Pick<
  typeof users.$inferSelect,
  'placeName' | 'latitude' | 'longitude'
> {
  lastPlace: Pick<OrderRow, 'buyerState' | 'buyerCountry'> | null;
}

const OPEN: PaymentStatus[] = ['NEW', 'PROCESSING'];
const isUnpaid = inArray(orders.paymentStatus, [...OPEN, 'CANCELLED']);
const isHeld = sql`exists (select from ${heldPayments} h where h.movie_order_id = ${orders.movieOrderId} and h.decided_at is null)`;
const isPaidAndEndsAfter = (time: Date | SQL) =>
  and(eq(orders.paymentStatus, 'PAID'), gt(orders.bookingEndTime, time));

/**
 * What a new order needs to know, in one statement: the film, the viewer's places, whether a ticket
 * for the film is current, and whether an order is open. Takes the id of the new order if there is
 * neither; a gift may be bought beside a current ticket.
 */
const bookingQuery = onceForDb((db) => {
  const { placeholder } = sql;
  const isPaidBy = eq(orders.userId, placeholder('userId'));
  const hasAny = (where: SQL | undefined) => sql<boolean>`coalesce(bool_or(${where}), false)`;
  const ownOrders = db
    .select({
      hasTicket: hasAny(
        and(
          isHeldBy(placeholder('userId')),
          isPaidAndEndsAfter(sql`${placeholder('now')}::timestamptz`),
        ),
      ).as('has_ticket'),
      hasOpenOrder: hasAny(and(isPaidBy, inArray(orders.paymentStatus, OPEN))).as('has_open_order'),
      hasHeldPayment: hasAny(and(isPaidBy, isUnpaid, isHeld)).as('has_held_payment'),
    })
    .from(orders)
    .where(and(or(isPaidBy, isHeldBy(placeholder('userId'))), eq(orders.movieId, movies.movieId)))
    .as('own_orders');
  const { hasTicket, hasOpenOrder, hasHeldPayment } = ownOrders;
  const newOrderId = sql<number | null>`
    case when (not ${hasTicket} or ${placeholder('isGift')}::boolean) and not ${hasOpenOrder} and not ${hasHeldPayment} then ${nextSerial(orders.movieOrderId)} end`;
  return db
    .select({
      movie: movieColumns,
      ...userPlaceColumns,
      hasTicket,
      hasOpenOrder,
      hasHeldPayment,
      newOrderId,
    })
    .from(movies)
    .leftJoin(users, eq(users.userId, placeholder('userId')))
    .crossJoinLateral(ownOrders)
    .where(eq(movies.movieId, placeholder('movieId')))
    .prepare('booking');
});

interface Booking {
  userId: number;
  movieId: number;
  isGift: boolean;
  now: Date;
}

export const findBooking = async (db: Db, { now, ...booking }: Booking) =>
  (await bookingQuery(db).execute({ ...booking, now: now.toISOString() }))[0];

/** Orders that the viewer pays. */
const isOwnForMovie = (userId: number, movieId: number) =>
  and(eq(orders.userId, userId), eq(orders.movieId, movieId));
const isOpenOrder = (userId: number, movieId: number) =>
  and(isOwnForMovie(userId, movieId), inArray(orders.paymentStatus, OPEN));
const isCurrentTicket = (userId: number, movieId: number, from: Date) =>
  and(isHeldBy(userId), eq(orders.movieId, movieId), isPaidAndEndsAfter(from));

export const listCurrentTickets = ({
  db,
  userId,
  movieId,
  now,
}: {
  db: Db;
  userId: number;
  movieId: number;
  now: Date;
}) =>
  db
    .select()
    .from(orders)
    .where(isCurrentTicket(userId, movieId, now))
    .orderBy(asc(orders.bookingStartTime));

/** Whether money for an unpaid order of the viewer for the film waits for the operator. */
export const hasHeldPaymentForMovie = async (
  db: Db,
  userId: number,
  movieId: number,
): Promise<boolean> =>
  (await db.$count(orders, and(isOwnForMovie(userId, movieId), isUnpaid, isHeld))) > 0;

/**
 * Locks the open order until the transaction ends. A concurrent payment waits, or has already
 * closed the order.
 */
export const lockOpenOrder = async (db: Db, userId: number, movieId: number) =>
  (await db.select().from(orders).where(isOpenOrder(userId, movieId)).for('update'))[0];

const orderNoOf = (movieOrderId: number, orderDate: Date) => billNoOf('M', movieOrderId, orderDate);

export async function insertOrder(
  db: Db,
  values: Omit<NewOrder, 'movieOrderId' | 'orderNo'>,
): Promise<OrderRow> {
  const movieOrderId = await takeSerial(db, orders.movieOrderId);
  const orderNo = orderNoOf(movieOrderId, values.orderDate);
  return one(
    await db
      .insert(orders)
      .values({ ...values, movieOrderId, orderNo })
      .returning(),
  );
}

const orderColumns = getTableColumns(orders);
/** A new order has the table's defaults in the other columns. */
const {
  paymentMode: _mode,
  paymentTransactionNo: _transactionNo,
  paidAt: _paidAt,
  refundedAt: _refundedAt,
  partRefundedValue: _partRefundedValue,
  platformSharePercent: _share,
  importRef: _importRef,
  calendarSequence: _sequence,
  orderSource: _source,
  ...openOrderColumns
} = orderColumns;
type OpenOrderColumn = keyof typeof openOrderColumns;
type OpenOrder = Pick<NewOrder, OpenOrderColumn>;
const openOrderNames = Object.keys(openOrderColumns) as OpenOrderColumn[];

/** Takes the lock of viewer and film in the same statement. */
const openOrderInsertion = onceForDb((db) => {
  const parameter = (name: OpenOrderColumn) => sql`${sql.placeholder(name)}`;
  const values = Object.fromEntries(openOrderNames.map((name) => [name, parameter(name)]));
  const lock = viewerFilmLock(parameter('userId'), parameter('movieId'));
  return db
    .insert(orders)
    .values({
      ...(values as Record<OpenOrderColumn, SQL>),
      userId: sql`(select ${parameter('userId')}::int from ${lock} as locked)`,
    })
    .onConflictDoNothing({
      target: [orders.userId, orders.movieId],
      where: sql`payment_status in ('NEW', 'PROCESSING')`,
    })
    .returning({ movieOrderId: orders.movieOrderId })
    .prepare('open_order');
});

/**
 * Undefined if the viewer has an open order for the film (index `orders_one_open`). Waits for
 * concurrent changes.
 */
export async function insertOpenOrder(
  db: Db,
  values: Omit<OpenOrder, 'orderNo'> & { movieOrderId: number },
) {
  const order: OpenOrder = { ...values, orderNo: orderNoOf(values.movieOrderId, values.orderDate) };
  const wireValueOf = (value: unknown) =>
    value instanceof Date ? value.toISOString() : (value ?? null);
  const parameters = Object.fromEntries(
    openOrderNames.map((name) => [name, wireValueOf(order[name])]),
  );
  const [inserted] = await openOrderInsertion(db).execute(parameters);
  return inserted && withDefaults(order);
}

/** Cheaper than reading 36 columns from the database. */
const withDefaults = (order: Partial<NewOrder>) =>
  Object.fromEntries(
    Object.entries(orderColumns).map(([name, column]) => [
      name,
      order[name as keyof NewOrder] ?? column.default ?? null,
    ]),
  ) as OrderRow;

export const changeOrder = (db: Db, movieOrderId: number, change: Partial<NewOrder>) =>
  db.update(orders).set(change).where(eq(orders.movieOrderId, movieOrderId));

/** Every state change of an order goes through this lock. */
export const lockOrder = async (tx: Db, movieOrderId: number): Promise<OrderRow | undefined> =>
  (await tx.select().from(orders).where(eq(orders.movieOrderId, movieOrderId)).for('update'))[0];

/** Also locks viewer and film: of two orders paid at the same moment, only one becomes a ticket. */
export async function lockOrderViewerAndFilm(
  tx: Db,
  movieOrderId: number,
): Promise<OrderRow | undefined> {
  const order = await findOrderRow(tx, movieOrderId);
  if (order?.userId) await lockViewerAndFilm(tx, order.userId, order.movieId);
  return lockOrder(tx, movieOrderId);
}

export const findOrderRow = async (db: Db, movieOrderId: number): Promise<OrderRow | undefined> =>
  (await db.select().from(orders).where(eq(orders.movieOrderId, movieOrderId)))[0];

export const findOrderByNo = async (db: Db, orderNo: string): Promise<OrderRow | undefined> =>
  (await db.select().from(orders).where(eq(orders.orderNo, orderNo)))[0];

/** Open players must start a new session, which sees the ticket's new state. */
export const endPlaybackSessions = (tx: Db, movieOrderId: number, now: Date) =>
  tx
    .update(playbackSessions)
    .set({ endedAt: now })
    .where(and(eq(playbackSessions.movieOrderId, movieOrderId), isNull(playbackSessions.endedAt)));

const findBooked = async (db: Db, where: SQL | undefined): Promise<BookedOrder | undefined> =>
  (await withMovie(db).where(where))[0];

/** An order that the viewer pays. */
export const findOwnOrder = (db: Db, userId: number, movieOrderId: number) =>
  findBooked(db, and(eq(orders.movieOrderId, movieOrderId), eq(orders.userId, userId)));

/** A ticket that belongs to the viewer. */
export const findOwnTicket = (db: Db, userId: number, movieOrderId: number) =>
  findBooked(db, and(eq(orders.movieOrderId, movieOrderId), isHeldBy(userId)));

/** An order that the viewer may see. */
export const findVisibleOrder = (db: Db, userId: number, movieOrderId: number) =>
  findBooked(db, and(eq(orders.movieOrderId, movieOrderId), isPayerOrHolder(userId)));

/** Without an owner check, for jobs and commands. */
export const findOrder = (db: Db, movieOrderId: number) =>
  findBooked(db, eq(orders.movieOrderId, movieOrderId));

/** Throws Error if the order was deleted. */
export const findExistingOrder = async (db: Db, movieOrderId: number): Promise<BookedOrder> =>
  (await findOrder(db, movieOrderId)) ??
  throwError(new Error(`The order ${movieOrderId} was deleted`));

const SORTS = { orderDate: orders.orderDate, bookingStartTime: orders.bookingStartTime };
export type OrderField = keyof typeof SORTS;

export async function listOwnOrders(
  db: Db,
  userId: number,
  { sort, limit, offset }: Listing<OrderField>,
) {
  const isOwn = isPayerOrHolder(userId);
  const order = sort.descending ? desc(SORTS[sort.field]) : asc(SORTS[sort.field]);
  const rows = await withMovie(db)
    .where(isOwn)
    .orderBy(order, desc(orders.movieOrderId))
    .limit(limit)
    .offset(offset);
  const counts = one(await db.select({ total: count() }).from(orders).where(isOwn));
  return { rows, total: counts.total };
}

export const listOrdersForMovie = (db: Db, userId: number, movieId: number) =>
  withMovie(db)
    .where(and(isPayerOrHolder(userId), eq(orders.movieId, movieId)))
    .orderBy(desc(orders.movieOrderId));

export const hasOtherOpenOrder = async (db: Db, { userId, movieId, movieOrderId }: OrderRow) =>
  userId !== null &&
  (await db.$count(
    orders,
    and(isOpenOrder(userId, movieId), ne(orders.movieOrderId, movieOrderId)),
  )) > 0;

export const hasOtherTicket = async (
  db: Db,
  { userId, movieId, movieOrderId }: OrderRow,
  from: Date,
) =>
  userId !== null &&
  (await db.$count(
    orders,
    and(isCurrentTicket(userId, movieId, from), ne(orders.movieOrderId, movieOrderId)),
  )) > 0;

/**
 * Cancels up to `limit` unpaid orders whose window has ended and returns their ids. Skips locked
 * rows.
 */
export async function cancelUnpaidBatch(tx: Db, now: Date, limit: number): Promise<number[]> {
  const stale = tx
    .select({ movieOrderId: orders.movieOrderId })
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'NEW'), lt(orders.bookingEndTime, now)))
    .orderBy(orders.movieOrderId)
    .limit(limit)
    .for('update', { skipLocked: true });
  const cancelled = await tx
    .update(orders)
    .set({ paymentStatus: 'CANCELLED' })
    .where(inArray(orders.movieOrderId, stale))
    .returning({ movieOrderId: orders.movieOrderId });
  return cancelled.map(({ movieOrderId }) => movieOrderId);
}
