import { randomInt } from 'node:crypto';
import {
  type APIRequestContext,
  test as base,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { HOUSE_ZONE, toWire } from '#domain/dates.ts';
import { movieSlug } from '#domain/slug.ts';
import { bookingMessages } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages } from '#messages/details.ts';
import { href } from '#routes.ts';
import { until } from './server-process.ts';
import { endWorker } from './worker-end.ts';

export { expect };

export interface Viewer {
  mobile: string;
  userId: number;
  token: string;
}

/** A number that nobody in this run has. */
export const aMobile = () => `8${String(randomInt(0, 10 ** 9)).padStart(9, '0')}`;
const anAddress = () => ['10', randomInt(256), randomInt(256), randomInt(1, 255)].join('.');

interface Fixtures {
  /** Signs a new viewer in, as the screens would have done it, and leaves the page on a blank one. With `password`, one who has set it. */
  signIn: (mobile?: string, password?: string) => Promise<Viewer>;
  /** Gives a viewer a ticket that is open now. */
  aTicket: (viewer: Viewer, movie: Movie) => Promise<{ movieOrderId: number }>;
  /** Streaming films of the sample cinema, from the public API. */
  films: { paid: Movie[]; free: Movie[] };
  /** What the browser may complain about in this test. */
  allowComplaints: (...patterns: RegExp[]) => void;
  guard: void;
}

