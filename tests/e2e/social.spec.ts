import type { Page } from '@playwright/test';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { expect, refused, tabTo, test } from '../support/browser.ts';

// The sandboxes' own words.
const GOOGLE = 'Continue with Google';
const SOMEBODY_NEW = 'Somebody new';

const PROVIDERS = [
  { name: 'Google', button: GOOGLE },
  { name: 'Facebook', button: text.withFacebook },
] as const;

const isHome = (page: Page) => expect(page).toHaveURL(/:\d+\/$/);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Presses the provider's button, which opens its popup. */
async function openPopup(page: Page, button: string) {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  return popup;
}

async function enterAs(page: Page, button: string, person: string, fault?: RegExp) {
  const popup = await openPopup(page, button);
  if (fault) await popup.getByLabel(fault).check();
  await popup.getByRole('button', { name: person }).click();
}

for (const { name, button } of PROVIDERS) {
  const tag = name === 'Google' ? [] : ['@deep'];
  test(`a new person signs in by ${name}, tells the rest, and later comes back`, { tag }, async ({ page }) => {
    await page.goto(href('signup'));
    await enterAs(page, button, SOMEBODY_NEW);
    await expect(page).toHaveURL(new RegExp(`${href('userInfo')}/?$`));
    await expect(page.getByText(text.loginSuccessful)).toBeVisible();
    await expect(page.getByLabel(accountMessages.firstName)).toHaveValue('Nila');
    expect(await stored(page, 'socialLogin')).toBe(name);
    expect(await stored(page, 'userToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const userId = await stored(page, 'userId');
    const { data } = JSON.parse((await stored(page, 'user'))!) as { data: { userId: number; emailId: string } };
    expect(String(data.userId)).toBe(userId);

    await page.getByRole('button', { name: accountMessages.submit }).click();
    await isHome(page);
    await page.goto(href('profile'));
    await page.getByRole('button', { name: text.signOut }).click();
    await isHome(page);
    expect(await stored(page, 'socialLogin')).toBeNull();

    await page.goto(`${href('signup')}?next=${encodeURIComponent(href('profile'))}`);
    await enterAs(page, button, data.emailId);
    await expect(page).toHaveURL(new RegExp(`${href('profile')}/?$`));
    expect(await stored(page, 'userId')).toBe(userId);
  });

  test(
    `${name} is refused when its token is not in order, and the next try is as good as the first`,
    { tag: tag },
    async ({ page, allowComplaints }) => {
      allowComplaints(refused(401));
      await page.goto(href('signup'));
      for (const fault of [/(two hours old|has expired)/, /for another (client|app)/]) {
        const reply = page.waitForResponse('**/users/socialLogin');
        await enterAs(page, button, SOMEBODY_NEW, fault);
        expect((await reply).status()).toBe(401);
        await expect(page.getByRole('main').getByRole('alert')).toHaveText(text.loginFailed);
        expect(await stored(page, 'userToken')).toBeNull();
      }
      await enterAs(page, button, SOMEBODY_NEW);
      await expect(page).toHaveURL(new RegExp(`${href('userInfo')}/?$`));
    },
  );

  test(
    `${name}’s popup is without a barrier, works by keyboard, and may be closed again`,
    { tag: tag },
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
      await expectNoBarriers(popup);
      await popup.close();
      await expect(target).toBeEnabled();
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    },
  );
}

test('without keys no button is shown, nor anything in its place', async ({ page }) => {
  await page.route('**/api/auth/social/providers', (route) =>
    route.fulfill({ json: { google: null, facebook: null } }),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(href('signup'));
  await expect(page.getByRole('button', { name: text.signUp })).toBeVisible();
  await expect(page.getByText(text.or, { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0);
  expect(asked.filter((url) => /gsi|sdk\.js|nonce/.test(url))).toEqual([]);
});

test('a provider whose script does not come is not shown; the other is', async ({ page, allowComplaints }) => {
  allowComplaints(/sdk\.js|ERR_FAILED/);
  await page.route('**/sandbox/facebook/en_US/sdk.js', (route) => route.abort());
  await page.goto(href('signup'));
  await expect(page.getByRole('button', { name: GOOGLE })).toBeVisible();
  await expect(page.getByRole('button', { name: text.withFacebook })).toHaveCount(0);
});
