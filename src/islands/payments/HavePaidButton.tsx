import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { paymentCheckMessages as text } from '#messages/payment-check.ts';
import { checkPayment } from '#stores/payments/check-payment.ts';
import { Button } from '#ui/Button.tsx';

interface HavePaidButtonProps {
  order: Order;
  /** Gets the order as it is now, perhaps unchanged. */
  onChecked: (order: Order) => void;
}

/** For a payer whose bank took the money while no page was open. */
export function HavePaidButton({ order, onChecked }: HavePaidButtonProps) {
  const { status } = useStore(checkPayment.$state);
  const check = async () => {
    const checked = await checkPayment.run(order);
    if (checked) onChecked(checked);
  };
  return (
    <div>
      <Button kind="text" busy={status === 'process'} onClick={() => void check()}>
        {text.havePaid}
      </Button>
    </div>
  );
}
