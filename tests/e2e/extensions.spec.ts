import { accountMessages } from '#messages/accounts.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages } from '#messages/session.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import {
  aMobile,
  bookNow,
  closeTicketDialog,
  codeFor,
  expect,
  payPopup,
  REDRAWN,
  test,
} from '../support/browser.ts';
import { openFilterSheet } from '../support/clause-tests.ts';
import { changeAsExtensions } from '../support/extensions.ts';
import { payButton } from '../support/payers.ts';

test.beforeEach(async ({ context, allowConsoleErrors }) => {
  await changeAsExtensions(context);
  // Extensions are not bound by the page's policy, the script of this test is.
  allowConsoleErrors(REDRAWN, /^Applying inline style violates/);
});

test(
  'a page that Dark Reader and a password manager have changed signs up, books and pays',
  { tag: '@phone' },
  async ({ page, films, request }) => {
    test.slow();
    const movie = films.paid[8]!;
    const mobile = aMobile();
    await page.goto(href('signup'));
    await expect(page.locator('[data-lastpass-icon-root]').first()).toBeAttached();
    await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
    await page
      .getByRole('button', { name: sessionMessages.signUp, exact: true })
      .locator('visible=true')
      .click();
    await page.getByLabel(sessionMessages.otpLabel).fill(await codeFor(request, mobile));
    await expect(page).toHaveURL(new RegExp(href('userInfo')));
    await page
      .getByRole('button', { name: accountMessages.submit, exact: true })
      .locator('visible=true')
      .click();
    await expect(page.locator('main').getByRole('alert')).toHaveCount(3);
    await bookNow(page, movie);
    await payButton(page).click();
    await payPopup(page)
      .getByRole('button', { name: /^Pay ₹/ })
      .click();
    await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
    await expect(page.getByText(text.successful)).toBeVisible();
    await closeTicketDialog(page);
  },
);

test('a list that Dark Reader has changed is sorted, filtered and reset', async ({ page }) => {
  const films = page.locator('main a[href^="/v/"]');
  await page.goto(href('movies'));
  await expect(page.locator('main [data-darkreader-inline-bgcolor]').first()).toBeAttached();
  const firstBefore = await films.first().getAttribute('href');
  const count = await films.count();
  await page.getByRole('button', { name: catalogueMessages.byRating }).click();
  await expect(page.locator('.list-head p')).toContainText(catalogueMessages.bestRatedFirst);
  await expect(films).toHaveCount(count);
  await page.getByRole('button', { name: commonMessages.loadMore }).click();
  await expect.poll(() => films.count()).toBeGreaterThan(count);
  await openFilterSheet(page);
  await page
    .getByRole('button', { name: catalogueMessages.reset })
    .locator('visible=true')
    .first()
    .click();
  await expect(films.first()).toHaveAttribute('href', firstBefore!);
  await page.getByRole('combobox', { name: catalogueMessages.searchLabel }).fill('rain');
  await expect(page.getByRole('option').first()).toBeVisible();
});
