import { bookingSentences } from '#messages/refusals/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { giftOrderMessages } from '#messages/gift-orders.ts';
import { giftMessages } from '#messages/gifts.ts';
import { historyMessages } from '#messages/history.ts';
import { paymentMessages } from '#messages/payments.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import type { APIRequestContext } from '@playwright/test';
import {
  aMobile,
  codeFor,
  expect,
  failedLoadError,
  payPopup,
  signInPage,
  test,
  waitForNetworkIdle,
} from '../support/browser.ts';

const PAY_BUTTON_NAME = /^Pay ₹/;

/** A free gift. Returns the code of its link. */
async function aGift(request: APIRequestContext, token: string, movieId: number): Promise<string> {
  const options = (data: object) => ({ data, headers: { authorization: `Bearer ${token}` } });
  const booked = await request.post(
    `/api/ott/movies/${movieId}/orders`,
    options({ gift: { giverName: 'Asha' }, timezone: 'Asia/Kolkata', couponCode: 'HOUSEFULL' }),
  );
  const { movieOrderId } = await booked.json();
  const paid = await request.put(
    `/api/ott/orders/${movieOrderId}/payment`,
    options({ paymentStatus: 'PAID' }),
  );
  return (await paid.json()).gift.code;
}

test(
  'a gift is paid, shared and claimed by another person, and a second gift begins',
  { tag: '@phone' },
  async ({ page, signIn, films, browser, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const movie = films.paid[5]!;
    await signIn();
    await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
    await page.getByRole('checkbox', { name: bookingMessages.isGift }).check();
    await expect(page.getByRole('heading', { name: bookingMessages.hour })).toBeHidden();
    await page.getByLabel(giftOrderMessages.receiverName).fill('Ravi');
    await page.getByLabel(giftOrderMessages.giverName).fill('Asha');
    await page.getByLabel(giftOrderMessages.message).fill('Happy birthday!\nSee you soon.');
    await page
      .getByRole('button', { name: bookingMessages.continue })
      .locator('visible=true')
      .click();
    await expect(page.getByText(bookingMessages.giftNote)).toBeVisible();
    await page.getByRole('button', { name: PAY_BUTTON_NAME }).locator('visible=true').click();
    await payPopup(page).getByRole('button', { name: PAY_BUTTON_NAME }).click();

    await expect(
      page.getByRole('heading', { name: giftOrderMessages.titles.waiting }),
    ).toBeVisible();
    const link = await page.getByLabel(giftOrderMessages.link).inputValue();
    expect(link).toMatch(/\/gift#[0-9a-f]{32}$/);
    await page.getByRole('button', { name: giftOrderMessages.copyLink }).click();
    await expect(page.getByText(giftOrderMessages.copied)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const receiver = await browser.newPage({ baseURL: new URL(link).origin });
    await receiver.goto(link);
    await expect(receiver.getByText('Happy birthday!')).toBeVisible();
    await expect(receiver.getByText(giftMessages.from('Asha'))).toBeVisible();
    await expect(receiver.getByText(giftMessages.signInFirst)).toBeVisible();
    await signInPage(receiver);
    await receiver.goto(link);
    await receiver.getByRole('button', { name: giftMessages.chooseHour }).click();
    await receiver
      .getByRole('button', { name: giftMessages.claim })
      .locator('visible=true')
      .click();
    await expect(receiver.getByText(bookingMessages.chooseDateAndTime).first()).toBeVisible();
    await receiver.getByRole('button', { name: bookingMessages.now, exact: false }).first().click();
    await receiver
      .getByRole('button', { name: giftMessages.claim })
      .locator('visible=true')
      .click();
    await expect(receiver.getByRole('heading', { name: historyMessages.open })).toBeVisible();
    await expect(receiver.getByText(historyMessages.receivedFrom('Asha'))).toBeVisible();
    await receiver.close();

    await page.reload();
    await expect(
      page.getByRole('heading', { name: giftOrderMessages.titles.claimed }),
    ).toBeVisible();
    await page.getByRole('link', { name: giftOrderMessages.giveAnother }).click();
    await expect(page.getByLabel(giftOrderMessages.message)).toHaveValue(
      'Happy birthday!\nSee you soon.',
    );
    await expect(page.getByLabel(giftOrderMessages.giverName)).toHaveValue('Asha');
    await expect(page.getByLabel(giftOrderMessages.receiverName)).toHaveValue('');
    await page
      .getByRole('button', { name: bookingMessages.continue })
      .locator('visible=true')
      .click();
    await expect(page.getByRole('heading', { name: paymentMessages.title })).toBeVisible();
  },
);

test('a visitor signs in first, and comes back to choose the hour', async ({
  page,
  films,
  browser,
  request,
}) => {
  const giver = await browser.newPage({ baseURL: process.env['E2E_ORIGIN'] });
  const { token } = await signInPage(giver);
  await giver.close();
  const code = await aGift(request, token, films.paid[5]!.movieId);
  await page.goto(`${href('gift')}#${code}`);
  await page.getByRole('button', { name: giftMessages.chooseHour }).click();
  await expect(page).toHaveURL(new RegExp(`${href('signup')}/?\\?`));
  expect(page.url()).not.toContain(code);
  const mobile = aMobile();
  await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
  await page
    .getByRole('main')
    .getByRole('button', { name: sessionMessages.signIn, exact: true })
    .click();
  await page.getByLabel(sessionMessages.otpLabel).fill(await codeFor(request, mobile));
  await expect(page.getByRole('heading', { name: giftMessages.chooseHour })).toBeVisible();
});

test('a gift is taken back, and its link then says so', async ({
  page,
  signIn,
  films,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(404, 409));
  const { token } = await signIn();
  const code = await aGift(request, token, films.paid[6]!.movieId);
  await page.goto(href('purchaseHistory'));
  await page.getByRole('link', { name: new RegExp(films.paid[6]!.movieName) }).click();
  await page.getByRole('button', { name: giftOrderMessages.takeBack }).click();
  await page.getByRole('dialog').getByRole('button', { name: giftOrderMessages.keep }).click();
  await page.getByRole('button', { name: giftOrderMessages.takeBack }).click();
  await page.getByRole('dialog').getByRole('button', { name: giftOrderMessages.takeBack }).click();
  await expect(page.getByLabel(giftOrderMessages.link)).toBeHidden();
  await page.goto(`${href('gift')}#${code}`);
  await expect(page.getByText(bookingSentences.gift_taken_back)).toBeVisible();
  await page.goto(`${href('gift')}#${'0'.repeat(32)}`);
  await expect(page.getByText(bookingSentences.gift_not_found)).toBeVisible();
  await waitForNetworkIdle(page);
});
