import type { Invoice } from '#contract/invoices.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { houseDay } from '#domain/fiscal-year.ts';
import { type BuyerPlace, placeOfSupply, type Supply, supplyBetween, taxedPrice, taxRuleOn } from '#domain/gst.ts';
import { languageCode } from '#domain/languages.ts';
import { UNIT_OF_MEASURE } from '#domain/limits.ts';
import { stateOf } from '#domain/states.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { sumInWords } from './sum-in-words.ts';

/** Who sells: the house that runs this cinema. */
export interface Supplier {
  name: string;
  /** As on the registration, a line each. */
  address: string[];
  gstin: string | null;
  stateCode: string;
  /** Holds a letter of undertaking: supplies abroad without tax. */
  isUnderLut?: boolean;
}

export interface Buyer {
  name: string;
  place: BuyerPlace;
  gstin?: string | null;
}

/** A sold order; sums in paise, named as the order's columns. */
export interface Sale {
  /** When the paper is issued: the moment of PAID. */
  issuedAt: Date;
  supplier: Supplier;
  buyer: Buyer;
  orderNo: string;
  item: { film: SoldFilm } | { desc: string };
  unitPrice: number;
  discountValue: number;
  couponCode: string | null;
  totalOrderValue: number;
  taxPercentage: number;
  totalRoundedValue: number;
  payment: Invoice['payment'];
}

export interface SoldFilm {
  movieName: string;
  movieNameEn: string | null;
  primaryLanguage: string;
}

/** The tax invoice of a paid sale, under a number of its series. Throws where the price does not fit the tax. */
export function taxInvoice(sale: Sale, invoiceNo: string): Invoice {
  const { supplier, buyer } = sale;
  const supply = supplyBetween(supplier.stateCode, buyer.place, supplier.isUnderLut);
  return {
    ...basisOf(sale),
    kind: 'invoice',
    invoiceNo,
    recipient: recipientOf(buyer),
    placeOfSupply: placeOfSupply(buyer.place),
    supply,
    ...sumsOf(sale, supply),
    payment: sale.payment,
  };
}

/** A sale without a price, whose buyer may be anywhere. */
export type FreeSale = Omit<Sale, 'buyer' | 'payment'> & { buyer: Pick<Buyer, 'name'> };

/** What a ticket that cost nothing gets: no consideration, so no tax, no tax invoice, and no number of the series. */
export const confirmation = (sale: FreeSale): Invoice => ({
  ...basisOf(sale),
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

export interface Return {
  issuedAt: Date;
  reason: string;
  /** How the money went back. */
  payment: Invoice['payment'];
}

/** Takes a whole invoice back (CGST Act, section 34): its figures, under a number of the series of credit notes. */
export const creditNote = (invoice: Invoice, { issuedAt, reason, payment }: Return, creditNo: string): Invoice => ({
  ...invoice,
  kind: 'credit-note',
  invoiceNo: creditNo,
  date: houseDay(issuedAt),
  against: { invoiceNo: invoice.invoiceNo, date: invoice.date, reason },
  payment,
});

/** What every paper of a sale says alike. */
function basisOf(sale: Sale | FreeSale) {
  const { supplier, orderNo, issuedAt } = sale;
  const { name, address, gstin, stateCode } = supplier;
  const date = houseDay(issuedAt);
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
  if (!('stateCode' in place)) return { name, state: null, stateCode: null, country: place.country, gstin };
  return { name, state: stateOf(place.stateCode).name, stateCode: place.stateCode, country: DOMESTIC.name, gstin };
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

function sumsOf(sale: Sale, supply: Supply) {
  const price = { taxable: sale.totalOrderValue, payable: sale.totalRoundedValue };
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
