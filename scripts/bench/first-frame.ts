import { chromium, type Page, type Request } from '@playwright/test';
import { requireChromium } from '../chromium.ts';
import { CPU_SLOWDOWN, CHROMIUM_FLAGS, PHONE, SLOW_4G } from './page-load.ts';

/** From the press on Accept to the first picture. */
export interface PlaybackStart {
  ms: number;
  /** In order: `GET …`. */
  requests: string[];
  /** Length of the longest chain of requests that waited for one another. */
  roundTrips: number;
}

interface TimedRequest {
  name: string;
  /** Unix milliseconds. */
  from: number;
  to: number;
}

/**
 * Measures on slow 4G and a slow phone, in a new browser. `prepare` opens the page until the button
 * Accept is visible.
 */
export async function measureFirstFrame(
  prepare: (page: Page) => Promise<unknown>,
): Promise<PlaybackStart> {
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    await prepare(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return await measureFromAccept(page);
  } finally {
    await browser.close();
  }
}

async function measureFromAccept(page: Page): Promise<PlaybackStart> {
  const requests: TimedRequest[] = [];
  const entries = new Map<Request, TimedRequest>();
  page.on('request', (request) => {
    if (!/^https?:/.test(request.url())) return;
    const entry = {
      name: `${request.method()} ${shortName(request.url())}`,
      from: Date.now(),
      to: Infinity,
    };
    entries.set(request, entry);
    requests.push(entry);
  });
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing();
    Object.assign(entries.get(request) ?? {}, { from: startTime, to: startTime + responseEnd });
  });
  await page.evaluate(observeFirstPicture);
  await page.getByRole('button', { name: 'Accept' }).click();
  const { ms, at } = await page.evaluate(
    () =>
      (globalThis as unknown as { firstPicture: Promise<{ ms: number; at: number }> }).firstPicture,
  );
  const beforePicture = requests.filter(({ from }) => from <= at);
  return {
    ms,
    requests: beforePicture.map(({ name }) => name),
    roundTrips: longestChain(neededForFirstFrame(beforePicture)),
  };
}

/** Runs in the page: the time from the press on Accept to the first picture. */
function observeFirstPicture() {
  const pressed = new Promise<number>((resolve) =>
    document.addEventListener('click', () => resolve(performance.now()), {
      capture: true,
      once: true,
    }),
  );
  const shown = new Promise<number>((resolve) => {
    const pollForVideo = () => {
      const video = document.querySelector('video');
      if (video) video.requestVideoFrameCallback(() => resolve(performance.now()));
      else requestAnimationFrame(pollForVideo);
    };
    pollForVideo();
  });
  const firstPicture = Promise.all([pressed, shown]).then(([from, to]) => ({
    ms: to - from,
    at: performance.timeOrigin + to,
  }));
  Object.assign(globalThis, { firstPicture });
}

/**
 * Returns the requests until the first video and audio segment arrived; later requests are
 * read-ahead.
 */
function neededForFirstFrame(requests: TimedRequest[]): TimedRequest[] {
  const ends = ['p/', 'audio/'].map(
    (track) => requests.find(({ name }) => name.includes(`${track}00000.m4s`))?.to ?? 0,
  );
  const bothArrivedAt = Math.max(...ends);
  return bothArrivedAt > 0 ? requests.filter(({ to }) => to <= bothArrivedAt) : requests;
}

/** Counts the longest chain of requests that each started after the previous one had ended. */
function longestChain(requests: TimedRequest[]): number {
  let [count, lastEnd] = [0, -Infinity];
  for (const { from, to } of requests.toSorted((a, b) => a.to - b.to))
    if (from >= lastEnd) [count, lastEnd] = [count + 1, to];
  return count;
}

const shortName = (url: string) =>
  new URL(url).pathname
    .replace(/\/signed\/[^/]+/, '/signed/…')
    .replace(/\/playback\/[\w-]+/, '/playback/…')
    .replace(/packages\/\w+/, 'packages/…');
