import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTcp, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/limits.ts';
import { CARD } from '#server/backup/card.ts';
import { folderPlace, type Place } from '#server/backup/place.ts';
import { movies, packages } from '#server/db/schema/catalogue.ts';
import { SCHEMA } from '#server/db/schema-check.ts';
import { schemaVersion } from '#server/db/schema/schema-version.ts';
import { paymentAttempts, paymentEvents } from '#server/db/schema/payments.ts';
import { examine } from '#server/doctor/examine.ts';
import type { Finding, Patient } from '#server/doctor/finding.ts';
import { createRazorpay } from '#server/ports/payments/razorpay.ts';
import { razorpayProvider } from '#server/ports/payments/razorpay-provider.ts';
import { untoldFile } from '#server/ports/publisher/untold.ts';
import { aHouse, type TestHouse } from '../support/house.ts';

let house: TestHouse;
let folder: string;
let greeter: Server;
let patient: Patient;
const isRoot = userInfo().uid === 0;

/** A house in good health: its own clock is the world's, and everything outside is the sandbox. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-doctor-'));
  const siteDir = join(folder, 'site');
  const mediaDir = join(folder, 'media');
  mkdirSync(join(mediaDir, 'packages/a-film'), { recursive: true });
  mkdirSync(siteDir);
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined };
  greeter = createTcp((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
  await new Promise((resolve) => greeter.once('listening', resolve));
  house = await aHouse({ clock, settings: { SITE_DIR: siteDir, MEDIA_DIR: mediaDir } });
  const { db, config } = house.deps;
  const [film] = await db.insert(packages).values({ packageKey: 'a-film', manifest: {}, keys: [] }).returning();
  await house.aFilm({ movieKey: 'playable', packageId: film!.packageId });
  writeCard(siteDir, new Date(), 1_000_000_000);
  const { port } = greeter.address() as AddressInfo;
  const backups = folderPlace(join(folder, 'backups'));
  await keepCard(backups, 35);
  patient = {
    ...house.deps,
    backups,
    config: { ...config, email: { url: `smtp://127.0.0.1:${port}`, from: 'x', isSandbox: false } },
    fetch: (input, init) => Promise.resolve(house.app.request(new Request(input, init))),
  };
}, 120_000);
afterAll(() => {
  greeter.close();
  rmSync(folder, { recursive: true, force: true });
});

const writeCard = (siteDir: string, builtAt: Date, cursor: number) =>
  writeFileSync(join(siteDir, 'build.json'), JSON.stringify({ release: '1', builtAt, cursor: String(cursor) }));
const keepCard = async (place: Place, hours: number) => {
  const madeAt = new Date(Date.now() - hours * HOUR).toISOString();
  const id = madeAt.replace(/[-:]|\.\d+/g, '');
  const parts = [{ name: `${id}/database.0000`, bytes: 1, sha256: '' }];
  const card = { id, madeAt, kind: 'pglite', migration: '', parts, media: [] };
  await place.put(`${id}/${CARD}`, new Uint8Array(Buffer.from(JSON.stringify(card))));
};
const on = (findings: Finding[], subject: string) => findings.find((each) => each.subject === subject);
const finding = async (subject: string, change: Partial<Patient> = {}) =>
  on(await examine({ ...patient, ...change }), subject);
const withConfig = (change: Partial<Patient['config']>) => ({ config: { ...patient.config, ...change } });

test('A house in good health has nothing to mend', async () => {
  const findings = await examine(patient);
  expect(findings.filter(({ state }) => state === 'ill')).toEqual([]);
  expect(on(findings, 'backup')).toMatchObject({ state: 'well', says: expect.stringContaining('35 hours old') });
  expect(findings.length).toBeGreaterThanOrEqual(12);
});

describe('The doctor names the fault and the remedy', () => {
  test('a database that does not answer, and looks at the rest all the same', async () => {
    const broken = new Proxy(patient.db, {
      get: (db, name) =>
        name === 'execute' ? () => Promise.reject(new Error('connection refused')) : Reflect.get(db, name),
    });
    const findings = await examine({ ...patient, db: broken });
    expect(on(findings, 'database')).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('connection refused'),
    });
    expect(on(findings, 'mail')).toMatchObject({ state: 'well' });
  });

  test('clocks that differ', async () => {
    const late = () => new Date(Date.now() - 90_000);
    expect(await finding('clock', { now: late })).toMatchObject({
      state: 'ill',
      says: expect.stringMatching(/9\d s apart/),
      remedy: expect.stringContaining('time server'),
    });
  });

  test('a folder that cannot be written', async () => {
    // Root may write anywhere: a file stands where the folder should be.
    const dataDir = join(folder, 'sealed');
    if (isRoot) writeFileSync(dataDir, '');
    else {
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o500);
    }
    expect(await finding('storage', withConfig({ dataDir }))).toMatchObject({
      state: 'ill',
      says: expect.stringContaining(dataDir),
      remedy: expect.stringContaining('right to write'),
    });
  });

  test('a house that nobody backs up', async () => {
    expect(await finding('backup', { backups: null })).toMatchObject({
      state: 'look',
      remedy: expect.stringContaining('BACKUP_TO'),
    });
  });

  test('a place for backups that has none', async () => {
    const backups = folderPlace(join(folder, 'no-backups'));
    expect(await finding('backup', { backups })).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('There is no backup'),
      remedy: expect.stringContaining('backup make'),
    });
  });

  test('backups that stopped', async () => {
    const backups = folderPlace(join(folder, 'old-backups'));
    await keepCard(backups, 37);
    expect(await finding('backup', { backups })).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('37 hours old'),
      remedy: expect.stringContaining('backup make'),
    });
  });

  test('a place for backups that cannot be written', async () => {
    const where = join(folder, 'no-place');
    writeFileSync(where, '');
    expect(await finding('backup', { backups: folderPlace(where) })).toMatchObject({
      state: 'ill',
      says: expect.stringContaining(where),
      remedy: expect.stringContaining('BACKUP_TO'),
    });
  });

  test('a film whose package is gone', async () => {
    expect(await finding('films', withConfig({ mediaDir: join(folder, 'elsewhere-media') }))).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('a-film'),
      remedy: expect.stringContaining('backup'),
    });
  });

  test('a film that streams and has nothing to play', async () => {
    const film = await house.aFilm({ movieKey: 'bare', packageId: null });
    expect(await finding('films')).toMatchObject({ state: 'look', says: expect.stringContaining('1 films') });
    await house.deps.db.delete(movies).where(eq(movies.movieId, film.movieId));
  });

  test('a site that is behind its catalogue', async () => {
    const { siteDir } = patient.config;
    writeCard(siteDir, new Date(Date.now() - HOUR), 0);
    expect(await finding('site')).toMatchObject({ state: 'ill', remedy: expect.stringContaining('rebuild') });
    writeCard(siteDir, new Date(), 1_000_000_000);
  });

  test('a delivery network that does not listen', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const cdnPurge = { url: 'https://cdn.example/purge', token: 'a-token' };
    const told = (untold: object) => {
      writeFileSync(untoldFile(dataDir), JSON.stringify({ since: null, all: false, paths: [], ...untold }));
      return finding('cdn', withConfig({ cdnPurge, dataDir }));
    };
    expect(await finding('cdn')).toBeUndefined();
    expect(await finding('cdn', withConfig({ cdnPurge, dataDir }))).toMatchObject({ state: 'look' });
    expect(await told({})).toMatchObject({ state: 'well' });
    const since = new Date(Date.now() - HOUR).toISOString();
    expect(await told({ since, paths: ['/', '/movies'] })).toMatchObject({
      state: 'ill',
      says: expect.stringContaining(`2 addresses since ${since}`),
      remedy: expect.stringContaining('CDN_PURGE_TOKEN'),
    });
    expect(await told({ since: new Date().toISOString(), all: true })).toMatchObject({ state: 'look' });
  });

  test('news of payments that nobody applies', async () => {
    const [row] = await house.deps.db
      .insert(paymentEvents)
      .values({
        provider: 'razorpay',
        eventKey: 'old',
        source: 'webhook',
        payload: {},
        receivedAt: new Date(Date.now() - HOUR),
      })
      .returning();
    expect(await finding('jobs')).toMatchObject({ state: 'ill', remedy: expect.stringContaining('ROLE=worker') });
    await house.deps.db.delete(paymentEvents).where(eq(paymentEvents.eventId, row!.eventId));
  });

  test('a payment that waits for the operator', async () => {
    const order = await house.anOrder(await house.aViewer(), await house.aFilm({ ticketRate: 0 }), {
      paymentStatus: 'CANCELLED',
    });
    const [row] = await house.deps.db
      .insert(paymentAttempts)
      .values({
        movieOrderId: order.movieOrderId,
        provider: 'razorpay',
        receipt: 'held-1',
        amount: 1,
        currency: 'INR',
        orderTotal: 1,
        state: 'held',
        heldReason: 'pay_1: another sum',
        createdAt: new Date(),
      })
      .returning();
    expect(await finding('money')).toMatchObject({ state: 'look', remedy: expect.stringContaining('order held') });
    await house.deps.db.delete(paymentAttempts).where(eq(paymentAttempts.attemptId, row!.attemptId));
  });

  test('keys that a provider does not take', async () => {
    const { razorpay: usual } = patient.config;
    const wrong = createRazorpay({ ...usual!, keySecret: 'not the secret', fetch: patient.fetch });
    const payments = { ...patient.payments, razorpay: razorpayProvider(wrong, patient.now) };
    expect(await finding('razorpay', { payments })).toMatchObject({
      state: 'ill',
      remedy: expect.stringContaining('Compare the keys'),
    });
  });

  test('a provider that cannot be reached', async () => {
    const away = createRazorpay({
      ...patient.config.razorpay!,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    const payments = { ...patient.payments, razorpay: razorpayProvider(away, patient.now) };
    expect(await finding('razorpay', { payments })).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('cannot be asked'),
    });
  });

  test('a mail server that is none', async () => {
    const email = { url: 'smtp://127.0.0.1:1', from: 'x', isSandbox: false };
    expect(await finding('mail', withConfig({ email }))).toMatchObject({
      state: 'ill',
      remedy: expect.stringContaining('SMTP_URL'),
    });
  });

  test('a proxy that keeps webhooks out', async () => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      String(input).includes('/webhooks/')
        ? Promise.resolve(new Response('', { status: 403 }))
        : patient.fetch(input, init);
    expect(await finding('origin', { fetch })).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('403 instead of 401'),
    });
  });

  test('tables that a newer release migrated', async () => {
    const { number } = SCHEMA;
    expect(await finding('database')).toMatchObject({
      state: 'well',
      says: expect.stringContaining(`schema ${number}`),
    });
    await patient.db.update(schemaVersion).set({ number: number + 1 });
    expect(await finding('database')).toMatchObject({
      state: 'look',
      remedy: expect.stringContaining(`The database has schema ${number + 1}, this release has schema ${number}`),
    });
    await patient.db.update(schemaVersion).set({ number });
  });

  test('a previous secret that is still accepted', async () => {
    const { secrets } = patient.config;
    const acceptedTokenSecrets = [secrets.tokenSecret, 'the one before'];
    expect(await finding('secrets', withConfig({ secrets: { ...secrets, acceptedTokenSecrets } }))).toMatchObject({
      state: 'look',
      says: 'Previous secrets are still accepted: TOKEN_SECRET_PREVIOUS',
      remedy: expect.stringContaining('docs/secrets.md'),
    });
    expect(await finding('secrets')).toMatchObject({ state: 'well' });
  });

  test('a proxy whose callers cannot be told apart', async () => {
    const behind = (origin: string, change: Partial<Patient['config']> = {}) =>
      finding('proxy', withConfig({ port: 4321, trustProxy: false, origin, ...change }));
    expect(await behind('https://127.0.0.1:1')).toMatchObject({
      state: 'ill',
      says: expect.stringContaining('all callers count as one'),
      remedy: expect.stringContaining('TRUST_PROXY=true'),
    });
    expect(await behind('http://127.0.0.1:1')).toMatchObject({ state: 'look' });
    expect(await behind('https://127.0.0.1:1', { trustProxy: true })).toMatchObject({ state: 'well' });
    expect(await behind('http://localhost:4321')).toMatchObject({ state: 'well' });
  });

  test('an address that nobody answers', async () => {
    const fetch = () => Promise.reject(new TypeError('getaddrinfo ENOTFOUND'));
    expect(await finding('origin', { fetch })).toMatchObject({ state: 'ill', remedy: expect.stringContaining('DNS') });
  });

  test('a certificate that cannot be seen', async () => {
    expect(await finding('certificate', withConfig({ origin: 'https://127.0.0.1:1' }))).toMatchObject({
      state: 'ill',
      remedy: expect.stringContaining('TLS'),
    });
  });
});
