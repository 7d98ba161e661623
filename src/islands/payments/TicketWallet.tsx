import { useStore } from '@nanostores/react';
import type { PaypalCheckout } from '#contract/payments.ts';
import { displayRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment } from '#stores/payment-order.ts';
import { drawWallet, leaveWallet } from '#stores/payment-wallet.ts';
import { WalletBox } from './WalletBox.tsx';

export function TicketWallet({ wallet }: { wallet: PaypalCheckout }) {
  const { problem, step } = useStore($payment);
  const note = `${text.walletNote} ${text.walletRate(displayRupees(wallet.rate))}`;
  return (
    <WalletBox
      wallet={wallet}
      note={note}
      error={problem}
      isBusy={step !== 'atProvider'}
      draw={drawWallet}
      onLeave={leaveWallet}
    />
  );
}
