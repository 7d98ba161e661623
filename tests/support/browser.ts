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
import { CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { movieSlug } from '#domain/slug.ts';
import { bookingMessages } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages } from '#messages/details.ts';
import { href } from '#routes.ts';
import { waitUntil } from './server-process.ts';
import { clockAheadMs, shiftClock, testNow } from './test-now.ts';
import { translatePages } from './translator.ts';
import { runWorkerCleanups } from './worker-cleanup.ts';

export { expect };

export interface Viewer {
  mobile: string;
  userId: number;
  token: string;
}

/** A random mobile number that no other test uses. */
export const aMobile = () => `8${String(randomInt(0, 10 ** 9)).padStart(9, '0')}`;
/** Each number signs in from its own address, so the limits of an address are never reached. */
const ipAddressOf = (mobile: string) => {
  const number = Number(mobile.slice(-8));
  return [10, (number >> 16) & 255, (number >> 8) & 255, number & 255].join('.');
};

export interface Fixtures {
  /** `signInPage` for the page of the test. */
  signIn: (mobile?: string, password?: string) => Promise<Viewer>;
  /** Books a ticket that is open now. */
  aTicket: (viewer: Viewer, movie: Movie) => Promise<{ movieOrderId: number }>;
  /** Features of the sample cinema that stream now: `paid` films need a ticket with a price, `free` films have the price 0. */
  films: { paid: Movie[]; free: Movie[] };
  /** Console errors that this test expects. */
  allowConsoleErrors: (...patterns: RegExp[]) => void;
  /** A project's option: a translator changes every page. */
  isTranslated: boolean;
  failOnErrors: void;
}

export const test = base.extend<Fixtures, { workerEnd: void }>({
  // Every page has the clock of the run.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (clockAheadMs()) await context.addInitScript(shiftClock, clockAheadMs());
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],

  workerEnd: [async ({}, use) => use().then(runWorkerCleanups), { scope: 'worker', auto: true }],

  isTranslated: [false, { option: true }],

  signIn: async ({ page }, use) =>
    use((mobile, newPassword) => signInPage(page, mobile, newPassword)),

  aTicket: async ({ request }, use) => {
    await use(async ({ token }, movie) => {
      const options = (data: object) => ({ data, headers: { authorization: `Bearer ${token}` } });
      const slot = { bookingStartTime: toWire(testNow()), timezone: CINEMA_ZONE };
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
    const isFeature = ({ movieType }: Movie) => movieType === 'MOVIES';
    await use({
      paid: content.filter((movie) => isFeature(movie) && movie.ticketRate > 0),
      free: content.filter((movie) => isFeature(movie) && movie.ticketRate === 0),
    });
  },

  allowConsoleErrors: async ({}, use, testInfo) => {
    await use((...patterns) => allowedErrors.set(testInfo.testId, patterns));
  },

  // Fails the test on unexpected browser errors.
  failOnErrors: [
    async ({ context, isTranslated }, use, testInfo) => {
      const errors = collectErrors(context);
      if (isTranslated) await translatePages(context);
      await use();
      expectNoErrors(errors, testInfo, isTranslated ? [REDRAWN, SANDBOXED_FRAME] : []);
    },
    { auto: true },
  ],
});

/** The scripts of a test do not run in a frame without scripts. */
export const SANDBOXED_FRAME = /^Blocked script execution in 'about:srcdoc'/;
/** React draws an island again whose HTML was changed before. */
export const REDRAWN = /Minified React error #418/;

/** Follows the requests of a context. Returns its errors. */
export function collectErrors(context: BrowserContext): string[] {
  trackRequests(context);
  const errors: string[] = [];
  context.on(
    'console',
    (message) =>
      message.type() === 'error' && errors.push(`${message.text()} (${message.location().url})`),
  );
  context.on('weberror', (error) =>
    errors.push(
      `uncaught: ${error.error().name} ${error.error().message} ${error.error().stack} (${error.page()?.url()})`,
    ),
  );
  return errors;
}

/** `more`: allowed errors besides those that the test allows. */
export function expectNoErrors(
  errors: string[],
  { testId }: { testId: string },
  more: RegExp[] = [],
) {
  const allowed = [...(allowedErrors.get(testId) ?? []), ...more];
  expect(
    errors.filter((error) => !allowed.some((pattern) => pattern.test(error))),
    'unexpected browser errors',
  ).toEqual([]);
}

/** Signs in a new viewer by API and leaves the page blank. Sets the password if one is given. */
export async function signInPage(
  page: Page,
  mobile = aMobile(),
  newPassword?: string,
): Promise<Viewer> {
  const post = async (path: string, data: object, bearer = '') => {
    const headers = { 'X-Forwarded-For': ipAddressOf(mobile), authorization: `Bearer ${bearer}` };
    const response = await page.request.post(`/api/auth${path}`, { data, headers });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  await post('/users/registerbyphone', { mobileno: mobile, countryCode: '91' });
  const code = await codeFor(page.request, mobile);
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
}

/** Writes to localStorage from a page without scripts, so that the data exists before the first real page loads. */
export async function storeInBrowser(page: Page, items: Record<string, string>) {
  await page.route('/signing-in', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,">',
    }),
  );
  await page.goto('/signing-in');
  await page.evaluate(
    (storedItems) =>
      Object.entries(storedItems).forEach(([key, value]) => localStorage.setItem(key, value)),
    items,
  );
  // A route disables the browser's cache.
  await page.unroute('/signing-in');
}

