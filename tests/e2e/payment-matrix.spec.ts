import type { BrowserContext, Page } from '@playwright/test';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { failedLoadError, payPopup } from '../support/browser.ts';
import { IN_APP_BROWSERS } from '../support/in-app-browsers.ts';
import { openPaymentPage, payButton, paypalPayer, razorpayPayer } from '../support/payers.ts';
import { expect, test, type PaymentFixture } from '../support/payment-server.ts';

// Every way to pay, in browsers that lack what providers' windows need. The sandboxes fail as the providers' pages say that they do.

type Payment = (page: Page, context: BrowserContext) => Promise<unknown>;
interface Way {
  payer: typeof razorpayPayer;
  pay: Payment;
}

/** The page that the QR code names, or that the link opens: a page of its own. */
async function payInBank(page: Page, context: BrowserContext) {
  const asking = page.waitForRequest('**/sandbox/razorpay/upi/*');
  await payPopup(page).getByRole('button', { name: 'UPI' }).click();
  const bank = await context.newPage();
  await bank.goto(new URL((await asking).url()).searchParams.get('bankUrl')!);
  await bank.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(bank.getByText('Go back to the cinema')).toBeVisible();
}

/** In PayPal's window, or on its own page if no window opens. */
async function payByPaypal(page: Page) {
  const button = page.getByRole('button', { name: 'Pay with PayPal' });
  await button.waitFor();
  if (page.url().includes('/checkoutnow')) return button.click();
  const opening = page.waitForEvent('popup', { timeout: 3000 }).catch(() => null);
  await button.click();
  const popup = await opening;
  if (!popup) await page.waitForURL('**/checkoutnow?*');
  return (popup ?? page).getByRole('button', { name: 'Pay with PayPal' }).click();
}

const WAYS: Record<string, Way> = {
  card: {
    payer: razorpayPayer,
    pay: (page) =>
      payPopup(page)
        .getByRole('button', { name: /^Pay ₹/ })
        .click(),
  },
  UPI: { payer: razorpayPayer, pay: payInBank },
  PayPal: { payer: paypalPayer, pay: payByPaypal },
};

/** Changes the pages of this site, not those of the provider. */
const onOwnPages = (page: Page, change: string) =>
  page.addInitScript(`if (!location.pathname.startsWith('/sandbox')) { ${change} }`);
const onProviderPages = (page: Page, change: string) =>
  page.context().addInitScript(`if (location.pathname.startsWith('/sandbox')) { ${change} }`);

const LIMITS: Record<string, (page: Page, paymentFixture: PaymentFixture) => Promise<unknown>> = {
  'nothing missing': () => Promise.resolve(),
  'no window.open': (page) =>
    onOwnPages(page, `Object.defineProperty(window, 'open', { value: undefined });`),
  'a window.open that returns null late': (page) =>
    onOwnPages(
      page,
      `window.open = () => { for (const end = performance.now() + 300; performance.now() < end; ); return null; };`,
    ),
  'no frames': (page) =>
    onOwnPages(
      page,
      `HTMLDialogElement.prototype.showModal = () => { throw new Error('refused'); };`,
    ),
  'no storage for the provider': (page) =>
    onProviderPages(
      page,
      `for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });`,
    ),
  'a callback that never comes': async (page, paymentFixture) => {
    // The first reply has the QR code.
    const answered = new Set<string>();
    await page.route('**/sandbox/razorpay/pay', async (route) => {
      await razorpayPayer.payWithoutPage(paymentFixture);
      await route.abort();
    });
    await page.route('**/sandbox/razorpay/upi/*', async (route, request) =>
      answered.has(request.url()) ? route.abort() : (answered.add(request.url()), route.fallback()),
    );
    await onProviderPages(page, `Object.defineProperty(window, 'opener', { value: null });`);
  },
};

async function expectTicket(page: Page, { film, orderStatuses }: PaymentFixture) {
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: film.movieId })));
  expect(await orderStatuses()).toEqual(['PAID']);
}

// Lost answers are errors of the browser, and the sandboxes' pages know no page transitions.
test.beforeEach(({ allowConsoleErrors }) =>
  allowConsoleErrors(
    failedLoadError(400, 409, 422),
    /ViewTransition opt-in disabled/,
    /net::ERR_FAILED/,
    /refused/,
  ),
);

for (const [way, { payer, pay }] of Object.entries(WAYS)) {
  for (const [limit, restrict] of Object.entries(LIMITS))
    test(`${way}, with ${limit}`, { tag: '@deep' }, async ({ page, context, paymentFixture }) => {
      await restrict(page, paymentFixture);
      await openPaymentPage(page, payer);
      await payButton(page).click();
      await pay(page, context);
      await expectTicket(page, paymentFixture);
    });

  for (const [app, userAgent] of Object.entries(IN_APP_BROWSERS))
    test.describe(`in the browser of ${app}`, () => {
      test.use({ userAgent });
      test(
        `${way}, in the browser of ${app}`,
        { tag: '@deep' },
        async ({ page, context, paymentFixture }) => {
          await openPaymentPage(page, payer);
          await payButton(page).click();
          await pay(page, context);
          await expectTicket(page, paymentFixture);
        },
      );
    });

  test(
    `${way}, with a tab that was discarded`,
    { tag: '@deep' },
    async ({ page, context, paymentFixture }) => {
      await openPaymentPage(page, payer);
      await page.getByRole('button', { name: text.onProviderPage(payer.name) }).click();
      await page.waitForURL('**/sandbox/**');
      await page.close();
      await payer.payWithoutPage(paymentFixture);
      await paymentFixture.waitForWebhooks();
      const restored = await context.newPage();
      await restored.goto(href('payment'));
      await expectTicket(restored, paymentFixture);
    },
  );

  test(
    `${way}, after Back from the provider’s page`,
    { tag: '@deep' },
    async ({ page, context, paymentFixture }) => {
      await openPaymentPage(page, payer);
      await page.getByRole('button', { name: text.onProviderPage(payer.name) }).click();
      await page.waitForURL('**/sandbox/**');
      await page.goBack();
      await payButton(page).click();
      await pay(page, context);
      await expectTicket(page, paymentFixture);
    },
  );
}
