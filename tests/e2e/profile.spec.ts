import { authSentences } from '#messages/refusals/auth.ts';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { OTP_RESEND_SECONDS } from '#domain/limits/session.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { placeMessages } from '#messages/places.ts';
import { sessionMessages } from '#messages/session.ts';
import { href, type RouteName } from '#routes.ts';
import { aMobile, expect, failedLoadError, tabTo, test } from '../support/browser.ts';
import { signInViewer, withInProcessServer } from '../support/in-process-server.ts';
import type { TestServer } from '../support/test-server.ts';

const urlOf = (name: RouteName) => new RegExp(`${href(name as 'profile')}/?$`);
const factOf = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd');
const settingOf = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('the profile area: a header, the menu of the specification, and each page under it', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(href('profile'));
  const menu = page.getByRole('navigation', { name: text.profileMenu });
  await expect(menu.getByRole('link')).toHaveText([
    text.myProfile,
    text.bookingHistory,
    text.resetPassword,
    text.notification,
    text.settings,
  ]);
  const pages = {
    resetPassword: 'resetPassword',
    notification: 'notification',
    settings: 'profileSettings',
  } as const;
  for (const [label, route] of Object.entries(pages)) {
    await menu.getByRole('link', { name: text[label as keyof typeof pages] }).click();
    await expect(page).toHaveURL(urlOf(route));
    await expect(menu.locator('[aria-current=page]')).toHaveText(text[label as keyof typeof pages]);
    await expect(menu.locator('[aria-current=page]')).toBeInViewport({ ratio: 0.9 });
    await expect(button(page, sessionMessages.signOut).first()).toBeVisible();
  }
});

test('the profile is shown, edited and shown with the changes', async ({ page, signIn }) => {
  const { mobile } = await signIn();
  await page.goto(href('profile'));
  await expect(factOf(page, text.mobile)).toHaveText(`+91 ${mobile}`);
  for (const name of [text.name, text.email, text.gender])
    await expect(factOf(page, name)).toHaveText(text.none);

  await page.getByRole('link', { name: text.editProfile }).click();
  await expect(page.getByLabel(text.email, { exact: true })).toBeDisabled();
  await expect(page.getByText(text.mobileFixed)).toBeVisible();
  await expect(page.getByText(text.nameRequired)).toBeHidden();
  await button(page, text.update).click();
  await expect(page.getByText(text.nameRequired)).toBeVisible();
  await page.getByLabel(text.name, { exact: true }).fill('Meena');
  await expect(page.getByText(text.nameRequired)).toBeHidden();
  await page.getByLabel(text.female, { exact: true }).check();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button(page, text.update).click();
  expect((await sent).postDataJSON()).toMatchObject({
    firstName: 'Meena',
    mobile,
    gender: 1,
    ipAddress: expect.stringMatching(/[\d.:]/),
    timezone: expect.stringContaining('/'),
  });

  await expect(page).toHaveURL(urlOf('profile'));
  await expect(page.getByText(text.profileUpdated)).toBeVisible();
  await expect(factOf(page, text.name)).toHaveText('Meena');
  await expect(factOf(page, text.gender)).toHaveText(text.female);
});

test(
  'a refused edit shows Use valid credentials, and keeps the input',
  { tag: '@deep' },
  async ({ page, signIn, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(500), /ERR_FAILED/);
    await signIn();
    await page.goto(href('editProfile'));
    await page.getByLabel(text.name, { exact: true }).fill('Meena');
    await page.route('**/userinfo/*', (route) => route.fulfill({ status: 500, json: {} }));
    await button(page, text.update).click();
    await expect(page.getByRole('main').getByText(text.updateFailed)).toBeVisible();
    await expect(page.getByText(text.updateFailedNote)).toBeVisible();
    await page.unroute('**/userinfo/*');
    await expect(page.getByLabel(text.name, { exact: true })).toHaveValue('Meena');
    await button(page, text.update).click();
    await expect(page).toHaveURL(urlOf('profile'));
  },
);

