import { displayRupees } from '#domain/pricing.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { expect, sharedLink, test } from '../support/browser.ts';

test.use({ javaScriptEnabled: false });

test('a film’s page is whole without scripts: title, synopsis, cast, price and Book Now', async ({ page, films }) => {
  const movie = films.paid[0]!;
  const response = await page.goto(sharedLink(movie));
  expect(response!.status()).toBe(200);
  await expect(page).toHaveTitle(new RegExp(movie.movieName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
  await expect(page.getByText(movie.movieDescription.slice(0, 60)).first()).toBeVisible();
  for (const { actor } of movie.movieActors) await expect(page.getByText(actor.actorName).first()).toBeVisible();
  await expect(page.getByText(displayRupees(movie.ticketRate)).locator('visible=true').first()).toBeVisible();
  const book = page.getByRole('link', { name: catalogueMessages.bookNow, exact: true }).locator('visible=true');
  expect(await book.getAttribute('href')).toMatch(new RegExp(`^${href('signup')}`));
});

test('the lists lead to films without scripts', async ({ page }) => {
  await page.goto(href('movies'));
  const links = page.locator('main a[href^="/v/"]');
  expect(await links.count()).toBeGreaterThanOrEqual(12);
  expect((await page.goto((await links.first().getAttribute('href'))!))!.status()).toBe(200);
});
