import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMessages } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { paymentMessages } from '#messages/payments.ts';
import { playbackMessages } from '#messages/playback.ts';
import { sessionMessages } from '#messages/session.ts';
import { rebuild } from '#rebuild/rebuild.ts';
import { href } from '#routes.ts';
import { siteApp } from '#server/site/site.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { findTestChromium, requireChromium } from '../../scripts/chromium.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { PROJECT } from '../support/project.ts';
import { aFreePort, waitUntil } from '../support/server-process.ts';
import { aRunningClock, testNow } from '../support/test-now.ts';

// For browsers both are secure, and different sites: cookies of one are third-party cookies for the other.
const SITE = 'http://cinema.localhost';
const API = 'http://api.localhost';
const SAMPLE = join(PROJECT, 'scripts/sample');
const FILM = 'night-rail';
const MOBILE = '8123456789';

/** Bundling is the slowest part, so bundles of the same sources are reused. */
const BUNDLES = join(PROJECT, '.matinee', 'test', 'two-origins', 'bundles');

const folder = mkdtempSync(join(tmpdir(), 'matinee-two-origins-'));
let server: TestServer;
let site: Server;
let browser: Browser;

beforeAll(async () => {
  const port = await aFreePort();
  server = await aServer({
    clock: aRunningClock(),
    settings: {
      PORT: String(port),
      ORIGIN: API,
      SITE_ORIGINS: SITE,
      MEDIA_DIR: join(PROJECT, '.matinee', 'test', 'media'),
    },
  });
  await importFilm();
  await server.listen();
  const siteDir = join(folder, 'site');
  mkdirSync(BUNDLES, { recursive: true });
  symlinkSync(BUNDLES, join(folder, 'bundles'));
  await rebuild({
    origin: SITE,
    projectDir: PROJECT,
    dataDir: folder,
    settings: {
      ...process.env,
      PUBLIC_AUTH_URL: `${API}/api/auth`,
      PUBLIC_OTT_URL: `${API}/api/ott`,
    },
    apiOrigin: `http://127.0.0.1:${port}`,
    siteDir,
  });
  // Like a static host: without queries to the database.
  const files = siteApp(siteDir, {
    isHttps: false,
    movieState: () => Promise.reject(new Error('no database')),
  });
  site = serve({ fetch: files.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(site, 'listening');
  const { port: sitePort } = site.address() as AddressInfo;
  const rules = [
    `MAP cinema.localhost:80 127.0.0.1:${sitePort}`,
    `MAP api.localhost:80 127.0.0.1:${port}`,
  ];
  browser = await chromium.launch({
    executablePath: findTestChromium() ?? requireChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=${rules.join(', ')}`],
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function importFilm() {
  const { movies, pages } = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8')) as {
    movies: { ref: string }[];
    pages: object;
  };
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, JSON.stringify({ movies: movies.filter(({ ref }) => ref === FILM), pages }));
  const importContext = {
    db: server.database.db,
    mediaDir: server.config.mediaDir,
    now: testNow(),
    mayCreateNames: true,
  };
  const { rejected } = await importCatalogue(importContext, { file, mediaFolder: SAMPLE });
  expect(rejected).toEqual([]);
}

const readCode = () =>
  waitUntil('the code arrives', async () => {
    const { json } = await server.get(`/sandbox/inbox.json?to=91${MOBILE}`);
    return /\d{6}/.exec(json[0]?.text ?? '')?.[0];
  });

/** Collects console errors (policies, CORS) and script errors. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).locator('visible=true').first();
const at = (path: string) => new RegExp(`^${SITE}${path}/?(\\?.*)?$`);

test(
  'with site and API on two origins, a visitor finds a film, signs up, books, pays and watches',
  { tags: ['deep'] },
  async () => {
    const context = await browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata' });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const errors = collectErrors(page);
    const requestedOrigins = new Set<string>();
    page.on('request', (request) => requestedOrigins.add(new URL(request.url()).origin));

    await page.goto(`${SITE}${href('movies')}`);
    await page.locator('main a[href^="/v/"]').locator('visible=true').first().click();
    await page.waitForURL(/\/v\//);
    const picture = page.locator('main img').first();
    await picture.waitFor();
    await waitUntil('the picture is drawn', () =>
      picture.evaluate((each: HTMLImageElement) => each.naturalWidth > 0),
    );
    expect(await picture.evaluate((each: HTMLImageElement) => each.currentSrc)).toMatch(
      `${API}/media/images/`,
    );

    await page
      .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
      .locator('visible=true')
      .click();
    await page.getByLabel(sessionMessages.mobileNumber).fill(MOBILE);
    await button(page, sessionMessages.signUp).click();
    await page.getByLabel(sessionMessages.otpLabel).fill(await readCode());
    await page.getByLabel(accountMessages.firstName).fill('Kamala');
    await page.getByLabel(accountMessages.lastName).fill('Devi');
    await page.getByLabel(accountMessages.email).fill('kamala@matinee.in');
    await button(page, accountMessages.submit).click();

    await button(page, new RegExp(bookingMessages.now)).click();
    await button(page, bookingMessages.continue).click();
    await page.waitForURL(at(href('payment')));
    await button(page, /^Pay ₹/).click();
    const popup = page.getByRole('dialog').filter({ hasText: 'Razorpay sandbox' });
    await popup.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText(paymentMessages.successful).waitFor();
    const ticket = page.getByRole('dialog', { name: detailMessages.booked });
    await ticket.waitFor();
    await page.keyboard.press('Escape');
    await ticket.waitFor({ state: 'hidden' });

    await button(page, detailMessages.watchNow).click();
    await button(page, playbackMessages.accept).click();
    const film = page.locator('video');
    const time = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
    await waitUntil('the film plays', async () => (await time()) > 0.5, 40_000);

    expect([...requestedOrigins].filter((origin) => origin !== 'null').toSorted()).toEqual([
      API,
      SITE,
    ]);
    expect(errors).toEqual([]);
    await context.close();
  },
);
