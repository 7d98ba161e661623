import { authSentences } from '#messages/refusals/auth.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import jsQR from 'jsqr';
import sharp from 'sharp';
import type { PackageManifest, Rendition } from '#domain/playlist.ts';
import { accountMessages } from '#messages/accounts.ts';
import { detailMessages } from '#messages/details.ts';
import { playbackMessages } from '#messages/playback.ts';
import { sessionMessages } from '#messages/session.ts';
import { televisionCodeMessages as phoneText } from '#messages/television-code.ts';
import { televisionRemoteMessages as remoteText } from '#messages/television-remote.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { televisionRefusals } from '#messages/television-refusals.ts';
import { href, televisionFilmPath } from '#routes.ts';
import { packages } from '#server/db/schema/catalogue.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { aMobile, codeFor, expect, failedLoadError, test } from '../support/browser.ts';
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

const DEEP = { tag: '@deep' };
const TELEVISION = {
  viewport: { width: 1280, height: 720 },
  userAgent:
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
};
const codeOf = async (television: Page): Promise<string> => {
  await expect(television.locator('.tv-code')).toHaveText(/^[A-Z]{4}-[A-Z]{4}$/);
  return (await television.locator('.tv-code').textContent())!;
};
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true });

/** Opens /tv in a context of its own: another device than the phone. */
async function withTelevision(context: BrowserContext, run: (television: Page) => Promise<void>) {
  const device = await context
    .browser()!
    .newContext({ ...TELEVISION, baseURL: process.env['E2E_ORIGIN']! });
  try {
    const television = await device.newPage();
    await television.goto(href('television'));
    await run(television);
  } finally {
    await device.close();
  }
}

/** Signs in the television with the code that it shows. */
async function confirmOnPhone(phone: Page, television: Page, name: string) {
  await codeOf(television);
  await phone.goto(await readQrCode(television));
  await phone.getByLabel(phoneText.deviceName).fill(name);
  await button(phone, phoneText.confirm).click();
  await expect(phone.getByRole('heading', { name: phoneText.confirmedTitle })).toBeFocused();
  await expect(television.getByRole('heading', { name: text.streamingNow })).toBeVisible();
}

/** Presses keys of the remote control until an element has the focus. */
async function focusByKey(television: Page, key: string, target: Locator) {
  for (let press = 0; press < 6 && !(await isFocused(target)); press++)
    await television.keyboard.press(key);
  await expect(target).toBeFocused();
  expect(await hasVisibleFocus(target)).toBe(true);
}
const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);
const hasVisibleFocus = (target: Locator) =>
  target.evaluate(async (element) => {
    await new Promise((resolve) => setTimeout(resolve, 500)); // transitions
    const { outlineStyle } = getComputedStyle(element);
    for (let each: Element | null = element; each; each = each.parentElement)
      if (getComputedStyle(each).opacity === '0') return false;
    return outlineStyle === 'solid';
  });

const fontSizeOf = (element: Locator) =>
  element.evaluate((each) => parseFloat(getComputedStyle(each).fontSize));

/** Texts of the menu that are small or in the margin. */
const menuFaults = (menu: Locator) =>
  menu.evaluate((dialog) =>
    [...dialog.querySelectorAll('h2, button')]
      .filter((each) => {
        const { right, height } = each.getBoundingClientRect();
        const isSmall =
          parseFloat(getComputedStyle(each).fontSize) < (24 * innerHeight) / 720 - 0.1;
        const isFlat = each.localName === 'button' && height < (44 * innerHeight) / 720;
        return isSmall || isFlat || right > innerWidth * 0.95 + 1;
      })
      .map((each) => each.textContent),
  );

/** The captions in a language, at the middle of each. Waits until they are loaded. */
async function cuesOf(page: Page, label: string) {
  const read = () =>
    video(page).evaluate(
      (film: HTMLVideoElement, name) =>
        [...([...film.textTracks].find((track) => track.label === name)?.cues ?? [])].map(
          (cue) => ({
            at: (cue.startTime + cue.endTime) / 2 - 0.2,
            firstLine: (cue as VTTCue).text.split('\n')[0]!,
          }),
        ),
      label,
    );
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return read();
}

