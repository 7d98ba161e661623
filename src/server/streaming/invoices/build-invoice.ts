import type { Paise } from '#domain/pricing.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { Invoice } from '#contract/invoices.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { cinemaDay } from '#domain/fiscal-year.ts';
import {
  type BuyerPlace,
  placeOfSupply,
  type SupplyType,
  findSupplyType,
  taxedPrice,
  taxRuleOn,
} from '#domain/gst.ts';
import { languageCode } from '#domain/languages.ts';
import { UNIT_OF_MEASURE } from '#domain/limits/money.ts';
import { shareBetween } from '#domain/share.ts';
import { stateOf } from '#domain/states.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { sumInWords } from './sum-in-words.ts';

export interface Supplier {
  name: string;
  address: string[];
  gstin: string | null;
  stateCode: string;
}

interface Buyer {
  name: string;
  place: BuyerPlace;
  gstin?: string | null;
}

/** A sold order. Amounts in paise, with the names of the order's columns. */
export interface Sale {
  issuedAt: Date;
  supplier: Supplier;
  buyer: Buyer;
  orderNo: string;
  item: { film: SoldFilm } | { desc: string };
  unitPrice: Paise;
  discountValue: Paise;
  couponCode: string | null;
  totalOrderValue: Paise;
  taxPercentage: number;
  totalTaxValue: Paise;
  totalRoundedValue: Paise;
  payment: Invoice['payment'];
}

export type SoldFilm = Pick<Movie, 'movieName' | 'movieNameEn' | 'primaryLanguage'>;

/** `invoiceNo` comes from the invoice series. Throws when the price does not match the tax. */
export function buildTaxInvoice(sale: Sale, invoiceNo: string): Invoice {
  const { supplier, buyer } = sale;
  const supply = findSupplyType(supplier.stateCode, buyer.place, sale.taxPercentage === 0);
  return {
    ...commonFields(sale),
    kind: 'invoice',
    invoiceNo,
    recipient: recipientOf(buyer),
    placeOfSupply: placeOfSupply(buyer.place),
    supply,
    ...sumsOf(sale, supply),
    payment: sale.payment,
  };
}

/** A free sale needs no place of supply. */
type FreeSale = Omit<Sale, 'buyer' | 'payment'> & { buyer: Pick<Buyer, 'name'> };

/** For a free ticket: nothing was paid, so there is no tax invoice and no number of the series. */
export const buildConfirmation = (sale: FreeSale): Invoice => ({
  ...commonFields(sale),
  kind: 'confirmation',
  invoiceNo: sale.orderNo,
  recipient: { name: sale.buyer.name, state: null, stateCode: null, country: null, gstin: null },
  placeOfSupply: null,
  supply: null,
  ...NO_TAX,
  roundOff: 0 - sale.totalOrderValue,
  total: 0,
  totalInWords: sumInWords(0),
  payment: null,
});

const NO_TAX = { taxPercent: 0, cgst: 0, sgst: 0, utgst: 0, igst: 0 };

interface Credit {
  issuedAt: Date;
  reason: string;
  payment: Invoice['payment'];
  /** Paise of the invoice's total that had been credited before, and after. */
  valueBefore: Paise;
  valueAfter: Paise;
}

/**
 * Cancels an invoice, or a part of it (CGST Act, section 34). `creditNo` comes from the credit note
 * series. Chosen: each sum is the share of what went back so far, less the share before. So the
 * credit notes of an invoice always add up to it.
 */
export function buildCreditNote(
  invoice: Invoice,
  { issuedAt, reason, payment, valueBefore, valueAfter }: Credit,
  creditNo: string,
): Invoice {
  const shareOf = (sum: number) =>
    shareBetween(sum, invoice.total, { from: valueBefore, to: valueAfter });
  const heads = {
    cgst: shareOf(invoice.cgst),
    sgst: shareOf(invoice.sgst),
    utgst: shareOf(invoice.utgst),
    igst: shareOf(invoice.igst),
  };
  const lines = invoice.lines.map((line) => {
    const [taxable, discount] = [shareOf(line.taxable), shareOf(line.discount)];
    return { ...line, unit: taxable + discount, discount, taxable };
  });
  const total = valueAfter - valueBefore;
  const taxable = lines.reduce((sum, line) => sum + line.taxable, 0);
  return {
    ...invoice,
    kind: 'credit-note',
    invoiceNo: creditNo,
    date: cinemaDay(issuedAt),
    against: { invoiceNo: invoice.invoiceNo, date: invoice.date, reason },
    lines,
    ...heads,
    roundOff: total - taxable - heads.cgst - heads.sgst - heads.utgst - heads.igst,
    total,
    totalInWords: sumInWords(total),
    payment,
  };
}

function commonFields(sale: Sale | FreeSale) {
  const { supplier, orderNo, issuedAt } = sale;
  const { name, address, gstin, stateCode } = supplier;
  const date = cinemaDay(issuedAt);
  return {
    date,
    orderNo,
    against: null,
    supplier: { name, address, gstin, state: stateOf(stateCode).name, stateCode },
    sac: taxRuleOn(date).sac,
    lines: [lineOf(sale)],
    currency: 'INR' as const,
    reverseCharge: false as const,
  };
}

function recipientOf({ name, place, gstin = null }: Buyer): Invoice['recipient'] {
  if (!('stateCode' in place))
    return { name, state: null, stateCode: null, country: place.country, gstin };
  return {
    name,
    state: stateOf(place.stateCode).name,
    stateCode: place.stateCode,
    country: DOMESTIC.name,
    gstin,
  };
}

function lineOf({ item, ...sale }: Sale | FreeSale): Invoice['lines'][number] {
  const film = 'film' in item ? item.film : null;
  return {
    desc: 'film' in item ? text.ticket(item.film.movieName) : item.desc,
    film: film && {
      name: film.movieName,
      nameEn: film.movieNameEn,
      lang: languageCode(film.primaryLanguage) ?? null,
    },
    qty: 1,
    uom: UNIT_OF_MEASURE,
    unit: sale.unitPrice,
    discount: sale.discountValue,
    couponCode: sale.couponCode,
    taxable: sale.totalOrderValue,
  };
}

function sumsOf(sale: Sale, supply: SupplyType) {
  const price = {
    taxable: sale.totalOrderValue,
    tax: sale.totalTaxValue,
    payable: sale.totalRoundedValue,
  };
  const { heads, roundOff, payable } = taxedPrice(price, supply, sale.taxPercentage);
  const amounts = Object.fromEntries(heads.map(({ name, amount }) => [name.toLowerCase(), amount]));
  return {
    ...NO_TAX,
    ...amounts,
    taxPercent: heads.reduce((sum, { percent }) => sum + percent, 0),
    roundOff,
    total: payable,
    totalInWords: sumInWords(payable),
  };
}