test('a new password is validated with the specification’s messages, set, and signs in', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/401 .*resetpassword/);
  const { mobile } = await signIn(undefined, 'lights out');
  await page.goto(href('resetPassword'));
  const current = page.getByLabel(text.currentPassword, { exact: true });
  const first = page.getByLabel(text.newPassword, { exact: true });
  const second = page.getByLabel(text.confirmPassword, { exact: true });
  const reset = button(page, text.resetPassword);
  await expect(first).toHaveAttribute('autocomplete', 'new-password');
  await expect(current).toHaveAttribute('autocomplete', 'current-password');
  await reset.click();
  await expect(page.getByText(sessionMessages.currentPasswordRequired)).toBeVisible();
  await expect(page.getByText(sessionMessages.passwordRequired, { exact: true })).toBeVisible();
  await expect(page.getByText(sessionMessages.confirmRequired)).toBeVisible();
  await first.fill('12345');
  await expect(page.getByText(sessionMessages.passwordTooShort, { exact: true })).toBeVisible();
  await second.fill('12345');
  await expect(page.getByText(sessionMessages.confirmTooShort)).toBeVisible();
  await first.fill('lights down');
  await second.fill('lights up!');
  await expect(page.getByText(sessionMessages.confirmDiffers)).toBeVisible();
  await first.fill('lights up!');
  await expect(page.getByText(sessionMessages.confirmDiffers)).toBeHidden();
  await expect(first).toHaveAttribute('type', 'password');
  await button(page, `${text.show} ${text.newPassword}`).click();
  await expect(first).toHaveAttribute('type', 'text');
  await current.fill('a guess');
  await reset.click();
  await expect(
    page.getByRole('main').getByText(authSentences.current_password_invalid),
  ).toBeVisible();
  await current.fill('lights out');
  await reset.click();
  await expect(page).toHaveURL(urlOf('profile'));
  await expect(page.getByText(sessionMessages.passwordReset)).toBeVisible();
  const login = await request.post('/api/auth/users/login', {
    data: { username: mobile, password: 'lights up!' },
  });
  expect(login.status()).toBe(200);
});

/** Sets a password on the page with a code, as a person does. */
async function setPasswordWithCode(
  page: Page,
  server: TestServer,
  mobile: string,
  password: string,
) {
  server.clock.advance(OTP_RESEND_SECONDS * 1000);
  await button(page, text.sendCode).click();
  await expect(page.getByLabel(sessionMessages.otpLabel)).toBeFocused();
  await page.getByLabel(sessionMessages.otpLabel).fill(await newestCode(server, mobile));
  await page.getByLabel(text.newPassword, { exact: true }).fill(password);
  await page.getByLabel(text.confirmPassword, { exact: true }).fill(password);
  await button(page, text.resetPassword).click();
  await expect(page).toHaveURL(urlOf('profile'));
  await expect(page.getByText(sessionMessages.passwordReset)).toBeVisible();
  const login = { username: mobile, password };
  expect((await server.post('/api/auth/users/login', { body: login })).status).toBe(200);
}

async function newestCode(server: TestServer, mobile: string): Promise<string> {
  const { json } = await server.get(`/sandbox/inbox.json?to=91${mobile}`);
  return /\d{6}/.exec(json[0].text)![0];
}

test('a new viewer sets a password with a code, and the password with another code', async ({
  page,
  context,
}) => {
  await withInProcessServer(context, async (server) => {
    const mobile = aMobile();
    await signInViewer(server, page, await server.aViewer({ mobile }));
    await page.goto(href('resetPassword'));
    await setPasswordWithCode(page, server, mobile, 'lights out');
    await page.goto(href('resetPassword'));
    await button(page, text.passwordByCode).click();
    await setPasswordWithCode(page, server, mobile, 'lights up!');
  });
});

test('a producer sets a password with a code', { tag: '@deep' }, async ({ page, context }) => {
  await withInProcessServer(context, async (server) => {
    const mobile = aMobile();
    const producer = {
      mobile,
      firstName: 'Kavya',
      emailId: `${mobile}@example.com`,
      roles: ['Producer'],
    };
    await signInViewer(server, page, await server.aViewer(producer));
    await page.goto(href('resetPassword'));
    await setPasswordWithCode(page, server, mobile, 'lights out');
  });
});

