import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DAY, MINUTE } from '#domain/limits.ts';
import { detailMessages } from '#messages/details.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { packages } from '#server/db/schema/catalogue.ts';
import { openMediaStore } from '#server/ports/media/store.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { expect, refused, storeInBrowser, test } from '../support/browser.ts';
import { signInTo, withHouseBehind } from '../support/house-behind-page.ts';
import { expectMotion, openFilm, pause, playhead, video, watch } from '../support/film.ts';

test.describe.configure({ timeout: 120_000 });

const mark = (page: Page) => page.locator('[data-watermark]');
const isPaused = (page: Page) => video(page).evaluate((film: HTMLVideoElement) => film.paused);

test(
  'the film plays, is sought, changes its picture and draws its captions',
  { tag: '@phone' },
  async ({ page, films, signIn, aTicket }) => {
    const movie = films.paid[0]!;
    await aTicket(await signIn(), movie);
    const segments: { url: string; authorization: string | undefined }[] = [];
    page.on('request', (each) => {
      if (each.url().includes('/media/signed/'))
        segments.push({ url: each.url(), authorization: each.headers()['authorization'] });
    });
    await watch(page, movie);

    await test.step('its segments come by signed addresses, and no token goes there', async () => {
      expect(segments.length).toBeGreaterThan(1);
      expect(segments.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    });

    await test.step('a seek goes on from there', async () => {
      await video(page).evaluate((film: HTMLVideoElement) => (film.currentTime = film.duration / 2));
      const half = await playhead(page);
      await expect.poll(() => playhead(page), { timeout: 20_000 }).toBeGreaterThan(half + 0.5);
    });

    await test.step('another quality is another picture', async () => {
      const height = () => video(page).evaluate((film: HTMLVideoElement) => film.videoHeight);
      // Controls hide while the film runs; paused they stay.
      await pause(page);
      await page.locator('[data-plyr="settings"]').first().click();
      await page.getByRole('menuitem', { name: text.player.quality }).click();
      await page.locator('[data-plyr="quality"][value="240"]').click();
      await video(page).evaluate((film: HTMLVideoElement) => film.play());
      await expect.poll(height, { timeout: 30_000 }).toBe(240);
    });

    await test.step('captions are drawn', async () => {
      await pause(page);
      await page.locator('[data-plyr="captions"]').first().click();
      await video(page).evaluate((film: HTMLVideoElement) => ((film.currentTime = 1), film.play()));
      await expect(page.locator('.plyr__caption')).toContainText(/\S/, { timeout: 20_000 });
    });

    await test.step('the seek bar shows where it leads', async () => {
      await pause(page);
      await page.locator('.plyr__progress').hover();
      if (await page.evaluate(() => matchMedia('(hover: hover)').matches))
        await expect(page.locator('.plyr__preview-thumb__image-container img')).toBeVisible();
    });
  },
);

test('the watermark moves, and who removes or hides it stops the film', async ({ page, films, signIn, aTicket }) => {
  const movie = films.paid[1]!;
  const viewer = await signIn();
  await aTicket(viewer, movie);
  await watch(page, movie);
  await expect(mark(page)).toContainText(String(viewer.userId));

  const place = () => mark(page).evaluate((line: HTMLElement) => `${line.style.left} ${line.style.top}`);
  const first = await place();
  await expect.poll(place, { timeout: 15_000 }).not.toBe(first);

  const tricks: Record<string, (page: Page) => Promise<unknown>> = {
    removed: (on) => mark(on).evaluate((line) => line.remove()),
    'its frame removed': (on) => mark(on).evaluate((line) => line.parentElement!.remove()),
    'made transparent': (on) => mark(on).evaluate((line: HTMLElement) => (line.style.opacity = '0.01')),
    'pushed away': (on) => mark(on).evaluate((line: HTMLElement) => (line.style.left = '400%')),
    'written over': (on) => mark(on).evaluate((line) => (line.textContent = 'nobody')),
    'hidden by a style sheet': (on) =>
      on.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('[data-watermark] { display: none !important }');
        document.adoptedStyleSheets = [sheet];
      }),
  };
  for (const [name, trick] of Object.entries(tricks))
    await test.step(name, async () => {
      await trick(page);
      await expect.poll(() => isPaused(page)).toBe(true);
      await expect(page.getByText(text.markHidden)).toBeVisible();
      await page.evaluate(() => (document.adoptedStyleSheets = []));
      await expect(mark(page)).toBeVisible();
      await expect(mark(page)).toContainText(String(viewer.userId));
      await video(page).evaluate((film: HTMLVideoElement) => film.play());
      await expectMotion(page);
    });
});

test('a film goes on where it was left, after a reload and in another browser', async ({
  page,
  browser,
  films,
  signIn,
  aTicket,
}) => {
  const movie = films.paid[0]!;
  const { mobile } = await signIn();
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await aTicket({ mobile, userId: Number(stored['userId']), token: stored['userToken']! }, movie);
  await watch(page, movie);
  await video(page).evaluate((film: HTMLVideoElement) => (film.currentTime = 14));
  await expect.poll(() => playhead(page), { timeout: 20_000 }).toBeGreaterThan(15);
  const left = await pause(page);

  const begunAt = async (on: Page) => {
    const seeks: number[] = [];
    await on.exposeFunction('tellPlace', (seconds: number) => seeks.push(seconds));
    await on.addInitScript(() =>
      addEventListener(
        'playing',
        ({ target }) => {
          const { tellPlace } = window as unknown as { tellPlace: (seconds: number) => void };
          if (target instanceof HTMLVideoElement) tellPlace(target.currentTime);
        },
        true,
      ),
    );
    return async () => {
      await expect.poll(() => seeks.length, { timeout: 30_000 }).toBeGreaterThan(0);
      return seeks[0]!;
    };
  };

  const here = await begunAt(page);
  await page.reload();
  await openFilm(page);
  expect(Math.abs((await here()) - left)).toBeLessThanOrEqual(2);
  const again = await pause(page);

  const other = await (await browser.newContext()).newPage();
  await storeInBrowser(other, {
    userToken: stored['userToken']!,
    refreshToken: stored['refreshToken']!,
    userId: stored['userId']!,
  });
  const there = await begunAt(other);
  await watch(other, movie);
  expect(Math.abs((await there()) - again)).toBeLessThanOrEqual(2);
  await other.context().close();
});

