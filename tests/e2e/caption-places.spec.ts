import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { pauseFilm, pauseVideoAt, video, watchFilm } from '../support/player-page.ts';

test.describe.configure({ timeout: 120_000 });

const VTT = `WEBVTT

00:00.000 --> 01:00.000 line:0
Top

00:00.000 --> 01:00.000
Bottom

00:00.000 --> 01:00.000 line:0
Below the top

00:00.000 --> 01:00.000 align:left line:50%
Left

00:00.000 --> 01:00.000 align:start line:30%
שלום!

01:00.000 --> 02:00.000
Later
`;

const rectOf = (page: Page, text: string) =>
  page
    .locator('.plyr__caption')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .evaluate((caption) => {
      const { top, bottom, left, right } = caption.getBoundingClientRect();
      const picture = caption
        .closest('[data-player]')!
        .querySelector('.film-picture')!
        .getBoundingClientRect();
      return {
        top: (top - picture.top) / picture.height,
        bottom: (bottom - picture.top) / picture.height,
        left: (left - picture.left) / picture.width,
        right: (right - picture.left) / picture.width,
      };
    });

test('captions are drawn where their file puts them, and do not cover each other', async ({
  page,
  films,
  signIn,
  aTicket,
}) => {
  const movie = films.paid[0]!;
  await aTicket(await signIn(), movie);
  await page.route(/\/captions\/\w+\.vtt/, (route) =>
    route.fulfill({ body: VTT, contentType: 'text/vtt' }),
  );
  await watchFilm(page, movie);
  await pauseFilm(page);
  await page.locator('[data-plyr="captions"]').first().click();
  await expect(page.locator('.plyr__caption')).toHaveCount(5, { timeout: 20_000 });

  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Captions are laid out at each change.
    await pauseVideoAt(page, 65);
    await expect(page.locator('.plyr__caption')).toHaveText(['Later']);
    await pauseVideoAt(page, 2);
    await expect(page.locator('.plyr__caption')).toHaveCount(5);
    const [top, second, left, hebrew, bottom] = await Promise.all(
      ['Top', 'Below the top', 'Left', 'שלום!', 'Bottom'].map((text) => rectOf(page, text)),
    );
    expect(top!.top).toBeLessThan(0.4);
    expect(second!.top).toBeGreaterThanOrEqual(top!.bottom - 0.01);
    expect(left!.left).toBeLessThan(0.1);
    expect((left!.top + left!.bottom) / 2).toBeCloseTo(0.5, 0);
    expect(hebrew!.right).toBeGreaterThan(0.9);
    expect(bottom!.top).toBeGreaterThan(left!.bottom);
  }

  await video(page).evaluate((film: HTMLVideoElement) => film.play());
  await page.locator('[data-plyr="captions"]').first().click();
  await expect(page.locator('.plyr__caption:visible')).toHaveCount(0);
});
