import type { ProviderPage } from '#contract/payments.ts';
import { isInAppBrowser } from '../../lib/in-app-browser.ts';
import { goToPage } from '../../lib/navigate.ts';

/**
 * Whether frames, windows or callbacks of providers would fail. Some small browsers have neither.
 */
export function needsProviderPage(): boolean {
  const { userAgent } = globalThis.navigator;
  return (
    typeof globalThis.open !== 'function' ||
    isInAppBrowser() ||
    /UCBrowser|Opera Mini/.test(userAgent) ||
    (userAgent.includes('OPR/') && userAgent.includes('Mobile'))
  );
}

/** Leaves this site. The provider leads back to the payment page or the wizard. */
export function openProviderPage({ url, fields }: ProviderPage) {
  if (!fields) return goToPage(url);
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: url,
    hidden: true,
  });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  return form.submit();
}
