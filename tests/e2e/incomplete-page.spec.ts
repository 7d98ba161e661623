import type { Page, Route as Request } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { layoutMessages } from '#messages/layout.ts';
import { PRODUCER } from '#domain/roles.ts';
import { type Route, href, routes } from '#routes.ts';
import { expect, test } from '../support/browser.ts';

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: layoutMessages.incompletePage });
const reload = (page: Page) => notice(page).getByRole('button', { name: layoutMessages.reload });
const loseScripts = (page: Page, answer: (request: Request) => unknown) =>
  page.route(/\/_astro\/.*\.js/, (request) => answer(request));

const LOSSES = {
  'is missing (404)': (request: Request) => request.fulfill({ status: 404 }),
  'is a page of a captive portal': (request: Request) =>
    request.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  'does not arrive': (request: Request) => request.abort(),
};

// All pages that a script draws, and one of each that only works with one.
const pages = Object.entries<Route>(routes).filter(([name]) => name !== 'watchLink');

test.beforeEach(({ allowConsoleErrors }) => allowConsoleErrors(/./));

for (const [loss, answer] of Object.entries(LOSSES))
  test(`a page whose script ${loss} says so, and can be reloaded`, async ({ page }) => {
    await loseScripts(page, answer);
    await page.goto(href('signup'));
    await expect(notice(page)).toBeVisible({ timeout: 3_000 });
    await page.unroute(/\/_astro\/.*\.js/);
    await reload(page).click();
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

test('a list whose script is missing says so when a filter is pressed', async ({ page }) => {
  await loseScripts(page, LOSSES['is missing (404)']);
  await page.goto(href('movies'));
  await page.getByRole('button', { name: catalogueMessages.byRating }).click();
  await expect(notice(page)).toBeVisible({ timeout: 3_000 });
});

test('an island that throws is reported and can be reloaded', async ({ page, signIn, films }) => {
  await signIn();
  await page.goto(href('ticketBooking', { movie_id: films.paid[2]!.movieId }));
  await expect(page.locator('.day-button')).toHaveCount(7);
  // As in a page that an extension or a translator has changed.
  const reported = page.waitForEvent('pageerror');
  await page.evaluate(() => {
    const { appendChild, insertBefore, removeChild } = Node.prototype;
    const failOnce = () => {
      Object.assign(Node.prototype, { appendChild, insertBefore, removeChild });
      throw new DOMException('The node is not a child of this node.', 'NotFoundError');
    };
    Object.assign(Node.prototype, { appendChild: failOnce, insertBefore: failOnce, removeChild: failOnce });
  });
  await page.locator('.day-button').nth(3).click();
  expect((await reported).name).toBe('NotFoundError');
  await expect(notice(page)).toBeVisible();
  await reload(page).click();
  await expect(page.locator('.day-button')).toHaveCount(7);
});

test('every page with a script says that it did not arrive', { tag: '@deep' }, async ({ page, signIn, films }) => {
  const open = async (name: string, { path }: Route) => {
    await page.goto(path.replace(/\{\w+\}/g, String(films.paid[0]!.movieId)), { waitUntil: 'domcontentloaded' });
    const islands = await page.locator('astro-island[client="only"]').count();
    if (islands > 0) await expect(notice(page), name).toBeVisible({ timeout: 3_000 });
    return islands;
  };
  await loseScripts(page, LOSSES['does not arrive']);
  let count = 0;
  for (const [name, route] of pages.filter(([, { access }]) => access !== 'member' && access !== 'producer'))
    count += await open(name, route);
  await signIn();
  // The guard reads the role from the token. The server is not asked before the island runs.
  await page.evaluate((role) => {
    const [head, , signature] = localStorage.getItem('userToken')!.split('.');
    localStorage.setItem('userToken', [head, btoa(JSON.stringify({ roles: [role] })), signature].join('.'));
  }, PRODUCER);
  for (const [name, route] of pages.filter(([, { access }]) => access === 'member' || access === 'producer'))
    count += await open(name, route);
  expect(count).toBeGreaterThan(25);
});
