import type { ProviderPage } from '#contract/payments.ts';
import { goToPage } from '../lib/navigate.ts';

/** Browsers inside other apps, and some small ones. Source: Razorpay, "Callback URL"; PayPal, "Popup bridge". */
const WITHOUT_WINDOWS = /; wv\)|FBA[NV]|Instagram|Line\/|Snapchat|GSA\/|UCBrowser|Opera Mini|MicroMessenger/;

/** Whether frames, windows or callbacks of providers would fail. */
export function needsProviderPage(): boolean {
  const { userAgent } = globalThis.navigator;
  const has = (mark: string) => userAgent.includes(mark);
  return (
    typeof globalThis.open !== 'function' ||
    WITHOUT_WINDOWS.test(userAgent) ||
    (has('OPR/') && has('Mobile')) ||
    // On iOS, only the browser inside an app does not call itself Safari.
    (has('AppleWebKit') && !has('Safari/'))
  );
}

/** Leaves this site. The provider leads back to the payment page or the wizard. */
export function openProviderPage({ url, fields }: ProviderPage) {
  if (!fields) return goToPage(url);
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  return form.submit();
}
