import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type ViewportSize } from '@playwright/test';
import { downloadMessages as text } from '#messages/downloads.ts';
import { historyMessages } from '#messages/history.ts';
import { playbackMessages } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { findTestChromium } from '../../scripts/chromium.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, type Fixtures, storeInBrowser, test } from '../support/browser.ts';
import { expectPlayback, playhead, video } from '../support/player-page.ts';
import { aSlowProxy, type SlowProxy } from '../support/slow-proxy.ts';

test.describe.configure({ timeout: 300_000, mode: 'serial' });

const box = (page: Page) => page.getByRole('region', { name: text.title });
const isSegment = (path: string) => path.endsWith('.m4s');
/** 32 kbit/s, 600 ms. */
const BAD_LINE = { bytesPerSecond: 4000, latencyMs: 600 };

let proxy: SlowProxy;
let profile: string;
let context: BrowserContext;

async function openBrowser(viewport: { width: number; height: number }) {
  context = await chromium.launchPersistentContext(profile, {
    baseURL: proxy.origin,
    viewport,
    executablePath: findTestChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return context.newPage();
}

test.beforeEach(async ({ baseURL }) => {
  proxy = await aSlowProxy(baseURL!);
  profile = await mkdtemp(join(tmpdir(), 'download-'));
});
test.afterEach(async () => {
  await context.close().catch(() => undefined);
  await proxy.close();
  await rm(profile, { recursive: true, force: true });
});

type TicketFixtures = Pick<Fixtures, 'signIn' | 'aTicket' | 'films'> & { page: Page; viewport: ViewportSize | null };

/** A new ticket, in a browser whose network the proxy slows down. */
async function openTicket({ page, signIn, aTicket, films, viewport }: TicketFixtures) {
  const { movieOrderId } = await aTicket(await signIn(), films.paid[5]!);
  const address = href('purchasedOrder', { order_id: movieOrderId });
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  const own = await openBrowser(viewport!);
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

test(
  'a downloaded film plays to its end without a stall at 32 kbit/s and 600 ms, with seeks, and then without a network',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films, viewport }) => {
    const { own } = await openTicket({ page, signIn, aTicket, films, viewport });
    await chooseQuality(own, 480);
    await expect(box(own)).toContainText(/The film is on this device \(480p/, { timeout: 60_000 });
    expect(downloadedSegments().length).toBeGreaterThan(30);
    await own.reload({ waitUntil: 'networkidle' });
    await expect(box(own)).toContainText(/The film is on this device \(480p/);
    const before = new Map(proxy.sent);
    proxy.sent.clear();
    proxy.set(BAD_LINE);
    await own.getByRole('button', { name: historyMessages.watchNow }).first().click();
    await own.getByRole('button', { name: playbackMessages.accept }).click();
    await expectPlayback(own);
    await countStalls(own);
    // Keys come one in four seconds, after ten seconds.
    await expect.poll(() => playhead(own), { timeout: 90_000 }).toBeGreaterThan(45);
    await seekTo(own, 5);
    await expect.poll(() => playhead(own), { timeout: 20_000 }).toBeGreaterThan(8);
    await seekTo(own, 50);
    await expect.poll(() => playhead(own), { timeout: 20_000 }).toBeGreaterThan(53);
    proxy.cut();
    const duration = await video(own).evaluate((film: HTMLVideoElement) => film.duration);
    await expect
      .poll(() => video(own).evaluate((film: HTMLVideoElement) => film.ended), { timeout: 60_000 })
      .toBe(true);
    expect(await playhead(own)).toBeGreaterThan(duration - 1);
    expect(await video(own).evaluate((film: HTMLVideoElement) => film.videoHeight)).toBe(480);
    expect([...proxy.sent.keys()].filter(isSegment)).toEqual([]);
    expect(before.size).toBeGreaterThan(0);
    expect(await stalls(own)).toEqual([]);
  },
);

const seekTo = (page: Page, seconds: number) =>
  video(page).evaluate((film: HTMLVideoElement, at) => {
    film.currentTime = at;
  }, seconds);

/** Records every wait of more than half a second while the film should play. */
const countStalls = (page: Page) =>
  video(page).evaluate((film: HTMLVideoElement) => {
    const found: string[] = [];
    Object.assign(window, { stalls: found });
    let waitingSince: number | null = null;
    film.addEventListener('waiting', () => (waitingSince ??= performance.now()));
    film.addEventListener('playing', () => {
      const waited = waitingSince === null ? 0 : performance.now() - waitingSince;
      if (waited > 500) found.push(`${Math.round(waited)} ms before ${film.currentTime.toFixed(1)} s`);
      waitingSince = null;
    });
  });
const stalls = (page: Page) => page.evaluate(() => (window as unknown as { stalls: string[] }).stalls);

test(
  'without a third of its segments, a downloaded film plays over slow 4G without a stall; cut off for long, it waits, and continues at the same second',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films, viewport }) => {
    const { own } = await openTicket({ page, signIn, aTicket, films, viewport });
    await chooseQuality(own, 480);
    await expect(box(own)).toContainText(/The film is on this device \(480p/, { timeout: 60_000 });
    await own.waitForLoadState('networkidle');
    await own.evaluate(deleteEveryThirdSegment);
    proxy.sent.clear();
    proxy.set({ bytesPerSecond: 200_000, latencyMs: 150 });
    const watch = () => own.getByRole('button', { name: historyMessages.watchNow }).first().click();
    await watch();
    await own.getByRole('button', { name: playbackMessages.accept }).click();
    await expectPlayback(own);
    await countStalls(own);
    await expect.poll(() => playhead(own), { timeout: 60_000 }).toBeGreaterThan(30);
    expect(await stalls(own)).toEqual([]);
    expect([...proxy.sent.keys()].filter(isSegment).length).toBeGreaterThan(3);

    await own.getByRole('button', { name: playbackMessages.close, exact: true }).click();
    await own.reload({ waitUntil: 'networkidle' });
    await watch();
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
  await Promise.all(segments.filter((_, index) => index % 3 === 0).map((segment) => cache.delete(segment)));
}

test(
  'a download that is killed continues after a restart, and fetches at most one segment twice',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films, viewport }) => {
    const ticket = await openTicket({ page, signIn, aTicket, films, viewport });
    let { own } = ticket;
    proxy.set({ bytesPerSecond: 150_000 });
    await chooseQuality(own, 720);
    const kills = 3;
    for (let kill = 1; kill <= kills; kill++) {
      await expect.poll(() => downloadedSegments().length, { timeout: 60_000 }).toBeGreaterThan(8 * kill);
      const session = await context.newCDPSession(own);
      await session.send('Browser.crash').catch(() => undefined);
      await context.close().catch(() => undefined);
      own = await openBrowser(viewport!);
      await own.goto(ticket.address);
    }
    await expect(box(own)).toContainText(/The film is on this device \(720p/, { timeout: 90_000 });
    const counts = new Map<string, number>();
    for (const [path, bytes] of downloadedSegments())
      counts.set(segmentName(path), (counts.get(segmentName(path)) ?? 0) + bytes.length);
    const twice = [...counts.values()].filter((count) => count > 1);
    expect(counts.size).toBe(44);
    expect(twice.length).toBeLessThanOrEqual(kills);

    await own.getByRole('button', { name: text.remove }).click();
    await expect(own.getByRole('button', { name: text.getReady })).toBeFocused();
    expect((await own.evaluate(() => caches.keys())).filter((name) => name.startsWith('film-'))).toEqual([]);
  },
);

test(
  'a download pauses and continues, and tells when the device is full',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films, viewport }) => {
    const { own, address } = await openTicket({ page, signIn, aTicket, films, viewport });
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
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin, quotaSize: usage + 100_000 });
    await own.getByRole('button', { name: text.continue }).click();
    await expect(box(own)).toContainText(text.full, { timeout: 30_000 });
    await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.origin });
    await own.getByRole('button', { name: text.continue }).click();
    await expect(box(own)).toContainText(/The film is on this device \(720p/, { timeout: 90_000 });
  },
);
