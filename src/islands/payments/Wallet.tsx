import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { PaypalCheckout } from '#contract/payments.ts';
import { displayCents, displayRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payment-order.ts';
import { drawWallet, leaveWallet } from '#stores/payment-wallet.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

/** The payment is open; PayPal's own button leads on, for its popup opens from no other. */
export function Wallet({ wallet: { amount, currency, rate } }: { wallet: PaypalCheckout }) {
  const { trouble, step } = useStore($payment);
  const box = useRef<HTMLElement>(null);
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.focus();
    const drawn = drawWallet(slot.current!);
    return () => void drawn.then((takeAway) => takeAway());
  }, []);
  const total = displayCents(Math.round(Number(amount) * 100), currency);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="wallet-title"
      className="grid gap-3 rounded-control border border-edge bg-sheet p-6"
    >
      <h2 id="wallet-title" className="d3">
        {text.walletTitle(total)}
      </h2>
      <p className="soft max-w-[60ch]">
        {text.walletNote} {text.walletRate(displayRupees(rate))}
      </p>
      <div ref={slot} className="mt-1 min-h-12 max-w-90" />
      <ErrorText error={trouble} />
      <div>
        <Button kind="text" busy={step !== 'atBank'} onClick={leaveWallet}>
          {text.anotherWay}
        </Button>
      </div>
    </section>
  );
}
