import {
  and,
  desc,
  eq,
  getTableName,
  gt,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { MinorUnits } from '#domain/pricing.ts';
import type { ProviderName } from '#contract/payments.ts';
import type { PaymentOutcome } from '#domain/payment-states.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { nameOf } from '#domain/person.ts';
import { type Db, queryRows } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { heldPayments, paymentAttempts, paymentEvents, refunds } from '../../db/schema/payments.ts';
import type { ProviderPayment } from '../../ports/payments/provider.ts';
import { type Bill, type BillRef, dueIn } from './bill.ts';
import { one } from '../../db/one.ts';

export type Attempt = typeof paymentAttempts.$inferSelect;
export type EventRow = typeof paymentEvents.$inferSelect;
type NewPaymentEvent = Omit<typeof paymentEvents.$inferInsert, 'eventId' | 'appliedAt' | 'outcome'>;

export interface Charge {
  provider: ProviderName;
  amount: MinorUnits;
  currency: string;
  rate: number | null;
}

/** Takes the next id of a serial column. */
export const nextSerial = (column: PgColumn) =>
  sql<number>`nextval(pg_get_serial_sequence(${getTableName(column.table)}, ${column.name}))::int`;

export const takeSerial = async (tx: Db, column: PgColumn) =>
  one(await queryRows<{ id: number }>(tx, sql`select ${nextSerial(column)} as id`)).id;

/**
 * The number of an order or a fee, such as `M26-000123`. Chosen: the year in India, as in the
 * series of invoices. The id alone makes the number unique.
 */
export const billNoOf = (prefix: string, id: number, createdAt: Date) =>
  `${prefix}${cinemaDay(createdAt).slice(2, 4)}-${String(id).padStart(6, '0')}`;

const isForBill = ({ movieOrderId, feeId }: BillRef) =>
  feeId ? eq(paymentAttempts.feeId, feeId) : eq(paymentAttempts.movieOrderId, movieOrderId!);

const findFirstAttempt = async (db: Db, where: SQL | undefined): Promise<Attempt | undefined> =>
  (
    await db.select().from(paymentAttempts).where(where).orderBy(paymentAttempts.attemptId).limit(1)
  )[0];

export const findOpenAttempt = ({
  db,
  bill,
  charge,
  since,
}: {
  db: Db;
  bill: Bill;
  charge: Charge;
  since: Date;
}) =>
  findFirstAttempt(
    db,
    and(
      isForBill(bill.ref),
      eq(paymentAttempts.state, 'open'),
      eq(paymentAttempts.provider, charge.provider),
      eq(paymentAttempts.amount, charge.amount),
      eq(paymentAttempts.currency, charge.currency),
      eq(paymentAttempts.billTotal, dueIn(charge.currency, bill)),
      gt(paymentAttempts.createdAt, since),
    ),
  );

export async function insertAttempt({
  db,
  bill,
  charge,
  now,
}: {
  db: Db;
  bill: Bill;
  charge: Charge;
  now: Date;
}): Promise<Attempt> {
  const { ref, billNo } = bill;
  const number = (await db.$count(paymentAttempts, isForBill(ref))) + 1;
  return one(
    await db
      .insert(paymentAttempts)
      .values({
        ...charge,
        ...ref,
        receipt: `${billNo}-${number}`,
        billTotal: dueIn(charge.currency, bill),
        createdAt: now,
      })
      .returning(),
  );
}

/** Stores the provider's order id once; two concurrent calls both return the id of the first. */
export async function setProviderOrderId(
  db: Db,
  attemptId: number,
  providerOrderId: string,
): Promise<string> {
  await db
    .update(paymentAttempts)
    .set({ providerOrderId })
    .where(and(eq(paymentAttempts.attemptId, attemptId), isNull(paymentAttempts.providerOrderId)));
  const row = one(
    await db.select().from(paymentAttempts).where(eq(paymentAttempts.attemptId, attemptId)),
  );
  return orderIdOf(row);
}

/** The provider's order of an attempt that was opened there. Throws Error for another one. */
export function orderIdOf({ providerOrderId }: { providerOrderId: string | null }): string {
  if (providerOrderId === null) throw new Error('The payment was not opened at its provider');
  return providerOrderId;
}

export const findAttempt = (db: Db, provider: ProviderName, providerOrderId: string) =>
  findFirstAttempt(
    db,
    and(
      eq(paymentAttempts.provider, provider),
      eq(paymentAttempts.providerOrderId, providerOrderId),
    ),
  );

/** Those that a provider knows, the newest first. */
export const listNewestAttempts = (db: Db, { ref }: Bill, limit: number): Promise<Attempt[]> =>
  db
    .select()
    .from(paymentAttempts)
    .where(and(isForBill(ref), isNotNull(paymentAttempts.providerOrderId)))
    .orderBy(desc(paymentAttempts.attemptId))
    .limit(limit);

/** PayPal does not always name the order; the attempt is then found by its payment id. */
export const findPaymentAttempt = (db: Db, { provider, id, orderId }: ProviderPayment) =>
  orderId
    ? findAttempt(db, provider, orderId)
    : findFirstAttempt(
        db,
        and(eq(paymentAttempts.provider, provider), eq(paymentAttempts.providerPaymentId, id)),
      );

export const findPaidAttempt = async (db: Db, { ref, transactionNo }: Bill) =>
  transactionNo === null
    ? undefined
    : findFirstAttempt(
        db,
        and(isForBill(ref), eq(paymentAttempts.providerPaymentId, transactionNo)),
      );

/** The attempt of a payment that paid, is held or was refunded here. */
export async function findAttemptOfPayment(
  db: Db,
  provider: ProviderName,
  id: string,
): Promise<Attempt | undefined> {
  const named = await findFirstAttempt(
    db,
    and(eq(paymentAttempts.provider, provider), eq(paymentAttempts.providerPaymentId, id)),
  );
  if (named) return named;
  const [held] = await db
    .select({ attemptId: heldPayments.attemptId })
    .from(heldPayments)
    .where(and(eq(heldPayments.provider, provider), eq(heldPayments.providerPaymentId, id)))
    .limit(1);
  if (held) return findFirstAttempt(db, eq(paymentAttempts.attemptId, held.attemptId));
  const [refund] = await db.select().from(refunds).where(eq(refunds.providerPaymentId, id));
  return (
    refund && findFirstAttempt(db, and(isForBill(refund), eq(paymentAttempts.provider, provider)))
  );
}

/** Call it under the lock of the bill. Throws if the attempt does not exist. */
export async function lockAttempt(tx: Db, attemptId: number): Promise<Attempt> {
  const [row] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.attemptId, attemptId))
    .for('update');
  if (!row) throw new Error(`There is no payment attempt ${attemptId}`);
  return row;
}

