import type {
  OnErrorData,
  OneTimePaymentSession,
  PayPalV6Namespace,
} from '@paypal/paypal-js/sdk-v6';
import type { Checkout, PaymentMethods } from '#contract/payments.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { displayCents } from '#domain/format/report-money.ts';
import { SUBMISSION_FEE_DOLLARS } from '#domain/limits/money.ts';
import { PAYPAL_STYLE_NONCE } from '#domain/paypal-styles.ts';
import { convertToCents, toPaise, type Rupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { loadScript } from '../../lib/load-script.ts';
import { checkoutOf, type PaymentCallbacks, type PaymentProvider } from './provider.ts';

declare global {
  interface Window {
    paypal?: PayPalV6Namespace;
  }
}

/** The next one is tried if the browser refuses one; after them, PayPal's own page. */
const PRESENTATION_MODES = ['payment-handler', 'popup', 'modal'] as const;

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
  displayAmount: (rupees: Rupees) => displayCents(convertToCents(toPaise(rupees), rate), currency),
  rateNote: text.inDollars(displayRupees(rate)),
  fixedFee: displayCents(SUBMISSION_FEE_DOLLARS * 100, currency),
});

async function loadPaypal({ script }: Checkout): Promise<PayPalV6Namespace> {
  await loadScript(script, { cspNonce: PAYPAL_STYLE_NONCE });
  if (!window.paypal) throw new Error('The script did not define PayPal');
  return window.paypal;
}

async function drawButton(
  container: HTMLElement,
  checkout: Checkout,
  callbacks: PaymentCallbacks,
): Promise<() => void> {
  const { clientId, currency, order_id: orderId } = checkoutOf('paypal', checkout);
  const { createInstance } = await loadPaypal(checkout);
  const sdk = await createInstance({
    clientId,
    components: ['paypal-payments'],
    pageType: 'checkout',
  });
  const methods = await sdk.findEligibleMethods({ currencyCode: currency });
  if (!methods.isEligible('paypal')) throw new Error('PayPal is not available for this buyer');
  const proof = { paymentTransactionNo: orderId, paypal_order_id: orderId };
  const session = sdk.createPayPalOneTimePaymentSession({
    onApprove: async () => void (await callbacks.approved({ proof })),
    onCancel: callbacks.cancelled,
    onError: callbacks.failed,
  });
  const button = Object.assign(document.createElement('paypal-button'), { type: 'pay' });
  button.addEventListener('click', () => void startSession(session, orderId, callbacks));
  container.append(button);
  return () => {
    session.destroy();
    button.remove();
  };
}

/** Call it in a click: browsers open windows only there. */
async function startSession(
  session: OneTimePaymentSession,
  orderId: string,
  callbacks: PaymentCallbacks,
) {
  for (const presentationMode of PRESENTATION_MODES) {
    try {
      await session.start({ presentationMode }, Promise.resolve({ orderId }));
      return;
    } catch (error) {
      if (!(error as Partial<OnErrorData>).isRecoverable) return callbacks.failed();
    }
  }
  callbacks.blocked();
}
