import type { BrowserContext, Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { accountMessages } from '#messages/accounts.ts';
import { playbackMessages } from '#messages/playback.ts';
import { sessionMessages } from '#messages/session.ts';
import { televisionCodeMessages as phoneText } from '#messages/television-code.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { televisionMessages } from '#messages/television.ts';
import { href, televisionFilmPath } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { aMobile, codeFor, expect, failedLoadError, test } from '../support/browser.ts';
import { expectPlayback, video } from '../support/player-page.ts';

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
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens /tv in a context of its own: another device than the phone. */
async function withTelevision(context: BrowserContext, run: (television: Page) => Promise<void>) {
  const device = await context.browser()!.newContext({ ...TELEVISION, baseURL: process.env['E2E_ORIGIN']! });
  try {
    const television = await device.newPage();
    await television.goto(href('television'));
    await run(television);
  } finally {
    await device.close();
  }
}

/** What a phone reads from the QR code on the screen. */
async function readQrCode(television: Page): Promise<string> {
  const picture = await television.locator('.tv-qr').screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)!.data;
}

/** Texts under 24 px at 720 lines, and parts of the screen in the margin that a television may cut off. */
const layoutFaults = (television: Page) =>
  television.evaluate(() => {
    const scale = innerHeight / 720;
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('.tv *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim());
      const { left, right, top, width } = element.getBoundingClientRect();
      if (!hasText || width === 0 || element.closest('[aria-hidden]')) continue;
      const name = element.textContent!.slice(0, 40);
      if (parseFloat(getComputedStyle(element).fontSize) < 24 * scale - 0.1) faults.push(`small: ${name}`);
      if (left < innerWidth * 0.05 - 1) faults.push(`cut off at the left: ${name}`);
      if (right > innerWidth * 0.95 + 1 && !element.closest('.tv-row')) faults.push(`cut off at the right: ${name}`);
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
        expect(address).toBe(new URL(`${href('televisionCode')}?code=${code}`, process.env['E2E_ORIGIN']).href);
        await page.goto(address);
        await expect(page.getByRole('heading', { name: phoneText.isItYours })).toBeFocused();
        await expect(page.getByText(code, { exact: true })).toBeVisible();
        await expect(page.getByLabel(phoneText.deviceName)).toHaveValue(televisionMessages.televisionOf('LG webOS'));
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

test('a visitor who scans the code signs in first and comes back to it', DEEP, async ({ page, context, request }) => {
  await withTelevision(context, async (television) => {
    const code = await codeOf(television);
    const mobile = aMobile();
    await page.goto(`${href('televisionCode')}?code=${code}`);
    await expect(page).toHaveURL(new RegExp(href('signup')));
    await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
    await button(page, sessionMessages.signIn).click();
    await page.getByLabel(sessionMessages.otpLabel).fill(await codeFor(request, mobile));
    await expect(page).toHaveURL(new RegExp(href('userInfo')));
    await page.getByLabel(accountMessages.firstName).fill('Meena');
    await page.getByLabel(accountMessages.lastName).fill('Iyer');
    await page.getByLabel(accountMessages.email).fill(`${mobile}@example.com`);
    await button(page, accountMessages.submit).click();
    await expect(page.getByRole('heading', { name: phoneText.isItYours })).toBeVisible();
    await button(page, phoneText.notMe).click();
    await expect(page.getByRole('heading', { name: phoneText.deniedTitle })).toBeFocused();
    await expect(television.getByText(televisionMessages.accessDenied)).toBeVisible();
    expect(await codeOf(television)).not.toBe(code);
  });
});

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
      expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');

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
