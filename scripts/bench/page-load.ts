import { type CDPSession, chromium, type Page } from '@playwright/test';
import { requireChromium } from '../chromium.ts';

/**
 * A first visit on slow 4G and a slow phone. Times in ms from navigation start, sizes in
 * transferred bytes.
 */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** What moved, with the share of each shift. */
  shiftedElements: string[];
  blocking: number;
  scriptBytes: number;
  imageBytes: number;
  totalBytes: number;
  requestCount: number;
  failedCount: number;
}

export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1600 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
export const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
};
/** Requests count until this time after the load event. */
const SETTLE_MS = 5000;
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Measures in a new browser. `localStorage`: the items of a signed-in viewer; empty for a visitor.
 */
export async function measureVisit(
  url: string,
  localStorage: Record<string, string> = {},
): Promise<Visit> {
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const items = Object.entries(localStorage).map(([name, value]) => ({ name, value }));
    const storageState = {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: items }],
    };
    return await measureVisitOn(
      await (await browser.newContext({ ...PHONE, storageState })).newPage(),
      url,
    );
  } finally {
    await browser.close();
  }
}

/**
 * Measures a visit on a page, which may be signed in. The page stays slow. `hasFastLine`: only the
 * phone is slow.
 */
export async function measureVisitOn(
  page: Page,
  url: string,
  { hasFastLine = false, settleMs = SETTLE_MS } = {},
): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page);
  const traffic = await countTraffic(cdp);
  await page.addInitScript(observePerformance);
  if (!hasFastLine) await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await page.waitForTimeout(settleMs);
  return { ...(await readPerformance(page, settleMs)), ...traffic() };
}

async function countTraffic(cdp: CDPSession) {
  const requests = new Map<string, { kind: string; bytes: number; failed: boolean }>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^https?:/.test(request.url))
      requests.set(requestId, { kind: type ?? 'Other', bytes: 0, failed: false });
  });
  cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
    const entry = requests.get(requestId);
    if (entry)
      Object.assign(entry, {
        kind: /javascript/.test(response.mimeType) ? 'Script' : type,
        failed: response.status >= 400,
      });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    Object.assign(requests.get(requestId) ?? {}, { bytes: encodedDataLength }),
  );
  cdp.on('Network.loadingFailed', ({ requestId }) =>
    Object.assign(requests.get(requestId) ?? {}, { failed: true }),
  );
  await cdp.send('Network.enable');
  return () => {
    const all = [...requests.values()];
    const bytesOf = (kind: string) =>
      all.filter((each) => each.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      scriptBytes: bytesOf('Script'),
      imageBytes: bytesOf('Image'),
      totalBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      requestCount: all.length,
      failedCount: all.filter(({ failed }) => failed).length,
    };
  };
}

interface Entries {
  firstPaint: number;
  largestPaint: number;
  shifts: [at: number, value: number][];
  shiftedElements: string[];
  tasks: [at: number, length: number][];
}

/** Runs in the page before its own scripts. */
function observePerformance() {
  const entries: Entries = {
    firstPaint: 0,
    largestPaint: 0,
    shifts: [],
    shiftedElements: [],
    tasks: [],
  };
  Object.assign(globalThis, { matineeEntries: entries });
  const observe = (type: string, onEntry: (entry: any) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
    });
  observe(
    'paint',
    (entry) => entry.name === 'first-contentful-paint' && (entries.firstPaint = entry.startTime),
  );
  observe('largest-contentful-paint', (entry) => (entries.largestPaint = entry.startTime));
  observe('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    entries.shifts.push([entry.startTime, entry.value]);
    for (const { node, previousRect, currentRect } of entry.sources)
      entries.shiftedElements.push(
        `${entry.value.toFixed(3)} at ${Math.round(entry.startTime)} ms: ${(node?.outerHTML ?? node?.textContent ?? '').slice(0, 90)} from ${previousRect.y} to ${currentRect.y}`,
      );
  });
  observe('longtask', (entry) => entries.tasks.push([entry.startTime, entry.duration]));
}

async function readPerformance(page: Page, settleMs: number) {
  const { entries, loadedAt } = await page.evaluate(() => ({
    entries: (globalThis as unknown as { matineeEntries: Entries }).matineeEntries,
    loadedAt: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
      .loadEventEnd,
  }));
  const { firstPaint, largestPaint, shifts, shiftedElements, tasks } = entries;
  return {
    firstPaint,
    largestPaint,
    layoutShift: cumulativeLayoutShift(shifts),
    shiftedElements,
    blocking: blockingTime(tasks, firstPaint, loadedAt + settleMs),
  };
}

/** Returns the worst group of shifts that are under 1 s apart, within 5 s. */
function cumulativeLayoutShift(shifts: Entries['shifts']): number {
  let [worst, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const [at, value] of shifts) {
    if (at - last >= 1000 || at - first >= 5000) [sum, first] = [0, at];
    sum += value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Total blocking time: the parts of long tasks beyond 50 ms, between `from` and `to`. */
const blockingTime = (tasks: Entries['tasks'], from: number, to: number): number =>
  tasks.reduce(
    (sum, [at, length]) => sum + Math.max(0, Math.min(at + length, to) - Math.max(at, from) - 50),
    0,
  );
