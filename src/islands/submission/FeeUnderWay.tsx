import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { PaypalCheckout } from '#contract/payments.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $fee } from '#stores/submission-fee-state.ts';
import { drawFeeWallet, leaveFeeWallet } from '#stores/submission-fee-wallet.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { WalletBox } from '../payments/WalletBox.tsx';

/** PayPal's own button, from which alone its popup opens. */
export function FeeWallet({ wallet }: { wallet: PaypalCheckout }) {
  const { trouble, step } = useStore($fee);
  return (
    <div className="full">
      <WalletBox
        wallet={wallet}
        note={paymentMessages.walletNote}
        trouble={trouble}
        isBusy={step !== 'atBank'}
        draw={drawFeeWallet}
        onLeave={leaveFeeWallet}
      />
    </div>
  );
}

/** The bank has not decided. Nothing can be pressed here: the page asks by itself, and may be left. */
export function FeeConfirming({ error }: { error: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => box.current!.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="full grid gap-2 rounded-control border border-edge bg-sheet p-6"
      role="status"
    >
      <p className="d3">{paymentMessages.confirming}</p>
      <p className="soft max-w-[60ch]">{text.slowBank}</p>
      <ErrorText error={error} />
    </div>
  );
}
