import type { BrowserContext } from '@playwright/test';
import { toWire } from '#domain/dates.ts';
import { signUserToken } from '#server/tokens.ts';
import { expect, test as base } from './browser.ts';
import { aRunningClock } from './test-now.ts';
import { aServer, type TestServer } from './test-server.ts';
import { routeToServer, closeContext } from './in-process-server.ts';
import { addWorkerCleanup } from './worker-cleanup.ts';

/** A new viewer who chose Now for a film of ₹149, on a server whose provider sandboxes only this test scripts. */
export interface PaymentFixture {
  server: TestServer;
  viewer: { userId: number };
  film: { movieId: number; movieName: string };
  orderStatuses: () => Promise<string[]>;
  scriptProvider: (provider: string, command: object) => Promise<any>;
  waitForWebhooks: () => Promise<void>;
  queryRows: (sql: string) => Promise<Record<string, unknown>[]>;
}

const clock = aRunningClock();

const OPENS_WITHIN_MS = 120_000;

let opening: Promise<TestServer> | undefined;

/**
 * One server per worker, which closes with the worker. Chosen: not a worker fixture, because tests with different worker
 * fixtures run in different workers, and each would open its own server.
 */
const workerServer = () =>
  (opening ??= aServer({
    clock,
    settings: { ORIGIN: process.env['E2E_ORIGIN']! },
    registerCleanup: (end) => addWorkerCleanup(end),
  }));

export const test = base.extend<{ paymentFixture: PaymentFixture }>({
  // The first test opens the server, so the fixture has its own timeout.
  paymentFixture: [
    async ({ context }, use) => {
      const server = await workerServer();
      await routeToServer(server, context, /\/(api|sandbox)([/?]|$)/);
      const viewer = await server.aViewer();
      const film = await server.aFilm();
      const { tokenSecret } = server.config.secrets;
      const userToken = signUserToken(
        tokenSecret,
        { userId: viewer.userId, roles: [] },
        clock.now(),
      );
      const startTime = toWire(clock.now());
      const ticketInfo = JSON.stringify({
        movieId: film.movieId,
        date: startTime.slice(0, 10),
        time: 'now',
        startTime,
      });
      await storeBeforeFirstPage(context, {
        userToken,
        refreshToken: 'none',
        userId: String(viewer.userId),
        ticketInfo,
      });
      const scriptProvider: PaymentFixture['scriptProvider'] = async (provider, command) =>
        (await server.scriptSandbox({ provider, ...command })).json();
      await use({
        server,
        viewer,
        film,
        scriptProvider,
        async orderStatuses() {
          const { json } = await server.get('/api/ott/orders', { as: viewer });
          return json.content.map(({ paymentStatus }: { paymentStatus: string }) => paymentStatus);
        },
        waitForWebhooks: () => server.sandbox.waitUntilIdle(),
        queryRows: async (sql) =>
          (await server.database.query(sql)).rows as Record<string, unknown>[],
      });
      await closeContext(context);
      for (const provider of ['razorpay', 'paypal'])
        await scriptProvider(provider, { action: 'clear_scripts' });
    },
    { timeout: OPENS_WITHIN_MS },
  ],
});

const storeBeforeFirstPage = (context: BrowserContext, items: Record<string, string>) =>
  context.addInitScript((storedItems) => {
    if (!location.protocol.startsWith('http') || localStorage.getItem('rememberMe')) return;
    Object.entries({ ...storedItems, rememberMe: 'kept' }).forEach(([key, value]) =>
      localStorage.setItem(key, value),
    );
  }, items);

export { expect };
