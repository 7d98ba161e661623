import type { Order } from '#contract/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { historyMessages } from '#messages/history.ts';
import { href } from '#routes.ts';
import { ConfirmingBox } from './ConfirmingBox.tsx';

export const ConfirmingPayment = ({ order }: { order: Order }) => (
  <ConfirmingBox note={text.slowBank} className="justify-items-start gap-3">
    <p className="mt-2">
      {text.yourNumber}:{' '}
      <b className="font-tall text-[20px] tracking-[.04em] text-serial">{historyMessages.number(order.orderNo)}</b>
    </p>
    <a className="action-link" href={href('purchasedOrder', { order_id: order.movieOrderId })}>
      {text.toTheTicket}
    </a>
  </ConfirmingBox>
);