/** Accepts the warning with the keys, if it is shown. */
async function startByKeys(television: Page) {
  const accept = button(television, playbackMessages.accept);
  await accept.or(television.locator('video')).first().waitFor();
  if (!(await accept.isVisible())) return;
  await focusByKey(television, 'ArrowRight', accept);
  await television.keyboard.press('Enter');
}

const seekTo = (page: Page, seconds: number) =>
  video(page).evaluate((film: HTMLVideoElement, at) => void (film.currentTime = at), seconds);

/** The film plays there and goes on from a position in seconds. */
async function expectToContinue(page: Page, seconds: number) {
  await expectPlayback(page);
  const now = await playhead(page);
  expect(now).toBeGreaterThan(seconds - 2);
  expect(now).toBeLessThan(seconds + 15);
}

/** What a phone reads from the QR code on the screen. */
async function readQrCode(television: Page): Promise<string> {
  const picture = await television.locator('.tv-qr').screenshot();
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)!.data;
}

/** Texts under 24 px at 720 lines, and parts of the screen in the margin that a television may cut off. */
const layoutFaults = (television: Page) =>
  television.evaluate(() => {
    const scale = innerHeight / 720;
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('.tv *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent!.trim(),
      );
      const { left, right, top, width } = element.getBoundingClientRect();
      if (!hasText || width === 0 || element.closest('[aria-hidden]')) continue;
      const name = element.textContent!.slice(0, 40);
      if (parseFloat(getComputedStyle(element).fontSize) < 24 * scale - 0.1)
        faults.push(`small: ${name}`);
      if (left < innerWidth * 0.05 - 1) faults.push(`cut off at the left: ${name}`);
      if (right > innerWidth * 0.95 + 1 && !element.closest('.tv-row'))
        faults.push(`cut off at the right: ${name}`);
      if (scrollY === 0 && top < innerHeight * 0.05 - 1) faults.push(`cut off at the top: ${name}`);
    }
    return faults;
  });

/** Buttons of the player with small texts or outside the margin. */
const playerFaults = (television: Page) =>
  television.evaluate(() =>
    [...document.querySelectorAll('[data-player] :is(.film-head, .plyr__controls) button')]
      .filter((each) => each.getClientRects().length > 0)
      .filter((each) => {
        const { left, right, top, bottom, height } = each.getBoundingClientRect();
        const isInMargin =
          left < innerWidth * 0.05 - 1 ||
          right > innerWidth * 0.95 + 1 ||
          top < innerHeight * 0.05 - 1 ||
          bottom > innerHeight * 0.95 + 1;
        return isInMargin || height < (44 * innerHeight) / 720;
      })
      .map((each) => each.outerHTML.slice(0, 120)),
  );

