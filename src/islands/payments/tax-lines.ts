import type { Order } from '#contract/booking.ts';
import { findSupplyType, taxHeads } from '#domain/gst.ts';
import { toPaise } from '#domain/pricing.ts';
import type { BuyerPlace } from '#stores/payment-order.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { paymentMessages as text } from '#messages/payments.ts';

type OrderSums = Pick<Order, 'totalOrderValue' | 'totalTaxValue' | 'totalRoundedValue' | 'taxPercentage'>;

/** In paise: tax lines by head, as on the invoice, and the rounding to rupees. One line while the buyer's place is unknown. */
export function taxLines(order: OrderSums, place: BuyerPlace, supplierState: string | null) {
  const taxable = toPaise(order.totalOrderValue);
  const lines = taxHeadLines(order, taxable, place, supplierState);
  const roundOff = toPaise(order.totalRoundedValue) - lines.reduce((sum, { amount }) => sum + amount, taxable);
  return { lines, roundOff };
}

function taxHeadLines(
  { taxPercentage, totalTaxValue }: OrderSums,
  taxable: number,
  { isAbroad, state, country }: BuyerPlace,
  supplierState: string | null,
) {
  const buyer = isAbroad ? country && { country } : state && { stateCode: state };
  if (!supplierState || !buyer || taxPercentage === 0 || totalTaxValue === 0)
    return [{ name: text.gstLine(taxPercentage), amount: toPaise(totalTaxValue) }];
  return taxHeads(taxable, findSupplyType(supplierState, buyer), taxPercentage).map(({ name, percent, amount }) => ({
    name: invoiceMessages.taxHead(name, percent),
    amount,
  }));
}
