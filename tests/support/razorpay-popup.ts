import { vi } from 'vitest';
import type { RazorpayProof } from '#stores/payments/providers/razorpay.ts';

interface Options {
  order_id: string;
  amount: number;
  handler: (proof: RazorpayProof) => void;
  modal: { ondismiss: () => void };
}

/** Razorpay's popup without a user interface: the returned functions are the payer's actions, on the sandbox's API. */
export function aRazorpayPopup(app: {
  request: (path: string, init?: RequestInit) => Response | Promise<Response>;
}) {
  const opened: Options[] = [];
  const listeners: (() => void)[] = [];
  const scripts: string[] = [];
  const settings = { isScriptServed: true };

  class Razorpay {
    readonly #options: Options;
    constructor(options: Options) {
      this.#options = options;
    }
    on(_event: string, listener: () => void) {
      listeners.push(listener);
    }
    open() {
      opened.push(this.#options);
    }
  }

  vi.stubGlobal('window', { Razorpay });
  /** Forms that lead to a provider's own page. */
  const sentForms: { action: string; fields: Record<string, string> }[] = [];
  const aForm = () => {
    const fields: Record<string, string> = {};
    return {
      action: '',
      append: ({ name, value }: { name: string; value: string }) => void (fields[name] = value),
      submit() {
        sentForms.push({ action: this.action, fields });
      },
    };
  };

  vi.stubGlobal('open', () => null);
  vi.stubGlobal('document', {
    createElement: (tag: string) =>
      tag === 'form' ? aForm() : { dataset: {}, remove: () => undefined },
    body: { append: () => undefined },
    head: {
      append: (script: { src: string; onload: () => void; onerror: () => void }) => {
        scripts.push(script.src);
        queueMicrotask(settings.isScriptServed ? script.onload : script.onerror);
      },
    },
  });

  const last = () => opened.at(-1)!;
  const send = async (vpa: string) => {
    const body = JSON.stringify({ order_id: last().order_id, vpa });
    const response = await app.request('/sandbox/razorpay/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return (await response.json()) as RazorpayProof;
  };

  return {
    opened,
    sentForms,
    scripts,
    settings,
    pay: async () => last().handler(await send('success@razorpay')),
    /** The bank refuses and the popup closes, because retry is off. Razorpay reports both. */
    async fail() {
      await send('failure@razorpay');
      listeners.at(-1)!();
      last().modal.ondismiss();
    },
    dismiss: () => last().modal.ondismiss(),
  };
}
