import type { Page, Route as Request } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { layoutMessages } from '#messages/layout.ts';
import { href } from '#routes.ts';
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
