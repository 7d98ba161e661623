import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, storeInBrowser, test } from '../support/browser.ts';
import { signInViewer, withInProcessServer } from '../support/in-process-server.ts';
import { aSamplePackage } from '../support/playback-server.ts';
import {
  expectPlayback,
  openFilm,
  pauseFilm,
  playhead,
  video,
  watchFilm,
} from '../support/player-page.ts';

test.describe.configure({ timeout: 120_000 });

const watermark = (page: Page) => page.locator('[data-watermark]');
const isPaused = (page: Page) => video(page).evaluate((film: HTMLVideoElement) => film.paused);

test(
  'the film plays, seeks, changes quality and shows captions',
  { tag: '@phone' },
  async ({ page, films, signIn, aTicket }) => {
    const movie = films.paid[0]!;
    await aTicket(await signIn(), movie);
    const segments: { url: string; authorization: string | undefined }[] = [];
    page.on('request', (each) => {
      if (each.url().includes('/media/signed/'))
        segments.push({ url: each.url(), authorization: each.headers()['authorization'] });
    });
    await watchFilm(page, movie);

    await test.step('segments load from signed URLs without a token', async () => {
      expect(segments.length).toBeGreaterThan(1);
      expect(segments.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    });

    await test.step('no picture segment loads twice, in one size or in two', () => {
      const pictures = segments.flatMap(
        ({ url }) => /\/\d+p[^/]*\/(\d+)\.m4s/.exec(url)?.[1] ?? [],
      );
      expect(pictures).toEqual([...new Set(pictures)]);
    });

    await test.step('playback continues after a seek', async () => {
      await video(page).evaluate(
        (film: HTMLVideoElement) => (film.currentTime = film.duration / 2),
      );
      const half = await playhead(page);
      await expect.poll(() => playhead(page), { timeout: 20_000 }).toBeGreaterThan(half + 0.5);
    });

    await test.step('another quality changes the picture size', async () => {
      const height = () => video(page).evaluate((film: HTMLVideoElement) => film.videoHeight);
      // Controls hide during playback but stay while paused.
      await pauseFilm(page);
      await page.locator('[data-plyr="settings"]').first().click();
      await page.getByRole('menuitem', { name: text.player.quality }).click();
      await page.locator('[data-plyr="quality"][value="240"]').click();
      await video(page).evaluate((film: HTMLVideoElement) => film.play());
      await expect.poll(height, { timeout: 30_000 }).toBe(240);
    });

    await test.step('captions appear', async () => {
      await pauseFilm(page);
      await page.locator('[data-plyr="captions"]').first().click();
      await video(page).evaluate((film: HTMLVideoElement) => ((film.currentTime = 1), film.play()));
      await expect(page.locator('.plyr__caption')).toContainText(/\S/, { timeout: 20_000 });
    });

    await test.step('the seek bar shows thumbnails', async () => {
      await pauseFilm(page);
      await page.locator('.plyr__progress').hover();
      if (await page.evaluate(() => matchMedia('(hover: hover)').matches))
        await expect(page.locator('.plyr__preview-thumb__image-container img')).toBeVisible();
    });
  },
);

test('the watermark moves, and the film stops if it is removed or hidden', async ({
  page,
  films,
  signIn,
  aTicket,
}) => {
  const movie = films.paid[1]!;
  const viewer = await signIn();
  await aTicket(viewer, movie);
  await watchFilm(page, movie);
  await expect(watermark(page)).toContainText(String(viewer.userId));

  const watermarkPosition = () =>
    watermark(page).evaluate((mark: HTMLElement) => `${mark.style.left} ${mark.style.top}`);
  const first = await watermarkPosition();
  await expect.poll(watermarkPosition, { timeout: 15_000 }).not.toBe(first);

  await test.step('it is legible on any picture, at a size that follows the picture', async () => {
    await video(page).evaluate((film: HTMLVideoElement) => film.pause());
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const picture = await watermark(page).evaluate((mark) => mark.parentElement!.clientHeight);
      const fontSize = await watermark(page).evaluate((mark) =>
        Number.parseFloat(getComputedStyle(mark).fontSize),
      );
      expect(fontSize).toBeGreaterThanOrEqual(Math.max(11, picture * 0.03));
      for (const colour of ['black', 'gray', 'white'])
        expect(await contrastOn(colour), colour).toBeGreaterThan(3);
    }
    await video(page).evaluate((film: HTMLVideoElement) => film.play());
  });

  /** Of the lightest and the darkest pixels of the watermark on a picture of one colour. */
  async function contrastOn(colour: string): Promise<number> {
    const clip = await watermark(page).evaluate((mark, background) => {
      mark.parentElement!.style.background = background;
      const { x, y, width, height } = mark.getBoundingClientRect();
      return { x, y, width, height };
    }, colour);
    const { data } = await sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .greyscale()
      .raw()
      .toBuffer({
        resolveWithObject: true,
      });
    const levels = [...data].toSorted((a, b) => a - b);
    const luminanceAt = (share: number) =>
      (levels[Math.floor(share * (levels.length - 1))]! / 255) ** 2.2;
    return (luminanceAt(0.99) + 0.05) / (luminanceAt(0.01) + 0.05);
  }

  const tamperings: Record<string, (page: Page) => Promise<unknown>> = {
    removed: (target) => watermark(target).evaluate((mark) => mark.remove()),
    'its frame removed': (target) =>
      watermark(target).evaluate((mark) => mark.parentElement!.remove()),
    'made transparent': (target) =>
      watermark(target).evaluate((mark: HTMLElement) => (mark.style.opacity = '0.01')),
    'moved outside': (target) =>
      watermark(target).evaluate((mark: HTMLElement) => (mark.style.left = '400%')),
    overwritten: (target) => watermark(target).evaluate((mark) => (mark.textContent = 'nobody')),
    'hidden by a style sheet': (target) =>
      target.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('[data-watermark] { display: none !important }');
        document.adoptedStyleSheets = [sheet];
      }),
  };
  for (const [name, tamper] of Object.entries(tamperings))
    await test.step(name, async () => {
      await tamper(page);
      await expect.poll(() => isPaused(page)).toBe(true);
      await expect(page.getByText(text.watermarkHidden)).toBeVisible();
      await page.evaluate(() => (document.adoptedStyleSheets = []));
      await expect(watermark(page)).toBeVisible();
      await expect(watermark(page)).toContainText(String(viewer.userId));
      await video(page).evaluate((film: HTMLVideoElement) => film.play());
      await expectPlayback(page);
    });
});

