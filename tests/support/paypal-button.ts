import { vi } from 'vitest';

interface Options {
  fundingSource: string;
  createOrder: () => Promise<string>;
  onApprove: (data: object, actions: { restart: () => unknown }) => Promise<unknown>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

/** PayPal's button without a user interface: the returned functions are the payer's actions, on the sandbox's API. */
export function aPaypalButton(app: { request: (path: string, init?: RequestInit) => Response | Promise<Response> }) {
  const renderedButtons: Options[] = [];
  const restart = vi.fn();
  const close = vi.fn(() => Promise.resolve());
  let rendering = Promise.resolve();
  const Buttons = (options: Options) => ({
    isEligible: () => true,
    render: () => (renderedButtons.push(options), rendering),
    close,
  });
  Object.assign(globalThis.window, { paypal: { Buttons, FUNDING: { PAYPAL: 'paypal' } } });

  const last = () => renderedButtons.at(-1)!;
  return {
    renderedButtons,
    restart,
    close,
    /** Keeps the next rendering pending. Returns a function that rejects it, as when its container is removed. */
    renderSlowly() {
      const { promise, reject } = Promise.withResolvers<void>();
      rendering = promise;
      return () => reject(new Error('The container was removed'));
    },
    async approve() {
      const body = JSON.stringify({ order_id: await last().createOrder() });
      const headers = { 'content-type': 'application/json' };
      await app.request('/sandbox/paypal/approve', { method: 'POST', headers, body });
      await last().onApprove({}, { restart });
    },
    cancel: () => last().onCancel(),
    fail: () => last().onError(new Error('PayPal failed')),
    /** The error of PayPal's script when the browser blocks the popup. */
    block: () => last().onError(new Error('Can not open popup window - blocked')),
  };
}
