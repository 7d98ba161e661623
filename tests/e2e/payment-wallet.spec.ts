import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { refused, tabTo } from '../support/browser.ts';
import { atTheTill, byCard, byWallet, payButton, withoutApproval } from '../support/payers.ts';
import { expect, test } from '../support/till-house.ts';

test.skip(({ isMobile }) => isMobile);
test.beforeEach(({ page, till: _ }) => atTheTill(page, byWallet));

const PAY_WITH_PAYPAL = { name: 'Pay with PayPal' };

test('a card that PayPal declines leads to another one in the same window', async ({ page, till, allowComplaints }) => {
  allowComplaints(refused(422));
  await withoutApproval(till);
  await till.script('paypal', { pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
  await payButton(page).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', PAY_WITH_PAYPAL).click();
  const popup = await opening;
  await popup.getByRole('button', PAY_WITH_PAYPAL).click();
  await expect(popup.getByText('was declined')).toBeVisible();
  await expect(page.getByRole('main').getByText(text.declined)).toBeVisible();
  await popup.getByRole('button', PAY_WITH_PAYPAL).click();
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: till.film.movieId })));
  expect(await till.statuses()).toEqual(['PAID']);
});

test('a window that is simply closed is a payment cancelled', async ({ page, till }) => {
  await payButton(page).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', PAY_WITH_PAYPAL).click();
  await (await opening).close();
  await expect(page.getByText(text.cancelled)).toBeVisible();
  await expect.poll(till.statuses).toEqual(['CANCELLED']);
});

test('a window that the browser blocks is named, and the payment goes on once it is allowed', async ({
  page,
  till,
}) => {
  await payButton(page).click();
  await page.evaluate(() => Object.assign(window, { openAllowed: window.open, open: () => null }));
  await page.getByRole('button', PAY_WITH_PAYPAL).click();
  await expect(page.getByText(text.failed)).toBeVisible();
  await expect(page.getByRole('main').getByText(text.windowBlocked)).toBeVisible();
  await expectNoBarriers(page);
  await page.evaluate(() => Object.assign(window, { open: (window as any).openAllowed }));
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', PAY_WITH_PAYPAL).click();
  await (await opening).getByRole('button', PAY_WITH_PAYPAL).click();
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: till.film.movieId })));
  expect(await till.statuses()).toEqual(['PAID']);
});

test('the dollars and their rate are seen before paying, and on PayPal’s page they are the same', async ({ page }) => {
  await expect(page.getByText('You pay, at ₹88 for one dollar')).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay $2.00');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: text.walletTitle('$2.00') })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', PAY_WITH_PAYPAL).click();
  await expect((await opening).getByText('2.00 USD')).toBeVisible();
});

test('PayPal’s button is reached, pressed and approved by keyboard, and nothing is in the way', async ({
  page,
  till,
}) => {
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', PAY_WITH_PAYPAL);
  await expect(button).toBeVisible();
  await expectNoBarriers(page);
  await tabTo(page, button, 5);
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opening;
  await expect(popup.getByRole('button', PAY_WITH_PAYPAL)).toBeFocused();
  await expectNoBarriers(popup);
  await popup.keyboard.press('Enter');
  await expect.poll(till.statuses).toEqual(['PAID']);
});

test('a script of PayPal’s that does not come is told, and the card remains', async ({
  page,
  till,
  allowComplaints,
}) => {
  allowComplaints(/sdk\/js|ERR_FAILED/);
  await page.route('**/sandbox/paypal/sdk/js*', (route) => route.abort());
  await payButton(page).click();
  await expect(page.getByRole('main').getByText(text.windowAway).locator('visible=true')).toBeVisible();
  await page.getByRole('radio', { name: text.cardOrUpi }).check();
  await (await byCard.open(page)).pay();
  await expect.poll(till.statuses).toEqual(['PAID']);
});

test(
  'the control page has every case by keyboard, and nothing in the way',
  { tag: '@deep' },
  async ({ page, till }) => {
    await till.script('paypal', { pay: 'pending' });
    await (await byWallet.open(page)).pay();
    await expect(page.getByText(text.confirming)).toBeVisible();
    await page.goto('/sandbox');
    await expectNoBarriers(page);
    await page.getByRole('button', { name: /^Complete / }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Return / }).first()).toBeVisible();
    await expect.poll(till.statuses).toEqual(['PAID']);
  },
);
