import { inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Db, queryRows } from '../db/database.ts';
import { orders, ticketMails } from '../db/schema/booking.ts';
import { paymentAttempts, paymentEvents, refunds } from '../db/schema/payments.ts';

export interface LabelledCount {
  label: string;
  count: number;
}

export const countOrdersAwaitingPayment = (db: Db): Promise<LabelledCount[]> =>
  db
    .select({ label: orders.paymentStatus, count: sql<number>`count(*)::int` })
    .from(orders)
    .where(inArray(orders.paymentStatus, ['NEW', 'PROCESSING']))
    .groupBy(orders.paymentStatus);

export const countOpenRefunds = (db: Db): Promise<LabelledCount[]> =>
  db
    .select({ label: refunds.state, count: sql<number>`count(*)::int` })
    .from(refunds)
    .where(inArray(refunds.state, ['asked', 'pending', 'failed']))
    .groupBy(refunds.state);

export const countHeldPayments = (db: Db): Promise<number> =>
  db.$count(paymentAttempts, isNotNull(paymentAttempts.heldReason));

export async function oldestPendingEventSeconds(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .select({ since: sql<string | null>`min(${paymentEvents.receivedAt})` })
    .from(paymentEvents)
    .where(isNull(paymentEvents.appliedAt));
  return row?.since ? Math.max(0, (now.getTime() - new Date(row.since).getTime()) / 1000) : 0;
}

export const countDueTicketMails = (db: Db, now: Date): Promise<number> =>
  db.$count(
    ticketMails,
    sql`sent_at is null and dropped_at is null and ${ticketMails.dueAt} <= ${now.toISOString()}::timestamptz`,
  );

export async function countUnfinishedJobs(db: Db): Promise<LabelledCount[]> {
  const rows = await queryRows<Record<'label' | 'count', unknown>>(
    db,
    sql`select name as label, count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') group by name`,
  );
  return rows.map(({ label, count }) => ({ label: String(label), count: Number(count) }));
}
