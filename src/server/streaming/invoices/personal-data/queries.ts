import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { orders } from '../../../db/schema/booking.ts';
import { invoices } from '../../../db/schema/invoices.ts';

export const invoicesOf = (db: Db, userId: number) =>
  db
    .select({
      movieOrderId: invoices.movieOrderId,
      issuedAt: invoices.issuedAt,
      document: invoices.document,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.movieOrderId, invoices.movieOrderId))
    .where(eq(orders.userId, userId))
    .orderBy(invoices.issuedAt, invoices.invoiceNo);

export function countInvoices(db: Db, userId: number): Promise<number> {
  const ownOrders = db
    .select({ id: orders.movieOrderId })
    .from(orders)
    .where(eq(orders.userId, userId));
  return db.$count(invoices, inArray(invoices.movieOrderId, ownOrders));
}
