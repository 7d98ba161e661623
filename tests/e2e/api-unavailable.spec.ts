import type { Page } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { aMobile, expect, publicFilmHref, test } from '../support/browser.ts';

const blockApi = (page: Page) => page.route('**/api/**', (route) => route.abort());

test.beforeEach(({ allowConsoleErrors }) =>
  allowConsoleErrors(/^Failed to load resource: net::ERR_FAILED/),
);

test('without the API the home page, the list of movies and a film’s page can be read', async ({
  page,
  films,
}) => {
  await blockApi(page);
  await page.goto(href('home'));
  await expect(page.getByRole('heading', { name: catalogueMessages.streamingNow })).toBeVisible();
  const movie = films.paid[8]!;
  await page.goto(href('movies'));
  await expect(page.getByRole('heading', { name: catalogueMessages.trending })).toBeVisible();
  await page.goto(publicFilmHref(movie));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
  await expect(page.getByText(movie.movieDescription.slice(0, 60)).first()).toBeVisible();
});

test(
  'without the API sign-in shows an error, and works again when the API is back',
  { tag: '@deep' },
  async ({ page }) => {
    const mobile = aMobile();
    await page.goto(href('signup'));
    await blockApi(page);
    await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
    await page.getByRole('button', { name: sessionMessages.signUp }).click();
    await expect(page.getByText(commonMessages.offline).first()).toBeVisible();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: sessionMessages.signUp }).click();
    await expect(page).toHaveURL(new RegExp(href('otpMobile', { userdetail: mobile })));
  },
);

test(
  'without the API the booking page shows an error, and works again when the API is back',
  { tag: '@deep' },
  async ({ page, signIn, films }) => {
    const movie = films.paid[8]!;
    await signIn();
    await blockApi(page);
    await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
    const retryButton = page.getByRole('main').getByRole('button');
    await expect(retryButton.first()).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/api/**');
    await retryButton.first().click();
    await expect(page.getByText(movie.movieName).locator('visible=true').first()).toBeVisible();
  },
);