test(
  'a phone signs in a television, books there, and signs it out; the television follows by itself',
  DEEP,
  async ({ page, context, signIn, aTicket, films }) => {
    const viewer = await signIn();
    const film = films.paid[0]!;
    await withTelevision(context, async (television) => {
      await test.step('the code on the television opens its confirmation on the phone', async () => {
        const code = await codeOf(television);
        const address = await readQrCode(television);
        expect(address).toBe(
          new URL(`${href('televisionCode')}?code=${code}`, process.env['E2E_ORIGIN']).href,
        );
        await page.goto(address);
        await expect(page.getByRole('heading', { name: phoneText.isItYours })).toBeFocused();
        await expect(page.getByText(code, { exact: true })).toBeVisible();
        await expect(page.getByLabel(phoneText.deviceName)).toHaveValue(
          televisionRefusals.televisionOf('LG webOS'),
        );
        await page.getByLabel(phoneText.deviceName).fill('Living room');
        await button(page, phoneText.confirm).click();
        await expect(page.getByRole('heading', { name: phoneText.confirmedTitle })).toBeFocused();
      });

      await test.step('the television shows films, and a remote control reaches them', async () => {
        await expect(television.getByRole('heading', { name: text.streamingNow })).toBeVisible();
        const posters = television.locator('.tv-card');
        await expect(posters.first()).toBeFocused();
        await television.keyboard.press('ArrowRight');
        await expect(posters.nth(1)).toBeFocused();
        await television.keyboard.press('ArrowDown');
        await expect(button(television, text.signOut)).toBeFocused();
        await television.keyboard.press('ArrowUp');
        await television.keyboard.press('ArrowLeft');
        await television.keyboard.press('Enter');
        await expect(television.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(television).toHaveURL(/film=\d+$/);
        await television.keyboard.press('Backspace');
        await expect(posters.first()).toBeFocused();
      });

      await test.step('after the booking on the phone, the film can be watched', async () => {
        await television.goto(televisionFilmPath(film.movieId));
        await expect(button(television, text.back)).toBeFocused();
        expect(await readQrCode(television)).toBe(
          new URL(href('watchLink', { movie_id: film.movieKey }), process.env['E2E_ORIGIN']).href,
        );
        await aTicket(viewer, film);
        await expect(button(television, text.watchNow)).toBeFocused();
        await television.keyboard.press('Enter');
        await expect(button(television, playbackMessages.accept)).toBeVisible();
        await button(television, playbackMessages.accept).focus();
        await television.keyboard.press('Enter');
        await expectPlayback(television);
        await expect(television.locator('[data-watermark]')).toBeVisible();
        await television.keyboard.press('Backspace');
        await expect(video(television)).toHaveCount(0);
        await expect(button(television, text.watchNow)).toBeFocused();
      });

      await test.step('the phone signs it out', async () => {
        await page.goto(href('profileSettings'));
        await button(page, accountMessages.signOutOf('Living room')).click();
        await expect(page.getByText(accountMessages.signedOutDevice)).toBeVisible();
        await codeOf(television);
      });
    });
  },
);

test('a phone signs in a television with the code that is typed', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await withTelevision(context, async (television) => {
    await page.goto(href('televisionCode'));
    await page.getByLabel(phoneText.codeLabel).fill((await codeOf(television)).toLowerCase());
    await button(page, phoneText.continue).click();
    await page.getByLabel(phoneText.deviceName).fill('Living room');
    await button(page, phoneText.confirm).click();
    await expect(page.getByRole('heading', { name: phoneText.confirmedTitle })).toBeFocused();
    await expect(television.getByRole('heading', { name: text.streamingNow })).toBeVisible();
  });
});

