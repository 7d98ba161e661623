import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { displayRupees, toPaise, toRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payment-order.ts';
import { amountFor } from './amount.ts';
import { taxLines } from './tax-lines.ts';

/** `₹149.00`: amounts in a sum show paise. */
const exactRupees = (rupees: number) =>
  `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const signedRupees = (paise: number) =>
  paise < 0 ? `− ${exactRupees(toRupees(-paise))}` : exactRupees(toRupees(paise));

export function PriceLines({ order }: { order: Order }) {
  const { place, method, methods } = useStore($payment);
  const { lines, roundOff } = taxLines(order, place, methods.supplierState);
  const { totalRoundedValue } = order;
  return (
    <dl className="sum num">
      <Line name={text.ticketLine(order.orderQuantity, order.uom)} amount={exactRupees(order.unitPrice)} />
      {order.discountValue > 0 && (
        <Line name={text.discountLine(order.couponCode)} amount={signedRupees(-toPaise(order.discountValue))} />
      )}
      {lines.map(({ name, amount }) => (
        <Line key={name} name={name} amount={signedRupees(amount)} />
      ))}
      {roundOff !== 0 && <Line name={text.roundOff} amount={signedRupees(roundOff)} />}
      <div className="tot">
        <dt>{text.total}</dt>
        <dd>{displayRupees(totalRoundedValue)}</dd>
      </div>
      {method === 'paypal' && methods.paypal && totalRoundedValue > 0 && (
        <Line name={text.inDollars(displayRupees(methods.paypal.rate))} amount={amountFor('paypal', order, methods)} />
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
