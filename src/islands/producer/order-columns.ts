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

/** `149.00`: the column heads name no currency (all amounts are rupees). */
const amountText = (rupees: number) =>
  rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function textColumn(name: Column['name'], cell: Column['cell'], isMoney = false): Column {
  return { name, head: columns[name], isMoney, cell };
}
const moneyColumn = (name: Column['name'], amountOf: (order: ProducerOrder) => number): Column =>
  textColumn(name, (order) => amountText(amountOf(order)), true);

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
