import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';
import { renditionBytes } from '#domain/downloads.ts';
import { downloadMessages as text } from '#messages/downloads.ts';
import { historyMessages } from '#messages/history.ts';
import { playbackMessages } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { findTestChromium } from '../../scripts/chromium.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, type Fixtures, storeInBrowser, test } from '../support/browser.ts';
import { aWorkerServer, startViewerSession } from '../support/in-process-server.ts';
import { copySamplePackage } from '../support/package-copy.ts';
import { aSamplePackage } from '../support/playback-server.ts';
import { expectPlayback, playhead, video } from '../support/player-page.ts';
import { aFreePort } from '../support/server-process.ts';
import { aSlowProxy, type SlowProxy } from '../support/slow-proxy.ts';
import { isSegment, manifestDigests, storedDigests, storedFilms } from '../support/stored-films.ts';
import { testNow } from '../support/test-now.ts';

test.describe.configure({ timeout: 300_000, mode: 'serial' });

const box = (page: Page) => page.getByRole('region', { name: text.title });
/** 32 kbit/s, 600 ms. */
const BAD_LINE = { bytesPerSecond: 4000, latencyMs: 600 };
const SLOW_4G = { bytesPerSecond: 200_000, latencyMs: 150 };

let proxy: SlowProxy;
let profile: string;
let context: BrowserContext;
let device: Pick<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch'>;

