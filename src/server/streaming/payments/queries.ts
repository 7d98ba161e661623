import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { paymentAttempts, paymentEvents } from '../../db/schema/payments.ts';
import type { ProviderName, ProviderPayment } from '../../ports/payments/provider.ts';
import type { Bill, Subject } from './bill.ts';

export type Attempt = typeof paymentAttempts.$inferSelect;
export type EventRow = typeof paymentEvents.$inferSelect;
export type NewEvent = Omit<typeof paymentEvents.$inferInsert, 'eventId' | 'appliedAt' | 'outcome'>;

export interface Charge {
  provider: ProviderName;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  rate: number | null;
}

const isFor = ({ movieOrderId, feeId }: Subject) =>
  feeId ? eq(paymentAttempts.feeId, feeId) : eq(paymentAttempts.movieOrderId, movieOrderId!);

/** A payment of the same bill, begun since then on the same terms, that nobody has paid yet. */
export const openAttempt = async (db: Db, { subject, total }: Bill, charge: Charge, since: Date) =>
  (
    await db
      .select()
      .from(paymentAttempts)
      .where(
        and(
          isFor(subject),
          eq(paymentAttempts.state, 'open'),
          eq(paymentAttempts.provider, charge.provider),
          eq(paymentAttempts.amount, charge.amount),
          eq(paymentAttempts.currency, charge.currency),
          eq(paymentAttempts.orderTotal, total),
          gt(paymentAttempts.createdAt, since),
        ),
      )
      .orderBy(paymentAttempts.attemptId)
      .limit(1)
  )[0];

export async function insertAttempt(db: Db, { subject, no, total }: Bill, charge: Charge, now: Date): Promise<Attempt> {
  const number = (await db.$count(paymentAttempts, isFor(subject))) + 1;
  const [row] = await db
    .insert(paymentAttempts)
    .values({
      ...charge,
      ...subject,
      receipt: `${no}-${number}`,
      orderTotal: total,
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

/** The attempt that paid a bill; a free or imported ticket has none. */
export const paidAttempt = async (db: Db, { subject, transactionNo }: Bill) =>
  transactionNo === null
    ? undefined
    : (
        await db
          .select()
          .from(paymentAttempts)
          .where(and(isFor(subject), eq(paymentAttempts.providerPaymentId, transactionNo)))
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

/** Which attempts are due: of these providers, made since `since`, not asked about for `every` seconds or longer, by their age. */
export interface DueAttempts {
  of: ProviderName[];
  since: Date;
  now: Date;
  every: number;
}

function isDue({ of, since, now, every }: DueAttempts) {
  const pause = sql`greatest(${every}::double precision,
    extract(epoch from ${now.toISOString()}::timestamptz - ${paymentAttempts.createdAt})
      / case ${paymentAttempts.state} when 'open' then ${ASKS_BY_AGE.open}::int else ${ASKS_BY_AGE.decided}::int end)`;
  return and(
    inArray(paymentAttempts.provider, of),
    isNotNull(paymentAttempts.providerOrderId),
    gt(paymentAttempts.createdAt, since),
    sql`coalesce(${paymentAttempts.checkedAt}, 'epoch') < ${now.toISOString()}::timestamptz - make_interval(secs => ${pause})`,
  );
}

/** Money may come to any attempt for days. First the one that was asked about longest ago, or has waited longest for its first time. */
export const listDueAttempts = async (db: Db, due: DueAttempts, limit: number): Promise<number[]> =>
  (
    await db
      .select({ attemptId: paymentAttempts.attemptId })
      .from(paymentAttempts)
      .where(isDue(due))
      .orderBy(sql`coalesce(${paymentAttempts.checkedAt}, ${paymentAttempts.createdAt})`, paymentAttempts.attemptId)
      .limit(limit)
  ).map(({ attemptId }) => attemptId);

export const countDueAttempts = (db: Db, due: DueAttempts): Promise<number> => db.$count(paymentAttempts, isDue(due));

/** Takes those that are due still, for one process: nobody else asks about them for a while. */
export const claimAttempts = (db: Db, ids: number[], due: DueAttempts, now: Date): Promise<Attempt[]> =>
  db.transaction(async (tx) => {
    const claimed = await tx
      .select()
      .from(paymentAttempts)
      .where(and(inArray(paymentAttempts.attemptId, ids), isDue(due)))
      .for('update', { skipLocked: true });
    if (!claimed.length) return [];
    const taken = claimed.map(({ attemptId }) => attemptId);
    await tx.update(paymentAttempts).set({ checkedAt: now }).where(inArray(paymentAttempts.attemptId, taken));
    return claimed.toSorted((one, other) => ids.indexOf(one.attemptId) - ids.indexOf(other.attemptId));
  });

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

const isUnapplied = (of: ProviderName[]) => and(isNull(paymentEvents.appliedAt), inArray(paymentEvents.provider, of));

/** Oldest first, from the one behind `after`. */
export const unappliedEvents = (db: Db, of: ProviderName[], after: number, limit: number) =>
  db
    .select()
    .from(paymentEvents)
    .where(and(isUnapplied(of), gt(paymentEvents.eventId, after)))
    .orderBy(paymentEvents.eventId)
    .limit(limit);

export const countUnappliedEvents = (db: Db, of: ProviderName[]): Promise<number> =>
  db.$count(paymentEvents, isUnapplied(of));

/** Writes what became of an event, once: a repetition does not overwrite it. */
export const markApplied = (db: Db, eventId: number, outcome: string, now: Date) =>
  db
    .update(paymentEvents)
    .set({ appliedAt: now, outcome })
    .where(and(eq(paymentEvents.eventId, eventId), isNull(paymentEvents.appliedAt)));

/** What the provider's form is filled with, so that a payer types less. */
export async function findPayer(db: Db, userId: number) {
  const [user] = await db.select().from(users).where(eq(users.userId, userId));
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return { name, email: user?.emailId ?? '', contact: user?.mobile ? `+${user.dialCode ?? ''}${user.mobile}` : '' };
}
