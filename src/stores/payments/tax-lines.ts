import type { Order } from '#contract/booking.ts';
import { findSupplyType, taxHeads } from '#domain/gst.ts';
import { toPaise } from '#domain/pricing.ts';
import type { BuyerPlace } from './payment-state.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { paymentMessages as text } from '#messages/payments.ts';

type OrderSums = Pick<
  Order,
  'totalOrderValue' | 'totalTaxValue' | 'totalRoundedValue' | 'taxPercentage'
>;

/**
 * In paise: tax lines by head, as on the invoice, and the rounding to rupees. One line while the
 * buyer's place is unknown.
 */
export function taxLines(order: OrderSums, place: BuyerPlace, supplierState: string | null) {
  const lines = taxHeadLines(order, place, supplierState);
  const beforeRounding = lines.reduce(
    (sum, { amount }) => sum + amount,
    toPaise(order.totalOrderValue),
  );
  return { lines, roundOff: toPaise(order.totalRoundedValue) - beforeRounding };
}

function taxHeadLines(
  { taxPercentage, totalTaxValue }: OrderSums,
  { isAbroad, state, country }: BuyerPlace,
  supplierState: string | null,
) {
  const tax = toPaise(totalTaxValue);
  const buyer = isAbroad ? country && { country } : state && { stateCode: state };
  if (!supplierState || !buyer || taxPercentage === 0 || tax === 0)
    return [{ name: text.gstLine(taxPercentage), amount: tax }];
  return taxHeads(tax, findSupplyType(supplierState, buyer), taxPercentage).map(
    ({ name, percent, amount }) => ({
      name: invoiceMessages.taxHead(name, percent),
      amount,
    }),
  );
}
