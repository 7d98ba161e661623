import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { displayRupees, toPaise, toRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payment-order.ts';
import { amountBy } from './amount.ts';
import { taxLines } from './tax-lines.ts';

/** `₹149.00`: in a sum every line has its paise. */
const exact = (rupees: number) =>
  `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const signed = (paise: number) => (paise < 0 ? `− ${exact(toRupees(-paise))}` : exact(toRupees(paise)));

/** From the ticket's price to the whole rupees that are paid, and to dollars where they are paid in dollars. */
export function PriceLines({ order }: { order: Order }) {
  const { place, method, methods } = useStore($payment);
  const { lines, roundOff } = taxLines(order, place, methods.supplierState);
  const { totalRoundedValue } = order;
  return (
    <dl className="sum num">
      <Line name={text.ticketLine(order.orderQuantity, order.uom)} amount={exact(order.unitPrice)} />
      {order.discountValue > 0 && (
        <Line name={text.discountLine(order.couponCode)} amount={signed(-toPaise(order.discountValue))} />
      )}
      {lines.map(({ name, amount }) => (
        <Line key={name} name={name} amount={signed(amount)} />
      ))}
      {roundOff !== 0 && <Line name={text.roundOff} amount={signed(roundOff)} />}
      <div className="tot">
        <dt>{text.total}</dt>
        <dd>{displayRupees(totalRoundedValue)}</dd>
      </div>
      {method === 'paypal' && methods.paypal && totalRoundedValue > 0 && (
        <Line name={text.inDollars(displayRupees(methods.paypal.rate))} amount={amountBy('paypal', order, methods)} />
      )}
    </dl>
  );
}

const Line = ({ name, amount }: { name: string; amount: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
);
