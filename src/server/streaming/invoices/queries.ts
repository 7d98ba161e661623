import { and, desc, eq, sql } from 'drizzle-orm';
import type { Invoice } from '#contract/invoices.ts';
import { CURRENCY } from '#domain/limits/money.ts';
import type { InvoiceKind } from '#domain/invoice-kinds.ts';
import { formatInvoiceNumber } from '#domain/fiscal-year.ts';
import { nameOf } from '#domain/person.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { orders } from '../../db/schema/booking.ts';
import { invoices, invoiceSeries } from '../../db/schema/invoices.ts';
import { paymentAttempts, refunds } from '../../db/schema/payments.ts';
import { one } from '../../db/one.ts';

/**
 * Locks the series until the transaction ends: numbers are consecutive without gaps (CGST Rules,
 * rule 46).
 */
export async function allocateInvoiceNumber(tx: Db, series: string): Promise<string> {
  const row = one(
    await tx
      .insert(invoiceSeries)
      .values({ series, lastNumber: 1 })
      .onConflictDoUpdate({
        target: invoiceSeries.series,
        set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` },
      })
      .returning(),
  );
  return formatInvoiceNumber(series, row.lastNumber);
}

const isOfOrder = (movieOrderId: number, kind: InvoiceKind) =>
  and(eq(invoices.movieOrderId, movieOrderId), eq(invoices.kind, kind));

/** The document of the whole ticket. A credit note: of what remained after the parts. */
export async function findInvoice(
  db: Db,
  movieOrderId: number,
  kind: InvoiceKind,
): Promise<Invoice | undefined> {
  const [row] = await db
    .select({ document: invoices.document })
    .from(invoices)
    .where(and(isOfOrder(movieOrderId, kind), eq(invoices.part, 0)));
  return row?.document as Invoice | undefined;
}

/** The credit note with this number; without a number, the newest one. */
export async function findCreditNote(
  db: Db,
  movieOrderId: number,
  no?: string,
): Promise<Invoice | undefined> {
  const [row] = await db
    .select({ document: invoices.document })
    .from(invoices)
    .where(
      and(
        isOfOrder(movieOrderId, 'credit-note'),
        no === undefined ? undefined : eq(invoices.invoiceNo, no),
      ),
    )
    .orderBy(desc(invoices.issuedAt), desc(invoices.part))
    .limit(1);
  return row?.document as Invoice | undefined;
}

export const countCreditNotes = (db: Db, movieOrderId: number): Promise<number> =>
  db.$count(invoices, isOfOrder(movieOrderId, 'credit-note'));

export const insertInvoice = ({
  tx,
  movieOrderId,
  document,
  issuedAt,
  part = 0,
}: {
  tx: Db;
  movieOrderId: number;
  document: Invoice;
  issuedAt: Date;
  part?: number;
}) =>
  tx.insert(invoices).values({
    invoiceNo: document.invoiceNo,
    kind: document.kind,
    movieOrderId,
    part,
    issuedAt,
    document,
  });

export async function findOwnOrderState(db: Db, userId: number, movieOrderId: number) {
  const { paymentStatus, importRef } = orders;
  const isOwn = and(eq(orders.movieOrderId, movieOrderId), eq(orders.userId, userId));
  return (await db.select({ paymentStatus, importRef }).from(orders).where(isOwn))[0];
}

export async function findBuyerName(db: Db, userId: number | null): Promise<string> {
  if (userId === null) return '';
  const [user] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.userId, userId));
  return user ? nameOf(user) : '';
}

export async function findForeignCurrencyAttempt(
  db: Db,
  movieOrderId: number,
  paymentId: string | null,
) {
  const isForeignPayment = and(
    eq(paymentAttempts.movieOrderId, movieOrderId),
    sql`${paymentAttempts.currency} <> ${CURRENCY}`,
    sql`(${paymentAttempts.providerPaymentId} = ${paymentId} or ${paymentAttempts.state} = 'paid')`,
  );
  return (await db.select().from(paymentAttempts).where(isForeignPayment))[0];
}

export async function findTicketRefund(db: Db, movieOrderId: number) {
  const isOfTicket = and(eq(refunds.movieOrderId, movieOrderId), eq(refunds.refundsBill, true));
  return (await db.select().from(refunds).where(isOfTicket))[0];
}
