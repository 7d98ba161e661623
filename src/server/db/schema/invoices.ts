import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';
import { orders } from './booking.ts';

/** The last number of each series (`T2627`, `C2627`); its row is held by the transaction that takes the next. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text('series').primaryKey(),
  lastNumber: integer('last_number').notNull(),
});

/** A paper as it was issued; never changed. A ticket has at most one invoice and one credit note. */
export const invoices = pgTable(
  'invoices',
  {
    invoiceNo: text('invoice_no').primaryKey(),
    kind: text('kind').notNull(),
    movieOrderId: integer('movie_order_id')
      .notNull()
      .references(() => orders.movieOrderId),
    issuedAt: instant('issued_at').notNull(),
    document: jsonb('document').notNull(),
  },
  (t) => [uniqueIndex('invoices_one_each').on(t.movieOrderId, t.kind)],
);