/** Minor units that came for the bill. */
export const paidAmountOf = ({
  amount,
  paidAmount,
}: Pick<Attempt, 'amount' | 'paidAmount'>): number => paidAmount ?? amount;

export const changeAttempt = (db: Db, attemptId: number, change: Partial<Attempt>) =>
  db.update(paymentAttempts).set(change).where(eq(paymentAttempts.attemptId, attemptId));

/** The pause between two checks is the attempt's age divided by this number. */
const AGE_DIVISORS = { open: 50, decided: 2 };

export interface DueAttempts {
  providers: ProviderName[];
  createdAfter: Date;
  now: Date;
  intervalSeconds: number;
}

function isDue({ providers, createdAfter: since, now, intervalSeconds }: DueAttempts) {
  const pause = sql`greatest(${intervalSeconds}::double precision,
    extract(epoch from ${now.toISOString()}::timestamptz - ${paymentAttempts.createdAt})
      / case ${paymentAttempts.state} when 'open' then ${AGE_DIVISORS.open}::int else ${AGE_DIVISORS.decided}::int end)`;
  return and(
    inArray(paymentAttempts.provider, providers),
    isNotNull(paymentAttempts.providerOrderId),
    gt(paymentAttempts.createdAt, since),
    sql`coalesce(${paymentAttempts.checkedAt}, 'epoch') < ${now.toISOString()}::timestamptz - make_interval(secs => ${pause})`,
  );
}

