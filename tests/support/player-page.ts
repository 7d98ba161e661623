import type { Page } from '@playwright/test';
import { detailMessages } from '#messages/details.ts';
import { playbackMessages } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { expect } from './browser.ts';

export const video = (page: Page) => page.locator('video');
export const playhead = (page: Page) =>
  video(page).evaluate((film: HTMLVideoElement) => film.currentTime);
const countFrames = (page: Page) =>
  video(page).evaluate((film: HTMLVideoElement) => film.getVideoPlaybackQuality().totalVideoFrames);

export async function watchFilm(page: Page, movie: { movieId: number }) {
  await page.goto(href('movieDetails', { movie_id: movie.movieId }));
  await openFilm(page);
}

export async function openFilm(page: Page) {
  await page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true').click();
  await acceptWarning(page);
  await expectPlayback(page);
}

/** The warning is shown once for a ticket and device. */
async function acceptWarning(page: Page) {
  const accept = page.getByRole('button', { name: playbackMessages.accept });
  await accept.or(page.getByRole('dialog').locator('[data-player]')).first().waitFor();
  if (await accept.isVisible()) await accept.click();
}

export async function expectPlayback(page: Page) {
  await video(page).waitFor({ timeout: 20_000 });
  await expect.poll(() => playhead(page), { timeout: 30_000 }).toBeGreaterThan(0);
  const [time, frameCount] = [await playhead(page), await countFrames(page)];
  await expect.poll(() => playhead(page), { timeout: 15_000 }).toBeGreaterThan(time);
  await expect.poll(() => countFrames(page), { timeout: 15_000 }).toBeGreaterThan(frameCount);
}

/** Pauses at a second, so that each screenshot shows the same picture. */
export const pauseVideoAt = (page: Page, seconds: number) =>
  video(page).evaluate(
    (player: HTMLVideoElement, at) =>
      new Promise((resolve) => {
        player.pause();
        player.addEventListener('seeked', resolve, { once: true });
        player.currentTime = at;
      }),
    seconds,
  );

/** Pauses, and waits until the server has saved the position. */
export async function pauseFilm(page: Page): Promise<number> {
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && reply.url().includes('/movieplays/'),
  );
  await video(page).evaluate((film: HTMLVideoElement) => film.pause());
  expect((await saved).status()).toBe(200);
  return playhead(page);
}
