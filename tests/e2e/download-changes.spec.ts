import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { DAY } from '#domain/limits/durations.ts';
import { accountMessages } from '#messages/accounts.ts';
import { downloadMessages as text } from '#messages/downloads.ts';
import { historyMessages } from '#messages/history.ts';
import { playbackMessages } from '#messages/playback.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { orders } from '#server/db/schema/booking.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { expect, failedLoadError, storeInBrowser, test } from '../support/browser.ts';
import { startViewerSession, withInProcessServer } from '../support/in-process-server.ts';
import { copySamplePackage } from '../support/package-copy.ts';
import { aSamplePackage } from '../support/playback-server.ts';
import { expectPlayback } from '../support/player-page.ts';
import { isSegment, manifestDigests, storedDigests, storedFilms } from '../support/stored-films.ts';
import type { TestServer } from '../support/test-server.ts';
import { shiftClock, testNow } from '../support/test-now.ts';

test.describe.configure({ timeout: 120_000 });

interface TestTicket {
  page: Page;
  server: TestServer;
  movieOrderId: number;
  /** Makes another package with new keys, and attaches it to the film. */
  ingestAgain: (renditions: string[]) => ReturnType<typeof copySamplePackage>;
}

/** Opens a ticket that is valid now. */
async function withTicket({ page, context }: Fixtures, run: (ticket: TestTicket) => Promise<void>) {
  const mediaDir = await mkdtemp(join(tmpdir(), 'media-'));
  const useTicket = async (server: TestServer) => {
    // The browser removes an ended ticket's film by its own clock.
    server.clock.set(testNow());
    const { packageId } = await aSamplePackage(server, mediaDir);
    const [viewer, movie] = [await server.aViewer(), await server.aFilm({ packageId })];
    const { movieOrderId } = await server.anOrder(viewer, movie);
    const ingestAgain = async (renditions: string[]) => {
      const folder = await mkdtemp(join(mediaDir, 'ingested-'));
      const manifest = await copySamplePackage(folder, { renditions });
      const { packageId: newId } = await aSamplePackage(server, mediaDir, folder);
      await server.database.db
        .update(movies)
        .set({ packageId: newId })
        .where(eq(movies.movieId, movie.movieId));
      return manifest;
    };
    await storeInBrowser(page, await startViewerSession(server, viewer));
    await page.goto(href('purchasedOrder', { order_id: movieOrderId }));
    await run({ page, server, movieOrderId, ingestAgain });
  };
  await withInProcessServer(context, useTicket, { MEDIA_DIR: mediaDir });
  await rm(mediaDir, { recursive: true, force: true });
}
interface Fixtures {
  page: Page;
  context: BrowserContext;
}

const box = (page: Page) => page.getByRole('region', { name: text.title });
const expectReady = (page: Page, height: number) =>
  expect(box(page)).toContainText(new RegExp(`The film is on this device \\(${height}p`), {
    timeout: 30_000,
  });

async function startDownload(page: Page) {
  await page.getByRole('radio', { name: text.height(480) }).check();
  await page.getByRole('button', { name: text.start }).click();
}

async function downloadFilm(page: Page) {
  await page.getByRole('button', { name: text.getReady }).click();
  await startDownload(page);
  await expectReady(page, 480);
}

/** Counts requests of segments from now on. */
function countSegments(page: Page) {
  const urls: string[] = [];
  page.on('request', (request) => isSegment(request.url()) && urls.push(request.url()));
  return () => urls.length;
}

const watch = (page: Page) =>
  page.getByRole('button', { name: historyMessages.watchNow }).first().click();

test(
  'a film that is ingested again after its download is downloaded again, which the viewer is told, and plays',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withTicket({ page, context }, async ({ ingestAgain }) => {
      await downloadFilm(page);
      const [oldFilm] = await storedFilms(page);

      const second = await ingestAgain(['480p', '240p', 'audio']);
      await page.reload();
      await expect(page.getByText(text.replaced)).toBeVisible();
      await expectReady(page, 480);
      expect(await storedFilms(page)).toEqual([expect.not.stringContaining(oldFilm!)]);
      expect(await storedDigests(page)).toEqual(manifestDigests(second, '480p'));
      const segmentCount = countSegments(page);
      await watch(page);
      await page.getByRole('button', { name: playbackMessages.accept }).click();
      await expectPlayback(page);
      expect(segmentCount()).toBe(0);
      await page.getByRole('button', { name: playbackMessages.close, exact: true }).click();

      // The page of the ticket stays open, and the new package lacks the downloaded picture.
      const third = await ingestAgain(['240p', 'audio']);
      await watch(page);
      await expect(page.getByText(text.replaced)).toBeVisible();
      await expectPlayback(page);
      await page.getByRole('button', { name: playbackMessages.close, exact: true }).click();
      await expectReady(page, 240);
      expect(await storedDigests(page)).toEqual(manifestDigests(third, '240p'));
    });
  },
);