/** Least recently checked first. Attempts in every state are listed: money may arrive for days. */
export const listDueAttempts = async (db: Db, due: DueAttempts, limit: number): Promise<number[]> =>
  (
    await db
      .select({ attemptId: paymentAttempts.attemptId })
      .from(paymentAttempts)
      .where(isDue(due))
      .orderBy(
        sql`coalesce(${paymentAttempts.checkedAt}, ${paymentAttempts.createdAt})`,
        paymentAttempts.attemptId,
      )
      .limit(limit)
  ).map(({ attemptId }) => attemptId);

export const countDueAttempts = (db: Db, due: DueAttempts): Promise<number> =>
  db.$count(paymentAttempts, isDue(due));

/** Claims the attempts that are still due, so that no other process checks them now. */
export const claimAttempts = ({
  db,
  ids,
  due,
  now,
}: {
  db: Db;
  ids: number[];
  due: DueAttempts;
  now: Date;
}): Promise<Attempt[]> =>
  db.transaction(async (tx) => {
    const claimed = await tx
      .select()
      .from(paymentAttempts)
      .where(and(inArray(paymentAttempts.attemptId, ids), isDue(due)))
      .for('update', { skipLocked: true });
    if (!claimed.length) return [];
    const claimedIds = claimed.map(({ attemptId }) => attemptId);
    await tx
      .update(paymentAttempts)
      .set({ checkedAt: now })
      .where(inArray(paymentAttempts.attemptId, claimedIds));
    return claimed.toSorted((a, b) => ids.indexOf(a.attemptId) - ids.indexOf(b.attemptId));
  });

/**
 * Stores an event once. `isFirst` is false for a repeated delivery; `row` is then the stored one.
 */
export async function storeEvent(
  db: Db,
  event: NewPaymentEvent,
): Promise<{ row: EventRow; isFirst: boolean }> {
  const [inserted] = await db.insert(paymentEvents).values(event).onConflictDoNothing().returning();
  if (inserted) return { row: inserted, isFirst: true };
  const existing = one(
    await db
      .select()
      .from(paymentEvents)
      .where(
        and(eq(paymentEvents.provider, event.provider), eq(paymentEvents.eventKey, event.eventKey)),
      ),
  );
  return { row: existing, isFirst: false };
}

const isUnapplied = (providers: ProviderName[]) =>
  and(isNull(paymentEvents.appliedAt), inArray(paymentEvents.provider, providers));

export const listUnappliedEvents = ({
  db,
  providers,
  after,
  limit,
}: {
  db: Db;
  providers: ProviderName[];
  after: number;
  limit: number;
}) =>
  db
    .select()
    .from(paymentEvents)
    .where(and(isUnapplied(providers), gt(paymentEvents.eventId, after)))
    .orderBy(paymentEvents.eventId)
    .limit(limit);

export const countUnappliedEvents = (db: Db, providers: ProviderName[]): Promise<number> =>
  db.$count(paymentEvents, isUnapplied(providers));

/** Stores the outcome of an event once; a repetition does not overwrite it. */
export const markApplied = ({
  db,
  eventId,
  outcome,
  now,
}: {
  db: Db;
  eventId: number;
  outcome: PaymentOutcome;
  now: Date;
}) =>
  db
    .update(paymentEvents)
    .set({ appliedAt: now, outcome })
    .where(and(eq(paymentEvents.eventId, eventId), isNull(paymentEvents.appliedAt)));

export async function findPayerDetails(db: Db, userId: number) {
  const [user] = await db.select().from(users).where(eq(users.userId, userId));
  return {
    name: user ? nameOf(user) : '',
    email: user?.emailId ?? '',
    contact: user?.mobile ? `+${user.dialCode ?? ''}${user.mobile}` : '',
  };
}
