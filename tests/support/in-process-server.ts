import type { BrowserContext, Page, Route } from '@playwright/test';
import { startSession } from '#server/auth/session/sessions.ts';
import { aHouse, type TestHouse } from './house.ts';
import { atWorkerEnd } from './worker-end.ts';

/** The clock of a new house (tests/support/house.ts) starts here. */
const CLOCK_STARTS_AT = new Date('2026-11-21T06:30:00Z');

const openHouses = new Map<string, Promise<TestHouse>>();

/**
 * The worker's house with these settings, in this process. It is opened once and closes with the worker: opening one takes
 * longer than most of the tests. A test makes its own viewers and films in it, and finds the clock where a new house has it.
 */
export async function aSharedHouse(settings: Record<string, string> = {}): Promise<TestHouse> {
  const key = JSON.stringify(settings);
  const own = { ORIGIN: process.env['E2E_ORIGIN']!, ...settings };
  if (!openHouses.has(key)) openHouses.set(key, aHouse({ settings: own, atEnd: (close) => atWorkerEnd(close) }));
  const house = await openHouses.get(key)!;
  house.clock.set(CLOCK_STARTS_AT);
  return house;
}

/**
 * Lets the worker's own house answer the browser's calls of the API: its clock is the test's to move, and no other test is in
 * it meanwhile. The pages stay those of the open house.
 */
export async function withHouseBehind(
  context: BrowserContext,
  tell: (house: TestHouse) => Promise<void>,
  settings: Record<string, string> = {},
) {
  const house = await aSharedHouse(settings);
  await answerFrom(house, context, /\/(api|media\/signed)\//);
  await tell(house);
  // What a page still asks for would go to the open house, which knows nobody of this one.
  await leave(context);
}

/**
 * Closes every page of a test. By the context: a page that is closed while it goes on to the next one may never be
 * (https://github.com/microsoft/playwright/issues/42068).
 */
export const leave = (context: BrowserContext) => context.close();

/** Whatever a page of `context` asks for at these addresses, `house` answers. */
export const answerFrom = (house: TestHouse, context: BrowserContext, addresses: string | RegExp) =>
  context.route(addresses, (route) =>
    answer(house, route).catch((error: Error) => {
      if (!error.message.includes('has been closed')) throw error; // else the page was left meanwhile
    }),
  );

async function answer(house: TestHouse, route: Route) {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const body = request.postDataBuffer();
  const response = await house.app.request(pathname + search, {
    method: request.method(),
    headers: await request.allHeaders(),
    ...(body && { body: new Uint8Array(body) }),
  });
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

/** The page's browser is from now on that of a viewer of this house. */
export async function signInTo(house: TestHouse, page: Page, viewer: { userId: number; roles: string[] }) {
  const { token, refreshtoken } = await startSession(house.deps, viewer as Parameters<typeof startSession>[1], {
    ip: '127.0.0.1',
    userAgent: null,
  });
  await page.addInitScript(
    (items) => Object.entries(items).forEach(([name, value]) => localStorage.setItem(name, value)),
    { userToken: token, refreshToken: refreshtoken, userId: String(viewer.userId) },
  );
}
