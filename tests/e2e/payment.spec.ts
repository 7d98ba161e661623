import { bookingMessages } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { paymentMessages } from '#messages/payments.ts';
import { href } from '#routes.ts';
import {
  bookNow,
  closeTicketDialog,
  expect,
  payPopup,
  failedLoadError,
  test,
} from '../support/browser.ts';

const PAY_BUTTON_NAME = /^Pay ₹/;

test(
  'a payment that failed can be tried again, and then opens the ticket',
  { tag: '@phone' },
  async ({ page, signIn, films, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(400));
    const movie = films.paid[3]!;
    await signIn();
    await bookNow(page, movie);
    await page.getByRole('button', { name: PAY_BUTTON_NAME }).locator('visible=true').click();
    await payPopup(page).getByRole('button', { name: 'Fail this payment' }).click();
    await expect(page.getByRole('main').getByText(paymentMessages.failed)).toBeVisible();
    await expect(page.getByText(paymentMessages.failedNote)).toBeVisible();
    await page.getByRole('button', { name: PAY_BUTTON_NAME }).locator('visible=true').click();
    await payPopup(page).getByRole('button', { name: PAY_BUTTON_NAME }).click();
    await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
    await closeTicketDialog(page);
    await expect(
      page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true'),
    ).toBeVisible();
  },
);

test(
  'an abandoned payment marks the order CANCELLED, and can still be made',
  { tag: '@deep' },
  async ({ page, signIn, films, request }) => {
    const movie = films.paid[4]!;
    const { token } = await signIn();
    const orders = async () =>
      (
        await (
          await request.get('/api/ott/orders', { headers: { authorization: `Bearer ${token}` } })
        ).json()
      ).content.map((order: any) => order.paymentStatus);
    await bookNow(page, movie);
    await page.getByRole('button', { name: PAY_BUTTON_NAME }).locator('visible=true').click();
    await payPopup(page).getByRole('button', { name: 'Close' }).click();
    await payPopup(page).getByRole('button', { name: 'Leave without paying' }).click();
    await expect(page.getByText(paymentMessages.cancelled)).toBeVisible();
    await expect.poll(orders).toEqual(['CANCELLED']);

    await page.getByRole('button', { name: PAY_BUTTON_NAME }).locator('visible=true').click();
    await payPopup(page).getByRole('button', { name: PAY_BUTTON_NAME }).click();
    await expect(page.getByText(paymentMessages.successful)).toBeVisible();
    await expect.poll(orders).toEqual(['PAID']);
  },
);

test(
  'a buyer abroad pays in dollars by PayPal',
  { tag: '@deep' },
  async ({ page, signIn, films }) => {
    const movie = films.paid[7]!;
    await signIn();
    await bookNow(page, movie);
    await page.getByLabel(paymentMessages.yourState).selectOption(paymentMessages.outsideIndia);
    await page.getByLabel(paymentMessages.country).selectOption('Germany');
    await expect(
      page.getByRole('radio', { name: paymentMessages.internationalWallet }),
    ).toBeChecked();
    await page
      .getByRole('button', { name: /^Pay \$/ })
      .locator('visible=true')
      .click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    const popup = await opening;
    await popup.getByRole('button', { name: 'Pay with PayPal' }).click();
    await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
    await expect(page.getByText(paymentMessages.successful)).toBeVisible();
    await expect.poll(() => popup.isClosed(), 'the window closes itself').toBe(true);
  },
);

test(
  'the State decides how the tax is split',
  { tag: '@deep' },
  async ({ page, signIn, films }) => {
    await signIn();
    await bookNow(page, films.paid[6]!);
    const state = page.getByLabel(paymentMessages.yourState);
    await expect(page.getByText('GST 18%', { exact: true })).toBeVisible();
    await state.selectOption('Tamil Nadu');
    await expect(page.getByText('CGST 9%')).toBeVisible();
    await expect(page.getByText('SGST 9%')).toBeVisible();
    await state.selectOption('Karnataka');
    await expect(page.getByText('IGST 18%')).toBeVisible();
    await expect(page.getByText('CGST 9%')).toBeHidden();
  },
);

test('a free film needs no payment', { tag: '@deep' }, async ({ page, signIn, films }) => {
  const movie = films.free[0]!;
  await signIn();
  await bookNow(page, movie);
  await page.getByRole('button', { name: paymentMessages.confirm }).locator('visible=true').click();
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
  await closeTicketDialog(page);
  await expect(
    page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true'),
  ).toBeVisible();
});

test('HOUSEFULL pays the whole ticket; FIRST50 is applied until it is removed', async ({
  page,
  signIn,
  films,
}) => {
  const movie = films.paid[5]!;
  await signIn();
  await bookNow(page, movie);
  const code = page.getByLabel(bookingMessages.discountCode);
  await code.fill('FIRST50');
  await page.getByRole('button', { name: bookingMessages.apply }).click();
  await expect(
    page.getByText(bookingMessages.couponApplied).locator('visible=true').first(),
  ).toBeVisible();
  await expect(page.getByText('FIRST50').locator('visible=true').first()).toBeVisible();
  await page.getByRole('button', { name: bookingMessages.cancel }).click();
  await expect(page.getByRole('button', { name: bookingMessages.apply })).toBeVisible();

  await code.fill('HOUSEFULL');
  await page.getByRole('button', { name: bookingMessages.apply }).click();
  await page.getByRole('button', { name: paymentMessages.confirm }).locator('visible=true').click();
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
  await closeTicketDialog(page);
  await expect(
    page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true'),
  ).toBeVisible();
});

test(
  'an empty code and an unknown code show one error, at the field',
  { tag: '@deep' },
  async ({ page, signIn, films, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(422));
    await signIn();
    await bookNow(page, films.paid[6]!);
    await page.getByRole('button', { name: bookingMessages.apply }).click();
    await expect(page.getByRole('alert')).toHaveText(bookingMessages.couponEmpty);
    await expect(page.getByLabel(bookingMessages.discountCode)).toBeFocused();
    await page.getByLabel(bookingMessages.discountCode).fill('NOSUCHCODE');
    await page.getByRole('button', { name: bookingMessages.apply }).click();
    await expect(page.getByRole('alert')).toHaveText(bookingMessages.couponUnknown);
    await expect(
      page.getByRole('button', { name: PAY_BUTTON_NAME }).locator('visible=true'),
    ).toBeVisible();
  },
);

test('Continue without an hour asks for one', { tag: '@deep' }, async ({ page, signIn, films }) => {
  await signIn();
  await page.goto(href('ticketBooking', { movie_id: films.paid[6]!.movieId }));
  await page
    .getByRole('button', { name: bookingMessages.continue })
    .locator('visible=true')
    .click();
  await expect(
    page.getByText(bookingMessages.chooseDateAndTime).locator('visible=true').first(),
  ).toBeVisible();
});

test(
  'the payment page without a chosen hour leads to the films',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('payment'));
    await expect(page).toHaveURL(new RegExp(`${href('movies')}/?$`));
  },
);
