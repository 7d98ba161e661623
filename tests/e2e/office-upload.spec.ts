import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { UPLOAD_CHUNK_BYTES } from '#domain/office-uploads.ts';
import { officeMessages as refusals } from '#messages/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { button, field, heading, openOffice, requiredField } from '../support/office-page.ts';
import { withUploads } from '../support/upload-route.ts';
import { aClip, hasFfmpeg, NEEDS_FFMPEG } from '../support/ingest/clips.ts';

test.beforeEach(() => test.slow());

const aPicture = () =>
  sharp({
    create: {
      width: 1600,
      height: 2400,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

const responseTo = (page: Page, method: string) =>
  page.waitForResponse((response) => response.request().method() === method);

test(
  'a programmer adds a poster by the file chooser, although the connection breaks',
  { tag: ['@phone', '@deep'] },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_CONNECTION_RESET/, failedLoadError(422));
    await withInProcessServer(context, async (server) => {
      const film = await server.aFilm({ poster: null });
      const picture = await aPicture();
      expect(picture.length).toBeGreaterThan(UPLOAD_CHUNK_BYTES);
      await withUploads(
        context,
        server,
        async () => {
          await openOffice(server, page, `#/media/poster?film=${film.movieId}`, 'programmer');
          await expectAccessible(page);
          const input = (action: string) => page.getByLabel(`File: ${action}`);
          await input(text.chooseFile).setInputFiles({
            name: 'poster.jpg',
            mimeType: 'image/jpeg',
            buffer: Buffer.from('MZ\0program'),
          });
          await expect(page.getByRole('alert')).toHaveText(refusals.uploadType('picture'));
          await expectAccessible(page);
          await input(text.chooseOtherFile).setInputFiles({
            name: 'poster.png',
            mimeType: 'image/png',
            buffer: picture,
          });
          await expect(page.getByText(text.uploadStatus.done)).toBeVisible({ timeout: 30_000 });
          await expect(
            page.getByRole('progressbar', { name: text.uploadOf('poster.png') }),
          ).toHaveAttribute('aria-valuenow', '100');
          await expectAccessible(page);
          await expect(requiredField(page, 'Film')).toHaveValue(String(film.movieId));
          await button(page, text.dryRun).click();
          await expect(page.getByRole('heading', { name: text.wouldChange })).toBeVisible();
          await button(page, text.apply).click();
          await expect(page.getByRole('heading', { name: text.changed })).toBeVisible();
          const { json } = await server.get(`/api/ott/public/movies/${film.movieId}`);
          expect(json.moviePoster).toMatch(/poster-400\.webp$/);
        },
        (part) => part === 3,
      );
    });
  },
);

test(
  'an upload is paused, continues after the page is loaded again, and is removed',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      // A file of the disk keeps its date, by which the browser recognises it.
      const file = test.info().outputPath('poster.png');
      writeFileSync(file, await aPicture());
      let isHeld = true;
      await withUploads(context, server, async () => {
        await context.route(/\/api\/office\/uploads\//, async (route) => {
          const isSecondPart =
            route.request().headers()['upload-offset'] === String(UPLOAD_CHUNK_BYTES);
          if (!isHeld || !isSecondPart) await route.fallback();
        });
        await openOffice(server, page, '#/media/poster', 'programmer');
        const input = page.getByLabel(`File: ${text.chooseFile}`);
        const firstPart = responseTo(page, 'PATCH');
        await input.setInputFiles(file);
        expect((await firstPart).status()).toBe(204);
        const progress = page.getByRole('progressbar');
        await expect
          .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
          .toBeGreaterThan(50);
        await button(page, text.pause).click();
        await expect(page.getByText(text.uploadStatus.paused)).toBeVisible();
        await button(page, text.dryRun).click();
        await expect(
          page.getByRole('alert').filter({ hasText: text.uploadUnfinished }),
        ).toBeVisible();
        isHeld = false;
        await page.reload();
        const continued = responseTo(page, 'HEAD');
        await input.setInputFiles(file);
        expect((await continued).headers()['upload-offset']).toBe(String(UPLOAD_CHUNK_BYTES));
        await expect(page.getByText(text.uploadStatus.done)).toBeVisible({ timeout: 30_000 });
        const removed = responseTo(page, 'DELETE');
        await button(page, text.removeFile).click();
        expect((await removed).status()).toBe(204);
        await expect(input).toBeFocused();
        await expect(progress).toBeHidden();
      });
    });
  },
);

test.describe(hasFfmpeg ? 'with ffmpeg' : NEEDS_FFMPEG, () => {
  test.skip(!hasFfmpeg);

  test(
    'a programmer uploads a film with captions, and the job encodes it and attaches its package',
    { tag: ['@deep', '@phone'] },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const film = await server.aFilm({ packageId: null });
        const folder = test.info().outputPath();
        mkdirSync(folder, { recursive: true });
        await aClip(folder, 'thirty.mp4');
        await withUploads(context, server, async () => {
          await openOffice(server, page, `#/media/ingest?film=${film.movieId}`, 'programmer');
          await page
            .getByLabel(`File: ${text.chooseFile}`)
            .setInputFiles(join(folder, 'thirty.mp4'));
          await expect(page.getByText(text.uploadStatus.done)).toBeVisible();
          await button(page, text.addCaptions).click();
          await expect(field(page, text.captionLanguage(1))).toBeFocused();
          await page.keyboard.type('ta');
          await button(page, text.start).or(button(page, text.dryRun)).first().click();
          await expect(page.getByText(text.captionsIncomplete).first()).toBeVisible();
          const captions = Buffer.from('1\n00:00:00,100 --> 00:00:01,000\nவணக்கம்\n');
          await page.getByLabel(`${text.captionFile(1)}: ${text.chooseFile}`).setInputFiles({
            name: 'thirty.srt',
            mimeType: 'application/x-subrip',
            buffer: captions,
          });
          await expect(page.getByText(text.uploadStatus.done)).toHaveCount(2);
          await field(page, 'Encoding speed (x264 preset)').fill('ultrafast');
          await field(page, 'Without AV1').check();
          const warnings = page
            .getByRole('group', { name: 'Accepted warnings' })
            .getByRole('checkbox');
          await warnings.first().check();
          await warnings.last().check();
          await warnings.first().uncheck();
          await expectAccessible(page);
          await button(page, text.dryRun).click();
          await expect(page.getByText(text.states.done, { exact: true })).toBeVisible({
            timeout: 20_000,
          });
          await page.getByRole('link', { name: text.toForm }).click();
          await button(page, text.apply).click();
          await expect(heading(page)).toHaveText(text.jobTitle('Encode films for streaming'));
          await expect(page.getByText(text.states.done, { exact: true })).toBeVisible({
            timeout: 60_000,
          });
          await expectAccessible(page);
          await expect(page.getByRole('log')).toContainText('thirty.mp4');
          await expect(
            page.getByRole('heading', { name: text.delivery.title('thirty.mp4') }),
          ).toBeVisible();
          const streams = page.getByRole('table', { name: text.delivery.streams });
          await expect(streams).toContainText(/Sound.*aac mono .*LUFS.*audio/s);
          await page.setViewportSize({ width: 390, height: 844 });
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow).toBeLessThanOrEqual(0);
          const { rows } = await server.database.query(
            `select manifest from packages join movies using (package_id) where movie_id = ${film.movieId}`,
          );
          expect(rows[0]!['manifest']).toMatchObject({ captions: [{ language: 'ta' }] });
        });
      });
    },
  );
});
