import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { closeTicketDialog, expect, payPopup, test } from '../support/browser.ts';
import { payButton } from '../support/payers.ts';
import { translatePages } from '../support/translator.ts';

test.beforeEach(({ page, allowConsoleErrors }) => {
  // React draws an island again whose HTML was translated before.
  allowConsoleErrors(/Minified React error #418/);
  return translatePages(page);
});

test(
  'a translated page shows the hour that is chosen, and leads to the ticket',
  { tag: '@phone' },
  async ({ page, signIn, films }) => {
    const movie = films.paid[5]!;
    await signIn();
    await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
    const opens = page.locator('.window-facts dd').first();
    const hour = (name: RegExp) => page.locator('.slot').filter({ hasText: name });
    const day = (index: number) => page.locator('.day-button').nth(index);
    await day(1).click();
    await hour(/^7\.00 PM/).click();
    await expect(opens).toContainText('7.00 PM');
    await hour(/^9\.00 PM/).click();
    await expect(opens).toContainText('9.00 PM');
    await day(0).click();
    const now = page.getByRole('button', { name: bookingMessages.now, exact: false }).first();
    await now.click();
    await day(1).click();
    await hour(/^9\.00 PM/).click();
    await day(0).click();
    await now.click();
    await page.getByRole('button', { name: bookingMessages.continue }).locator('visible=true').click();
    await expect(page).toHaveURL(new RegExp(`${href('payment')}/?$`));
    await payButton(page).click();
    await payPopup(page)
      .getByRole('button', { name: /^Pay ₹/ })
      .click();
    await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
    await closeTicketDialog(page);
    await expect(page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true')).toBeVisible();
  },
);

for (const list of ['movies', 'shortFilms'] as const)
  test(`a translated list of ${list} can be sorted and reset`, async ({ page }) => {
    await page.goto(href(list));
    const cards = page.locator('main a.card');
    const count = await cards.count();
    const status = page.locator('.list-head p');
    for (const [name, text] of [
      [catalogueMessages.byRating, catalogueMessages.bestRatedFirst],
      [catalogueMessages.byDates, catalogueMessages.bestRatedThenNewest],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await expect(status).toContainText(text);
    }
    await page.getByRole('button', { name: catalogueMessages.reset }).locator('visible=true').first().click();
    await expect(status).not.toContainText(catalogueMessages.bestRatedThenNewest);
    await expect(cards).toHaveCount(count);
  });

test('a translated sign-up shows the dial code of the chosen country', async ({ page }) => {
  await page.goto(href('signup'));
  const country = page.getByRole('button', { name: sessionMessages.country });
  await country.click();
  await page.getByLabel(sessionMessages.countrySearch).fill('Germ');
  await page.keyboard.press('Enter');
  await expect(country).toContainText('Germany');
  await expect(country).toContainText('+49');
});
