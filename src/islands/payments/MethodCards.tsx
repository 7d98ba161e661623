import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment, type Method } from '#stores/payment-order.ts';
import { chooseMethod } from '#stores/payment-place.ts';
import { RadioCard } from '#ui/RadioCard.tsx';
import { amountFor } from './amount.ts';

/** Payment methods that are configured, with the amount of each. */
export function MethodCards({ order }: { order: Order }) {
  const { methods } = useStore($payment);
  const { paypal } = methods;
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr">{text.title}</legend>
      {methods.razorpay && <Card method="razorpay" name={text.cardOrUpi} note={text.cardOrUpiNote} order={order} />}
      {paypal && (
        <Card
          method="paypal"
          name={text.internationalWallet}
          note={text.internationalWalletNote(displayRupees(paypal.rate))}
          order={order}
        />
      )}
    </fieldset>
  );
}

function Card({ method, name, note, order }: { method: Method; name: string; note: string; order: Order }) {
  const { method: current, methods, step } = useStore($payment);
  const isChosen = method === current;
  return (
    <RadioCard
      label={name}
      note={note}
      amount={amountFor(method, order, methods)}
      name="method"
      value={method}
      checked={isChosen}
      disabled={step !== 'ready' && !isChosen}
      onChange={() => chooseMethod(method)}
    />
  );
}

export const NothingToPay = () => (
  <div className="rounded-control border border-edge bg-sheet p-5">
    <p className="font-[650]">{text.nothingToPay}</p>
    <p className="sm soft">{text.nothingToPayNote}</p>
  </div>
);
