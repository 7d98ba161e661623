import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { href } from '#routes.ts';
import { aSlowProxy } from '../../tests/support/slow-proxy.ts';
import { requireChromium } from '../chromium.ts';
import { CommandError } from '../command-error.ts';
import { CHROMIUM_FLAGS, measureVisitOn, PHONE, SLOW_4G, type Visit } from './page-load.ts';
import { median, quantile } from './quantile.ts';
import type { TicketHolder } from './ticket-holder.ts';

/** By the name of the page and the state of the HTTP cache. */
export interface WorkerVisits {
  name: string;
  withWorker: Visit[];
  withoutWorker: Visit[];
}

/** Of the median, to that without the worker. */
const MAX_RATIO = 1.1;
const SETTLE_MS = 4000;
const INSTALL_TIMEOUT_MS = 60_000;

/**
 * Later visits of a ticket holder with an installed service worker, which is stopped before each
 * visit, and of one whose browser has none, in turn. A proxy slows down the line, because the
 * browser would not slow down the requests of a worker.
 */
export async function measureWorkerVisits({
  origin,
  holder,
  pages,
  runs,
}: {
  origin: string;
  holder: TicketHolder;
  pages: { name: string; path: string }[];
  runs: number;
}): Promise<WorkerVisits[]> {
  const proxy = await aSlowProxy(origin);
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const openContext = async (serviceWorkers: 'allow' | 'block') => {
      const items = Object.entries(holder.localStorage).map(([name, value]) => ({ name, value }));
      const storageState = {
        cookies: [],
        origins: [{ origin: proxy.origin, localStorage: items }],
      };
      const context = await browser.newContext({ ...PHONE, storageState, serviceWorkers });
      await openTicket(
        context,
        `${proxy.origin}${href('purchasedOrder', { order_id: holder.movieOrderId })}`,
        serviceWorkers === 'allow',
      );
      return context;
    };
    const contexts = {
      withWorker: await openContext('allow'),
      withoutWorker: await openContext('block'),
    };
    proxy.set({ latencyMs: SLOW_4G.latency, bytesPerSecond: SLOW_4G.downloadThroughput });
    const results = pages.map(({ name, path }) => ({
      path,
      states: [true, false].map((isCacheEmpty) => ({
        name: `${name}, ${isCacheEmpty ? 'empty' : 'full'} cache`,
        isCacheEmpty,
        withWorker: [] as Visit[],
        withoutWorker: [] as Visit[],
      })),
    }));
    for (let run = 0; run < runs; run++) {
      for (const { path, states } of results)
        for (const kind of run % 2
          ? (['withoutWorker', 'withWorker'] as const)
          : (['withWorker', 'withoutWorker'] as const))
          for (const state of states)
            state[kind].push(
              await visit(contexts[kind], proxy.origin + path, {
                isCacheEmpty: state.isCacheEmpty,
                hasWorker: kind === 'withWorker',
              }),
            );
      console.log(`run ${run + 1} of ${runs}`);
    }
    return results.flatMap(({ states }) => states);
  } finally {
    await browser.close();
    await proxy.close();
  }
}

/** Waits until the worker, if the browser may have one, has stored the pages of the ticket. */
async function openTicket(context: BrowserContext, url: string, mayHaveWorker: boolean) {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const end = performance.now() + INSTALL_TIMEOUT_MS;
  let [count, before] = [0, -1];
  while ((count !== before || (mayHaveWorker && count === 0)) && performance.now() < end) {
    await page.waitForTimeout(2000);
    before = count;
    count = await countStoredFiles(page);
  }
  await page.close();
}

const countStoredFiles = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).includes('site-1')
      ? (await (await caches.open('site-1')).keys()).length
      : 0,
  );

async function visit(
  context: BrowserContext,
  url: string,
  expected: { isCacheEmpty: boolean; hasWorker: boolean },
) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  if (expected.isCacheEmpty) await cdp.send('Network.clearBrowserCache');
  const measured = await measureVisitOn(page, url, { hasFastLine: true, settleMs: SETTLE_MS });
  const hasWorker = await page.evaluate(() => navigator.serviceWorker.controller !== null);
  await page.close();
  if (hasWorker !== expected.hasWorker)
    throw new CommandError(`The page has ${hasWorker ? 'a' : 'no'} service worker.`);
  return measured;
}

/**
 * Prints the median and the quartiles of the paints. Returns whether the worker delays no paint.
 */
export function reportWorkerVisits(results: WorkerVisits[]): boolean {
  const verdicts = results.flatMap(({ name, withWorker, withoutWorker }) =>
    (['firstPaint', 'largestPaint'] as const).map((figure) => {
      const summarize = (visits: Visit[]) => {
        const values = visits.map((each) => Math.round(each[figure]));
        const [low, high] = [0.25, 0.75].map((share) => quantile(values, share));
        return { ms: median(values), text: `${median(values)} ms (${low} to ${high})` };
      };
      const [own, other] = [summarize(withWorker), summarize(withoutWorker)];
      const ratio = own.ms / other.ms;
      const isMet = ratio <= MAX_RATIO;
      console.log(
        `  ${isMet ? 'pass ' : 'FAIL '} ${name}: ${figure} ${own.text} with the worker, ${other.text} without: ${ratio.toFixed(2)} ×, at most ${MAX_RATIO}`,
      );
      return isMet;
    }),
  );
  return verdicts.every(Boolean);
}
