import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { displayExactRupees, displayRupees } from '#domain/format/numbers.ts';
import { orderWindow } from '#domain/order-window.ts';
import { toPaise, toRupees, type Paise } from '#domain/pricing.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { viewerZone } from '#stores/booking/booking.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { priceWithOption } from '#stores/payments/price-with-option.ts';
import { findOption } from '#stores/payments/providers/providers.ts';
import { FilmSummary } from '../booking/FilmSummary.tsx';
import { WindowFacts } from '../booking/WindowFacts.tsx';
import { taxLines } from '#stores/payments/tax-lines.ts';

const signedRupees = (paise: Paise) =>
  paise < 0 ? `− ${displayExactRupees(toRupees(-paise))}` : displayExactRupees(toRupees(paise));

export const UnpaidTicket = ({ order }: { order: Order }) => (
  <div className="ticket">
    <div className="ticket-main grid gap-5 lg:px-7 lg:pt-7 @min-[37.5rem]:grid-cols-2 @min-[37.5rem]:items-center">
      <FilmSummary film={order.orderMovie} />
      {order.gift ? (
        <p className="text-rose-soft">{bookingMessages.giftNote}</p>
      ) : (
        <WindowFacts window={orderWindow(order)} zone={viewerZone()} />
      )}
    </div>
    <div className="ticket-stub lg:px-7" aria-live="polite">
      <PriceLines order={order} />
    </div>
  </div>
);

function PriceLines({ order }: { order: Order }) {
  const { place, provider, methods } = useStore($payment);
  const option = findOption(methods, provider);
  const price = priceWithOption(order, { place, methods, option });
  const { lines, roundOff } = taxLines(price, place, methods?.supplierState ?? null);
  const { totalRoundedValue } = price;
  return (
    <dl className="price-lines tabular">
      <Line
        name={text.ticketLine(order.orderQuantity)}
        amount={displayExactRupees(order.unitPrice)}
      />
      {order.discountValue > 0 && (
        <Line
          name={text.discountLine(order.couponCode)}
          amount={signedRupees(-toPaise(order.discountValue))}
        />
      )}
      {lines.map(({ name, amount }) => (
        <Line key={name} name={name} amount={signedRupees(amount)} />
      ))}
      {roundOff !== 0 && <Line name={text.roundOff} amount={signedRupees(roundOff)} />}
      <div className="total">
        <dt>{text.total}</dt>
        <dd>{displayRupees(totalRoundedValue)}</dd>
      </div>
      {option?.rateNote && totalRoundedValue > 0 && (
        <div className="total">
          <dt>{option.rateNote}</dt>
          <dd>{option.displayAmount(totalRoundedValue)}</dd>
        </div>
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