test('languages are searched, ticked, saved and shown', async ({ page, signIn }) => {
  await signIn();
  await page.goto(href('language'));
  await expect(page.getByText(text.languageLead)).toBeVisible();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  const names = await page.getByRole('main').locator('label > span:nth-child(2)').allTextContents();
  expect(names.slice(0, 6)).toEqual(['Arabic', 'Tamil', 'English', 'Spanish', 'French', 'German']);
  await page.getByLabel(text.languageSearch).fill('தமி');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Tamil' }).check();
  await page.getByLabel(text.languageSearch).fill('nothing such');
  await expect(page.getByText(text.noLanguage)).toBeVisible();
  await page.getByLabel(text.languageSearch).fill('');
  await page.getByRole('checkbox', { name: 'French' }).check();
  await button(page, text.save).click();
  await expect(page).toHaveURL(urlOf('profileSettings'));
  await expect(page.getByText(text.languagesSaved)).toBeVisible();
  await expect(settingOf(page, text.language)).toContainText('Tamil, French');
  await settingOf(page, text.language).click();
  await expect(page.getByRole('checkbox', { name: 'Tamil' })).toBeChecked();
});

test.describe('the location', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: placeMessages.address });

  test('is found by name, shown on the map, set, and deleted', async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('myLocation'));
    await expect(page.getByText(placeMessages.noPin)).toBeVisible();
    await button(page, placeMessages.setMyLocation).click();
    await expect(page.getByRole('main').getByText(placeMessages.chooseFirst)).toBeVisible();
    await field(page).fill('chen');
    await page
      .getByRole('option', { name: /^Chennai/ })
      .first()
      .click();
    await expect(field(page)).toHaveValue(/^Chennai/);
    await expect(button(page, placeMessages.pin)).toBeInViewport();
    await button(page, placeMessages.setMyLocation).click();
    await expect(page).toHaveURL(urlOf('profileSettings'));
    await expect(page.getByText(placeMessages.saved)).toBeVisible();
    await expect(settingOf(page, text.location)).toContainText('Chennai');

    await settingOf(page, text.location).click();
    await button(page, placeMessages.forget).click();
    await expect(page).toHaveURL(urlOf('profileSettings'));
    await expect(settingOf(page, text.location)).toContainText(text.locationUnset);
  });

  test(
    'is the clicked point or the browser’s position',
    { tag: '@deep' },
    async ({ page, signIn, context }) => {
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 9.9312, longitude: 76.2673 });
      await signIn();
      await page.goto(href('myLocation'));
      await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
      await page
        .getByRole('application', { name: placeMessages.map })
        .click({ position: { x: 200, y: 150 } });
      await expect(button(page, placeMessages.pin)).toBeVisible();
      await expect(field(page)).not.toHaveValue('');
      await button(page, placeMessages.findMe).click();
      await expect(field(page)).toHaveValue(/Kochi|9\.93120/);
    },
  );

  test(
    'can be set while the search, the names and the map are unavailable',
    { tag: '@deep' },
    async ({ page, signIn, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(503), /ERR_FAILED/);
      await signIn();
      const abortRequests = (path: string) => page.route(path, (route) => route.abort());
      await abortRequests('**/api/ott/places?*');
      await abortRequests('**/api/ott/places/at?*');
      await page.goto(href('myLocation'));
      await field(page).fill('chen');
      await expect(page.getByText(placeMessages.searchUnavailable)).toBeVisible();
      await page
        .getByRole('application', { name: placeMessages.map })
        .click({ position: { x: 120, y: 120 } });
      await expect(page.getByText(placeMessages.nameUnavailable)).toBeVisible();
      await button(page, placeMessages.setMyLocation).click();
      await expect(page).toHaveURL(urlOf('profileSettings'));

      await page.unrouteAll();
      await abortRequests('**/api/ott/places/tiles');
      await page.goto(href('myLocation'));
      await expect(page.getByText(placeMessages.mapFailed)).toBeVisible();
      await field(page).fill('mumbai');
      await page
        .getByRole('option', { name: /^Mumbai/ })
        .first()
        .click();
      await button(page, placeMessages.setMyLocation).click();
      await expect(settingOf(page, text.location)).toContainText('Mumbai');
    },
  );
});

test(
  'without an email address, reminders are off, and a link leads to the address',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('profileSettings'));
    const remind = page.getByRole('checkbox', { name: text.remind });
    await expect(remind).toBeDisabled();
    await expect(remind).not.toBeChecked();
    await expect(remind).toHaveAccessibleDescription(new RegExp(text.reminderNeedsEmail));
    await page.getByRole('link', { name: text.addEmail }).click();
    await expect(page).toHaveURL(urlOf('userInfo'));
  },
);

