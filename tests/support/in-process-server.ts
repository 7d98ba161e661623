import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { startSession } from '#server/auth/session/sessions.ts';
import { testNow } from './test-now.ts';
import { aServer, type TestServer } from './test-server.ts';
import { addWorkerCleanup } from './worker-cleanup.ts';

const openServers = new Map<string, Promise<TestServer>>();

/**
 * Returns the worker's server with this name and these settings, in this process. It opens once per worker, because opening takes longer than
 * most tests, and it closes with the worker. Each test creates its own viewers and films, and starts with the time of the run.
 */
export async function aWorkerServer(
  settings: Record<string, string> = {},
  name = '',
): Promise<TestServer> {
  const key = name + JSON.stringify(settings);
  const serverSettings = { ORIGIN: process.env['E2E_ORIGIN']!, ...settings };
  if (!openServers.has(key))
    openServers.set(
      key,
      aServer({ settings: serverSettings, registerCleanup: (close) => addWorkerCleanup(close) }),
    );
  const server = await openServers.get(key)!;
  server.clock.set(testNow());
  return server;
}

/**
 * Routes the API requests of the browser to the worker's in-process server, whose clock the test can move and which no other
 * test uses meanwhile. Pages still come from the shared server.
 */
export async function withInProcessServer(
  context: BrowserContext,
  run: (server: TestServer) => Promise<void>,
  settings: Record<string, string> = {},
) {
  const server = await aWorkerServer(settings);
  await routeToServer(server, context, /\/(api|media\/signed)\//);
  await run(server);
  // Later requests of a page would reach the shared server, which does not know this viewer.
  await closeContext(context);
}

/**
 * Closes every page of a test through the context, because closing a page during a navigation may never finish
 * (https://github.com/microsoft/playwright/issues/42068).
 */
export const closeContext = (context: BrowserContext) => context.close();

export const routeToServer = (
  server: TestServer,
  context: BrowserContext,
  addresses: string | RegExp,
) =>
  context.route(addresses, (route) =>
    fulfillFrom(server, route).catch((error: Error) => {
      if (!error.message.includes('has been closed')) throw error; // The page was closed during the request.
    }),
  );

async function fulfillFrom(server: TestServer, route: Route) {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const body = request.postDataBuffer();
  const response = await server.app.request(pathname + search, {
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

/** Runs with a site whose API is this server's, and whose pages are those of `pagesOrigin`: for browsers without routes. */
export async function withSite(
  server: TestServer,
  pagesOrigin: string,
  run: (origin: string) => Promise<void>,
) {
  const site = new Hono()
    .all('/api/*', ({ req }) => server.app.request(req.raw))
    .all('*', ({ req }) =>
      proxy(new URL(req.url.slice(new URL(req.url).origin.length), pagesOrigin)),
    );
  const http = serve({ fetch: site.fetch, port: 0 });
  await once(http, 'listening');
  try {
    await run(`http://localhost:${(http.address() as AddressInfo).port}`);
  } finally {
    http.close();
  }
}

type SignedInViewer = { userId: number; roles: string[] };

export async function signInViewer(server: TestServer, page: Page, viewer: SignedInViewer) {
  await page.addInitScript(
    (items) => Object.entries(items).forEach(([name, value]) => localStorage.setItem(name, value)),
    await startViewerSession(server, viewer),
  );
}

/** What the browser stores of a new session. */
export async function startViewerSession(server: TestServer, viewer: SignedInViewer) {
  const { token, refreshtoken } = await startSession(
    server.deps,
    viewer as Parameters<typeof startSession>[1],
    {
      ip: '127.0.0.1',
      userAgent: null,
    },
  );
  return { userToken: token, refreshToken: refreshtoken, userId: String(viewer.userId) };
}
