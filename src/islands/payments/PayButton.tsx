import { useStore } from '@nanostores/react';
import { displayRupees } from '#domain/format/numbers.ts';
import { layoutMessages } from '#messages/layout.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { priceWithOption } from '#stores/payments/price-with-option.ts';
import { problemNote, problemText } from '#stores/payments/problem.ts';
import { findOption } from '#stores/payments/providers/providers.ts';
import { pay } from '#stores/payments/pay.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

const WITHOUT_BUTTON: ReadonlySet<string> = new Set(['confirming', 'held', 'late']);

/** Stays busy until the payment has ended. */
export function PayButton({ className }: { className?: string }) {
  const { order, step, wallet, provider, methods, place } = useStore($payment);
  if (!order || wallet || WITHOUT_BUTTON.has(step)) return null;
  const option = findOption(methods, provider);
  const { displayAmount = displayRupees } = option ?? {};
  const { totalRoundedValue } = priceWithOption(order, { place, methods, option });
  return (
    <Button
      block
      busy={step !== 'ready'}
      busyLabel={step === 'opening' ? text.opening : undefined}
      className={className}
      onClick={() => void pay()}
    >
      {totalRoundedValue > 0 ? text.pay(displayAmount(totalRoundedValue)) : text.confirm}
    </Button>
  );
}

export function PaymentError() {
  const { order, wallet, problem, isSlotRefused } = useStore($payment);
  if (!problem || wallet) return null;
  return (
    <div className="mt-4 grid gap-2">
      <ErrorText error={problemText(problem)} note={problemNote(problem)} />
      {problem === 'contactAdministrator' && (
        <a className="action-link" href={href('contactUs')}>
          {layoutMessages.contactUs}
        </a>
      )}
      {isSlotRefused && order && (
        <a className="action-link" href={href('ticketBooking', { movie_id: order.movieId })}>
          {text.chooseAnotherHour}
        </a>
      )}
    </div>
  );
}
