import type { Page } from '@playwright/test';
import { bookingMessages } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { historyMessages } from '#messages/history.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { failedLoadError } from '../support/browser.ts';
import { openPaymentPage, razorpayPayer, paypalPayer, payButton } from '../support/payers.ts';
import { expect, test, type PaymentFixture } from '../support/payment-server.ts';

// All payment outcomes with both providers, on the in-process server of the worker. payment.spec.ts covers phones.
test.skip(({ isMobile }) => isMobile);

const expectFilmPage = (page: Page, { film }: PaymentFixture) =>
  expect(page).toHaveURL(
    new RegExp(`${href('movieDetails', { movie_id: film.movieId })}/?(#ticket)?$`),
  );

for (const payer of [razorpayPayer, paypalPayer]) {
  // Both providers share the code: Razorpay runs in the first ring, PayPal only in the deep ring.
  const tag = payer === razorpayPayer ? [] : ['@deep'];
  test.describe(`a payment by ${payer.name}`, () => {
    test.beforeEach(({ page, paymentFixture: _ }) => openPaymentPage(page, payer));

    test(
      'that succeeds opens the ticket; Back does not return to the payment',
      { tag },
      async ({ page, paymentFixture }) => {
        await page.goto(href('ticketBooking', { movie_id: paymentFixture.film.movieId }));
        await openPaymentPage(page, payer);
        await (await payer.openPopup(page)).pay();
        await expectFilmPage(page, paymentFixture);
        await expect(page.getByText(text.successful)).toBeVisible();
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
        expect(await page.evaluate(() => localStorage.getItem('ticketInfo'))).toBeNull();
        await page.goBack();
        await expectFilmPage(page, paymentFixture);
      },
    );

    test(
      'that fails shows an error, and can be repeated',
      { tag },
      async ({ page, paymentFixture, allowConsoleErrors }) => {
        allowConsoleErrors(failedLoadError(400, 422));
        await payer.failNextPayment(paymentFixture);
        await (await payer.openPopup(page)).pay();
        await expect(
          page.getByRole('main').getByText(text.failed).locator('visible=true'),
        ).toBeVisible();
        await (await payer.openPopup(page)).pay();
        await expectFilmPage(page, paymentFixture);
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
      },
    );

    test(
      'that is dismissed is CANCELLED, and opens the ticket if it is captured anyway',
      { tag: '@deep' },
      async ({ page, paymentFixture, allowConsoleErrors }) => {
        allowConsoleErrors(failedLoadError(409));
        await (await payer.openPopup(page)).cancel();
        await expect(page.getByText(text.cancelled)).toBeVisible();
        await expect.poll(paymentFixture.orderStatuses).toEqual(['CANCELLED']);
        await expect(payButton(page)).toBeVisible();
        await payer.payWithoutPage(paymentFixture);
        await paymentFixture.waitForWebhooks();
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
        await payButton(page).click();
        await expectFilmPage(page, paymentFixture);
        expect(
          await paymentFixture.queryRows(
            `select 1 from orders where movie_id = ${paymentFixture.film.movieId}`,
          ),
        ).toHaveLength(1);
      },
    );

    test(
      'whose tab is closed after the capture opens the ticket',
      { tag: '@deep' },
      async ({ page, context, paymentFixture }) => {
        const reports: string[] = [];
        await page.route(
          '**/orders/*/payment',
          (route) => void reports.push(route.request().url()),
        );
        await (await payer.openPopup(page)).pay();
        await expect.poll(() => reports.length).toBe(1);
        await page.close();
        await paymentFixture.waitForWebhooks();
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
        const otherTab = await context.newPage();
        await otherTab.goto(href('movieDetails', { movie_id: paymentFixture.film.movieId }));
        await expect(
          otherTab
            .getByRole('button', { name: detailMessages.watchNow })
            .locator('visible=true')
            .first(),
        ).toBeVisible();
      },
    );

    test(
      'whose price has changed shows the new price before any charge',
      { tag: '@deep' },
      async ({ page, paymentFixture, allowConsoleErrors }) => {
        allowConsoleErrors(failedLoadError(409));
        await expect(page.getByText('₹176').locator('visible=true').first()).toBeVisible();
        await paymentFixture.queryRows(
          `update movies set ticket_rate = 20000 where movie_id = ${paymentFixture.film.movieId}`,
        );
        await payButton(page).click();
        await expect(page.getByRole('main').getByText(bookingMessages.priceChanged)).toBeVisible();
        await expect(page.getByText('₹236').locator('visible=true').first()).toBeVisible();
        expect(
          await paymentFixture.queryRows(
            'select 1 from payment_attempts where movie_order_id = (select max(movie_order_id) from orders)',
          ),
        ).toEqual([]);
        await (await payer.openPopup(page)).pay();
        await expectFilmPage(page, paymentFixture);
        expect(
          await paymentFixture.queryRows(
            `select total_rounded_value from orders where movie_id = ${paymentFixture.film.movieId}`,
          ),
        ).toEqual([{ total_rounded_value: 23600 }]);
      },
    );

    test(
      'started by a double click is created once',
      { tag: '@deep' },
      async ({ page, paymentFixture }) => {
        await payButton(page).dblclick();
        await expect(
          payer === razorpayPayer
            ? page.getByRole('dialog')
            : page.getByRole('button', { name: 'Pay with PayPal' }),
        ).toHaveCount(1);
        const attempts = `select 1 from payment_attempts join orders using (movie_order_id) where movie_id = ${paymentFixture.film.movieId}`;
        expect(await paymentFixture.queryRows(attempts)).toHaveLength(1);
        expect(await paymentFixture.orderStatuses()).toHaveLength(1);
      },
    );

    test(
      'left by Back and started again is created once',
      { tag: '@deep' },
      async ({ page, paymentFixture }) => {
        await page.goto(href('ticketBooking', { movie_id: paymentFixture.film.movieId }));
        await openPaymentPage(page, payer);
        await payer.openPopup(page);
        await page.goBack();
        await expect(page).toHaveURL(
          new RegExp(href('ticketBooking', { movie_id: paymentFixture.film.movieId })),
        );
        await openPaymentPage(page, payer);
        await (await payer.openPopup(page)).pay();
        await expectFilmPage(page, paymentFixture);
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
      },
    );

    test(
      'made in one of two tabs leads the other tab to the film',
      { tag: '@deep' },
      async ({ page, context, paymentFixture }) => {
        const otherTab = await context.newPage();
        await otherTab.goto(href('payment'));
        await expect(payButton(otherTab)).toBeVisible();
        await page.bringToFront();
        await (await payer.openPopup(page)).pay();
        await expectFilmPage(page, paymentFixture);
        await expectFilmPage(otherTab, paymentFixture);
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
      },
    );

    test(
      'that is pending at the bank resolves itself, after a reload and in another tab',
      { tag: '@deep' },
      async ({ page, context, paymentFixture, allowConsoleErrors }) => {
        allowConsoleErrors(failedLoadError(409));
        await payer.delayNextPayment(paymentFixture);
        await (await payer.openPopup(page)).pay();
        const expectConfirming = (tab: Page) =>
          expect(tab.getByText(text.confirming)).toBeVisible();
        await expectConfirming(page);
        await expect(payButton(page)).toHaveCount(0);
        await expectAccessible(page);
        expect(await paymentFixture.orderStatuses()).toEqual(['PROCESSING']);
        await page.reload();
        await expectConfirming(page);
        const otherTab = await context.newPage();
        await otherTab.goto(href('payment'));
        await expectConfirming(otherTab);
        await payer.settlePendingPayment(paymentFixture);
        await paymentFixture.waitForWebhooks();
        await Promise.all([
          expectFilmPage(page, paymentFixture),
          expectFilmPage(otherTab, paymentFixture),
        ]);
        expect(await paymentFixture.orderStatuses()).toEqual(['PAID']);
      },
    );

    test(
      'that the bank confirms after the hour has passed offers another hour or a refund',
      { tag: '@deep' },
      async ({ page, paymentFixture }) => {
        await payer.delayNextPayment(paymentFixture);
        await (await payer.openPopup(page)).pay();
        await expect(page.getByText(text.confirming)).toBeVisible();
        await paymentFixture.queryRows(
          `update orders set chosen_start_time = now() - interval '2 hours' where movie_id = ${paymentFixture.film.movieId}`,
        );
        await payer.settlePendingPayment(paymentFixture);
        await paymentFixture.waitForWebhooks();
        await expect(page.getByRole('heading', { name: historyMessages.slotPassed })).toBeVisible();
        await expect(page.getByRole('link', { name: historyMessages.reschedule })).toBeVisible();
        await expect(page.getByRole('button', { name: historyMessages.getRefund })).toBeVisible();
        await expect(payButton(page)).toHaveCount(0);
        await expectAccessible(page);
      },
    );
  });
}

