import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/pricing.ts';
import { historyMessages as text } from '#messages/history.ts';
import { rescheduleHref } from '#stores/booking.ts';
import { $returning, forgetReturning, returnMoney } from '#stores/ticket.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Modal } from '#ui/Modal.tsx';

interface SlotPassedProps {
  order: Order;
  /** Hears how the order stands once its money was asked back. */
  onChange?: (order: Order) => void;
}

/** The bank confirmed after the hour that was chosen: another hour, or the money back. */
export function SlotPassed({ order, onChange }: SlotPassedProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    forgetReturning();
    setAsking(false);
  };
  return (
    <section className="grid justify-items-start gap-3 rounded-control border border-edge bg-sheet p-6">
      <h2 className="d3">{text.slotPassed}</h2>
      <p className="soft max-w-[60ch]">{order.totalRoundedValue > 0 ? text.slotPassedNote : text.slotPassedFree}</p>
      <div className="mt-1 flex flex-wrap gap-2.5">
        <a className="btn" href={rescheduleHref(order)}>
          {text.anotherHour}
        </a>
        <Button kind="line" onClick={() => setAsking(true)}>
          {returnWords(order)}
        </Button>
      </div>
      <Modal open={isAsking} title={returnWords(order)} onClose={close}>
        <ReturnQuestion
          order={order}
          onClose={close}
          onReturned={(returned) => {
            close();
            onChange?.(returned);
          }}
        />
      </Modal>
    </section>
  );
}

const returnWords = ({ totalRoundedValue }: Order) => (totalRoundedValue > 0 ? text.moneyBack : text.giveBack);

function ReturnQuestion({
  order,
  onClose,
  onReturned,
}: {
  order: Order;
  onClose: () => void;
  onReturned: (order: Order) => void;
}) {
  const { status, error } = useStore($returning);
  const confirm = () => void returnMoney(order).then((returned) => returned && onReturned(returned));
  const { totalRoundedValue } = order;
  return (
    <>
      <p>{totalRoundedValue > 0 ? text.moneyBackNote(displayRupees(totalRoundedValue)) : text.giveBackNote}</p>
      <ErrorText error={error} />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button kind="line" onClick={onClose}>
          {text.keepTicket}
        </Button>
        <Button busy={status === 'process'} busyLabel={text.returningNow} onClick={confirm}>
          {returnWords(order)}
        </Button>
      </div>
    </>
  );
}
