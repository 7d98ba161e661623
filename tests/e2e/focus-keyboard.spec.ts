import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { MINUTE } from '#domain/limits/durations.ts';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages } from '#messages/session.ts';
import { submissionMessages } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { aMobile, expect, failedLoadError, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { openWizard } from '../support/submission-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('a button that disappears after its action moves the focus', () => {
  test('RESEND moves it to the code field, also after an early request, whose error is beside the countdown', async ({
    page,
    context,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(failedLoadError(429));
    await page.clock.install();
    await withInProcessServer(context, async (server) => {
      const code = page.getByLabel(sessionMessages.otpLabel);
      const tooSoon = page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: sessionMessages.codeTooSoon });
      await page.goto(href('signup'));
      await page.getByLabel(sessionMessages.mobileNumber).fill(aMobile());
      await button(page, sessionMessages.signUp).click();
      await expect(code).toBeFocused();

      server.clock.advance(MINUTE);
      await page.clock.fastForward(2 * MINUTE);
      await button(page, sessionMessages.resend).press('Enter');
      await expect(tooSoon).toBeVisible();
      await expect(page.getByText(/^You can ask for a new code in/)).toBeVisible();
      await expect(code).toBeFocused();

      server.clock.advance(MINUTE);
      await page.clock.fastForward(MINUTE);
      await expect(tooSoon).toBeHidden();
      await button(page, sessionMessages.resend).press('Enter');
      await expect(page.getByText(sessionMessages.resent)).toBeVisible();
      await expect(button(page, sessionMessages.resend)).toHaveCount(0);
      await expect(code).toBeFocused();
    });
  });

  test('the sign-out of a device moves it to the list of devices', async ({
    page,
    signIn,
    request,
  }) => {
    const password = 'lights down';
    const { mobile } = await signIn(undefined, password);
    for (let device = 0; device < 3; device++)
      await request.post('/api/auth/users/login', { data: { username: mobile, password } });
    await page.goto(href('profileSettings'));
    const list = page.getByRole('list', { name: accountMessages.devices });
    const otherDevices = list
      .getByRole('listitem')
      .filter({ hasNotText: accountMessages.thisDevice });
    await expect(otherDevices).toHaveCount(3);
    await otherDevices.first().getByRole('button').press('Enter');
    await expect(otherDevices).toHaveCount(2);
    await expect(list).toBeFocused();
    await button(page, accountMessages.signOutOtherDevices).press('Enter');
    await expect(otherDevices).toHaveCount(0);
    await expect(list).toBeFocused();
  });

  test('Remove moves it to the poster field', { tag: '@deep' }, async ({ page, signIn }) => {
    await signIn();
    await openWizard(page);
    const picture = sharp({
      create: { width: 800, height: 1200, channels: 3, background: '#611226' },
    });
    const file = {
      name: 'poster.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture.jpeg().toBuffer(),
    };
    await page.getByLabel(submissionMessages.choosePoster).setInputFiles(file);
    await expect(page.getByText(submissionMessages.posterSaved)).toBeVisible();
    await button(page, submissionMessages.removePoster).press('Enter');
    await expect(page.getByLabel(submissionMessages.choosePoster)).toBeFocused();
  });
});
