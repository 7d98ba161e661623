import { useEffect, useRef } from 'react';
import type { PaypalCheckout } from '#contract/payments.ts';
import { displayCents } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

interface WalletBoxProps {
  wallet: PaypalCheckout;
  note: string;
  error: string;
  isBusy: boolean;
  /** Draws PayPal's button into the container; returns a function that removes it. */
  draw: (container: HTMLElement) => Promise<() => void>;
  onLeave: () => void;
}

/** PayPal's popup opens only from PayPal's own button. */
export function WalletBox({ wallet: { amount, currency }, note, error, isBusy, draw, onLeave }: WalletBoxProps) {
  const box = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  // Runs once: `draw` is stable, and another payment mounts another box.
  useEffect(() => {
    box.current!.focus();
    const drawn = draw(container.current!);
    return () => void drawn.then((removeButton) => removeButton());
  }, [draw]);
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
      <p className="soft max-w-[60ch]">{note}</p>
      <div ref={container} className="mt-1 min-h-12 max-w-90" />
      <ErrorText error={error} />
      <div>
        <Button kind="text" busy={isBusy} onClick={onLeave}>
          {text.anotherWay}
        </Button>
      </div>
    </section>
  );
}
