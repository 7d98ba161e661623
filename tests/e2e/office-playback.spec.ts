import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { playbackMessages } from '#messages/playback.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { button, openOffice } from '../support/office-page.ts';
import { aSamplePackage } from '../support/playback-server.ts';
import { expectPlayback, pauseVideoAt, video } from '../support/player-page.ts';

test.describe.configure({ timeout: 120_000 });

test(
  'a programmer watches a film that is not shown, with captions and with the own name in the picture',
  { tag: ['@phone', '@deep'] },
  async ({ page, context }) => {
    const mediaDir = await mkdtemp(join(tmpdir(), 'film-'));
    await withInProcessServer(
      context,
      async (server) => {
        const { packageId } = await aSamplePackage(server, mediaDir);
        const film = await server.aFilm({ packageId, active: 'N' });
        const member = await openOffice(
          server,
          page,
          `#/movie/show?film=${film.movieId}`,
          'programmer',
        );
        const watch = button(page, text.watchFilm);
        await expect(watch).toBeVisible();
        await expectAccessible(page);
        await watch.focus();
        await page.keyboard.press('Enter');
        await expectPlayback(page);
        const watermark = page.locator('[data-watermark]');
        await expect(watermark).toContainText(member.name);
        await pauseVideoAt(page, 1);
        await expectAccessible(page);
        await page.keyboard.press('c');
        await expect(page.locator('.plyr__captions')).not.toBeEmpty();
        const screen = page.viewportSize()!.width;
        const { x, width } = (await watermark.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(screen);
        await button(page, playbackMessages.close).click();
        await expect(video(page)).toHaveCount(0);
        await expect(watch).toBeFocused();
        const { rows } = await server.database.query(
          `select who, said from audit_log where command = 'media play'`,
        );
        expect(rows).toEqual([{ who: expect.stringContaining(member.name), said: film.movieName }]);
      },
      { MEDIA_DIR: mediaDir },
    );
    await rm(mediaDir, { recursive: true });
  },
);
