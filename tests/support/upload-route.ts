import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { BrowserContext } from '@playwright/test';
import type { TestServer } from './test-server.ts';

/**
 * Sends uploads of the browser to a port of the in-process server, because Playwright cannot read the body of a file. `onPatch`
 * may cut a part off: it gets the number of the part, from 1.
 */
export async function withUploads(
  context: BrowserContext,
  server: TestServer,
  run: () => Promise<void>,
  isCut: (part: number) => boolean = () => false,
) {
  const http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
  await once(http.listen(0), 'listening');
  const { port } = http.address() as AddressInfo;
  let parts = 0;
  await context.route(/\/api\/office\/uploads/, async (route) => {
    const url = new URL(route.request().url());
    url.port = String(port);
    if (route.request().method() === 'PATCH' && isCut(++parts))
      await route.abort('connectionreset');
    else await route.continue({ url: url.href });
  });
  await run();
  http.closeAllConnections();
  http.close();
}
