import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/pricing.ts';
import { historyMessages as text } from '#messages/history.ts';
import { rescheduleHref } from '#stores/booking.ts';
import { $refunding, clearRefund, refundTicket } from '#stores/ticket.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Modal } from '#ui/Modal.tsx';

interface SlotPassedProps {
  order: Order;
  /** Receives the order after the refund request. */
  onChange: (order: Order) => void;
}

/** The bank confirmed after the chosen hour: the viewer takes another hour or a refund. */
export function SlotPassed({ order, onChange }: SlotPassedProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    clearRefund();
    setAsking(false);
  };
  return (
    <section className="grid justify-items-start gap-3 rounded-control border border-control-border bg-surface p-6">
      <h2 className="heading-3">{text.slotPassed}</h2>
      <p className="text-soft max-w-[60ch]">
        {order.totalRoundedValue > 0 ? text.slotPassedNote : text.slotPassedFree}
      </p>
      <div className="mt-1 flex flex-wrap gap-2.5">
        <a className="button" href={rescheduleHref(order)}>
          {text.reschedule}
        </a>
        <Button kind="secondary" onClick={() => setAsking(true)}>
          {returnText(order)}
        </Button>
      </div>
      <Modal open={isAsking} title={returnText(order)} onClose={close}>
        <ReturnConfirmation
          order={order}
          onClose={close}
          onChange={(returned) => {
            close();
            onChange(returned);
          }}
        />
      </Modal>
    </section>
  );
}

const returnText = ({ totalRoundedValue }: Order) => (totalRoundedValue > 0 ? text.getRefund : text.returnTicket);

function ReturnConfirmation({ order, onChange, onClose }: SlotPassedProps & { onClose: () => void }) {
  const { status, error } = useStore($refunding);
  const confirm = () => void refundTicket(order).then((returned) => returned && onChange(returned));
  const { totalRoundedValue } = order;
  return (
    <>
      <p>{totalRoundedValue > 0 ? text.getRefundNote(displayRupees(totalRoundedValue)) : text.returnTicketNote}</p>
      <ErrorText error={error} />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button kind="secondary" onClick={onClose}>
          {text.keepTicket}
        </Button>
        <Button busy={status === 'process'} busyLabel={text.returningNow} onClick={confirm}>
          {returnText(order)}
        </Button>
      </div>
    </>
  );
}
