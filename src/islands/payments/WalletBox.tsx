import { useEffect, useRef } from 'react';
import type { Checkout } from '#contract/payments.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { buttonOf } from '#stores/payments/providers/providers.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

interface WalletBoxProps {
  wallet: Checkout;
  isRateShown?: boolean;
  error: string;
  isBusy: boolean;
  /** Draws the provider's button into the container; returns a function that removes it. */
  draw: (container: HTMLElement) => Promise<() => void>;
  onLeave: () => void;
}

/** For a provider whose popup opens only from the provider's own button. */
export function WalletBox({
  wallet,
  isRateShown = false,
  error,
  isBusy,
  draw,
  onLeave,
}: WalletBoxProps) {
  const box = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  // Runs once: `draw` is stable, and another payment mounts another box.
  useEffect(() => {
    box.current?.focus();
    const removal = draw(container.current!);
    return () => void removal.then((removeButton) => removeButton());
  }, [draw]);
  const { title, note, rateNote } = buttonOf(wallet).describe(wallet);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="wallet-title"
      className="grid gap-3 rounded-control border border-control-border bg-surface p-6"
    >
      <h2 id="wallet-title" className="heading-3">
        {title}
      </h2>
      <p className="text-soft max-w-[60ch]">{isRateShown ? `${note} ${rateNote}` : note}</p>
      <div ref={container} className="mt-1 min-h-12 max-w-[22.5rem]" />
      <ErrorText error={error} />
      <div>
        <Button kind="text" busy={isBusy} onClick={onLeave}>
          {text.anotherWay}
        </Button>
      </div>
    </section>
  );
}
