/** What a statement needs to know of a ticket. Paise. */
export interface TicketMoney {
  price: number;
  discount: number;
  gst: number;
  /** What the viewer paid. */
  received: number;
  /** What the payment provider kept of it. */
  gatewayFee: number;
  platformSharePercent: number;
}

/** Sums over tickets, in paise. What was returned counts against what was sold, so that sums may be added. */
export interface StatementSums {
  tickets: number;
  price: number;
  discount: number;
  /** price − discount */
  taxable: number;
  gst: number;
  roundOff: number;
  /** taxable + gst + roundOff */
  received: number;
  gatewayFee: number;
  platformShare: number;
  /** taxable − gatewayFee − platformShare */
  producerShare: number;
}

/** Percent with two decimals at most of whole paise, half a paisa up; hundredths are whole numbers, so half is exactly half. */
const percentOf = (paise: number, percent: number): number =>
  Math.round((paise * Math.round(percent * 100)) / 10_000) || 0;

/**
 * Chosen: house and producer share what a ticket leaves after discount, GST and the provider's fee, a loss as a gain: where
 * the fee is more than a small ticket brought, both bear it in the agreed proportion. GST is the state's and the round-off
 * goes with what was charged; neither is ever the producer's.
 */
const shareOfHouse = (left: number, percent: number): number => percentOf(left, percent);

/** A sold ticket's line. */
export function soldTicket({ price, discount, gst, received, ...rest }: TicketMoney): StatementSums {
  const taxable = price - discount;
  const left = taxable - rest.gatewayFee;
  const platformShare = shareOfHouse(left, rest.platformSharePercent);
  return {
    tickets: 1,
    price,
    discount,
    taxable,
    gst,
    roundOff: received - taxable - gst,
    received,
    gatewayFee: rest.gatewayFee,
    platformShare,
    producerShare: left - platformShare,
  };
}

/**
 * What takes a sold ticket's line back when its money was returned.
 * Chosen: all but the fee. Providers keep it for a payment that they gave back, so it is a loss that both sides share.
 */
export function returnedTicket(money: TicketMoney): StatementSums {
  const { gatewayFee, ...sold } = soldTicket(money);
  const lossOfHouse = shareOfHouse(-gatewayFee, money.platformSharePercent);
  const lossOfProducer = -gatewayFee - lossOfHouse;
  return {
    ...times({ ...sold, gatewayFee: 0 }, -1),
    platformShare: lossOfHouse - sold.platformShare || 0,
    producerShare: lossOfProducer - sold.producerShare || 0,
  };
}

const FIELDS = [
  'tickets',
  'price',
  'discount',
  'taxable',
  'gst',
  'roundOff',
  'received',
  'gatewayFee',
  'platformShare',
  'producerShare',
] as const satisfies (keyof StatementSums)[];

const sumsOf = (valueOf: (field: keyof StatementSums) => number): StatementSums =>
  Object.fromEntries(FIELDS.map((field) => [field, valueOf(field) || 0])) as unknown as StatementSums;

/** So many tickets of the same figures. */
export const times = (sums: StatementSums, count: number): StatementSums => sumsOf((field) => sums[field] * count);

export const addUp = (all: readonly StatementSums[]): StatementSums =>
  sumsOf((field) => all.reduce((total, sums) => total + sums[field], 0));

/** A provider's fee as it named it, in the minor units of its currency; `rate` is rupees for one unit, null for rupees. */
export const feeInPaise = (fee: number, rate: number | null): number =>
  rate === null ? fee : Math.round((fee * Math.round(rate * 10_000)) / 10_000);

/** What a provider is taken to have kept, where it has not said it. */
export const estimatedFee = (received: number, percent: number): number => percentOf(received, percent);
