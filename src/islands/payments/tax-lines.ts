import type { Order } from '#contract/booking.ts';
import { supplyBetween, taxHeads } from '#domain/gst.ts';
import { toPaise } from '#domain/pricing.ts';
import type { BuyerPlace } from '#stores/payment-order.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { paymentMessages as text } from '#messages/payments.ts';

interface TaxLine {
  name: string;
  /** Paise. */
  amount: number;
}

type Sum = Pick<Order, 'totalOrderValue' | 'totalTaxValue' | 'totalRoundedValue' | 'taxPercentage'>;

/** The tax of an order by its heads, as its invoice will have them, and what rounds the sum to whole rupees. One line while nobody has said where the buyer lives. */
export function taxLines(order: Sum, place: BuyerPlace, supplierState: string | null) {
  const taxable = toPaise(order.totalOrderValue);
  const lines = headsOf(order, taxable, place, supplierState);
  const roundOff = toPaise(order.totalRoundedValue) - lines.reduce((sum, { amount }) => sum + amount, taxable);
  return { lines, roundOff };
}

function headsOf(
  { taxPercentage, totalTaxValue }: Sum,
  taxable: number,
  { isAbroad, state, country }: BuyerPlace,
  supplierState: string | null,
): TaxLine[] {
  const buyer = isAbroad ? country && { country } : state && { stateCode: state };
  if (!supplierState || !buyer || taxPercentage === 0 || totalTaxValue === 0)
    return [{ name: text.gstLine(taxPercentage), amount: toPaise(totalTaxValue) }];
  return taxHeads(taxable, supplyBetween(supplierState, buyer), taxPercentage).map(({ name, percent, amount }) => ({
    name: invoiceMessages.head(name, percent),
    amount,
  }));
}
