import type { Invoice } from '#contract/invoices.ts';
import { seriesAt } from '#domain/fiscal-year.ts';
import type { BuyerPlace } from '#domain/gst.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import type { BookedOrder, OrderRow } from '../booking/queries.ts';
import { confirmation, creditNote, type Sale, type Supplier, taxInvoice } from './document.ts';
import { findBuyerName, findForeignAttempt, findPaper, findRefundNo, insertPaper, takeNumber } from './queries.ts';

/** The invoice of a sold ticket, or the confirmation of one that cost nothing; once. Without a supplier there is no paper. */
export async function issuePaper(tx: Db, supplier: Config['supplier'], sold: BookedOrder, now: Date): Promise<void> {
  const { movieOrderId, totalRoundedValue } = sold.order;
  const kind = totalRoundedValue === 0 ? 'confirmation' : 'invoice';
  if (!supplier || (await findPaper(tx, movieOrderId, kind))) return;
  const sale = await saleOf(tx, supplier, sold, now);
  const document =
    kind === 'confirmation' ? confirmation(sale) : taxInvoice(sale, await takeNumber(tx, seriesAt('T', now)));
  await insertPaper(tx, movieOrderId, document, now);
}

/** Takes the order's invoice back; an order without one (nothing paid, no supplier then) has nothing to take back. */
export async function issueCreditNote(tx: Db, order: OrderRow, now: Date, reason: string): Promise<void> {
  const { movieOrderId, paymentTransactionNo } = order;
  const invoice = await findPaper(tx, movieOrderId, 'invoice');
  if (!invoice || (await findPaper(tx, movieOrderId, 'credit-note'))) return;
  const ref = (await findRefundNo(tx, movieOrderId)) ?? paymentTransactionNo;
  const back = { issuedAt: now, reason, payment: invoice.payment && { ...invoice.payment, ref } };
  await insertPaper(tx, movieOrderId, creditNote(invoice, back, await takeNumber(tx, seriesAt('C', now))), now);
}

async function saleOf(tx: Db, supplier: Supplier, { order, movie }: BookedOrder, now: Date): Promise<Sale> {
  return {
    issuedAt: now,
    supplier,
    buyer: { name: await findBuyerName(tx, order.userId), place: placeOf(order, supplier) },
    orderNo: order.orderNo,
    item: { film: movie },
    unitPrice: order.unitPrice,
    discountValue: order.discountValue,
    couponCode: order.couponCode,
    totalOrderValue: order.totalOrderValue,
    taxPercentage: order.taxPercentage,
    totalRoundedValue: order.totalRoundedValue,
    payment: await paymentOf(tx, order),
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Where no address is on record, the place of supply is the supplier's (IGST Act, section 12). */
function placeOf({ buyerState, buyerCountry }: OrderRow, supplier: Supplier): BuyerPlace {
  if (buyerCountry) return { country: countryNames.of(buyerCountry) ?? buyerCountry };
  return { stateCode: buyerState ?? supplier.stateCode };
}

async function paymentOf(tx: Db, order: OrderRow): Promise<Invoice['payment']> {
  const abroad = await findForeignAttempt(tx, order.movieOrderId, order.paymentTransactionNo);
  return {
    mode: order.paymentMode ?? '-',
    ref: order.paymentTransactionNo,
    charged: abroad?.rate
      ? { currency: abroad.currency, amount: (abroad.amount / 100).toFixed(2), rate: abroad.rate }
      : null,
  };
}
