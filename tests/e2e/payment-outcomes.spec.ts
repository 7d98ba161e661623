import type { Page } from '@playwright/test';
import { bookingMessages } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { historyMessages } from '#messages/history.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { refused } from '../support/browser.ts';
import { atTheTill, byCard, byWallet, payButton } from '../support/payers.ts';
import { expect, test, type Till } from '../support/till-house.ts';

// Every way that a payment can go, with both providers alike. Their houses are their own; the phone's screen has its turn in payment.spec.ts.
test.skip(({ isMobile }) => isMobile);

const isAtTheFilm = (page: Page, { film }: Till) =>
  expect(page).toHaveURL(new RegExp(`${href('movieDetails', { movie_id: film.movieId })}/?(#ticket)?$`));

for (const payer of [byCard, byWallet]) {
  // Both go through the same code: what only one of them proves first, the other proves in the deep ring.
  const tag = payer === byCard ? [] : ['@deep'];
  test.describe(`a payment by ${payer.name}`, () => {
    test.beforeEach(({ page, till: _ }) => atTheTill(page, payer));

    test('that succeeds opens the ticket; Back does not return to the till', { tag }, async ({ page, till }) => {
      await page.goto(href('ticketBooking', { movie_id: till.film.movieId }));
      await atTheTill(page, payer);
      await (await payer.open(page)).pay();
      await isAtTheFilm(page, till);
      await expect(page.getByText(text.successful)).toBeVisible();
      expect(await till.statuses()).toEqual(['PAID']);
      expect(await page.evaluate(() => localStorage.getItem('ticketInfo'))).toBeNull();
      await page.goBack();
      await isAtTheFilm(page, till);
    });

    test('that fails is said, and can be made again', { tag }, async ({ page, till, allowComplaints }) => {
      allowComplaints(refused(400, 422));
      await payer.letFail(till);
      await (await payer.open(page)).pay();
      await expect(page.getByRole('main').getByText(text.failed).locator('visible=true')).toBeVisible();
      await (await payer.open(page)).pay();
      await isAtTheFilm(page, till);
      expect(await till.statuses()).toEqual(['PAID']);
    });

    test(
      'that is dismissed is CANCELLED, and opens the ticket if it is captured all the same',
      { tag },
      async ({ page, till, allowComplaints }) => {
        allowComplaints(refused(409));
        await (await payer.open(page)).leave();
        await expect(page.getByText(text.cancelled)).toBeVisible();
        await expect.poll(till.statuses).toEqual(['CANCELLED']);
        await expect(payButton(page)).toBeVisible();
        await payer.payElsewhere(till);
        await till.heard();
        expect(await till.statuses()).toEqual(['PAID']);
        await payButton(page).click();
        await isAtTheFilm(page, till);
        expect(await till.rows(`select 1 from orders where movie_id = ${till.film.movieId}`)).toHaveLength(1);
      },
    );

    test('whose tab is closed after the capture opens the ticket', { tag }, async ({ page, context, till }) => {
      const reports: string[] = [];
      await page.route('**/orders/*/payment', (route) => void reports.push(route.request().url()));
      await (await payer.open(page)).pay();
      await expect.poll(() => reports.length).toBe(1);
      await page.close();
      await till.heard();
      expect(await till.statuses()).toEqual(['PAID']);
      const other = await context.newPage();
      await other.goto(href('movieDetails', { movie_id: till.film.movieId }));
      await expect(
        other.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true').first(),
      ).toBeVisible();
    });

    test(
      'whose price has changed meanwhile is shown before anything is charged',
      { tag },
      async ({ page, till, allowComplaints }) => {
        allowComplaints(refused(409));
        await expect(page.getByText('₹176').locator('visible=true').first()).toBeVisible();
        await till.rows(`update movies set ticket_rate = 20000 where movie_id = ${till.film.movieId}`);
        await payButton(page).click();
        await expect(page.getByRole('main').getByText(bookingMessages.priceChanged)).toBeVisible();
        await expect(page.getByText('₹236').locator('visible=true').first()).toBeVisible();
        expect(
          await till.rows(
            'select 1 from payment_attempts where movie_order_id = (select max(movie_order_id) from orders)',
          ),
        ).toEqual([]);
        await (await payer.open(page)).pay();
        await isAtTheFilm(page, till);
        expect(await till.rows(`select total_rounded_value from orders where movie_id = ${till.film.movieId}`)).toEqual(
          [{ total_rounded_value: 23600 }],
        );
      },
    );

    test('begun by a double click is one', { tag }, async ({ page, till }) => {
      await payButton(page).dblclick();
      await expect(
        payer === byCard ? page.getByRole('dialog') : page.getByRole('button', { name: 'Pay with PayPal' }),
      ).toHaveCount(1);
      const attempts = `select 1 from payment_attempts join orders using (movie_order_id) where movie_id = ${till.film.movieId}`;
      expect(await till.rows(attempts)).toHaveLength(1);
      expect(await till.statuses()).toHaveLength(1);
    });

    test('left by Back and begun again is one', { tag: '@deep' }, async ({ page, till }) => {
      await page.goto(href('ticketBooking', { movie_id: till.film.movieId }));
      await atTheTill(page, payer);
      await payer.open(page);
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(href('ticketBooking', { movie_id: till.film.movieId })));
      await atTheTill(page, payer);
      await (await payer.open(page)).pay();
      await isAtTheFilm(page, till);
      expect(await till.statuses()).toEqual(['PAID']);
    });

    test('made in one of two tabs leads the other one to the film', { tag }, async ({ page, context, till }) => {
      const other = await context.newPage();
      await other.goto(href('payment'));
      await expect(payButton(other)).toBeVisible();
      await page.bringToFront();
      await (await payer.open(page)).pay();
      await isAtTheFilm(page, till);
      await isAtTheFilm(other, till);
      expect(await till.statuses()).toEqual(['PAID']);
    });

    test(
      'that the bank thinks about resolves itself, after a reload and in another tab',
      { tag },
      async ({ page, context, till, allowComplaints }) => {
        allowComplaints(refused(409));
        await payer.letWait(till);
        await (await payer.open(page)).pay();
        const waits = (one: Page) => expect(one.getByText(text.confirming)).toBeVisible();
        await waits(page);
        await expect(payButton(page)).toHaveCount(0);
        await expectNoBarriers(page);
        expect(await till.statuses()).toEqual(['PROCESSING']);
        await page.reload();
        await waits(page);
        const other = await context.newPage();
        await other.goto(href('payment'));
        await waits(other);
        await payer.decide(till);
        await till.heard();
        await Promise.all([isAtTheFilm(page, till), isAtTheFilm(other, till)]);
        expect(await till.statuses()).toEqual(['PAID']);
      },
    );

    test(
      'that the bank confirms after the hour has passed leaves the choice',
      { tag: '@deep' },
      async ({ page, till }) => {
        await payer.letWait(till);
        await (await payer.open(page)).pay();
        await expect(page.getByText(text.confirming)).toBeVisible();
        await till.rows(
          `update orders set chosen_start_time = now() - interval '2 hours' where movie_id = ${till.film.movieId}`,
        );
        await payer.decide(till);
        await till.heard();
        await expect(page.getByRole('heading', { name: historyMessages.slotPassed })).toBeVisible();
        await expect(page.getByRole('link', { name: historyMessages.anotherHour })).toBeVisible();
        await expect(page.getByRole('button', { name: historyMessages.moneyBack })).toBeVisible();
        await expect(payButton(page)).toHaveCount(0);
        await expectNoBarriers(page);
      },
    );
  });
}
