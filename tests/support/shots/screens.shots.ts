import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { href } from '#routes.ts';
import { test } from '../browser.ts';
import { openScreen, type Screen, SCREENS, waitUntilSettled } from '../screens.ts';
import { testNow } from '../test-now.ts';

/** Screens that no test of screens.spec.ts needs, because they look like another one. */
const SIMILAR_SCREENS: Screen[] = [
  {
    name: 'code by mail',
    open: (page) => page.goto(href('otpEmail', { userdetail: 'asha@example.org' })),
  },
  {
    name: 'details of a short film',
    as: 'member',
    open: (page, film) => page.goto(href('shortFilmDetails', { movie_id: film.movieId })),
  },
  { name: 'withdrawn film', open: (page) => page.goto('/410') },
];
const MAX_SCREENSHOTS = 20;
const BETWEEN_SCREENSHOTS_MS = 250;

// The first producer screen starts a server.
test.beforeEach(() => test.slow());

for (const [index, screen] of [...SCREENS, ...SIMILAR_SCREENS].entries())
  test(screen.name, async ({ page, signIn, aTicket, films, allowConsoleErrors }) => {
    const width = String(page.viewportSize()?.width);
    await page.clock.setFixedTime(testNow());
    await openScreen(
      screen,
      { page, signIn, aTicket, films, allowConsoleErrors },
      mobileOf(index, width),
    );
    await loadPictures(page);
    await waitUntilSettled(page);
    const folder = process.env['SHOTS_DIR'] ?? '.matinee/test/shots';
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${fileNameOf(screen)}-${width}.png`),
      await takeSettledScreenshot(page),
    );
  });

/** The first digits differ, because a range of numbers gets few codes an hour. */
const mobileOf = (index: number, width: string) =>
  `8${String(index + 1).padStart(5, '0')}${width.padStart(4, '0')}`;

const fileNameOf = ({ name }: Screen) => name.replace(/\W+/g, '-');

const loadPictures = (page: Page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });

/** Returns the first screenshot that equals the one before it. */
async function takeSettledScreenshot(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ fullPage: true, animations: 'disabled', timeout: 30_000 });
  let previous = await take();
  for (let count = 1; count < MAX_SCREENSHOTS; count++) {
    await pause(BETWEEN_SCREENSHOTS_MS);
    const next = await take();
    if (next.equals(previous)) return next;
    previous = next;
  }
  throw new Error(`${MAX_SCREENSHOTS} screenshots of the screen differ from each other`);
}
