import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { button, field, heading, openOffice } from '../support/office-page.ts';
import { isPostgres } from '../support/postgres.ts';

test.describe.configure({ timeout: 120_000 });

test(
  'an owner makes a backup, tests its restore and downloads it',
  { tag: ['@phone', '@deep'] },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(403));
    const folder = await mkdtemp(join(tmpdir(), 'backups-'));
    const settings = {
      BACKUP_TO: join(folder, 'backups'),
      MEDIA_DIR: join(folder, 'media'),
      ...(!isPostgres && { DATABASE_URL: `file:${join(folder, 'database')}` }),
    };
    const expectJobDone = () =>
      expect(page.locator('.office-state')).toHaveText(text.states.done, { timeout: 60_000 });
    await withInProcessServer(
      context,
      async (server) => {
        const member = await openOffice(server, page, '#/backup/make', 'owner');
        await button(page, text.dryRun).click();
        await expectJobDone();
        await page.getByRole('link', { name: text.toForm }).click();
        await button(page, text.apply).click();
        await expect(heading(page)).toHaveText(text.jobTitle('Make a backup'));
        await expectJobDone();
        await page.goto(`${href('office')}#/backup`);
        await expect(heading(page)).toHaveText(nounTitle('backup'));
        await expectAccessible(page);
        await page.getByRole('link', { name: /^\d{8}T\d{6}Z$/ }).click();
        await expect(button(page, text.downloadBackup)).toBeVisible();
        await expectAccessible(page);
        const download = page.waitForEvent('download');
        await button(page, text.downloadBackup).click();
        await field(page, text.code).fill(member.nextCode());
        await button(page, text.confirm).click();
        const archive = await download;
        expect(archive.suggestedFilename()).toMatch(/^matinee-\d{8}T\d{6}Z\.tar$/);
        // Playwright does not route downloads.
        const { pathname } = new URL(archive.url());
        const reply = await server.get(pathname, { headers: { cookie: member.client.cookie } });
        expect([reply.status, reply.headers.get('content-type')]).toEqual([
          200,
          'application/x-tar',
        ]);
        await page.getByRole('link', { name: 'Test a restore' }).first().click();
        await button(page, text.start).click();
        await expect(heading(page)).toHaveText(text.jobTitle('Test a restore'));
        await expectJobDone();
        await expectAccessible(page);
        await expect(page.getByText('Newest payment')).toBeVisible();
      },
      settings,
    );
    await rm(folder, { recursive: true });
  },
);