test('a payment of another sum says that it is checked, and offers no second payment', async ({
  page,
  paymentFixture,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(409));
  await openPaymentPage(page, razorpayPayer);
  await paymentFixture.scriptProvider('razorpay', { pay: 'tamper_amount', amountInPaise: 18_015 });
  await (await razorpayPayer.openPopup(page)).pay();
  for (const visit of ['after the payment', 'later']) {
    if (visit === 'later') await page.goto(href('payment'));
    await expect(page.getByText(text.held('₹180.15')), visit).toBeVisible();
    await expect(page.getByText(text.heldNote), visit).toBeVisible();
    await expect(payButton(page), visit).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: text.toTheTicket }).click();
  await expect(page.getByRole('heading', { name: historyMessages.held })).toBeVisible();
  await expect(page.getByText(text.heldNote)).toBeVisible();
});

test('a part of the money that is returned is shown on the valid ticket, with its credit note', async ({
  page,
  paymentFixture,
}) => {
  await openPaymentPage(page, razorpayPayer);
  await (await razorpayPayer.openPopup(page)).pay();
  await expectFilmPage(page, paymentFixture);
  await paymentFixture.waitForWebhooks();
  const { payments } = await paymentFixture.scriptProvider('razorpay', { action: 'list' });
  await paymentFixture.scriptProvider('razorpay', {
    action: 'return',
    payment_id: payments[0].id,
    amountInPaise: 5000,
  });
  await paymentFixture.waitForWebhooks();
  await page.goto(href('purchaseHistory'));
  await expect(page.getByText(historyMessages.partRefunded('₹50', '₹176'))).toBeVisible();
  await page.getByText(paymentFixture.film.movieName).click();
  await expect(page.getByText(historyMessages.partRefundedNote('₹50'))).toBeVisible();
  await page.getByRole('link', { name: historyMessages.invoiceAndCreditNote }).click();
  await expect(page.getByText('Rupees Fifty Only')).toBeVisible();
});