test(
  'a film moves between the phone and the television, and the remote control chooses its captions',
  DEEP,
  async ({ page, context, signIn, aTicket, films, allowConsoleErrors }) => {
    test.setTimeout(240_000);
    // A screen that another device replaced.
    allowConsoleErrors(failedLoadError(409));
    const viewer = await signIn();
    const film = films.paid[0]!;
    await aTicket(viewer, film);
    await withTelevision(context, async (television) => {
      await confirmOnPhone(page, television, 'Living room');
      const { keyboard } = television;
      const menuButton = button(television, text.captions);
      const menu = television.getByRole('dialog', { name: text.captionsAndSound });
      let pausedAt = 0;
      const inPlayer = page
        .getByRole('dialog')
        .getByRole('button', { name: remoteText.watchOnTelevision });

      await test.step('the player on the phone continues on the television', async () => {
        await watchFilm(page, film);
        await seekTo(page, 20);
        await expect.poll(() => playhead(page), { timeout: 20_000 }).toBeGreaterThan(21);
        await inPlayer.click();
        await expect(page.getByText(remoteText.opensOn('Living room'))).toBeVisible();
        await expect(video(page)).toHaveCount(0);
        await startByKeys(television);
        await expectToContinue(television, 21);
      });

      await test.step('the arrows, OK and Back choose captions', async () => {
        await focusByKey(television, 'ArrowUp', menuButton);
        await keyboard.press('Enter');
        await expect(button(menu, playbackMessages.player.disabled)).toBeFocused();
        await expect(menu.getByRole('heading')).toHaveText([text.captions]);
        const [, english, original] = await menu.locator('.tv-option').allTextContents();
        for (const [key, language] of [
          ['ArrowDown', original!],
          ['ArrowUp', english!],
        ] as const) {
          await focusByKey(television, key, button(menu, language));
          await keyboard.press('Enter');
          await expect(button(menu, language)).toHaveAttribute('aria-pressed', 'true');
          const [cue] = await cuesOf(television, language);
          await seekTo(television, cue!.at);
          await expect(television.locator('.plyr__caption')).toContainText(cue!.firstLine, {
            timeout: 20_000,
          });
        }
        expect(await menuFaults(menu)).toEqual([]);
        await expectAccessible(television, 'menu');
        const captionPx = await fontSizeOf(television.locator('.plyr__captions'));
        expect(captionPx * (1080 / 720)).toBeGreaterThanOrEqual(40);
        expect(await fontSizeOf(television.locator('[data-watermark]'))).toBeGreaterThanOrEqual(24);
        await keyboard.press('Backspace');
        await expect(menu).toHaveCount(0);
        await expect(menuButton).toBeFocused();
        await expect(video(television)).toBeVisible();
        const boxOf = (selector: string) => television.locator(selector).boundingBox();
        const overlap = async () => {
          const [captions, progress] = [
            await boxOf('.plyr__captions'),
            await boxOf('.plyr__progress'),
          ];
          return captions!.y + captions!.height - progress!.y;
        };
        await expect.poll(overlap).toBeLessThanOrEqual(0);
      });

      await test.step('the phone takes the film from the television, which says so', async () => {
        await seekTo(television, 20);
        await expect.poll(() => playhead(television), { timeout: 20_000 }).toBeGreaterThan(24);
        const leftAt = await playhead(television);
        await openFilm(page);
        await expectToContinue(page, leftAt);
        pausedAt = await pauseFilm(page);
        await expect(television.getByText(playbackMessages.streamReplaced)).toBeVisible({
          timeout: 45_000,
        });
        await expect(button(television, playbackMessages.watchHere)).toBeFocused();
      });

      await test.step('the television takes it back', async () => {
        await keyboard.press('Enter');
        await expectToContinue(television, pausedAt);
        await expect(page.getByText(playbackMessages.streamReplaced)).toBeVisible({
          timeout: 45_000,
        });
        await page.getByRole('button', { name: playbackMessages.close, exact: true }).click();
        await keyboard.press('Backspace');
        await expect(video(television)).toHaveCount(0);
      });

      await test.step('the film page on the phone starts it on the television', async () => {
        await keyboard.press('Backspace');
        await expect(television.getByRole('heading', { name: text.streamingNow })).toBeVisible();
        await page.goto(href('movieDetails', { movie_id: film.movieId }));
        await button(page, remoteText.watchOnTelevision).click();
        await expectPlayback(television);
      });

      await test.step('the phone signs it out during the film', async () => {
        await page.goto(href('profileSettings'));
        await button(page, accountMessages.signOutOf('Living room')).click();
        await expect(page.getByText(accountMessages.signedOutDevice)).toBeVisible();
        await codeOf(television);
        await page.goto(href('movieDetails', { movie_id: film.movieId }));
        await expect(
          page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true'),
        ).toBeVisible();
        await expect(button(page, remoteText.watchOnTelevision)).toHaveCount(0);
      });
    });
  },
);

