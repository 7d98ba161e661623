import type { BrowserContext } from '@playwright/test';
import { toWire } from '#domain/dates.ts';
import { bookingMessages } from '#messages/booking.ts';
import { signUserToken } from '#server/tokens.ts';
import { expect, test as base } from './browser.ts';
import { aHouse, type Clock, type TestHouse } from './house.ts';
import { answerFrom, leave } from './house-behind-page.ts';
import { atWorkerEnd } from './worker-end.ts';

/** A new viewer who has chosen Now for a film of ₹149, in a house whose providers nobody else scripts. */
export interface Till {
  house: TestHouse;
  viewer: { userId: number };
  film: { movieId: number };
  /** How the viewer's orders stand. */
  statuses: () => Promise<string[]>;
  /** What the provider does next. */
  script: (provider: string, command: object) => Promise<any>;
  /** Until every webhook has arrived. */
  heard: () => Promise<void>;
  rows: (sql: string) => Promise<Record<string, unknown>[]>;
}

const clock: Clock = { now: () => new Date(), set: () => undefined, advance: () => undefined };

const OPENS_WITHIN_MS = 120_000;

let opening: Promise<TestHouse> | undefined;

/**
 * The worker's house of the tills, which closes with it. Chosen: no fixture of the worker, for tests with other worker fixtures
 * get a worker of their own, and that opens everything once more.
 */
const theTillHouse = () =>
  (opening ??= aHouse({ clock, settings: { ORIGIN: process.env['E2E_ORIGIN']! }, atEnd: (end) => atWorkerEnd(end) }));

export const test = base.extend<{ till: Till }>({
  // The first one opens the house: that time is not the test's.
  till: [
    async ({ context }, use) => {
      const house = await theTillHouse();
      await answerFrom(house, context, /\/(api|sandbox)([/?]|$)/);
      const viewer = await house.aViewer();
      const film = await house.aFilm();
      const { tokenSecret } = house.config.secrets;
      const userToken = await signUserToken(tokenSecret, { userId: viewer.userId, roles: [] }, clock.now());
      const startTime = toWire(new Date());
      const ticketInfo = JSON.stringify({
        movieId: film.movieId,
        date: startTime.slice(0, 10),
        time: bookingMessages.now,
        startTime,
      });
      await storeOnce(context, { userToken, refreshToken: 'none', userId: String(viewer.userId), ticketInfo });
      const script: Till['script'] = async (provider, command) => (await house.script({ provider, ...command })).json();
      await use({
        house,
        viewer,
        film,
        script,
        async statuses() {
          const { json } = await house.get('/api/ott/orders', { as: viewer });
          return json.content.map(({ paymentStatus }: { paymentStatus: string }) => paymentStatus);
        },
        heard: () => house.sandbox.idle(),
        rows: async (sql) => (await house.database.query(sql)).rows as Record<string, unknown>[],
      });
      await leave(context);
      for (const provider of ['razorpay', 'paypal']) await script(provider, { action: 'forget' });
    },
    { timeout: OPENS_WITHIN_MS },
  ],
});

/** What the browser holds when its first page opens: a session, and the choice of Now. */
const storeOnce = (context: BrowserContext, items: Record<string, string>) =>
  context.addInitScript((given) => {
    if (!location.protocol.startsWith('http') || localStorage.getItem('rememberMe')) return;
    Object.entries({ ...given, rememberMe: 'kept' }).forEach(([key, value]) => localStorage.setItem(key, value));
  }, items);

export { expect };
