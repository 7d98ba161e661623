import { paymentMessages as text } from '#messages/payments.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { failedLoadError, tabTo } from '../support/browser.ts';
import {
  openPaymentPage,
  razorpayPayer,
  paypalPayer,
  payButton,
  dropApprovalWebhook,
} from '../support/payers.ts';
import { expect, test } from '../support/payment-server.ts';

test.skip(({ isMobile }) => isMobile);
test.beforeEach(({ page, paymentFixture: _ }) => openPaymentPage(page, paypalPayer));

const PAY_WITH_PAYPAL = { name: 'Pay with PayPal' };

test(
  'a card that PayPal declines can be replaced at the same button',
  { tag: '@deep' },
  async ({ page, paymentFixture, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(422));
    await dropApprovalWebhook(paymentFixture);
    await paymentFixture.scriptProvider('paypal', { pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
    await payButton(page).click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', PAY_WITH_PAYPAL).click();
    const popup = await opening;
    await popup.getByRole('button', PAY_WITH_PAYPAL).click();
    await expect(page.getByRole('main').getByText(paymentRefusals.declined)).toBeVisible();
    const reopening = page.waitForEvent('popup');
    await page.getByRole('button', PAY_WITH_PAYPAL).click();
    await (await reopening).getByRole('button', PAY_WITH_PAYPAL).click();
    await expect(page).toHaveURL(
      new RegExp(href('movieDetails', { movie_id: paymentFixture.film.movieId })),
    );
    expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
  },
);

test(
  'closing the window cancels the payment',
  { tag: '@deep' },
  async ({ page, paymentFixture }) => {
    await payButton(page).click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', PAY_WITH_PAYPAL).click();
    await (await opening).close();
    await expect(page.getByText(text.cancelled)).toBeVisible();
    await expect.poll(paymentFixture.orderStatuses).toEqual(['CANCELLED']);
  },
);

test(
  'a blocked window leads to PayPal’s own page and back to the ticket',
  { tag: '@deep' },
  async ({ page, paymentFixture }) => {
    await payButton(page).click();
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await page.getByRole('button', PAY_WITH_PAYPAL).click();
    await page.waitForURL('**/sandbox/paypal/checkoutnow?token=*');
    await page.getByRole('button', PAY_WITH_PAYPAL).click();
    await expect(page).toHaveURL(
      new RegExp(href('movieDetails', { movie_id: paymentFixture.film.movieId })),
    );
    expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
  },
);

test('the dollar amount and its rate are shown before the payment, and PayPal’s page shows the same', async ({
  page,
}) => {
  await expect(page.getByText('You pay, at ₹88 for one dollar')).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay $2.00');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: text.walletTitle('$2.00') })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', PAY_WITH_PAYPAL).click();
  await expect((await opening).getByText('2.00 USD')).toBeVisible();
});

test('PayPal’s button works by keyboard up to the approval, and is accessible', async ({
  page,
  paymentFixture,
}) => {
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', PAY_WITH_PAYPAL);
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, button, 5);
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opening;
  await expect(popup.getByRole('button', PAY_WITH_PAYPAL)).toBeFocused();
  await expectAccessible(popup);
  await popup.keyboard.press('Enter');
  await expect.poll(paymentFixture.orderStatuses).toEqual(['PAID']);
});

test(
  'if PayPal’s script does not load, PayPal’s own page opens, and whoever leaves it can pay by card',
  { tag: '@deep' },
  async ({ page, paymentFixture, allowConsoleErrors }) => {
    allowConsoleErrors(/web-sdk|ERR_FAILED/);
    await page.route('**/sandbox/paypal/web-sdk/**', (route) => route.abort());
    await payButton(page).click();
    await page.waitForURL('**/sandbox/paypal/checkoutnow?token=*');
    await page.getByRole('button', { name: 'Cancel and return' }).click();
    await expect(page.getByText(text.cancelled)).toBeVisible();
    await page.getByRole('radio', { name: text.cardOrUpi }).check();
    await (await razorpayPayer.openPopup(page)).pay();
    await expect.poll(paymentFixture.orderStatuses).toEqual(['PAID']);
  },
);

test(
  'the control page completes a pending payment by keyboard, and is accessible',
  { tag: '@deep' },
  async ({ page, paymentFixture }) => {
    await paymentFixture.scriptProvider('paypal', { pay: 'pending' });
    await (await paypalPayer.openPopup(page)).pay();
    await expect(page.getByText(text.confirming)).toBeVisible();
    await page.goto('/sandbox');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Complete / }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Return / }).first()).toBeVisible();
    await expect.poll(paymentFixture.orderStatuses).toEqual(['PAID']);
  },
);
