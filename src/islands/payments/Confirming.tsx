import type { Order } from '#contract/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { historyMessages } from '#messages/history.ts';
import { href } from '#routes.ts';

/** The bank has not decided. Nothing can be pressed here: the page asks by itself, and may be left. */
export const Confirming = ({ order }: { order: Order }) => (
  <div className="grid justify-items-start gap-3 rounded-control border border-edge bg-sheet p-6" role="status">
    <p className="d3">{text.confirming}</p>
    <p className="soft max-w-[60ch]">{text.slowBank}</p>
    <p className="mt-2">
      {text.yourNumber}:{' '}
      <b className="font-tall text-[20px] tracking-[.04em] text-serial">{historyMessages.number(order.orderNo)}</b>
    </p>
    <a className="more" href={href('purchaseHistory')}>
      {historyMessages.title}
    </a>
  </div>
);
