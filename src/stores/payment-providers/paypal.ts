import type { Checkout, PaymentMethods } from '#contract/payments.ts';
import { SUBMISSION_FEE_DOLLARS } from '#domain/limits.ts';
import { PAYPAL_STYLE_NONCE } from '#domain/paypal-styles.ts';
import { convertToCents, displayCents, displayRupees, toPaise } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { loadScript } from '../lib/load-script.ts';
import { checkoutOf, type PaymentCallbacks, type PaymentProvider } from './provider.ts';

interface Paypal {
  FUNDING: { PAYPAL: string };
  Buttons: (options: {
    fundingSource: string;
    style: Record<string, unknown>;
    createOrder: () => Promise<string>;
    onApprove: (data: unknown, actions: { restart: () => unknown }) => Promise<unknown>;
    onCancel: () => void;
    onError: (error: unknown) => void;
  }) => {
    isEligible: () => boolean;
    render: (container: HTMLElement) => Promise<void>;
    close: () => Promise<void>;
  };
}

declare global {
  interface Window {
    paypal?: Paypal;
  }
}

export const paypal: PaymentProvider = {
  paymentMode: 'PAYPAL',
  // Chosen: buyers in India pay in rupees, because Indian cards cannot pay through PayPal.
  isAbroadOnly: true,
  display: (methods) => methods.paypal && displayIn(methods.paypal),
  loadScript: loadPaypal,
  button: {
    describe(checkout) {
      const { amount, currency, rate } = checkoutOf('paypal', checkout);
      return {
        title: text.walletTitle(displayCents(Math.round(Number(amount) * 100), currency)),
        note: text.walletNote,
        rateNote: text.walletRate(displayRupees(rate)),
      };
    },
    draw: drawButton,
  },
};

const displayIn = ({ currency, rate }: NonNullable<PaymentMethods['paypal']>) => ({
  label: text.internationalWallet,
  pageLabel: text.onProviderPage('PayPal'),
  ticketNote: text.internationalWalletNote(displayRupees(rate)),
  feeNote: text.internationalWalletFeeNote,
  displayAmount: (rupees: number) => displayCents(convertToCents(toPaise(rupees), rate), currency),
  rateNote: text.inDollars(displayRupees(rate)),
  fixedFee: displayCents(SUBMISSION_FEE_DOLLARS * 100, currency),
});

async function loadPaypal({ script }: Checkout): Promise<Paypal> {
  await loadScript(script, { cspNonce: PAYPAL_STYLE_NONCE });
  if (!window.paypal) throw new Error('The script did not define PayPal');
  return window.paypal;
}

async function drawButton(
  container: HTMLElement,
  checkout: Checkout,
  callbacks: PaymentCallbacks,
): Promise<() => void> {
  const { Buttons, FUNDING } = await loadPaypal(checkout);
  const { order_id } = checkout;
  const proof = { paymentTransactionNo: order_id, paypal_order_id: order_id };
  const buttons = Buttons({
    fundingSource: FUNDING.PAYPAL,
    style: { layout: 'vertical', shape: 'rect', color: 'gold', height: 48 },
    createOrder: () => Promise.resolve(order_id),
    onApprove: (_, actions) => callbacks.approved({ proof, restart: () => actions.restart() }),
    onCancel: callbacks.cancelled,
    onError: (error) => (isPopupBlocked(error) ? callbacks.blocked() : callbacks.failed()),
  });
  if (!buttons.isEligible()) throw new Error('PayPal is not available for this buyer');
  await buttons.render(container).catch((error: unknown) => {
    // Rendering also fails after the container was removed from the page; that error is ignored.
    if (container.isConnected) throw error;
  });
  return () => void buttons.close().catch(() => undefined);
}

/** The error has no code, only the text "Can not open popup window - blocked". */
const isPopupBlocked = (error: unknown): boolean => /popup/i.test(String(error)) && /blocked/i.test(String(error));
