import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { $refunding, clearRefund, refundTicket } from '#stores/history/ticket.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Modal } from '#ui/Modal.tsx';

interface RefundButtonProps {
  order: Order;
  /** `action` names the button and the dialog. */
  texts: Record<'action' | 'note' | 'keep' | 'busy', string>;
  /** Receives the order after the refund request. */
  onChange: (order: Order) => void;
}

/** Gives a ticket back, after a question. */
export function RefundButton({ order, texts, onChange }: RefundButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    clearRefund();
    setAsking(false);
  };
  return (
    <>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {texts.action}
      </Button>
      <Modal open={isAsking} title={texts.action} onClose={close}>
        <Confirmation
          order={order}
          texts={texts}
          onClose={close}
          onChange={(returned) => {
            close();
            onChange(returned);
          }}
        />
      </Modal>
    </>
  );
}

function Confirmation({
  order,
  texts,
  onChange,
  onClose,
}: RefundButtonProps & { onClose: () => void }) {
  const { status, error } = useStore($refunding);
  const confirm = () => void refundTicket(order).then((returned) => returned && onChange(returned));
  return (
    <>
      <p>{texts.note}</p>
      <ErrorText error={error} />
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button kind="secondary" onClick={onClose}>
          {texts.keep}
        </Button>
        <Button busy={status === 'process'} busyLabel={texts.busy} onClick={confirm}>
          {texts.action}
        </Button>
      </div>
    </>
  );
}
