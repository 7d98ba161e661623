import type { BrowserContext } from '@playwright/test';
import { aHouse, type TestHouse } from './house.ts';

/**
 * Lets a house of its own, in this process, answer the browser's calls of the API: its clock is the test's to move, and nobody
 * else is in it. The pages stay those of the open house.
 */
export async function withHouseBehind(context: BrowserContext, tell: (house: TestHouse) => Promise<void>) {
  let close = async () => {};
  const house = await aHouse({ settings: { ORIGIN: process.env['E2E_ORIGIN']! }, atEnd: (end) => (close = end) });
  await context.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const body = request.postDataBuffer();
    const response = await house.app.request(pathname + search, {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(body && { body: new Uint8Array(body) }),
    });
    await route
      .fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      })
      .catch(() => undefined); // the page was left meanwhile
  });
  try {
    await tell(house);
  } finally {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  }
}
