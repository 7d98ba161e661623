import type { ProducerOrder } from '#contract/producer.ts';
import { countryName } from '#domain/country-name.ts';
import { displayOrderDate } from '#domain/dates.ts';
import { producerMessages } from '#messages/producer.ts';

const { columns } = producerMessages;

export interface Column {
  name: keyof typeof columns;
  head: string;
  isMoney: boolean;
  cell: (order: ProducerOrder) => string;
}

/** `149.00`; the heads say nothing of a currency, so neither do the sums (all are rupees). */
const sum = (rupees: number) => rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const word = (name: Column['name'], cell: Column['cell']): Column => ({
  name,
  head: columns[name],
  isMoney: false,
  cell,
});
const money = (name: Column['name'], cell: (order: ProducerOrder) => number): Column => ({
  name,
  head: columns[name],
  isMoney: true,
  cell: (order) => sum(cell(order)),
});

/** The nine columns of spec §2, in their order. */
export const ORDER_COLUMNS: readonly Column[] = [
  word('orderDate', ({ orderDate }) => displayOrderDate(orderDate)),
  word('orderSource', ({ orderSource }) => orderSource),
  word('orderCountry', ({ orderCountry }) => (orderCountry ? countryName(orderCountry) : '-')),
  word('transactionCurrencyCode', ({ transactionCurrencyCode }) => transactionCurrencyCode),
  money('ticketRate', ({ orderMovie }) => orderMovie.ticketRate),
  money('totalTaxValue', ({ totalTaxValue }) => totalTaxValue),
  money('discountValue', ({ discountValue }) => discountValue),
  money('totalRoundedValue', ({ totalRoundedValue }) => totalRoundedValue),
  word('paymentStatus', ({ paymentStatus }) => paymentStatus),
];
