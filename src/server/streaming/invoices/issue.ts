import { type Paise, type MinorUnits, toDecimal } from '#domain/pricing.ts';
import type { Invoice } from '#contract/invoices.ts';
import { invoiceSeriesAt } from '#domain/fiscal-year.ts';
import { countryName } from '#domain/format/country-name.ts';
import type { BuyerPlace } from '#domain/gst.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import {
  buildConfirmation,
  buildCreditNote,
  buildTaxInvoice,
  type Sale,
  type SoldFilm,
  type Supplier,
} from './build-invoice.ts';
import {
  countCreditNotes,
  findBuyerName,
  findForeignCurrencyAttempt,
  findInvoice,
  findTicketRefund,
  insertInvoice,
  allocateInvoiceNumber,
} from './queries.ts';

interface SoldOrder extends Omit<Sale, 'issuedAt' | 'supplier' | 'buyer' | 'item' | 'payment'> {
  movieOrderId: number;
  userId: number | null;
  buyerState: string | null;
  buyerCountry: string | null;
  paymentMode: string | null;
  paymentTransactionNo: string | null;
}
interface SoldTicket {
  order: SoldOrder;
  movie: SoldFilm;
}

/**
 * Issues the invoice, or the confirmation of a free ticket, once. Without a supplier nothing is
 * issued.
 */
export async function issueInvoice({
  tx,
  supplier,
  sold,
  now,
}: {
  tx: Db;
  supplier: Config['supplier'];
  sold: SoldTicket;
  now: Date;
}): Promise<void> {
  const { movieOrderId, totalRoundedValue } = sold.order;
  const kind = totalRoundedValue === 0 ? 'confirmation' : 'invoice';
  if (!supplier || (await findInvoice(tx, movieOrderId, kind))) return;
  const sale = await toSale(tx, { supplier, soldTicket: sold, now });
  const invoice =
    kind === 'confirmation'
      ? buildConfirmation(sale)
      : buildTaxInvoice(sale, await allocateInvoiceNumber(tx, invoiceSeriesAt('T', now)));
  await insertInvoice({ tx, movieOrderId, document: invoice, issuedAt: now });
}

export interface Return {
  /** Paise of the order that had gone back before, and after. */
  valueBefore: Paise;
  valueAfter: Paise;
  reason: string;
  /**
   * Minor units that went back in the currency that was charged; null: what remained of the ticket.
   */
  chargedAmount: MinorUnits | null;
}

/**
 * A credit note over what went back (CGST Act, section 34). An order without an invoice (free, or
 * sold without a supplier) gets none.
 */
export async function issueCreditNote(
  tx: Db,
  { movieOrderId, paymentTransactionNo }: Pick<SoldOrder, 'movieOrderId' | 'paymentTransactionNo'>,
  { chargedAmount, ...returned }: Return,
  now: Date,
): Promise<void> {
  const invoice = await findInvoice(tx, movieOrderId, 'invoice');
  const isRest = chargedAmount === null;
  if (!invoice || (isRest && (await findInvoice(tx, movieOrderId, 'credit-note')))) return;
  const refund = isRest ? await findTicketRefund(tx, movieOrderId) : undefined;
  const { payment } = invoice;
  const details = {
    ...returned,
    issuedAt: now,
    payment: payment && {
      ...payment,
      ref: refund?.providerRefundId ?? paymentTransactionNo,
      charged: payment.charged && chargedPart(payment.charged, chargedAmount ?? refund?.amount),
    },
  };
  const part = isRest ? 0 : 1 + (await countCreditNotes(tx, movieOrderId));
  const creditNo = await allocateInvoiceNumber(tx, invoiceSeriesAt('C', now));
  await insertInvoice({
    tx,
    movieOrderId,
    document: buildCreditNote(invoice, details, creditNo),
    issuedAt: now,
    part,
  });
}

/** A ticket that was refunded without a row (imported, or of an old release) went back wholly. */
const chargedPart = (charged: NonNullable<ChargedAmount>, cents: number | undefined) =>
  cents === undefined ? charged : { ...charged, amount: toDecimal(cents) };
type ChargedAmount = NonNullable<Invoice['payment']>['charged'];

async function toSale(
  tx: Db,
  {
    supplier,
    soldTicket: { order, movie },
    now,
  }: { supplier: Supplier; soldTicket: SoldTicket; now: Date },
): Promise<Sale> {
  return {
    ...order,
    issuedAt: now,
    supplier,
    buyer: { name: await findBuyerName(tx, order.userId), place: placeOf(order, supplier) },
    item: { film: movie },
    payment: await paymentOf(tx, order),
  };
}

/**
 * Without an address on record, the place of supply is the supplier's State (IGST Act, section 12).
 */
function placeOf({ buyerState, buyerCountry }: SoldOrder, supplier: Supplier): BuyerPlace {
  if (buyerCountry) return { country: countryName(buyerCountry) };
  return { stateCode: buyerState ?? supplier.stateCode };
}

async function paymentOf(tx: Db, order: SoldOrder): Promise<Invoice['payment']> {
  const foreignAttempt = await findForeignCurrencyAttempt(
    tx,
    order.movieOrderId,
    order.paymentTransactionNo,
  );
  return {
    mode: order.paymentMode ?? '-',
    ref: order.paymentTransactionNo,
    charged: foreignAttempt?.rate
      ? {
          currency: foreignAttempt.currency,
          amount: toDecimal(foreignAttempt.amount),
          rate: foreignAttempt.rate,
        }
      : null,
  };
}
