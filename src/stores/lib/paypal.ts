import { PAYPAL_STYLE_NONCE } from '#domain/paypal-styles.ts';
import { loadScript, ScriptError } from './load-script.ts';

export interface PaypalOutcome {
  /** The popup stays open until the promise settles. `restart` lets the buyer choose another card or account in it. */
  approved: (restart: () => unknown) => Promise<unknown>;
  cancelled: () => void;
  failed: () => void;
  blocked: () => void;
}

interface PaypalButtons {
  isEligible: () => boolean;
  render: (container: HTMLElement) => Promise<void>;
  close: () => Promise<void>;
}

interface Paypal {
  FUNDING: { PAYPAL: string };
  Buttons: (options: {
    fundingSource: string;
    style: Record<string, unknown>;
    createOrder: () => Promise<string>;
    onApprove: (data: unknown, actions: { restart: () => unknown }) => Promise<unknown>;
    onCancel: () => void;
    onError: (error: unknown) => void;
  }) => PaypalButtons;
}

declare global {
  interface Window {
    paypal?: Paypal;
  }
}

/** The error has no code, only the text "Can not open popup window - blocked". */
const isPopupBlocked = (error: unknown): boolean => /popup.*blocked/i.test(String(error));

export async function loadPaypal(script: string): Promise<Paypal> {
  await loadScript(script, { cspNonce: PAYPAL_STYLE_NONCE });
  if (!window.paypal) throw new ScriptError('The script did not define PayPal');
  return window.paypal;
}

/** Only PayPal's own button can open its popup. Returns a function that removes the button. */
export async function drawPaypalButton(
  container: HTMLElement,
  { script, orderId }: { script: string; orderId: string },
  outcome: PaypalOutcome,
): Promise<() => void> {
  const { Buttons, FUNDING } = await loadPaypal(script);
  const buttons = Buttons({
    fundingSource: FUNDING.PAYPAL,
    style: { layout: 'vertical', shape: 'rect', color: 'gold', height: 48 },
    createOrder: () => Promise.resolve(orderId),
    onApprove: (_, actions) => outcome.approved(() => actions.restart()),
    onCancel: outcome.cancelled,
    onError: (error) => (isPopupBlocked(error) ? outcome.blocked() : outcome.failed()),
  });
  if (!buttons.isEligible()) throw new ScriptError('PayPal is not available for this buyer');
  await buttons.render(container).catch((error: unknown) => {
    // Rendering also fails after the container was removed from the page; that error is ignored.
    if (container.isConnected) throw error;
  });
  return () => void buttons.close().catch(() => undefined);
}