test(
  'reminders are switched off with the keyboard, stay off, and are switched on',
  { tag: '@deep' },
  async ({ page, signIn, request, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(500), /ERR_FAILED/);
    const { userId, token } = await signIn();
    await request.put(`/api/auth/userinfo/${userId}`, {
      data: { emailId: `meena-${userId}@example.org` },
      headers: { authorization: `Bearer ${token}` },
    });
    await page.goto(href('profileSettings'));
    const remind = page.getByRole('checkbox', { name: text.remind });
    const statusText = page.getByRole('main').getByRole('status');
    await expect(remind).toBeChecked();
    await tabTo(page, remind);
    await page.keyboard.press('Space');
    await expect(statusText.filter({ hasText: text.remindersOff })).toBeVisible();
    await page.reload();
    await expect(remind).not.toBeChecked();

    await page.route('**/userinfo/*', (route) => route.abort());
    await remind.click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(remind).not.toBeChecked();
    await page.unroute('**/userinfo/*');
    await remind.click();
    await expect(statusText.filter({ hasText: text.remindersOn })).toBeVisible();
    await page.reload();
    await expect(remind).toBeChecked();
  },
);

test('devices are listed, and another device is signed out', async ({ page, signIn, request }) => {
  const { mobile } = await signIn(undefined, 'lights down');
  const otherLogin = await request.post('/api/auth/users/login', {
    data: { username: mobile, password: 'lights down' },
    headers: {
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1',
    },
  });
  const { refreshtoken } = await otherLogin.json();
  await page.goto(href('profileSettings'));
  const devices = page.getByRole('list', { name: text.devices }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: text.thisDevice })).toHaveCount(1);
  await devices.filter({ hasNotText: text.thisDevice }).getByRole('button').click();
  await expect(page.getByText(text.signedOutDevice)).toBeVisible();
  await expect(devices).toHaveCount(1);
  const refreshReply = await request.post('/api/auth/users/generatetoken', {
    data: { refreshToken: refreshtoken },
  });
  expect(refreshReply.status()).toBe(403);

  await page.evaluate(() => localStorage.setItem('rememberMe', '{}'));
  await button(page, text.logOutOfThis).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await storedKeys(page)).toEqual(['rememberMe']);
});

test('my data is downloaded as one file', async ({ page, signIn }) => {
  const { mobile } = await signIn();
  await page.goto(href('profileSettings'));
  const download = page.waitForEvent('download');
  await button(page, text.download).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^matinee-my-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    profile: { mobile },
  });
});

test('the account is deleted after a typed word, and the browser keeps no data of it', async ({
  page,
  signIn,
  request,
}) => {
  const { token } = await signIn();
  await page.goto(href('profileSettings'));
  await button(page, text.deleteAccount).click();
  const dialog = page.getByRole('dialog', { name: text.deleteTitle });
  await expect(dialog.getByText(text.retainedData)).toBeVisible();
  await dialog.getByRole('button', { name: text.keepAccount }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, text.deleteAccount)).toBeFocused();

  await button(page, text.deleteAccount).click();
  await expect(dialog.getByRole('button', { name: text.deleteAccount })).toBeDisabled();
  await dialog.getByLabel(text.typeToDelete).press('Enter');
  await expect(dialog.getByText(text.notTyped)).toBeVisible();
  await dialog.getByLabel(text.typeToDelete).fill('delete');
  await dialog.getByRole('button', { name: text.deleteAccount }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText(text.deleted)).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
  const profile = await request.get('/api/auth/myprofile', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(profile.ok()).toBe(false);
});

test(
  'Sign out deletes all stored data, also the remember-me value',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await page.evaluate(() => localStorage.setItem('rememberMe', 'yes'));
    await page.goto(href('resetPassword'));
    await button(page, sessionMessages.signOut).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    expect(await storedKeys(page)).toEqual([]);
  },
);

test(
  'a failed profile shows an error, and loads after a retry',
  { tag: '@deep' },
  async ({ page, signIn, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED/);
    const { mobile } = await signIn();
    await page.route('**/myprofile', (route) => route.abort());
    await page.goto(href('profile'));
    await expect(page.getByText(text.fetchFailed)).toBeVisible();
    await expect(page.getByText(text.profileFailed)).toBeVisible();
    await page.unroute('**/myprofile');
    await button(page, commonMessages.retry).click();
    await expect(factOf(page, text.mobile)).toHaveText(`+91 ${mobile}`);
  },
);