const ENDINGS: Record<string, (ticket: TestTicket) => Promise<unknown>> = {
  'the viewer signs out': async ({ page }) => {
    await page.goto(href('profile'));
    await page.getByRole('button', { name: sessionMessages.signOut }).first().click();
    await expect(page).toHaveURL('/');
  },
  'the account is deleted': async ({ page }) => {
    await page.goto(href('profileSettings'));
    await page.getByRole('button', { name: accountMessages.deleteAccount }).click();
    const dialog = page.getByRole('dialog', { name: accountMessages.deleteTitle });
    await dialog.getByLabel(accountMessages.typeToDelete).fill(accountMessages.deleteWord);
    await dialog.getByRole('button', { name: accountMessages.deleteAccount }).click();
    await expect(page.getByText(accountMessages.deleted)).toBeVisible();
  },
  'the ticket is refunded': async ({ page, server: { database }, movieOrderId }) => {
    await database.db
      .update(orders)
      .set({ paymentStatus: 'REFUNDED' })
      .where(eq(orders.movieOrderId, movieOrderId));
    await page.goto(href('purchaseHistory'));
    await expect(page.getByText(text.ended)).toBeVisible();
  },
  'the window of the ticket ends': async ({ page, server }) => {
    server.clock.advance(DAY);
    await page.addInitScript(shiftClock, DAY);
    await page.goto(href('purchaseHistory'));
    await expect(page.getByText(text.ended)).toBeVisible();
  },
};

for (const [ending, end] of Object.entries(ENDINGS))
  test(
    `a downloaded film is removed when ${ending}`,
    { tag: '@deep' },
    async ({ page, context, allowConsoleErrors }) => {
      // The ticket and the session are over.
      allowConsoleErrors(failedLoadError(402, 403));
      await withTicket({ page, context }, async (ticket) => {
        await downloadFilm(page);
        expect(await storedFilms(page)).toHaveLength(1);
        await end(ticket);
        await expect.poll(() => storedFilms(page)).toEqual([]);
        expect(await page.evaluate(() => localStorage.getItem('downloads') ?? '[]')).toBe('[]');
      });
    },
  );

type ConnectionType = 'cellular' | 'wifi';

/** For `addInitScript`: a browser that tells the kind of its connection. */
const tellConnection = (type: ConnectionType) =>
  Object.defineProperty(navigator, 'connection', {
    value: Object.assign(new EventTarget(), { type }),
  });

const setConnection = (page: Page, type: ConnectionType) =>
  page.evaluate((to) => {
    const { connection } = navigator as unknown as { connection: EventTarget };
    Object.assign(connection, { type: to }).dispatchEvent(new Event('change'));
  }, type);

test('on mobile data a download waits for Wi-Fi, unless the viewer chose otherwise', async ({
  page,
  context,
}) => {
  await page.addInitScript(tellConnection, 'cellular' as const);
  await withTicket({ page, context }, async () => {
    const segmentCount = countSegments(page);
    await page.getByRole('button', { name: text.getReady }).click();
    const wifiOnly = page.getByRole('checkbox', { name: text.wifiOnly });
    await expect(wifiOnly).toBeChecked();
    await startDownload(page);
    await expect(box(page)).toContainText(text.waitingForWifi);
    expect(segmentCount()).toBe(0);

    // Wi-Fi is lost during the fifth segment.
    await page.route(isSegmentUrl, async (route) => {
      if (segmentCount() === 5) await setConnection(page, 'cellular');
      await route.fallback();
    });
    await setConnection(page, 'wifi');
    await expect.poll(segmentCount).toBe(5);
    await expect(box(page)).toContainText(text.waitingForWifi);
    expect(segmentCount()).toBe(5);
    await setConnection(page, 'wifi');
    await expectReady(page, 480);

    await page.getByRole('button', { name: text.remove }).click();
    await setConnection(page, 'cellular');
    await page.getByRole('button', { name: text.getReady }).click();
    await wifiOnly.uncheck();
    await startDownload(page);
    await expectReady(page, 480);
  });
});

const isSegmentUrl = ({ pathname }: URL) => isSegment(pathname);