interface Traffic {
  open: Set<Request>;
  changedAt: number;
}
const trafficOf = new WeakMap<BrowserContext, Traffic>();

function trackRequests(context: BrowserContext) {
  const traffic: Traffic = { open: new Set(), changedAt: performance.now() };
  trafficOf.set(context, traffic);
  const withChangeTime = (change: (request: Request) => unknown) => (request: Request) => {
    change(request);
    traffic.changedAt = performance.now();
  };
  context.on(
    'request',
    withChangeTime((request) => traffic.open.add(request)),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(
      end as 'requestfinished',
      withChangeTime((request) => traffic.open.delete(request)),
    );
}

const QUIET_MS = 100;

/** Waits until all requests are finished; Playwright's `networkidle` takes half a second longer. */
export async function waitForNetworkIdle(page: Page) {
  await page.waitForLoadState('load');
  const traffic = trafficOf.get(page.context())!;
  await waitUntil(
    'the network is idle',
    async () => traffic.open.size === 0 && performance.now() - traffic.changedAt >= QUIET_MS,
  );
}

/** Waits until the latest changes of the page's scripts are painted. */
export const waitForNextPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  );

const allowedErrors = new Map<string, RegExp[]>();
/** Matches the console error about an expected error status. */
export const failedLoadError = (...statuses: number[]) =>
  new RegExp(
    `^Failed to load resource: the server responded with a status of (${statuses.join('|')}) `,
  );

/** Newest code in the sandbox inbox for a number of +91. */
export const codeFor = (request: APIRequestContext, mobile: string) =>
  codeSentTo(request, `91${mobile}`);

/** Newest code for a dial code with number, or for an e-mail address. */
export const codeSentTo = (request: APIRequestContext, to: string) =>
  waitUntil(`a code for ${to} arrives`, async () => {
    const response = await request.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`);
    const [message] = (await response.json()) as { text: string }[];
    return message && /\d{6}/.exec(message.text)![0];
  });

export const publicFilmHref = (movie: Movie) =>
  href('publicMovie', { movie_name: movieSlug(movie.movieName), movie_id: movie.movieKey });

/** Opens the booking page and chooses Now. */
export async function bookNow(page: Page, movie: Movie) {
  await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
  await chooseNow(page);
}

export async function chooseNow(page: Page) {
  await page.getByRole('button', { name: bookingMessages.now, exact: false }).first().click();
  await page
    .getByRole('button', { name: bookingMessages.continue })
    .locator('visible=true')
    .click();
  await expect(page).toHaveURL(new RegExp(`${href('payment')}/?$`));
}

/** Closes the ticket that appears after a payment (spec §4). */
export async function closeTicketDialog(page: Page) {
  const ticket = page.getByRole('dialog', { name: detailMessages.booked });
  await ticket.getByRole('button', { name: commonMessages.close }).click();
  await expect(ticket).toBeHidden();
}

/** The sandbox's popup that replaces Razorpay's. */
export const payPopup = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: 'Razorpay sandbox' });

/** Presses Tab until `target` has the focus. Throws if it is unreachable. */
export async function tabTo(page: Page, target: Locator, presses = 80) {
  for (let press = 0; press < presses; press++) {
    if (
      await target
        .evaluate(
          (element) =>
            element === document.activeElement || element.contains(document.activeElement),
        )
        .catch(() => false)
    )
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${presses} presses of Tab did not reach ${String(target)}`);
}
