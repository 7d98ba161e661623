import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payment-order.ts';
import { chooseProvider } from '#stores/buyer-place.ts';
import { paymentOptions } from '#stores/payment-providers/providers.ts';
import { MethodCards } from './MethodCards.tsx';

export function TicketMethods({ order }: { order: Order }) {
  const { methods, provider, step } = useStore($payment);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">{text.title}</legend>
      <MethodCards
        name="method"
        options={paymentOptions(methods)}
        describe={({ ticketNote, displayAmount }) => ({
          note: ticketNote,
          amount: displayAmount(order.totalRoundedValue),
        })}
        chosen={provider}
        isLocked={step !== 'ready'}
        onChoose={chooseProvider}
      />
    </fieldset>
  );
}

export const NothingToPay = () => (
  <div className="rounded-control border border-edge bg-sheet p-5">
    <p className="font-[650]">{text.nothingToPay}</p>
    <p className="small text-soft">{text.nothingToPayNote}</p>
  </div>
);
