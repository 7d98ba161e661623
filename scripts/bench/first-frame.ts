import { chromium, type Page, type Request } from '@playwright/test';
import { needChromium } from '../chromium.ts';
import { CPU_SLOWDOWN, FLAGS, PHONE, SLOW_4G } from './page-load.ts';

/** From the press on a button to the first picture on the screen. */
export interface Start {
  ms: number;
  /** What was asked for in between, in order: `GET …`. */
  requests: string[];
  /** How many of them had to wait for one another. */
  roundTrips: number;
}

interface Asked {
  name: string;
  /** Unix milliseconds. */
  from: number;
  to: number;
}

/** On slow 4G and a slow phone, in a browser of its own. `prepare` brings the page to where the button Accept waits. */
export async function firstFrame(prepare: (page: Page) => Promise<unknown>): Promise<Start> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: FLAGS });
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    await prepare(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return await press(page);
  } finally {
    await browser.close();
  }
}

async function press(page: Page): Promise<Start> {
  const asked: Asked[] = [];
  const known = new Map<Request, Asked>();
  page.on('request', (request) => {
    if (!/^https?:/.test(request.url())) return;
    const entry = { name: `${request.method()} ${shortName(request.url())}`, from: Date.now(), to: Infinity };
    known.set(request, entry);
    asked.push(entry);
  });
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing();
    Object.assign(known.get(request) ?? {}, { from: startTime, to: startTime + responseEnd });
  });
  await page.evaluate(watchForPicture);
  await page.getByRole('button', { name: 'Accept' }).click();
  const { ms, at } = await page.evaluate(
    () => (globalThis as unknown as { firstPicture: Promise<{ ms: number; at: number }> }).firstPicture,
  );
  const shown = asked.filter(({ from }) => from <= at);
  return { ms, requests: shown.map(({ name }) => name), roundTrips: longestChain(neededFor(shown)) };
}

/** Runs in the page: the time from the press on Accept to the first picture. */
function watchForPicture() {
  const pressed = new Promise<number>((resolve) =>
    document.addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
  );
  const shown = new Promise<number>((resolve) => {
    const look = () => {
      const video = document.querySelector('video');
      if (video) video.requestVideoFrameCallback(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
  const firstPicture = Promise.all([pressed, shown]).then(([from, to]) => ({
    ms: to - from,
    at: performance.timeOrigin + to,
  }));
  Object.assign(globalThis, { firstPicture });
}

/** What came before the first piece of picture and the first of sound were here; the rest is the player reading ahead. */
function neededFor(asked: Asked[]): Asked[] {
  const ends = ['p/', 'audio/'].map((track) => asked.find(({ name }) => name.includes(`${track}00000.m4s`))?.to ?? 0);
  const both = Math.max(...ends);
  return both > 0 ? asked.filter(({ to }) => to <= both) : asked;
}

/** The most requests of which each began after the one before had ended. */
function longestChain(requests: Asked[]): number {
  let [count, free] = [0, -Infinity];
  for (const { from, to } of requests.toSorted((a, b) => a.to - b.to))
    if (from >= free) [count, free] = [count + 1, to];
  return count;
}

const shortName = (url: string) =>
  new URL(url).pathname
    .replace(/\/signed\/[^/]+/, '/signed/…')
    .replace(/\/playback\/[\w-]+/, '/playback/…')
    .replace(/packages\/\w+/, 'packages/…');
