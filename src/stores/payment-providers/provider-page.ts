import type { ProviderPage } from '#contract/payments.ts';
import { goToPage } from '../lib/navigate.ts';

/**
 * Browsers inside other apps, and some small ones: frames, windows or callbacks of providers fail there. On iOS, only such a browser
 * does not call itself Safari. Source: Razorpay, "Callback URL"; PayPal, "Popup bridge".
 */
const WITHOUT_WINDOWS =
  /; wv\)|FBA[NV]|Instagram|Line\/|Snapchat|GSA\/|UCBrowser|Opera Mini|Mobile.*OPR\/|MicroMessenger|AppleWebKit(?!.*Safari\/)/;

export const needsProviderPage = () =>
  typeof globalThis.open !== 'function' || WITHOUT_WINDOWS.test(globalThis.navigator.userAgent);

/** Leaves this site. The provider leads back to the payment page or the wizard. */
export function openProviderPage({ url, fields }: ProviderPage) {
  if (!fields) return goToPage(url);
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  return form.submit();
}
