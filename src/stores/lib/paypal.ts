import { PAYPAL_STYLE_NONCE } from '#domain/paypal-styles.ts';
import { loadScript, ScriptError } from './load-script.ts';

/** What a payer can do with PayPal's button. */
export interface PaypalOutcome {
  /** The payer said yes in the popup, which stays open until this is over. `again` lets the payer choose another means in it. */
  approved: (again: () => unknown) => Promise<unknown>;
  cancelled: () => void;
  failed: () => void;
  /** The browser did not let the popup open; the button stays, and may be pressed again. */
  blocked: () => void;
}

interface PaypalButtons {
  isEligible: () => boolean;
  render: (slot: HTMLElement) => Promise<void>;
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

/** PayPal's script names this error in its words alone: "Can not open popup window - blocked". */
const isPopupBlocked = (error: unknown): boolean => /popup.*blocked/i.test(String(error));

/** Brings PayPal's script. Throws `ScriptError`. */
export async function readyPaypal(script: string): Promise<Paypal> {
  await loadScript(script, { cspNonce: PAYPAL_STYLE_NONCE });
  if (!window.paypal) throw new ScriptError('The script brought no PayPal');
  return window.paypal;
}

/** Puts PayPal's own button for an order into its place: its popup opens from no other. Gives what takes it away. */
export async function drawPaypalButton(
  slot: HTMLElement,
  { script, orderId }: { script: string; orderId: string },
  outcome: PaypalOutcome,
): Promise<() => void> {
  const { Buttons, FUNDING } = await readyPaypal(script);
  const buttons = Buttons({
    fundingSource: FUNDING.PAYPAL,
    style: { layout: 'vertical', shape: 'rect', color: 'gold', height: 48 },
    createOrder: () => Promise.resolve(orderId),
    onApprove: (_, actions) => outcome.approved(() => actions.restart()),
    onCancel: outcome.cancelled,
    onError: (error) => (isPopupBlocked(error) ? outcome.blocked() : outcome.failed()),
  });
  if (!buttons.isEligible()) throw new ScriptError('PayPal does not offer itself here');
  await buttons.render(slot).catch((error: unknown) => {
    // It breaks off as well when its place has left the page: then nobody waits for it.
    if (slot.isConnected) throw error;
  });
  return () => void buttons.close().catch(() => undefined);
}
