/**
 * Source: Razorpay, "Callback URL"; PayPal, "Popup bridge"; Google, "Embedded web views"
 * (`disallowed_useragent`).
 */
const IN_APP_MARKS = /; wv\)|FBA[NV]|Instagram|Line\/|Snapchat|GSA\/|MicroMessenger/;

/**
 * Whether the page stands in a browser inside another app, which has no windows and may lose its
 * storage with the app.
 */
export function isInAppBrowser(): boolean {
  const { userAgent } = globalThis.navigator;
  const has = (mark: string) => userAgent.includes(mark);
  // On iOS, only the browser inside an app does not call itself Safari.
  return IN_APP_MARKS.test(userAgent) || (has('AppleWebKit') && !has('Safari/'));
}