export const test = base.extend<Fixtures, { workerEnd: void }>({
  workerEnd: [async ({}, use) => use().then(endWorker), { scope: 'worker', auto: true }],

  signIn: async ({ page, request }, use) => {
    await use(async (mobile = aMobile(), newPassword) => {
      const post = async (path: string, data: object, bearer = '') => {
        const headers = { 'X-Forwarded-For': anAddress(), authorization: `Bearer ${bearer}` };
        const response = await request.post(`/api/auth${path}`, { data, headers });
        expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
        return response.json();
      };
      await post('/users/registerbyphone', { mobileno: mobile, countryCode: '91' });
      const code = await codeFor(request, mobile);
      if (newPassword) {
        const { tempToken } = await post('/users/validatephoneotp', { username: mobile, otp: code });
        const change = { username: mobile, password: newPassword, confirmPassword: newPassword };
        await post('/users/resetpassword', change, tempToken);
      }
      const { token, refreshtoken, userId } = await post('/users/login', {
        username: mobile,
        password: newPassword ?? code,
      });
      await storeInBrowser(page, {
        userToken: token,
        refreshToken: refreshtoken,
        userId: String(userId),
        mobileNumber: mobile,
      });
      return { mobile, userId, token };
    });
  },

  aTicket: async ({ request }, use) => {
    await use(async ({ token }, movie) => {
      const options = (data: object) => ({ data, headers: { authorization: `Bearer ${token}` } });
      const slot = { bookingStartTime: toWire(new Date()), timezone: HOUSE_ZONE };
      const booked = await request.post(
        `/api/ott/movies/${movie.movieId}/orders`,
        options({ ...slot, couponCode: 'HOUSEFULL' }),
      );
      const { movieOrderId } = await booked.json();
      const paid = await request.put(
        `/api/ott/orders/${movieOrderId}/payment`,
        options({ paymentStatus: 'PAID', paidAmount: 0 }),
      );
      expect(await paid.json()).toMatchObject({ paymentStatus: 'PAID' });
      return { movieOrderId };
    });
  },

  films: async ({ request }, use) => {
    const response = await request.get('/api/ott/public/streamingnow?size=100');
    const { content } = (await response.json()) as { content: Movie[] };
    const isFilm = ({ movieType }: Movie) => movieType === 'MOVIES';
    await use({
      paid: content.filter((movie) => isFilm(movie) && movie.ticketRate > 0),
      free: content.filter((movie) => isFilm(movie) && movie.ticketRate === 0),
    });
  },

  allowComplaints: async ({}, use, testInfo) => {
    await use((...patterns) => complaintsAllowed.set(testInfo.testId, patterns));
  },

  // What the browser reports as an error fails the test that did not expect it.
  guard: [
    async ({ context }, use, testInfo) => {
      countRequests(context);
      const complaints: string[] = [];
      context.on(
        'console',
        (message) => message.type() === 'error' && complaints.push(`${message.text()} (${message.location().url})`),
      );
      context.on('weberror', (error) =>
        complaints.push(
          `uncaught: ${error.error().name} ${error.error().message} ${error.error().stack} (${error.page()?.url()})`,
        ),
      );
      await use();
      const allowed = complaintsAllowed.get(testInfo.testId) ?? [];
      expect(
        complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
        'what the browser complained about',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Writes into the browser's storage from a page of the house's origin without a script: it must be there before the first real one asks. */
export async function storeInBrowser(page: Page, items: Record<string, string>) {
  await page.route('/signing-in', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.goto('/signing-in');
  await page.evaluate(
    (given) => Object.entries(given).forEach(([key, value]) => localStorage.setItem(key, value)),
    items,
  );
  // A route keeps the browser from using its cache.
  await page.unroute('/signing-in');
}

interface Traffic {
  open: Set<Request>;
  changedAt: number;
}
const trafficOf = new WeakMap<BrowserContext, Traffic>();

function countRequests(context: BrowserContext) {
  const traffic: Traffic = { open: new Set(), changedAt: performance.now() };
  trafficOf.set(context, traffic);
  const changes = (change: (request: Request) => unknown) => (request: Request) => {
    change(request);
    traffic.changedAt = performance.now();
  };
  context.on(
    'request',
    changes((request) => traffic.open.add(request)),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(
      end as 'requestfinished',
      changes((request) => traffic.open.delete(request)),
    );
}

const QUIET_MS = 100;

/** Until no page of the test's browser waits for an answer: Playwright's own `networkidle` takes half a second more. */
export async function networkRests(page: Page) {
  await page.waitForLoadState('load');
  const traffic = trafficOf.get(page.context())!;
  await until(
    'the network rests',
    async () => traffic.open.size === 0 && performance.now() - traffic.changedAt >= QUIET_MS,
  );
}

/** Until what the page's scripts have just done is on the screen. */
export const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

const complaintsAllowed = new Map<string, RegExp[]>();
/** The browser's own line about a reply that a test wants to be refused. */
export const refused = (...statuses: number[]) =>
  new RegExp(`^Failed to load resource: the server responded with a status of (${statuses.join('|')}) `);

/** The newest code that the sandbox's inbox holds for a number of +91. */
export const codeFor = (request: APIRequestContext, mobile: string) => codeSentTo(request, `91${mobile}`);

/** The same for dial code and number, or an e-mail address. */
export const codeSentTo = (request: APIRequestContext, to: string) =>
  until(`a code for ${to} arrives`, async () => {
    const response = await request.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`);
    const [message] = (await response.json()) as { text: string }[];
    return message && /\d{6}/.exec(message.text)![0];
  });

export const sharedLink = (movie: Movie) =>
  href('publicMovie', { movie_name: movieSlug(movie.movieName), movie_id: movie.movieKey });

/** Opens the film's counter and chooses Now. */
export async function bookNow(page: Page, movie: Movie) {
  await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
  await chooseNow(page);
}

export async function chooseNow(page: Page) {
  await page.getByRole('button', { name: bookingMessages.now, exact: false }).first().click();
  await page.getByRole('button', { name: bookingMessages.continue }).locator('visible=true').click();
  await expect(page).toHaveURL(new RegExp(`${href('payment')}/?$`));
}

/** After a payment the ticket is shown on the film's page (spec §4): puts it away. */
export async function closeBookingInfo(page: Page) {
  const ticket = page.getByRole('dialog', { name: detailMessages.booked });
  await ticket.getByRole('button', { name: commonMessages.close }).click();
  await expect(ticket).toBeHidden();
}

/** The sandbox's popup, in place of Razorpay's. */
export const payPopup = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Razorpay sandbox' });

/** Presses Tab until `target` has the focus; what a keyboard cannot reach fails here. */
export async function tabTo(page: Page, target: Locator, presses = 80) {
  for (let press = 0; press < presses; press++) {
    if (
      await target
        .evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
        .catch(() => false)
    )
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${presses} presses of Tab did not reach ${String(target)}`);
}

/** For `addInitScript`: the page's clock is this many milliseconds ahead. */
export function shiftClock(ahead: number) {
  const RealDate = Date;
  const now = () => RealDate.now() + ahead;
  window.Date = new Proxy(RealDate, {
    construct: (_, given) => Reflect.construct(RealDate, given.length ? given : [now()]),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
