import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, storeInBrowser, test, type Viewer } from '../support/browser.ts';
import { aSlowProxy, type SlowProxy } from '../support/slow-proxy.ts';

test.describe.configure({ timeout: 120_000 });

const ticketHref = ({ movieOrderId }: { movieOrderId: number }) =>
  href('purchasedOrder', { order_id: movieOrderId });
const storedNote = (page: Page) => page.locator('[data-stored-note]');
const isControlled = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0);

let proxy: SlowProxy;
let context: BrowserContext;

/** A page of a signed-in viewer on the origin of a line that can be cut. */
async function aPageBehindProxy({ page, signIn }: { page: Page; signIn: () => Promise<Viewer> }) {
  const viewer = await signIn();
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  const ownPage = await context.newPage();
  await storeInBrowser(ownPage, stored);
  return { viewer, ownPage };
}

test.beforeEach(async ({ browser, baseURL, viewport }) => {
  proxy = await aSlowProxy(baseURL!);
  context = await browser.newContext({ baseURL: proxy.origin, viewport, serviceWorkers: 'allow' });
});
test.afterEach(async () => {
  await context.close();
  await proxy.close();
});

async function waitUntilStored(page: Page, paths: string[]) {
  const isStored = (wanted: string[]) =>
    Promise.all(
      wanted.map(async (path) => Boolean(await caches.match(path, { ignoreSearch: true }))),
    ).then((found) => found.every(Boolean));
  await expect.poll(() => page.evaluate(isStored, paths), { timeout: 30_000 }).toBe(true);
}

test(
  'without a network, a ticket holder sees tickets, the ticket, its invoice and its film, until the sign-out',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films }) => {
    const movie = films.paid[3]!;
    const { viewer, ownPage } = await aPageBehindProxy({ page, signIn });
    const ticket = await aTicket(viewer, movie);
    const film = href('movieDetails', { movie_id: movie.movieId });
    await ownPage.goto(ticketHref(ticket));
    await expect(ownPage.locator('svg.qr-code')).toHaveRole('img');
    await waitUntilStored(ownPage, [
      href('purchaseHistory'),
      ticketHref(ticket),
      film,
      '/api/ott/orders',
      `/api/ott/orders/${ticket.movieOrderId}`,
      `/api/ott/movies/${movie.movieId}`,
    ]);
    // The worker stores a page before the files that it names.
    await expect.poll(() => storedFileCount(ownPage)).toBeGreaterThan(20);
    await expect.poll(() => isSettled(ownPage), { timeout: 30_000 }).toBe(true);

    proxy.cut();
    await ownPage.goto('/');
    await expect(ownPage).toHaveURL(new RegExp(`${href('purchaseHistory')}$`));
    await expect(ownPage.locator(`a[href="${ticketHref(ticket)}"]`)).toBeVisible();
    await expect(storedNote(ownPage)).toContainText(commonMessages.storedAt('').slice(0, 20));

    await ownPage.goto(ticketHref(ticket));
    await expect(ownPage.locator('svg.qr-code')).toHaveRole('img');
    await expect(storedNote(ownPage)).toContainText(/You are offline/);
    await expectAccessible(ownPage);
    await ownPage.goto(`${ticketHref(ticket)}#invoice`);
    await expect(ownPage.getByRole('button', { name: invoiceMessages.print })).toBeVisible();

    await ownPage.goto(film);
    await expect(ownPage.getByRole('heading', { level: 1 })).toContainText(movie.movieName);
    await expect(storedNote(ownPage)).toContainText(/You are offline/);

    proxy.set({ isDown: false });
    await ownPage.goto(href('purchaseHistory'));
    await expect(storedNote(ownPage)).toBeEmpty();
    await ownPage.goto(href('profile'));
    await ownPage.getByRole('button', { name: sessionMessages.signOut }).first().click();
    await expect(ownPage).toHaveURL('/');
    await expect.poll(() => cacheNames(ownPage)).toEqual([]);
    await expect.poll(() => hasWorker(ownPage)).toBe(false);
  },
);

const storedFileCount = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('site-1')).keys()).length);

let lastCount = -1;
async function isSettled(page: Page) {
  const [before, now] = [lastCount, await storedFileCount(page)];
  lastCount = now;
  return before === now;
}

test(
  'a visitor and a viewer without a ticket get no worker',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    const visitor = await context.newPage();
    await visitor.goto('/', { waitUntil: 'networkidle' });
    expect([await hasWorker(visitor), await cacheNames(visitor)]).toEqual([false, []]);
    const { ownPage } = await aPageBehindProxy({ page, signIn });
    await ownPage.goto(href('purchaseHistory'), { waitUntil: 'networkidle' });
    expect(await hasWorker(ownPage)).toBe(false);
  },
);

const BROKEN_WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('broken'))));
`;

async function installBrokenWorker(page: Page) {
  proxy.set({ serviceWorker: BROKEN_WORKER });
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    await (await caches.open('site-0')).put('/old', new Response('old'));
  });
  await expect.poll(() => isControlled(page)).toBe(true);
  expect(await page.goto('/about-us').catch(() => 'failed')).toBe('failed');
}

test(
  'the switch removes a broken worker and what it stored after one visit',
  { tag: '@deep' },
  async () => {
    const page = await context.newPage();
    await installBrokenWorker(page);
    proxy.set({ serviceWorker: await readFile('src/browsers/service-worker-off.js', 'utf8') });
    await page.goto('/').catch(() => undefined); // the browser looks for a new worker after a visit, also after a failed one
    await expect(async () => {
      await page.goto('/');
      expect([await hasWorker(page), await cacheNames(page)]).toEqual([false, []]);
    }).toPass({ timeout: 20_000 });
  },
);

test('a corrected worker replaces a broken one after one visit', { tag: '@deep' }, async () => {
  const page = await context.newPage();
  await installBrokenWorker(page);
  proxy.set({ serviceWorker: undefined });
  await page.goto('/').catch(() => undefined);
  await expect(async () => {
    await page.goto('/about-us');
    expect(await cacheNames(page)).not.toContain('site-0');
  }).toPass({ timeout: 20_000 });
});

test(
  'a worker whose script is gone from the site leaves',
  { tag: '@deep' },
  async ({ page, signIn, aTicket, films }) => {
    const { viewer, ownPage } = await aPageBehindProxy({ page, signIn });
    await ownPage.goto(ticketHref(await aTicket(viewer, films.paid[4]!)));
    await expect.poll(() => isControlled(ownPage)).toBe(true);
    proxy.set({ serviceWorker: null });
    await ownPage.goto('/about-us');
    await expect.poll(() => hasWorker(ownPage)).toBe(false);
    await expect.poll(() => cacheNames(ownPage)).not.toContain('site-1');
  },
);
