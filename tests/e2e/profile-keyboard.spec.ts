import type { Locator, Page } from '@playwright/test';
import { accountMessages as text } from '#messages/accounts.ts';
import { placeMessages } from '#messages/places.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expect, tabTo, test } from '../support/browser.ts';

async function tabToAndPress(page: Page, target: Locator, key = 'Enter') {
  await target.waitFor();
  await tabTo(page, target);
  await page.keyboard.press(key);
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'the profile is edited and a password is set with the keyboard alone',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn(undefined, 'lights down');
    await page.goto(href('profile'));
    await tabToAndPress(page, page.getByRole('link', { name: text.editProfile }));
    const name = page.getByLabel(text.name, { exact: true });
    await name.waitFor();
    await tabTo(page, name);
    await page.keyboard.type('Meena');
    await tabToAndPress(page, page.getByLabel(text.male, { exact: true }), 'ArrowRight');
    await tabToAndPress(page, button(page, text.update));
    await expect(page.locator('dl')).toContainText('Meena');
    await expect(page.locator('dl')).toContainText(text.female);

    await tabToAndPress(page, page.getByRole('link', { name: text.resetPassword }));
    for (const label of [text.currentPassword, text.newPassword, text.confirmPassword]) {
      const field = page.getByLabel(label, { exact: true });
      await field.waitFor();
      await tabTo(page, field);
      await page.keyboard.type('lights down');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText(sessionMessages.passwordReset)).toBeVisible();
  },
);

test(
  'a place is chosen from the list, and the pin is set and moved, with the keyboard alone',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('profileSettings'));
    await tabToAndPress(page, page.getByRole('link', { name: text.location }));
    const field = page.getByRole('combobox', { name: placeMessages.address });
    await field.waitFor();
    await tabTo(page, field);
    await page.keyboard.type('chen');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^Chen/);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(/^Chen/);
    const chosen = await field.inputValue();

    const map = page.getByRole('application', { name: placeMessages.map });
    await map.waitFor();
    const pin = button(page, placeMessages.pin);
    await pin.waitFor();
    const before = await pin.boundingBox();
    await tabToAndPress(page, pin, 'Shift+ArrowRight');
    await expect.poll(async () => (await pin.boundingBox())!.x).toBeGreaterThan(before!.x + 30);
    await expect(pin).toBeFocused();
    expect(chosen).not.toBe('');
    await tabToAndPress(page, button(page, placeMessages.setMyLocation));
    await expect(page).toHaveURL(new RegExp(href('profileSettings')));
  },
);

test(
  'languages are ticked, and the account is deleted, with the keyboard alone',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('profileSettings'));
    await tabToAndPress(page, page.getByRole('link', { name: text.language }));
    await tabToAndPress(page, page.getByRole('checkbox', { name: 'Tamil' }), 'Space');
    await tabToAndPress(page, button(page, text.save));
    await expect(page.getByText(text.languagesSaved)).toBeVisible();

    await tabToAndPress(page, button(page, text.deleteAccount));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(text.typeToDelete)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Enter');
    await page.keyboard.type('delete');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/:\d+\/$/);
  },
);
