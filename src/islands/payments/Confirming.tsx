import { useEffect, useRef } from 'react';
import type { Order } from '#contract/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { historyMessages } from '#messages/history.ts';
import { href } from '#routes.ts';

/** The bank has not decided. Nothing can be pressed here: the page asks by itself, and may be left. */
export function Confirming({ order }: { order: Order }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => box.current!.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="grid justify-items-start gap-3 rounded-control border border-edge bg-sheet p-6"
      role="status"
    >
      <p className="d3">{text.confirming}</p>
      <p className="soft max-w-[60ch]">{text.slowBank}</p>
      <p className="mt-2">
        {text.yourNumber}:{' '}
        <b className="font-tall text-[20px] tracking-[.04em] text-serial">{historyMessages.number(order.orderNo)}</b>
      </p>
      <a className="more" href={href('purchasedOrder', { order_id: order.movieOrderId })}>
        {text.toTheTicket}
      </a>
    </div>
  );
}
