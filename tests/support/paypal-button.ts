import { vi } from 'vitest';

interface Options {
  fundingSource: string;
  createOrder: () => Promise<string>;
  onApprove: (data: object, actions: { restart: () => unknown }) => Promise<unknown>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** PayPal's button as its script brings it, without a screen: the payer's hands are these functions, the money is the sandbox's. */
export function aPaypalButton(app: { request: (path: string, init?: RequestInit) => Response | Promise<Response> }) {
  const drawn: Options[] = [];
  const restart = vi.fn();
  const close = vi.fn(() => Promise.resolve());
  let drawing = Promise.resolve();
  const Buttons = (options: Options) => ({
    isEligible: () => true,
    render: () => (drawn.push(options), drawing),
    close,
  });
  Object.assign(globalThis.window, { paypal: { Buttons, FUNDING: { PAYPAL: 'paypal' } } });

  const last = () => drawn.at(-1)!;
  return {
    drawn,
    restart,
    close,
    /** From now on a button is drawn slowly. Gives what breaks it off, as the end of its place does. */
    drawSlowly() {
      const { promise, reject } = Promise.withResolvers<void>();
      drawing = promise;
      return () => reject(new Error('PayPal lost its place'));
    },
    async approve() {
      const body = JSON.stringify({ order_id: await last().createOrder() });
      const headers = { 'content-type': 'application/json' };
      await app.request('/sandbox/paypal/approve', { method: 'POST', headers, body });
      await last().onApprove({}, { restart });
    },
    cancel: () => last().onCancel(),
    fail: () => last().onError(new Error('PayPal stumbled')),
    /** What PayPal's script says when the browser opens no popup for it. */
    block: () => last().onError(new Error('Can not open popup window - blocked')),
  };
}
