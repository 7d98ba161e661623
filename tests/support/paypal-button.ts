import { vi } from 'vitest';

interface Session {
  onApprove: (data: object) => Promise<void>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** PayPal's SDK and button without a user interface: the returned functions are the payer's actions, on the sandbox's API. */
export function aPaypalButton(app: {
  request: (path: string, init?: RequestInit) => Response | Promise<Response>;
}) {
  const sessions: Session[] = [];
  const clicks: (() => void)[] = [];
  const startedModes: string[] = [];
  const refusal = { isRecoverable: true, modes: ['payment-handler'] };
  let orderId = '';
  const destroy = vi.fn();
  let eligibility = Promise.resolve();

  const createPayPalOneTimePaymentSession = (session: Session) => {
    sessions.push(session);
    return {
      destroy,
      async start(
        { presentationMode }: { presentationMode: string },
        order: Promise<{ orderId: string }>,
      ) {
        startedModes.push(presentationMode);
        if (refusal.modes.includes(presentationMode))
          throw Object.assign(new Error('refused'), { isRecoverable: refusal.isRecoverable });
        ({ orderId } = await order);
      },
    };
  };
  const createInstance = async () => ({
    findEligibleMethods: async () => {
      await eligibility;
      return { isEligible: (method: string) => method === 'paypal' };
    },
    createPayPalOneTimePaymentSession,
  });
  Object.assign(globalThis.window, { paypal: { createInstance } });
  const { createElement } = document;
  Object.assign(document, {
    createElement: (tag: string) =>
      tag === 'paypal-button'
        ? {
            addEventListener: (_: string, listener: () => void) => clicks.push(listener),
            remove: (): void => undefined,
          }
        : createElement(tag),
  });

  const press = async () => {
    clicks.at(-1)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    /** A container of the page, as far as the button needs it. */
    container: () => ({ isConnected: true, append: () => undefined }) as unknown as HTMLElement,
    sessions,
    startedModes,
    destroy,
    /** Keeps the next drawing pending. Returns a function that rejects it. */
    drawSlowly() {
      const { promise, reject } = Promise.withResolvers<void>();
      eligibility = promise;
      return () => reject(new Error('PayPal is away'));
    },
    async approve() {
      await press();
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ order_id: orderId });
      await app.request('/sandbox/paypal/approve', { method: 'POST', headers, body });
      await sessions.at(-1)!.onApprove({ orderId });
    },
    cancel: () => sessions.at(-1)!.onCancel(),
    fail: () => sessions.at(-1)!.onError(new Error('PayPal failed')),
    /** The browser refuses every window and frame. */
    async block() {
      refusal.modes = ['payment-handler', 'popup', 'modal'];
      await press();
    },
    /** PayPal's script fails in a way that no other window mends. */
    async breakDown() {
      Object.assign(refusal, { modes: ['payment-handler'], isRecoverable: false });
      await press();
    },
  };
}
