import type { ProducerOrder } from '#contract/producer.ts';
import { countryName } from '#domain/format/country-name.ts';
import { displayOrderDate } from '#domain/format/moments.ts';
import { displayNumber } from '#domain/format/numbers.ts';
import { producerMessages } from '#messages/producer.ts';

const { columns } = producerMessages;

export interface Column {
  name: keyof typeof columns;
  head: string;
  isMoney: boolean;
  cell: (order: ProducerOrder) => string;
}

function textColumn(name: Column['name'], cell: Column['cell'], isMoney = false): Column {
  return { name, head: columns[name], isMoney, cell };
}
const moneyColumn = (name: Column['name'], amountOf: (order: ProducerOrder) => number): Column =>
  // The column heads name no currency: all amounts are rupees.
  textColumn(name, (order) => displayNumber(amountOf(order), 2), true);

/** Spec §2: nine columns in this order. */
export const ORDER_COLUMNS: readonly Column[] = [
  textColumn('orderDate', ({ orderDate }) => displayOrderDate(orderDate)),
  textColumn('orderSource', ({ orderSource }) => orderSource),
  textColumn('orderCountry', ({ orderCountry }) =>
    orderCountry ? countryName(orderCountry) : '-',
  ),
  textColumn('transactionCurrencyCode', ({ transactionCurrencyCode }) => transactionCurrencyCode),
  moneyColumn('ticketRate', ({ orderMovie }) => orderMovie.ticketRate),
  moneyColumn('totalTaxValue', ({ totalTaxValue }) => totalTaxValue),
  moneyColumn('discountValue', ({ discountValue }) => discountValue),
  moneyColumn('totalRoundedValue', ({ totalRoundedValue }) => totalRoundedValue),
  textColumn('paymentStatus', ({ paymentStatus }) => paymentStatus),
];
