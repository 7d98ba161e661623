import type { BrowserContext, Page, Route } from '@playwright/test';
import { startSession } from '#server/auth/session/sessions.ts';
import { aHouse, type TestHouse } from './house.ts';

/**
 * Lets a house of its own, in this process, answer the browser's calls of the API: its clock is the test's to move, and nobody
 * else is in it. The pages stay those of the open house.
 */
export async function withHouseBehind(
  context: BrowserContext,
  tell: (house: TestHouse) => Promise<void>,
  settings: Record<string, string> = {},
) {
  let close = async () => {};
  const own = { ORIGIN: process.env['E2E_ORIGIN']!, ...settings };
  const house = await aHouse({ settings: own, atEnd: (end) => (close = end) });
  await answerFrom(house, context, /\/(api|media\/signed)\//);
  try {
    await tell(house);
    // What a page still asks for would go to the open house, which knows nobody of this one.
    await leave(context);
  } finally {
    await close();
  }
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