async function openBrowser() {
  context = await chromium.launchPersistentContext(profile, {
    baseURL: proxy.origin,
    ...device,
    executablePath: findTestChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return context.newPage();
}

test.beforeEach(async ({ baseURL, viewport, isMobile, hasTouch }) => {
  device = { viewport, isMobile, hasTouch };
  proxy = await aSlowProxy(baseURL!);
  profile = await mkdtemp(join(tmpdir(), 'download-'));
});
test.afterEach(async () => {
  await context.close().catch(() => undefined);
  await proxy.close();
  await rm(profile, { recursive: true, force: true });
});

type TicketFixtures = Pick<Fixtures, 'signIn' | 'aTicket' | 'films'> & { page: Page };

/** A new viewer's ticket: its address, and what the browser stores of the session. */
async function aTicketHolder({ page, signIn, aTicket, films }: TicketFixtures) {
  const { movieOrderId } = await aTicket(await signIn(), films.paid[5]!);
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  return { address: href('purchasedOrder', { order_id: movieOrderId }), stored };
}

/** A new ticket, in a browser whose network the proxy slows down. */
async function openTicket(fixtures: TicketFixtures) {
  const { address, stored } = await aTicketHolder(fixtures);
  const own = await openBrowser();
  await storeInBrowser(own, stored);
  await own.goto(address);
  return { own, address };
}

async function chooseQuality(page: Page, height: number) {
  await page.getByRole('button', { name: text.getReady }).click();
  await page.getByRole('radio', { name: text.height(height) }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: text.start }).click();
}

/** Paths of segments with the bytes that were sent, of downloads only: their address names the ticket. */
const downloadedSegments = () =>
  [...proxy.sent].filter(([path]) => isSegment(path) && /\/media\/signed\/\d+\.\d+\./.test(path));

const segmentName = (path: string) => path.replace(/^.*\/packages\//, '');

const watch = (page: Page) =>
  page.getByRole('button', { name: historyMessages.watchNow }).first().click();
const accept = (page: Page) => page.getByRole('button', { name: playbackMessages.accept }).click();
const expectEnd = (page: Page, timeout: number) =>
  expect
    .poll(() => video(page).evaluate((film: HTMLVideoElement) => film.ended), { timeout })
    .toBe(true);

test(
  'a downloaded film plays to its end without a stall at 32 kbit/s and 600 ms, with seeks, and then without a network; the same film stalls if it is streamed',
  { tag: '@deep' },
  async ({ page, browser, signIn, aTicket, films, baseURL }) => {
    const fixtures = { page, signIn, aTicket, films };
    const { own } = await openTicket(fixtures);
    await chooseQuality(own, 480);
    await expect(box(own)).toContainText(/The film is on this device \(480p/, { timeout: 60_000 });
    expect(downloadedSegments().length).toBeGreaterThan(30);
    await own.reload({ waitUntil: 'networkidle' });
    await expect(box(own)).toContainText(/The film is on this device \(480p/);
    proxy.sent.clear();

    // Another viewer streams at the same rate. The player's code is loaded before.
    const streamProxy = await aSlowProxy(baseURL!);
    const streaming = await browser.newContext({ baseURL: streamProxy.origin, ...device });
    const streamed = await streaming.newPage();
    const { address, stored } = await aTicketHolder(fixtures);
    await storeInBrowser(streamed, stored);
    await streamed.goto(address);
    for (const each of [own, streamed]) {
      await watch(each);
      await each.waitForLoadState('networkidle');
    }
    proxy.set(BAD_LINE);
    streamProxy.set(BAD_LINE);
    const startedAt = performance.now();
    await Promise.all(
      [own, streamed].map(async (each) => {
        await accept(each);
        await countStalls(each);
      }),
    );
    await expectPlayback(own);
    // Keys come one in four seconds, after ten seconds.
    await expect.poll(() => playhead(own), { timeout: 90_000 }).toBeGreaterThan(45);
    for (const [position, reached] of [
      [5, 8],
      [50, 53],
    ] as const) {
      await Promise.all([own, streamed].map((each) => seekTo(each, position)));
      await expect.poll(() => playhead(own), { timeout: 20_000 }).toBeGreaterThan(reached);
    }
    proxy.cut();
    const duration = await video(own).evaluate((film: HTMLVideoElement) => film.duration);
    await expectEnd(own, 60_000);
    const [ownStalls, streamStalls] = [await stalls(own), await stalls(streamed)];
    const stalledSeconds = streamStalls.reduce((sum, { seconds }) => sum + seconds, 0);
    const elapsedSeconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `32 kbit/s, 600 ms, in ${elapsedSeconds} s: the downloaded film (480p) has ${ownStalls.length} stalls; ` +
        `the streamed film stalls ${streamStalls.length} times, ${stalledSeconds.toFixed(0)} s in total`,
    );
    expect(await playhead(own)).toBeGreaterThan(duration - 1);
    expect(await video(own).evaluate((film: HTMLVideoElement) => film.videoHeight)).toBe(480);
    expect([...proxy.sent.keys()].filter(isSegment)).toEqual([]);
    expect(ownStalls).toEqual([]);
    expect(stalledSeconds).toBeGreaterThan(10);
    await streaming.close();
    await streamProxy.close();
  },
);

const seekTo = (page: Page, seconds: number) =>
  video(page).evaluate((film: HTMLVideoElement, at) => {
    film.currentTime = at;
  }, seconds);

interface Stall {
  /** Position in the film. */
  at: number;
  seconds: number;
}

/** Records every wait of more than half a second after the first picture, also one that has not ended. */
const countStalls = (page: Page) =>
  video(page).evaluate((film: HTMLVideoElement) => {
    const found: Stall[] = [];
    let hasPlayed = false;
    let waitingSince: number | null = null;
    const endStall = () => {
      const waited = waitingSince === null ? 0 : (performance.now() - waitingSince) / 1000;
      if (waited > 0.5) found.push({ at: film.currentTime, seconds: waited });
      waitingSince = null;
    };
    film.addEventListener('waiting', () => hasPlayed && (waitingSince ??= performance.now()));
    film.addEventListener('playing', () => {
      hasPlayed = true;
      endStall();
    });
    Object.assign(window, { readStalls: () => (endStall(), found) });
  });
const stalls = (page: Page) =>
  page.evaluate(() => (window as unknown as { readStalls: () => Stall[] }).readStalls());

test(
  'without a third of its segments, a downloaded film plays to its end over slow 4G without a stall; cut off for long, it waits, and continues at the same second',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films }) => {
    const { own } = await openTicket({ page, signIn, aTicket, films });
    await chooseQuality(own, 480);
    await expect(box(own)).toContainText(/The film is on this device \(480p/, { timeout: 60_000 });
    await own.waitForLoadState('networkidle');
    const [deletedCount, segmentCount] = await own.evaluate(deleteEveryThirdSegment);
    proxy.sent.clear();
    proxy.set(SLOW_4G);
    await watch(own);
    await accept(own);
    await countStalls(own);
    await expectPlayback(own);
    await expectEnd(own, 150_000);
    const found = await stalls(own);
    const streamedCount = [...proxy.sent.keys()].filter(isSegment).length;
    console.log(
      `Slow 4G, ${deletedCount} of ${segmentCount} segments missing: ${found.length} stalls to the end, ${streamedCount} segments from the network`,
    );
    expect(found).toEqual([]);
    expect(streamedCount).toBe(deletedCount);

    await own.getByRole('button', { name: playbackMessages.close, exact: true }).click();
    await own.reload({ waitUntil: 'networkidle' });
    await watch(own);
    await expectPlayback(own);
    await seekTo(own, 0);
    await expect.poll(() => playhead(own)).toBeGreaterThan(1);
    proxy.cut();
    const message = own.getByText(playbackMessages.waiting);
    await expect(message).toBeVisible({ timeout: 60_000 });
    const waitedAt = await playhead(own);
    proxy.set({ isDown: false });
    await expect.poll(() => playhead(own), { timeout: 60_000 }).toBeGreaterThan(waitedAt + 1);
    expect((await playhead(own)) - waitedAt).toBeLessThan(6);
    await expect(message).toBeHidden();
    const plays = [...proxy.sent].filter(([path]) => path.endsWith('/movieplays'));
    expect(plays.map(([, sent]) => sent.length)).toEqual([2]);
  },
);

async function deleteEveryThirdSegment() {
  const name = (await caches.keys()).find((each) => each.startsWith('film-'))!;
  const cache = await caches.open(name);
  const segments = (await cache.keys()).filter(({ url }) => url.endsWith('.m4s'));
  const deleted = segments.filter((_, index) => index % 3 === 0);
  await Promise.all(deleted.map((segment) => cache.delete(segment)));
  return [deleted.length, segments.length];
}

/** A film of 28 minutes, behind the proxy. */
async function openLongTicket() {
  const mediaDir = await mkdtemp(join(tmpdir(), 'media-'));
  const port = await aFreePort();
  const server = await aWorkerServer({ MEDIA_DIR: mediaDir, PORT: String(port) });
  // The browser removes an ended ticket's film by its own clock.
  server.clock.set(testNow());
  await server.listen();
  proxy.set({ apiOrigin: `http://127.0.0.1:${port}` });
  const folder = join(mediaDir, 'ingested');
  const manifest = await copySamplePackage(folder, { renditions: ['240p', 'audio'], rounds: 20 });
  const { packageId } = await aSamplePackage(server, mediaDir, folder);
  const viewer = await server.aViewer();
  const { movieOrderId } = await server.anOrder(viewer, await server.aFilm({ packageId }));
  const own = await openBrowser();
  await storeInBrowser(own, await startViewerSession(server, viewer));
  const address = href('purchasedOrder', { order_id: movieOrderId });
  await own.goto(address);
  const close = () => rm(mediaDir, { recursive: true, force: true });
  return { own, address, manifest, server, close };
}

test(
  'a download that is killed ten times continues after each restart, fetches at most 2 % of its bytes twice, and is intact',
  { tag: '@deep' },
  async () => {
    const ticket = await openLongTicket();
    let { own } = ticket;
    const digests = manifestDigests(ticket.manifest, '240p');
    const segmentCount = Object.keys(digests).length;
    proxy.set({ bytesPerSecond: 400_000 });
    await chooseQuality(own, 240);
    const kills = 10;
    for (let kill = 1; kill <= kills; kill++) {
      const wanted = (kill * segmentCount) / (kills + 1);
      await expect
        .poll(() => downloadedSegments().length, { timeout: 60_000 })
        .toBeGreaterThan(wanted);
      const session = await context.newCDPSession(own);
      await session.send('Browser.crash').catch(() => undefined);
      await context.close().catch(() => undefined);
      ticket.server.clock.set(testNow());
      own = await openBrowser();
      await own.goto(ticket.address);
    }
    await expect(box(own)).toContainText(/The film is on this device \(240p/, { timeout: 90_000 });
    const sent = new Map<string, number>();
    for (const [path, bytes] of downloadedSegments())
      sent.set(
        segmentName(path),
        (sent.get(segmentName(path)) ?? 0) + bytes.reduce((sum, each) => sum + each, 0),
      );
    const filmBytes = ticket.manifest.renditions.reduce(
      (sum, rendition) => sum + renditionBytes(rendition),
      0,
    );
    const sentBytes = [...sent.values()].reduce((sum, each) => sum + each, 0);
    const twicePercent = (100 * (sentBytes - filmBytes)) / filmBytes;
    console.log(
      `${kills} kills in ${segmentCount} segments, ${filmBytes} bytes: ${twicePercent.toFixed(2)} % fetched twice`,
    );
    expect(sent.size).toBe(segmentCount);
    expect(twicePercent).toBeLessThanOrEqual(2);
    expect(await storedDigests(own)).toEqual(digests);

    await own.getByRole('button', { name: text.remove }).click();
    await expect(own.getByRole('button', { name: text.getReady })).toBeFocused();
    expect(await storedFilms(own)).toEqual([]);
    await ticket.close();
  },
);

test(
  'a download pauses and continues, and tells when the device is full',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films }) => {
    const { own, address } = await openTicket({ page, signIn, aTicket, films });
    proxy.set({ bytesPerSecond: 100_000 });
    await chooseQuality(own, 720);
    await expect.poll(() => downloadedSegments().length, { timeout: 30_000 }).toBeGreaterThan(3);
    await own.getByRole('button', { name: text.pause }).click();
    await expect(box(own)).toContainText(text.paused);
    await own.goto(href('purchaseHistory'));
    await expect(own.getByText(new RegExp(`${text.inHistory.paused} · \\d+ %`))).toBeVisible();
    await own.goto(address);
    await expect(box(own)).toContainText(text.paused);

    const session = await context.newCDPSession(own);
    const { usage } = await session.send('Storage.getUsageAndQuota', { origin: proxy.origin });
    await session.send('Storage.overrideQuotaForOrigin', {
      origin: proxy.origin,
      quotaSize: usage + 100_000,
    });
    await own.getByRole('button', { name: text.continue }).click();
    await expect(box(own)).toContainText(text.full, { timeout: 30_000 });
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin });
    await own.getByRole('button', { name: text.continue }).click();
    await expect(box(own)).toContainText(/The film is on this device \(720p/, { timeout: 90_000 });
  },
);
