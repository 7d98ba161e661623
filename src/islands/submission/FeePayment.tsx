import { useStore } from '@nanostores/react';
import type { PaypalCheckout } from '#contract/payments.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $fee } from '#stores/submission-fee-state.ts';
import { drawFeeWallet, leaveFeeWallet } from '#stores/submission-fee-wallet.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { ConfirmingBox } from '../payments/ConfirmingBox.tsx';
import { WalletBox } from '../payments/WalletBox.tsx';

/** PayPal's popup opens only from PayPal's own button. */
export function FeeWallet({ wallet }: { wallet: PaypalCheckout }) {
  const { problem, step } = useStore($fee);
  return (
    <div className="full">
      <WalletBox
        wallet={wallet}
        note={paymentMessages.walletNote}
        error={problem}
        isBusy={step !== 'atProvider'}
        draw={drawFeeWallet}
        onLeave={leaveFeeWallet}
      />
    </div>
  );
}

export const FeeConfirming = ({ error }: { error: string | undefined }) => (
  <ConfirmingBox slowBank={text.slowBank} className="full gap-2">
    <ErrorText error={error} />
  </ConfirmingBox>
);
