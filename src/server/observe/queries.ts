import { eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { UNDECIDED_STATES } from '#domain/disputes.ts';
import { type Db, queryRows } from '../db/database.ts';
import { orders, ticketMails } from '../db/schema/booking.ts';
import { disputes, heldPayments, paymentEvents, refunds } from '../db/schema/payments.ts';

export interface LabelledCount {
  label: string;
  count: number;
}

export const checkConnection = (db: Db) => db.execute(sql`select 1`);

const countByValue = (db: Db, column: PgColumn, values: string[]): Promise<LabelledCount[]> =>
  db
    .select({ label: sql<string>`${column}`, count: sql<number>`count(*)::int` })
    .from(column.table)
    .where(inArray(column, values))
    .groupBy(column);

export const countOrdersAwaitingPayment = (db: Db) =>
  countByValue(db, orders.paymentStatus, ['NEW', 'PROCESSING']);

export const countOpenRefunds = (db: Db) =>
  countByValue(db, refunds.state, ['asked', 'pending', 'failed']);

export const countHeldPayments = (db: Db): Promise<number> =>
  db.$count(heldPayments, isNull(heldPayments.decidedAt));

export const countOpenDisputes = (db: Db): Promise<number> =>
  db.$count(disputes, inArray(disputes.state, [...UNDECIDED_STATES]));

/** Null if no dispute waits for an answer. */
export async function findFirstDisputeDeadline(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ respondBy: min(disputes.respondBy) })
    .from(disputes)
    .where(eq(disputes.state, 'open'));
  return row?.respondBy ?? null;
}

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

export const countUnfinishedJobs = (db: Db) =>
  queryRows<LabelledCount>(
    db,
    sql`select name as label, count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') group by name`,
  );
