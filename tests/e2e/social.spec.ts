import type { Page } from '@playwright/test';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, tabTo, test } from '../support/browser.ts';
import { IN_APP_BROWSERS } from '../support/in-app-browsers.ts';

// Texts of the sandboxes.
const GOOGLE = 'Continue with Google';
const NEW_PERSON = 'A new person';

const PROVIDERS = [
  { name: 'Google', button: GOOGLE },
  { name: 'Facebook', button: text.withFacebook },
] as const;

const expectHome = (page: Page) => expect(page).toHaveURL(/:\d+\/$/);
const storedItem = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

async function openPopup(page: Page, button: string) {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  return popup;
}

async function signInAs(page: Page, button: string, person: string, fault?: RegExp) {
  const popup = await openPopup(page, button);
  if (fault) await popup.getByLabel(fault).check();
  await popup.getByRole('button', { name: person }).click();
}

for (const { name, button } of PROVIDERS) {
  const tag = name === 'Google' ? [] : ['@deep'];
  test(
    `a new viewer signs in by ${name}, completes the profile, and later signs in again`,
    { tag },
    async ({ page }) => {
      await page.goto(href('signup'));
      await signInAs(page, button, NEW_PERSON);
      await expect(page).toHaveURL(new RegExp(`${href('userInfo')}/?$`));
      await expect(page.getByText(text.loginSuccessful)).toBeVisible();
      await expect(page.getByLabel(accountMessages.firstName)).toHaveValue('Nila');
      expect(await storedItem(page, 'socialLogin')).toBe(name);
      expect(await storedItem(page, 'userToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      const userId = await storedItem(page, 'userId');
      const { data } = JSON.parse((await storedItem(page, 'user'))!) as {
        data: { userId: number; emailId: string };
      };
      expect(String(data.userId)).toBe(userId);

      await page.getByRole('button', { name: accountMessages.submit }).click();
      await expectHome(page);
      await page.goto(href('profile'));
      await page.getByRole('button', { name: text.signOut }).click();
      await expectHome(page);
      expect(await storedItem(page, 'socialLogin')).toBeNull();

      await page.goto(`${href('signup')}?next=${encodeURIComponent(href('profile'))}`);
      await signInAs(page, button, data.emailId);
      await expect(page).toHaveURL(new RegExp(`${href('profile')}/?$`));
      expect(await storedItem(page, 'userId')).toBe(userId);
    },
  );

  test(
    `an invalid ${name} token is refused, and the next attempt succeeds`,
    { tag: '@deep' },
    async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(401));
      await page.goto(href('signup'));
      for (const fault of [/(two hours old|has expired)/, /for another (client|app)/]) {
        const reply = page.waitForResponse('**/users/socialLogin');
        await signInAs(page, button, NEW_PERSON, fault);
        expect((await reply).status()).toBe(401);
        await expect(page.getByRole('main').getByRole('alert')).toHaveText(text.loginFailed);
        expect(await storedItem(page, 'userToken')).toBeNull();
      }
      await signInAs(page, button, NEW_PERSON);
      await expect(page).toHaveURL(new RegExp(`${href('userInfo')}/?$`));
    },
  );

  test(
    `${name}’s popup is accessible, works by keyboard, and can be closed`,
    { tag },
    async ({ page }) => {
      await page.goto(href('signup'));
      const target = page.getByRole('button', { name: button });
      await expect(target).toBeVisible();
      const { height } = (await target.boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
      await tabTo(page, target);
      const opening = page.waitForEvent('popup');
      await page.keyboard.press('Enter');
      const popup = await opening;
      await expectAccessible(popup);
      await popup.close();
      await expect(target).toBeEnabled();
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    },
  );
}

test('without provider keys there is no button and no empty space', async ({ page }) => {
  await page.route('**/api/auth/social/providers', (route) =>
    route.fulfill({ json: { google: null, facebook: null } }),
  );
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(href('signup'));
  await expect(page.getByRole('button', { name: text.signUp })).toBeVisible();
  await expect(page.getByText(text.or, { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0);
  expect(requestedUrls.filter((url) => /gsi|sdk\.js|nonce/.test(url))).toEqual([]);
});

test(
  'a provider whose script does not load is not shown, but the other one is',
  { tag: '@deep' },
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/sdk\.js|ERR_FAILED/);
    await page.route('**/sandbox/facebook/en_US/sdk.js', (route) => route.abort());
    await page.goto(href('signup'));
    await expect(page.getByRole('button', { name: GOOGLE })).toBeVisible();
    await expect(page.getByRole('button', { name: text.withFacebook })).toHaveCount(0);
  },
);

test.describe('in the browser of an app', () => {
  test.use({ userAgent: IN_APP_BROWSERS.Instagram });

  test('Google is not offered, and the page says how to sign in instead', async ({ page }) => {
    await page.goto(href('signup'));
    await expect(page.getByText(text.googleRefused)).toBeVisible();
    await expect(page.getByText(text.inAppNote)).toBeVisible();
    await expect(page.getByRole('button', { name: GOOGLE })).toBeHidden();
    await expect(page.getByRole('button', { name: text.withFacebook })).toBeVisible();
    await expectAccessible(page);
  });
});
