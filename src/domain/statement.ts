import { firstOf } from './existing.ts';
import type { Paise, MinorUnits } from './pricing.ts';
import { shareBetween } from './share.ts';

/** Of one ticket. */
export interface TicketAmounts {
  price: Paise;
  discount: Paise;
  gst: Paise;
  received: Paise;
  gatewayFee: Paise;
  platformSharePercent: number;
}

export const STATEMENT_FIELDS = [
  'tickets',
  'price',
  'discount',
  /** price − discount */
  'taxable',
  'gst',
  'roundOff',
  /** Paid by viewers: taxable + gst + roundOff. */
  'received',
  'gatewayFee',
  'platformShare',
  /** taxable − gatewayFee − platformShare */
  'producerShare',
] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

/** `tickets` is a count. Refunded tickets have negative amounts, so sums can be added. */
export type StatementSums = { tickets: number } & Record<Exclude<StatementField, 'tickets'>, Paise>;

/** Rounds half a paisa up. Calculates in hundredths, so `percent` may have two decimals. */
const percentOf = (paise: Paise, percent: number): Paise =>
  Math.round((paise * Math.round(percent * 100)) / 10_000) || 0;

// Chosen: platform and producer share what remains after discount, GST and the provider's fee, also
// when it is negative. GST and round-off are never shared.
export function soldTicket(amounts: TicketAmounts): StatementSums {
  const { price, discount, gst, received, gatewayFee, platformSharePercent } = amounts;
  const taxable = price - discount;
  const net = taxable - gatewayFee;
  const platformShare = percentOf(net, platformSharePercent);
  return {
    tickets: 1,
    price,
    discount,
    taxable,
    gst,
    roundOff: received - taxable - gst,
    received,
    gatewayFee,
    platformShare,
    producerShare: net - platformShare,
  };
}

/** What of a ticket's money had gone back before a return, and after it. */
export interface Returned {
  from: Paise;
  to: Paise;
}

// Chosen: a return reverses all amounts in proportion, except the fee. Providers keep the fee, so
// both sides share that loss. The returns of a ticket add up to its sale without the fee. Only the
// last one ends the ticket.
export function returnedTicket(money: TicketAmounts, returned: Returned): StatementSums {
  const { gatewayFee, ...sold } = soldTicket(money);
  const { received, platformSharePercent } = money;
  const reversed = (sum: number, range = returned) => -shareBetween(sum, received, range) || 0;
  const taxable = reversed(sold.taxable);
  const gst = reversed(sold.gst);
  const discount = reversed(sold.discount);
  const platformShareAfter = (end: number) =>
    percentOf(
      sold.taxable - gatewayFee + reversed(sold.taxable, { from: 0, to: end }),
      platformSharePercent,
    );
  const platformShareBefore =
    returned.from === 0 ? sold.platformShare : platformShareAfter(returned.from);
  const platformShare = platformShareAfter(returned.to) - platformShareBefore || 0;
  const receivedBack = returned.from - returned.to || 0;
  return {
    tickets: returned.to === received ? -1 : 0,
    price: taxable + discount,
    discount,
    taxable,
    gst,
    roundOff: receivedBack - taxable - gst || 0,
    received: receivedBack,
    gatewayFee: 0,
    platformShare,
    producerShare: taxable - platformShare || 0,
  };
}

const sumsOf = (valueOf: (field: StatementField) => number): StatementSums =>
  Object.fromEntries(
    STATEMENT_FIELDS.map((field) => [field, valueOf(field) || 0]),
  ) as StatementSums;

export const multiplySums = (sums: StatementSums, count: number): StatementSums =>
  sumsOf((field) => sums[field] * count);

export const addSums = (all: readonly StatementSums[]): StatementSums =>
  all.length === 1
    ? firstOf(all)
    : sumsOf((field) => all.reduce((total, sums) => total + sums[field], 0));

/**
 * `fee` in the provider's currency; `rate` in rupees per unit, null for rupees: the fee is then
 * paise.
 */
export const feeInPaise = (fee: MinorUnits, rate: number | null): Paise =>
  rate === null ? (fee as Paise) : Math.round((fee * Math.round(rate * 10_000)) / 10_000);

/** For payments whose provider did not report its fee. */
export const estimatedFee = (received: Paise, percent: number): Paise =>
  percentOf(received, percent);

/** Of a month: not ended; at least one film not approved; approved, but not paid; paid. */
export const STATEMENT_STATES = ['open', 'unapproved', 'approved', 'paid'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];