test(
  'a film resumes at its last position, after a reload and in another browser',
  { tag: '@deep' },
  async ({ page, browser, films, signIn, aTicket }) => {
    const movie = films.paid[0]!;
    const { mobile } = await signIn();
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    await aTicket({ mobile, userId: Number(stored['userId']), token: stored['userToken']! }, movie);
    await watchFilm(page, movie);
    await video(page).evaluate((film: HTMLVideoElement) => (film.currentTime = 14));
    await expect.poll(() => playhead(page), { timeout: 20_000 }).toBeGreaterThan(15);
    const pausedAt = await pauseFilm(page);

    const recordStart = async (target: Page) => {
      const startPositions: number[] = [];
      await target.exposeFunction('reportPosition', (seconds: number) =>
        startPositions.push(seconds),
      );
      await target.addInitScript(() =>
        addEventListener(
          'playing',
          ({ target: element }) => {
            const { reportPosition } = window as unknown as {
              reportPosition: (seconds: number) => void;
            };
            if (element instanceof HTMLVideoElement) reportPosition(element.currentTime);
          },
          true,
        ),
      );
      return async () => {
        await expect.poll(() => startPositions.length, { timeout: 30_000 }).toBeGreaterThan(0);
        return startPositions[0]!;
      };
    };

    const firstStart = await recordStart(page);
    await page.reload();
    await openFilm(page);
    expect(Math.abs((await firstStart()) - pausedAt)).toBeLessThanOrEqual(2);
    const pausedAgainAt = await pauseFilm(page);

    const other = await (await browser.newContext()).newPage();
    await storeInBrowser(other, {
      userToken: stored['userToken']!,
      refreshToken: stored['refreshToken']!,
      userId: stored['userId']!,
    });
    const otherStart = await recordStart(other);
    await watchFilm(other, movie);
    expect(Math.abs((await otherStart()) - pausedAgainAt)).toBeLessThanOrEqual(2);
    await other.context().close();
  },
);

