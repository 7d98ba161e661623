import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { INVOICE_KINDS } from '#domain/invoice-kinds.ts';
import { enumChecks, instant, requiredReference } from '../columns.ts';
import { orders } from './booking.ts';

/**
 * Last number of each series: `T2627` of invoices, `C2627` of credit notes. The transaction that
 * takes the next number locks the row.
 */
export const invoiceSeries = pgTable('invoice_series', {
  series: text('series').primaryKey(),
  lastNumber: integer('last_number').notNull(),
});

/**
 * Issued invoices, credit notes and confirmations of free tickets; never changed. A ticket has at
 * most one of each, and one credit note for each part of its payment that went back.
 */
export const invoices = pgTable(
  'invoices',
  {
    invoiceNo: text('invoice_no').primaryKey(),
    kind: text('kind', { enum: INVOICE_KINDS }).notNull(),
    /**
     * 0 for the whole ticket, or for what remained of it; credit notes for parts are counted from
     * 1.
     */
    part: integer('part').notNull().default(0),
    movieOrderId: requiredReference('movie_order_id', () => orders.movieOrderId),
    issuedAt: instant('issued_at').notNull(),
    document: jsonb('document').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_one_each_part').on(t.movieOrderId, t.kind, t.part),
    index('invoices_issued').on(t.issuedAt, t.kind, t.invoiceNo),
    ...enumChecks(t),
  ],
);
