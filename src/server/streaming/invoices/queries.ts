import { and, eq, sql } from 'drizzle-orm';
import type { Invoice } from '#contract/invoices.ts';
import { CURRENCY } from '#domain/limits.ts';
import { numberInSeries } from '#domain/fiscal-year.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { invoices, invoiceSeries } from '../../db/schema/invoices.ts';
import { paymentAttempts, refunds } from '../../db/schema/payments.ts';

export type PaperKind = Invoice['kind'];

/**
 * The next number of a series. Its row stays locked until the transaction ends, so that a number that is not used is given
 * again and none is missing (CGST Rules, rule 46: consecutive).
 */
export async function takeNumber(tx: Db, series: string): Promise<string> {
  const [row] = await tx
    .insert(invoiceSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({ target: invoiceSeries.series, set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` } })
    .returning();
  return numberInSeries(series, row!.lastNumber);
}

export async function findPaper(db: Db, movieOrderId: number, kind: PaperKind): Promise<Invoice | undefined> {
  const [row] = await db
    .select({ document: invoices.document })
    .from(invoices)
    .where(and(eq(invoices.movieOrderId, movieOrderId), eq(invoices.kind, kind)));
  return row?.document as Invoice | undefined;
}

export const insertPaper = (tx: Db, movieOrderId: number, document: Invoice, issuedAt: Date) =>
  tx.insert(invoices).values({ invoiceNo: document.invoiceNo, kind: document.kind, movieOrderId, issuedAt, document });

export async function findBuyerName(db: Db, userId: number | null): Promise<string> {
  if (userId === null) return '';
  const [user] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.userId, userId));
  return [user?.firstName, user?.lastName].filter(Boolean).join(' ');
}

/** The attempt that paid an order, where another currency was charged. */
export const findForeignAttempt = async (db: Db, movieOrderId: number, paymentId: string | null) =>
  (
    await db
      .select()
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.movieOrderId, movieOrderId),
          sql`${paymentAttempts.currency} <> ${CURRENCY}`,
          sql`(${paymentAttempts.providerPaymentId} = ${paymentId} or ${paymentAttempts.state} = 'paid')`,
        ),
      )
  )[0];

/** The refund that ended a ticket, as the provider names it. */
export const findRefundNo = async (db: Db, movieOrderId: number): Promise<string | null> =>
  (
    await db
      .select({ refundNo: refunds.providerRefundId })
      .from(refunds)
      .where(and(eq(refunds.movieOrderId, movieOrderId), eq(refunds.endsTicket, true)))
  )[0]?.refundNo ?? null;