test(
  'a second screen takes over, the first shows a message, and can take the film back',
  { tag: '@deep' },
  async ({ page, browser, films, signIn, aTicket, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(409));
    const movie = films.paid[1]!;
    const viewer = await signIn();
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    await aTicket(viewer, movie);
    await watchFilm(page, movie);

    const other = await (await browser.newContext()).newPage();
    await storeInBrowser(other, stored);
    await watchFilm(other, movie);
    // The first player stops at its next heartbeat or request.
    await expect(page.getByText(text.streamReplaced)).toBeVisible({ timeout: 45_000 });
    await page.getByRole('button', { name: text.watchHere }).click();
    await expectPlayback(page);
    await expect(other.getByText(text.streamReplaced)).toBeVisible({ timeout: 45_000 });
    await other.context().close();
  },
);

test('the open player is accessible and obeys its shortcuts, and closing it returns to the film', async ({
  page,
  films,
  signIn,
  aTicket,
}) => {
  const movie = films.paid[1]!;
  await aTicket(await signIn(), movie);
  await watchFilm(page, movie);
  const isPlaying = () => video(page).evaluate((film: HTMLVideoElement) => !film.paused);
  const close = page.getByRole('button', { name: text.close, exact: true });
  const { keyboard } = page;

  await test.step('the focus begins on the play button, and Space pauses, even on Close', async () => {
    await expect(page.locator('.plyr__controls [data-plyr="play"]')).toBeFocused();
    await keyboard.press('Space');
    await expect.poll(isPlaying).toBe(false);
    await keyboard.press('k');
    await expect.poll(isPlaying).toBe(true);
    await close.focus();
    await keyboard.press('Space');
    await expect.poll(isPlaying).toBe(false);
  });

  await test.step('J, L and the arrows move by ten seconds, as the buttons do', async () => {
    await video(page).evaluate((film: HTMLVideoElement) => (film.currentTime = 20));
    const steps: [() => Promise<unknown>, number][] = [
      [() => keyboard.press('l'), 30],
      [() => keyboard.press('ArrowRight'), 40],
      [() => keyboard.press('j'), 30],
      [() => keyboard.press('ArrowLeft'), 20],
      [() => page.getByRole('button', { name: 'Forward 10 seconds' }).click(), 30],
      [() => page.getByRole('button', { name: 'Back 10 seconds' }).click(), 20],
    ];
    for (const [step, seconds] of steps) {
      await step();
      await expect.poll(() => playhead(page)).toBeCloseTo(seconds, 0);
    }
  });

  await test.step('C shows the captions, and F fills the screen', async () => {
    await keyboard.press('c');
    await expect(page.locator('.plyr--captions-active')).toBeVisible();
    await keyboard.press('f');
    const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null);
    await expect.poll(isFullScreen).toBe(true);
    await keyboard.press('f');
    await expect.poll(isFullScreen).toBe(false);
  });

  await test.step('M mutes, and ? shows the shortcuts until Escape', async () => {
    await keyboard.press('m');
    expect(await video(page).evaluate((film: HTMLVideoElement) => film.muted)).toBe(true);
    const shortcuts = page.getByRole('region', { name: text.shortcuts });
    await keyboard.press('?');
    await expect(shortcuts).toBeVisible();
    await expectAccessible(page);
    await keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
  });

  await expectAccessible(page);
  await close.click();
  await expect(video(page)).toHaveCount(0);
  await expect(watermark(page)).toHaveCount(0);
  await expect(page).toHaveURL(
    new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`),
  );
});

test('before the payment a note shows only if this device cannot play the film', async ({
  page,
  films,
  signIn,
}) => {
  await signIn();
  const details = href('movieDetails', { movie_id: films.paid[2]!.movieId });
  await page.goto(details);
  await expect(
    page.getByRole('link', { name: catalogueMessages.bookNow }).locator('visible=true'),
  ).toBeVisible();
  await expect(page.locator('[data-device-check]')).toBeHidden();
  await page.addInitScript(() => {
    Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
    HTMLVideoElement.prototype.canPlayType = () => '';
  });
  await page.goto(details);
  await expect(page.getByText(detailMessages.deviceCheck.cannotPlay)).toBeVisible();
});

test(
  'a film that started before the window closed can be finished, but not started again',
  { tag: '@deep' },
  async ({ page, context, allowConsoleErrors }) => {
    // Skips two minutes: the lease expires before its heartbeat, and the player recovers.
    allowConsoleErrors(failedLoadError(403));
    const mediaDir = await mkdtemp(join(tmpdir(), 'film-'));
    await withInProcessServer(
      context,
      async (server) => {
        const { clock, aViewer, aFilm, anOrder } = server;
        const { packageId } = await aSamplePackage(server, mediaDir);
        const [viewer, movie] = [await aViewer(), await aFilm({ packageId })];
        await anOrder(viewer, movie);
        const closesAt = clock.now().getTime() + DAY;
        const setTime = async (time: number) => {
          clock.set(new Date(time));
          await page.clock.setSystemTime(time);
        };
        await setTime(closesAt - MINUTE);
        await signInViewer(server, page, viewer);
        await watchFilm(page, movie);

        await setTime(closesAt + MINUTE);
        const renewal = await page.waitForResponse(
          (reply) => /\/playback\/[\w-]+\/renew$/.test(reply.url()),
          {
            timeout: 45_000,
          },
        );
        expect(renewal.status()).toBe(200);
        await expectPlayback(page);

        await page.reload();
        await expect(page.getByText(detailMessages.bookHint)).toBeVisible();
        await expect(page.getByRole('button', { name: detailMessages.watchNow })).toHaveCount(0);
      },
      { MEDIA_DIR: mediaDir },
    );
    await rm(mediaDir, { recursive: true });
  },
);

async function openPictureInPicture(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: text.smallWindow }).click();
  await expect(page.getByText(text.inSmallWindow)).toBeVisible();
  return opening;
}

test(
  'picture in picture moves the film with its watermark, and moves both back',
  { tag: '@deep' },
  async ({ page, films, signIn, aTicket }, { project }) => {
    test.skip(project.name === 'phone', 'phones have no picture in picture');
    await aTicket(await signIn(), films.paid[1]!);
    await watchFilm(page, films.paid[1]!);
    const pipPage = await openPictureInPicture(page);
    await expectPlayback(pipPage);
    await expect(watermark(pipPage)).toBeVisible();
    await expect(watermark(page)).toHaveCount(0);
    await page.getByRole('button', { name: text.leaveSmallWindow }).click();
    await expectPlayback(page);
    await expect(watermark(page)).toBeVisible();
  },
);

test(
  'the player can be closed during picture in picture',
  { tag: '@deep' },
  async ({ page, films, signIn, aTicket }, { project }) => {
    test.skip(project.name === 'phone', 'phones have no picture in picture');
    await aTicket(await signIn(), films.paid[1]!);
    await watchFilm(page, films.paid[1]!);
    const pipPage = await openPictureInPicture(page);
    await page.getByRole('button', { name: text.close }).click();
    await expect(video(page)).toHaveCount(0);
    await expect.poll(() => pipPage.isClosed()).toBe(true);
  },
);
