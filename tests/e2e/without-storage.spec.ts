import type { Page } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { televisionScreenMessages as televisionText } from '#messages/television-screen.ts';
import { href } from '#routes.ts';
import { aMobile, expect, failedLoadError, publicFilmHref, test } from '../support/browser.ts';
import { PUBLIC_SCREENS } from '../support/public-screens.ts';

type How = 'forbidden' | 'full';

/**
 * Simulates blocked storage: access throws, also for cookies and locks, or writing throws. A window named `allowed` keeps the
 * real storage.
 */
const blockStorage = (page: Page, how: How) =>
  page.addInitScript((mode) => {
    if (window.name === 'allowed') return;
    const throwError = (name: string) => () => {
      throw new DOMException('Access is denied for this document', name);
    };
    if (mode === 'full') {
      Storage.prototype.setItem = throwError('QuotaExceededError');
      return;
    }
    const forbidden = { get: throwError('SecurityError'), set: throwError('SecurityError') };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, forbidden);
    Object.defineProperty(document, 'cookie', forbidden);
    navigator.locks.request = () =>
      Promise.reject(new DOMException('Access is denied', 'SecurityError'));
  }, how);

for (const how of ['forbidden', 'full'] as const)
  test(
    `with storage ${how} a viewer can read and press Book Now, and gets help before a code is sent`,
    { tag: how === 'full' ? ['@deep'] : [] },
    async ({ page, films }) => {
      const movie = films.paid[0]!;
      const sent: string[] = [];
      page.on(
        'request',
        (each) => each.url().includes('/api/auth/users/') && sent.push(each.url()),
      );
      await blockStorage(page, how);
      await page.goto(href('movies'));
      await page
        .locator(`main a[href="${publicFilmHref(movie)}"]`)
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
      await expect(page.getByText(movie.movieDescription.slice(0, 60)).first()).toBeVisible();
      await page
        .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
        .locator('visible=true')
        .click();

      await expect(page).toHaveURL(new RegExp(href('signup')));
      const alert = page.locator('main').getByRole('alert');
      await expect(alert).toContainText(text.storageBlockedTitle);
      await expect(alert).toContainText(text.storageBlocked);
      await expect(page.getByLabel(text.mobileNumber)).toHaveCount(0);
      for (const name of [text.signUp, text.signIn, text.withPassword, text.withFacebook])
        await expect(page.locator('main').getByRole('button', { name })).toHaveCount(0);
      expect(sent).toEqual([]);

      await page.evaluate(() => (window.name = 'allowed'));
      await alert.getByRole('button', { name: commonMessages.retry }).click();
      await page.getByLabel(text.mobileNumber).fill(aMobile());
      await page.getByRole('button', { name: text.signUp }).click();
      await expect(page).toHaveURL(/\/otp\/mobile\//);
      expect(sent).toHaveLength(1);
    },
  );

test('with storage forbidden the code page shows a message, and no code is used', async ({
  page,
}) => {
  await blockStorage(page, 'forbidden');
  await page.goto(href('otpMobile', { userdetail: aMobile() }));
  await expect(page.locator('main').getByRole('alert')).toContainText(text.storageBlocked);
  await expect(page.getByLabel(text.otpLabel)).toHaveCount(0);
});

test(
  'with storage forbidden the code of a television is not used, and the page of the link shows a message',
  { tag: '@deep' },
  async ({ page }) => {
    const response = await page.request.post('/api/auth/devices/code');
    const { userCode, deviceCode } = (await response.json()) as {
      userCode: string;
      deviceCode: string;
    };
    await blockStorage(page, 'forbidden');
    await page.goto(`${href('televisionCode')}?code=${userCode}`);
    await expect(page.locator('main').getByRole('alert')).toContainText(text.storageBlocked);
    const poll = await page.request.post('/api/auth/devices/token', { data: { deviceCode } });
    expect(await poll.json()).toMatchObject({ code: 'authorization_pending' });
  },
);

test('with storage forbidden a television requests no code, and says why', async ({ page }) => {
  const requests: string[] = [];
  page.on(
    'request',
    (each) => each.url().includes('/api/auth/devices/code') && requests.push(each.url()),
  );
  await blockStorage(page, 'forbidden');
  await page.goto(href('television'));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(televisionText.storageBlockedTitle);
  await expect(alert).toContainText(televisionText.storageBlocked);
  expect(requests).toEqual([]);

  await page.evaluate(() => (window.name = 'allowed'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(televisionText.enterCode)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('with storage forbidden a private page leads home', async ({ page }) => {
  await blockStorage(page, 'forbidden');
  await page.goto(href('profile'));
  await expect(page).toHaveURL(/:\d+\/$/);
});

const FIRST_SCREENS = ['home, searching', 'a film'];

for (const { name, open, prepare } of PUBLIC_SCREENS.filter(({ allowedError }) => !allowedError))
  test(
    `with storage forbidden a visitor sees ${name}, and no script fails`,
    { tag: FIRST_SCREENS.includes(name) ? [] : ['@deep'] },
    async ({ page, films, allowConsoleErrors }) => {
      if (name === 'not found') allowConsoleErrors(failedLoadError(404));
      await blockStorage(page, 'forbidden');
      await open(
        page,
        films.paid.find(({ trailorUrl }) => trailorUrl)!,
      );
      await prepare?.(page);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(
        page.locator('astro-island[ssr][client="idle"], astro-island[ssr][client="load"]'),
      ).toHaveCount(0);
    },
  );
