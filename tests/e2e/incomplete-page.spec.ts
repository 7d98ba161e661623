import type { Page, Route as Request } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { layoutMessages } from '#messages/layout.ts';
import { href, shellPath } from '#routes.ts';
import { expect, publicFilmHref, storeInBrowser, test } from '../support/browser.ts';
import { islandsOf, PAGES_WITH_ISLANDS } from '../support/islands.ts';

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: layoutMessages.incompletePage });
const reload = (page: Page) => notice(page).getByRole('button', { name: layoutMessages.reload });
const loseScripts = (page: Page, answer: (request: Request) => unknown) =>
  page.route(/\/_astro\/.*\.js/, (request) => answer(request));

const LOSSES = {
  'is missing (404)': (request: Request) => request.fulfill({ status: 404 }),
  'is a page of a captive portal': (request: Request) =>
    request.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Wi-Fi</title>',
    }),
  'does not arrive': (request: Request) => request.abort(),
};

const neverAnswer = () => undefined;

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
    Object.assign(Node.prototype, {
      appendChild: failOnce,
      insertBefore: failOnce,
      removeChild: failOnce,
    });
  });
  await page.locator('.day-button').nth(3).click();
  expect((await reported).name).toBe('NotFoundError');
  await expect(notice(page)).toBeVisible();
  await reload(page).click();
  await expect(page.locator('.day-button')).toHaveCount(7);
});

test('a page whose scripts never answer says so after 15 seconds, and forgets it when they do', async ({
  page,
}) => {
  await page.clock.install();
  const held: Request[] = [];
  let isHeld = true;
  await loseScripts(page, (request) => (isHeld ? held.push(request) : request.continue()));
  await page.goto(href('signup'), { waitUntil: 'commit' });
  await page.locator('.incomplete-page').waitFor({ state: 'attached' });
  await page.clock.runFor(5000);
  await expect(notice(page)).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(notice(page)).toBeVisible();
  isHeld = false;
  for (const request of held) await request.continue();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('a list whose script never answers says so 15 seconds after a filter is pressed', async ({
  page,
}) => {
  await page.clock.install();
  await page.route(/\/_astro\/MovieListIsland.*\.js/, neverAnswer);
  await page.goto(href('movies'));
  await page.clock.runFor(30_000);
  await expect(notice(page)).toBeHidden();
  await page.getByRole('button', { name: catalogueMessages.byRating }).click();
  await page.clock.runFor(5000);
  await expect(notice(page)).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(notice(page)).toBeVisible();
});

/** For layouts/guard.js, which does not check the signature. */
const PRODUCER_TOKEN = `.${Buffer.from(JSON.stringify({ sub: '1', roles: ['Producer'] })).toString('base64url')}.`;

for (const { path, access, build } of PAGES_WITH_ISLANDS)
  test(
    `the page ${path} says so if the script of an island is lost`,
    { tag: '@deep' },
    async ({ page, films }) => {
      test.slow();
      if (access === 'member' || access === 'producer')
        await storeInBrowser(page, { userToken: PRODUCER_TOKEN });
      const address = {
        page: () => path,
        shell: () => shellPath(path),
        film: () => publicFilmHref(films.paid[0]!),
      }[build]();
      const islands = islandsOf(await (await page.request.get(address)).text());
      expect(islands).not.toEqual([]);
      await page.route('**/api/**', neverAnswer);
      for (const { script, isForIntent } of islands)
        for (const [loss, answer] of Object.entries(LOSSES))
          await test.step(`${script} ${loss}`, async () => {
            // The other islands could leave the page. Astro tries again with a query.
            for (const each of islands)
              await page.route(`**${each.script}*`, each.script === script ? answer : neverAnswer);
            await page.goto(address);
            if (isForIntent)
              await page.locator(`[component-url="${script}"] :is(button, input)`).first().focus();
            await expect(notice(page)).toBeVisible({ timeout: 3_000 });
            await expect(reload(page)).toBeInViewport();
            for (const each of islands) await page.unroute(`**${each.script}*`);
          });
    },
  );