test(
  'a second screen takes over, the first is told, and may take the film back',
  { tag: '@deep' },
  async ({ page, browser, films, signIn, aTicket, allowComplaints }) => {
    allowComplaints(refused(409));
    const movie = films.paid[1]!;
    const viewer = await signIn();
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    await aTicket(viewer, movie);
    await watch(page, movie);

    const other = await (await browser.newContext()).newPage();
    await storeInBrowser(other, stored);
    await watch(other, movie);
    // The first hears of it at its next heartbeat, or as soon as it needs anything.
    await expect(page.getByText(text.streamReplaced)).toBeVisible({ timeout: 45_000 });
    await page.getByRole('button', { name: text.watchHere }).click();
    await expectMotion(page);
    await expect(other.getByText(text.streamReplaced)).toBeVisible({ timeout: 45_000 });
    await other.context().close();
  },
);

test('the open player is without a barrier, and closing it leads back to the film', async ({
  page,
  films,
  signIn,
  aTicket,
}) => {
  const movie = films.paid[1]!;
  await aTicket(await signIn(), movie);
  await watch(page, movie);
  await pause(page);
  await expectNoBarriers(page);
  await page.getByRole('button', { name: text.close }).click();
  await expect(video(page)).toHaveCount(0);
  await expect(mark(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`));
});

test('before paying, one line says whether this device can show the film', async ({ page, films, signIn }) => {
  await signIn();
  const details = href('movieDetails', { movie_id: films.paid[2]!.movieId });
  await page.goto(details);
  await expect(page.getByText(detailMessages.preflight.fine)).toBeVisible();
  await page.addInitScript(() => {
    Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
    HTMLVideoElement.prototype.canPlayType = () => '';
  });
  await page.goto(details);
  await expect(page.getByText(detailMessages.preflight.cannotPlay)).toBeVisible();
});

test(
  'a window that closes during the film lets it finish, and opens no other',
  { tag: '@deep' },
  async ({ page, context, allowComplaints }) => {
    // Two minutes in a moment: the lease is over before its heartbeat, and the player mends that.
    allowComplaints(refused(403));
    const mediaDir = await mkdtemp(join(tmpdir(), 'film-'));
    const film = await openMediaStore(mediaDir).keepPackage('scripts/sample/packages/night-of-the-fair');
    await withHouseBehind(
      context,
      async (house) => {
        const { clock, database, aViewer, aFilm, anOrder } = house;
        const { packageKey, manifest, keys } = film;
        const [reel] = await database.db.insert(packages).values({ packageKey, manifest, keys }).returning();
        const [viewer, movie] = [await aViewer(), await aFilm({ packageId: reel!.packageId })];
        await anOrder(viewer, movie);
        const closes = clock.now().getTime() + DAY;
        const itIs = async (time: number) => {
          clock.set(new Date(time));
          await page.clock.setSystemTime(time);
        };
        await itIs(closes - MINUTE);
        await signInTo(house, page, viewer);
        await watch(page, movie);

        await itIs(closes + MINUTE);
        const beat = await page.waitForResponse((reply) => /\/playback\/[\w-]+\/renew$/.test(reply.url()), {
          timeout: 45_000,
        });
        expect(beat.status()).toBe(200);
        await expectMotion(page);

        await page.reload();
        await expect(page.getByText(detailMessages.bookHint)).toBeVisible();
        await expect(page.getByRole('button', { name: text.watchNow })).toHaveCount(0);
      },
      { MEDIA_DIR: mediaDir },
    );
    await rm(mediaDir, { recursive: true });
  },
);

async function toSmallWindow(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: text.smallWindow }).click();
  await expect(page.getByText(text.inSmallWindow)).toBeVisible();
  return opening;
}

test(
  'the small window takes the film and its mark along, and gives them back',
  { tag: '@deep' },
  async ({ page, films, signIn, aTicket }, { project }) => {
    test.skip(project.name === 'phone', 'phones have no such window');
    await aTicket(await signIn(), films.paid[1]!);
    await watch(page, films.paid[1]!);
    const small = await toSmallWindow(page);
    await expectMotion(small);
    await expect(mark(small)).toBeVisible();
    await expect(mark(page)).toHaveCount(0);
    await page.getByRole('button', { name: text.bringBack }).click();
    await expectMotion(page);
    await expect(mark(page)).toBeVisible();
  },
);

test(
  'the player may be closed while the film is in its small window',
  { tag: '@deep' },
  async ({ page, films, signIn, aTicket }, { project }) => {
    test.skip(project.name === 'phone', 'phones have no such window');
    await aTicket(await signIn(), films.paid[1]!);
    await watch(page, films.paid[1]!);
    const small = await toSmallWindow(page);
    await page.getByRole('button', { name: text.close }).click();
    await expect(video(page)).toHaveCount(0);
    await expect.poll(() => small.isClosed()).toBe(true);
  },
);
