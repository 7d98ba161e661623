import type { Order } from '#contract/booking.ts';
import { displayRupees, toPaise, toRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';

/** `₹149.00`: in a sum every line has its paise. */
const exact = (rupees: number) =>
  `₹${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const signed = (paise: number) => (paise < 0 ? `− ${exact(toRupees(-paise))}` : exact(toRupees(paise)));

/** From the ticket's price to the whole rupees that are paid. */
export function PriceLines({ order }: { order: Order }) {
  const roundOff = toPaise(order.totalRoundedValue) - toPaise(order.totalOrderValue) - toPaise(order.totalTaxValue);
  return (
    <dl className="sum num">
      <Line name={text.ticketLine(order.orderQuantity, order.uom)} amount={exact(order.unitPrice)} />
      {order.discountValue > 0 && (
        <Line name={text.discountLine(order.couponCode)} amount={signed(-toPaise(order.discountValue))} />
      )}
      <Line name={text.gstLine(order.taxPercentage)} amount={exact(order.totalTaxValue)} />
      {roundOff !== 0 && <Line name={text.roundOff} amount={signed(roundOff)} />}
      <div className="tot">
        <dt>{text.total}</dt>
        <dd>{displayRupees(order.totalRoundedValue)}</dd>
      </div>
    </dl>
  );
}

const Line = ({ name, amount }: { name: string; amount: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
);
