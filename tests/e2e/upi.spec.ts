import type { BrowserContext, Page } from '@playwright/test';
import { historyMessages } from '#messages/history.ts';
import { paymentCheckMessages as text } from '#messages/payment-check.ts';
import { href } from '#routes.ts';
import { payPopup } from '../support/browser.ts';
import { WINDOW_BROWSERS } from '../support/in-app-browsers.ts';
import { openPaymentPage, payButton, razorpayPayer } from '../support/payers.ts';
import { expect, test, type PaymentFixture } from '../support/payment-server.ts';

test.beforeEach(({ page, paymentFixture: _ }) => openPaymentPage(page, razorpayPayer));

/** Milliseconds. */
async function timeOf(check: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await check;
  return performance.now() - started;
}

/** The page that the QR code names, on a second device. */
async function openBank(context: BrowserContext, page: Page) {
  const request = page.waitForRequest('**/sandbox/razorpay/upi/*');
  await payPopup(page).getByRole('button', { name: 'UPI' }).click();
  const bank = await context.newPage();
  await bank.goto(new URL((await request).url()).searchParams.get('bankUrl')!);
  return bank;
}

test('a computer shows a QR code, and the page shows the ticket by itself when the phone has paid', async ({
  page,
  context,
  isMobile,
  paymentFixture,
}) => {
  test.skip(isMobile);
  await payButton(page).click();
  const bank = await openBank(context, page);
  await expect(payPopup(page).getByRole('img', { name: 'QR code for your UPI app' })).toBeVisible();
  await expect(payPopup(page).getByLabel('UPI ID')).toBeHidden();
  await bank.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(bank.getByText('Go back to the cinema')).toBeVisible();
  await expect(page).toHaveURL(
    new RegExp(href('movieDetails', { movie_id: paymentFixture.film.movieId })),
  );
  expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
});

/** A page that waits in Razorpay's window, which never hears of the payment, and another tab with the order; `pay` is the bank's word. */
async function openTwoTabs(page: Page, context: BrowserContext, paymentFixture: PaymentFixture) {
  const { scriptProvider, server, viewer } = paymentFixture;
  await payButton(page).click();
  await page.route('**/sandbox/razorpay/upi/*', (route) => route.abort());
  await expect(payPopup(page)).toBeVisible();
  const newTab = await context.newPage();
  const [{ movieOrderId }] = (await server.get('/api/ott/orders', { as: viewer })).json.content;
  await newTab.goto(href('purchasedOrder', { order_id: movieOrderId }));
  await expect(newTab.getByRole('button', { name: text.havePaid })).toBeVisible();
  const { orders } = await scriptProvider('razorpay', { action: 'list' });
  return {
    newTab,
    pay: async () => {
      await scriptProvider('razorpay', { action: 'pay', order_id: orders[0].id });
      await server.sandbox.waitUntilIdle();
    },
  };
}
const isTicketShown = (page: Page, { film }: PaymentFixture) =>
  expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: film.movieId })));
const isOrderPaid = (page: Page) =>
  expect(page.getByRole('button', { name: historyMessages.watchNow })).toBeVisible();

test('a bank that answers the server alone is shown without a press, on the waiting page and on a new one', async ({
  page,
  context,
  isMobile,
  paymentFixture,
}) => {
  test.skip(isMobile);
  const { newTab, pay } = await openTwoTabs(page, context, paymentFixture);
  await pay();
  await Promise.all([isTicketShown(page, paymentFixture), isOrderPaid(newTab)]);
});

test(
  'the waiting page shows the bank’s word within two seconds, a new one within five',
  { tag: '@deep' },
  async ({ page, context, isMobile, paymentFixture }) => {
    test.skip(isMobile);
    const { newTab, pay } = await openTwoTabs(page, context, paymentFixture);
    await pay();
    // The server has the webhook now, and runs in this process.
    const [waitedMs, newTabMs] = await Promise.all([
      timeOf(isTicketShown(page, paymentFixture)),
      timeOf(isOrderPaid(newTab)),
    ]);
    console.log(
      `shown after ${Math.round(waitedMs)} ms on the waiting page, ${Math.round(newTabMs)} ms on a new one`,
    );
    expect(waitedMs).toBeLessThan(2000);
    expect(newTabMs).toBeLessThan(5000);
  },
);

test.describe('on an Android phone', () => {
  test.use({ userAgent: WINDOW_BROWSERS['Chrome on Android'] });

  test('the bank’s app opens over the page, which may be discarded: the next page shows the ticket', async ({
    page,
    context,
    paymentFixture: { film, server, viewer },
  }) => {
    await payButton(page).click();
    await payPopup(page).getByRole('button', { name: 'UPI' }).click();
    const opening = context.waitForEvent('page');
    await payPopup(page).getByRole('link', { name: 'Open your UPI app' }).click();
    const bank = await opening;
    await expect(payPopup(page).getByLabel('UPI ID')).toBeHidden();
    await page.close();
    await bank.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(bank.getByText('Go back to the cinema')).toBeVisible();
    const [{ movieOrderId }] = (await server.get('/api/ott/orders', { as: viewer })).json.content;
    const restored = await context.newPage();
    await restored.goto(`${href('payment')}?order=${movieOrderId}`);
    await expect(restored).toHaveURL(new RegExp(href('movieDetails', { movie_id: film.movieId })));
  });
});

test.describe('on an iPhone', () => {
  test.use({ userAgent: WINDOW_BROWSERS['Safari on an iPhone'] });

  test('a UPI ID can be typed', async ({ page, paymentFixture: { film } }) => {
    await payButton(page).click();
    await payPopup(page).getByRole('button', { name: 'UPI' }).click();
    await payPopup(page).getByLabel('UPI ID').fill('success@razorpay');
    await payPopup(page).getByRole('button', { name: 'Send a request to this ID' }).click();
    await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: film.movieId })));
  });
});

test('a viewer whose bank is late asks again by “I have paid”', async ({
  page,
  paymentFixture: { film, scriptProvider },
}) => {
  await scriptProvider('razorpay', { webhook: 'drop', times: 10 });
  await payButton(page).click();
  await payPopup(page).getByRole('button', { name: 'Close' }).click();
  await payPopup(page).getByRole('button', { name: 'Leave without paying' }).click();
  const ask = page.getByRole('button', { name: text.havePaid });
  await ask.click();
  await expect(page.getByText(text.notReceived)).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  const { orders } = await scriptProvider('razorpay', { action: 'list' });
  await scriptProvider('razorpay', { action: 'pay', order_id: orders[0].id });
  await ask.click();
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: film.movieId })));
});