test('a film with two sounds offers them', DEEP, async ({ page, context }) => {
  const mediaDir = await mkdtemp(join(tmpdir(), 'film-'));
  await page.setViewportSize(TELEVISION.viewport);
  await withInProcessServer(
    context,
    async (server) => {
      const { packageId, manifest } = await aSamplePackage(server, mediaDir);
      const { renditions, ...others } = manifest as PackageManifest;
      const sound = renditions.find(({ kind }) => kind === 'audio') as Rendition & {
        language: string;
      };
      const inTwoLanguages = [
        ...renditions.filter(({ kind }) => kind === 'video'),
        { ...sound, name: 'audio-ta', language: 'ta' },
        { ...sound, name: 'audio-hi', language: 'hi' },
      ];
      await server.database.db
        .update(packages)
        .set({ manifest: { ...others, renditions: inTwoLanguages } })
        .where(eq(packages.packageId, packageId));
      const [viewer, movie] = [await server.aViewer(), await server.aFilm({ packageId })];
      await server.anOrder(viewer, movie);
      await page.clock.setSystemTime(server.clock.now());
      await signInViewer(server, page, viewer);
      await page.goto(televisionFilmPath(movie.movieId));
      await button(page, text.watchNow).press('Enter');
      await startByKeys(page);
      await expectPlayback(page);

      await focusByKey(page, 'ArrowUp', button(page, text.captionsAndSound));
      await page.keyboard.press('Enter');
      const menu = page.getByRole('dialog', { name: text.captionsAndSound });
      await expect(menu.getByRole('heading')).toHaveText([text.captions, text.sound]);
      await expect(button(menu, 'Tamil')).toHaveAttribute('aria-pressed', 'true');
      await focusByKey(page, 'ArrowDown', button(menu, 'Hindi'));
      const loading = page.waitForRequest((request) => request.url().endsWith('/audio-hi.m3u8'));
      await page.keyboard.press('Enter');
      await loading;
      await expect(button(menu, 'Hindi')).toHaveAttribute('aria-pressed', 'true');
      await expectPlayback(page);
    },
    { MEDIA_DIR: mediaDir },
  );
  await rm(mediaDir, { recursive: true });
});

test(
  'a visitor who scans the code signs in first and comes back to it',
  DEEP,
  async ({ page, context, request }) => {
    await withTelevision(context, async (television) => {
      const code = await codeOf(television);
      const mobile = aMobile();
      await page.goto(`${href('televisionCode')}?code=${code}`);
      await expect(page).toHaveURL(new RegExp(href('signup')));
      await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
      await button(page, sessionMessages.signIn).click();
      await page.getByLabel(sessionMessages.otpLabel).fill(await codeFor(request, mobile));
      await expect(page.getByRole('heading', { name: phoneText.isItYours })).toBeVisible();
      await button(page, phoneText.notMe).click();
      await expect(page.getByRole('heading', { name: phoneText.deniedTitle })).toBeFocused();
      await expect(television.getByText(authSentences.access_denied)).toBeVisible();
      expect(await codeOf(television)).not.toBe(code);
    });
  },
);

for (const viewport of [TELEVISION.viewport, { width: 1920, height: 1080 }])
  test(
    `at ${viewport.width} × ${viewport.height}, texts are large, nothing is in the margin, and the focus is visible`,
    DEEP,
    async ({ page, signIn, aTicket, films, allowConsoleErrors }) => {
      // The code is not confirmed yet.
      allowConsoleErrors(failedLoadError(400));
      await page.setViewportSize(viewport);
      await page.goto(href('television'));
      await codeOf(page);
      expect(await layoutFaults(page)).toEqual([]);
      await expectAccessible(page, 'pairing');
      await expect(button(page, text.newCode)).toBeFocused();

      const viewer = await signIn();
      await aTicket(viewer, films.paid[0]!);
      await page.goto(href('television'));
      await expect(page.getByText(text.openNow)).toBeVisible();
      expect(await layoutFaults(page)).toEqual([]);
      await expectAccessible(page, 'home');
      expect(
        await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle),
      ).toBe('solid');

      for (const film of [films.paid[0]!, films.paid[1]!]) {
        await page.goto(televisionFilmPath(film.movieId));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(film.movieName);
        expect(await layoutFaults(page), film.movieName).toEqual([]);
        await expectAccessible(page, film.movieName);
        const { height } = (await button(page, text.back).boundingBox())!;
        expect(height).toBeGreaterThanOrEqual(44);
      }

      await page.goto(televisionFilmPath(films.paid[0]!.movieId));
      await expect(button(page, text.watchNow)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button(page, playbackMessages.decline)).toBeFocused();
      await expectAccessible(page, 'warning');
      await page.keyboard.press('ArrowRight');
      await expect(button(page, playbackMessages.accept)).toBeFocused();
      await page.keyboard.press('Enter');
      await expectPlayback(page);
      await video(page).evaluate((film: HTMLVideoElement) => film.pause());
      expect(await playerFaults(page)).toEqual([]);
    },
  );
