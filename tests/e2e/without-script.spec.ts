import type { Page } from '@playwright/test';
import { displayRupees } from '#domain/format/numbers.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { layoutMessages } from '#messages/layout.ts';
import { type Route, href, routes } from '#routes.ts';
import { expect, publicFilmHref, test } from '../support/browser.ts';

test.use({ javaScriptEnabled: false });

const publicPages = Object.entries<Route>(routes).filter(
  ([, { access, build }]) => access === 'either' && build === 'page',
);

test('a film’s page is complete without scripts: title, synopsis, cast, price and Book Now', async ({
  page,
  films,
}) => {
  const movie = films.paid[0]!;
  const response = await page.goto(publicFilmHref(movie));
  expect(response!.status()).toBe(200);
  await expect(page).toHaveTitle(
    new RegExp(movie.movieName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
  await expect(page.getByText(movie.movieDescription.slice(0, 60)).first()).toBeVisible();
  for (const { actor } of movie.movieActors)
    await expect(page.getByText(actor.actorName).first()).toBeVisible();
  await expect(
    page.getByText(displayRupees(movie.ticketRate)).locator('visible=true').first(),
  ).toBeVisible();
  const book = page
    .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
    .locator('visible=true');
  expect(await book.getAttribute('href')).toMatch(new RegExp(`^${href('signup')}`));
});

test('the lists lead to films without scripts', async ({ page }) => {
  await page.goto(href('movies'));
  const links = page.locator('main a[href^="/v/"]');
  expect(await links.count()).toBeGreaterThanOrEqual(12);
  expect((await page.goto((await links.first().getAttribute('href'))!))!.status()).toBe(200);
});

test(
  'public pages show no control that needs scripts',
  { tag: '@deep' },
  async ({ page, films }) => {
    const paths = [
      ...publicPages.map(([, { path }]) => path),
      href('moviesByLanguage', { languages: 'Tamil' }),
      publicFilmHref(films.paid.find(({ trailorUrl }) => trailorUrl)!),
      '/410',
    ];
    for (const path of paths) {
      await page.goto(path);
      const controls = page.locator(':is(button, input, select, textarea, [tabindex="0"]):visible');
      expect(
        await controls.evaluateAll((each) => each.map(({ outerHTML }) => outerHTML)),
        path,
      ).toEqual([]);
    }
  },
);

// Playwright does not find text and roles inside `noscript`.
const notice = (page: Page) => page.locator('main noscript > *');
// A watch link leads to a complete film page.
const clientPages = Object.entries<Route>(routes).filter(
  ([name, { access, build }]) => name !== 'watchLink' && (access !== 'either' || build === 'shell'),
);

test(
  'pages drawn in the browser explain that they need scripts, and link to pages that do not',
  { tag: '@deep' },
  async ({ page }) => {
    for (const [name, { path }] of clientPages) {
      await page.goto(path.replace(/\{\w+\}/g, 'a;b'), { waitUntil: 'domcontentloaded' });
      await expect(notice(page), name).toBeVisible();
      await expect(notice(page), name).toContainText(layoutMessages.needsScriptTitle);
      await expect(notice(page), name).toContainText(layoutMessages.needsScript);
      await expect(notice(page).locator('a'), name).toHaveAttribute('href', href('movies'));
    }
  },
);

test('pages that are complete without scripts show no note about scripts', async ({
  page,
  films,
}) => {
  for (const path of [
    href('home'),
    href('movies'),
    href('aboutUs'),
    publicFilmHref(films.paid[0]!),
  ]) {
    await page.goto(path);
    await expect(notice(page), path).toHaveCount(0);
  }
});
