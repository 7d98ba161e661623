import type { Page } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { aMobile, expect, sharedLink, test } from '../support/browser.ts';

const away = (page: Page) => page.route('**/api/**', (route) => route.abort());

test.beforeEach(({ allowComplaints }) => allowComplaints(/^Failed to load resource: net::ERR_FAILED/));

test('without the API the house can be read', async ({ page, films }) => {
  await away(page);
  await page.goto(href('home'));
  await expect(page.getByRole('heading', { name: catalogueMessages.streamingNow })).toBeVisible();
  const movie = films.paid[8]!;
  await page.goto(href('movies'));
  await expect(page.getByRole('heading', { name: catalogueMessages.trending })).toBeVisible();
  await page.goto(sharedLink(movie));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
  await expect(page.getByText(movie.movieDescription.slice(0, 60)).first()).toBeVisible();
});

test('without the API signing in says so, and goes on when it is back', { tag: '@deep' }, async ({ page }) => {
  const mobile = aMobile();
  await page.goto(href('signup'));
  await away(page);
  await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
  await page.getByRole('button', { name: sessionMessages.signUp }).click();
  await expect(page.getByText(commonMessages.offline).first()).toBeVisible();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: sessionMessages.signUp }).click();
  await expect(page).toHaveURL(new RegExp(href('otpMobile', { userdetail: mobile })));
});

test(
  'without the API the counter says so, and opens when it is back',
  { tag: '@deep' },
  async ({ page, signIn, films }) => {
    const movie = films.paid[8]!;
    await signIn();
    await away(page);
    await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
    const again = page.getByRole('main').getByRole('button');
    await expect(again.first()).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/api/**');
    await again.first().click();
    await expect(page.getByText(movie.movieName).locator('visible=true').first()).toBeVisible();
  },
);
