import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { historyMessages as text } from '#messages/history.ts';
import { rescheduleHref } from '#stores/booking/booking.ts';
import { RefundButton } from './RefundButton.tsx';

interface SlotPassedProps {
  order: Order;
  /** Receives the order after the refund request. */
  onChange: (order: Order) => void;
}

/** The bank confirmed after the chosen hour: the viewer takes another hour or a refund. */
export const SlotPassed = ({ order, onChange }: SlotPassedProps) => (
  <section className="grid justify-items-start gap-3 rounded-control border border-control-border bg-surface p-6">
    <h2 className="heading-3">{text.slotPassed}</h2>
    <p className="text-soft max-w-[60ch]">
      {order.totalRoundedValue > 0 ? text.slotPassedNote : text.slotPassedFree}
    </p>
    <div className="mt-1 flex flex-wrap gap-2.5">
      <a className="button" href={rescheduleHref(order)}>
        {text.reschedule}
      </a>
      <RefundButton order={order} texts={refundTexts(order)} onChange={onChange} />
    </div>
  </section>
);

const refundTexts = ({ totalRoundedValue }: Order) => ({
  ...(totalRoundedValue > 0
    ? { action: text.getRefund, note: text.getRefundNote(displayRupees(totalRoundedValue)) }
    : { action: text.returnTicket, note: text.returnTicketNote }),
  keep: text.keepTicket,
  busy: text.returningNow,
});
