import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTcp, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_NAMES } from '#contract/content.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { MANIFEST_FILE } from '#server/backup/manifest.ts';
import { folderStorage, type BackupStorage } from '#server/backup/backup-storage.ts';
import { contentPages } from '#server/db/schema/content.ts';
import { movies, packages } from '#server/db/schema/catalogue.ts';
import { SCHEMA } from '#server/db/schema-check.ts';
import { schemaVersion } from '#server/db/schema/schema-version.ts';
import {
  disputes,
  heldPayments,
  paymentAttempts,
  paymentEvents,
} from '#server/db/schema/payments.ts';
import { runChecks } from '#server/doctor/run-checks.ts';
import { checkSourceCode } from '#server/doctor/source-code.ts';
import type { Finding, CheckContext } from '#server/doctor/finding.ts';
import { createRazorpay } from '#server/ports/payments/razorpay.ts';
import { pendingPurgesFile } from '#server/ports/publisher/pending-purges.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { PROJECT } from '../support/project.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { aRunningClock, databaseNow } from '../support/test-now.ts';

let server: TestServer;
let folder: string;
let mailServer: Server;
let context: CheckContext;
type Sample = { pages: Record<string, string> };
const isRoot = userInfo().uid === 0;

/** A server without problems: its clock is correct, and payment providers are sandboxes. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-doctor-'));
  const siteDir = join(folder, 'site');
  const mediaDir = join(folder, 'media');
  mkdirSync(join(mediaDir, 'packages/a-film'), { recursive: true });
  mkdirSync(siteDir);
  const clock = aRunningClock(databaseNow);
  mailServer = createTcp((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => mailServer.once('listening', resolve));
  server = await aServer({ clock, settings: { SITE_DIR: siteDir, MEDIA_DIR: mediaDir } });
  const { db, config } = server.deps;
  const [filmPackage] = await db
    .insert(packages)
    .values({ packageKey: 'a-film', manifest: {}, keys: [] })
    .returning();
  await server.aFilm({ movieKey: 'playable', packageId: filmPackage!.packageId });
  writeSiteManifest(siteDir, databaseNow(), 1_000_000_000);
  const { port } = mailServer.address() as AddressInfo;
  const backups = folderStorage(join(folder, 'backups'));
  await writeBackupManifest(backups, 35);
  context = {
    ...server.deps,
    backups,
    config: {
      ...config,
      backup: { to: join(folder, 'backups'), at: '03:30', keepCount: 14 },
      email: { url: `smtp://127.0.0.1:${port}`, from: 'x', isSandbox: false },
    },
    fetch: (input, init) => Promise.resolve(server.app.request(new Request(input, init))),
  };
}, 120_000);
afterAll(() => {
  mailServer.close();
  rmSync(folder, { recursive: true, force: true });
});

const writeSiteManifest = (siteDir: string, builtAt: Date, cursor: number) =>
  writeFileSync(
    join(siteDir, 'build.json'),
    JSON.stringify({ release: '1', builtAt, cursor: String(cursor) }),
  );
const writeBackupManifest = async (storage: BackupStorage, hours: number) => {
  const madeAt = new Date(databaseNow().getTime() - hours * HOUR).toISOString();
  const id = madeAt.replace(/[-:]|\.\d+/g, '');
  const parts = [{ name: `${id}/database.0000`, bytes: 1, sha256: '' }];
  const manifest = { id, madeAt, kind: 'pglite', migration: '', parts, media: [] };
  await storage.put(
    `${id}/${MANIFEST_FILE}`,
    new Uint8Array(Buffer.from(JSON.stringify(manifest))),
  );
};
/** As the command prints it. */
const printed = <Found extends object>(found: Found): Found =>
  JSON.parse(JSON.stringify(found)) as Found;
const findingOn = (findings: Finding[], subject: string) =>
  printed(findings).find((each) => each.subject === subject);
const finding = async (subject: string, change: Partial<CheckContext> = {}) =>
  findingOn(await runChecks({ ...context, ...change }), subject);
const withConfig = (change: Partial<CheckContext['config']>) => ({
  config: { ...context.config, ...change },
});

test('A server without problems has no finding that is a problem', async () => {
  const findings = await runChecks(context);
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  expect(findingOn(findings, 'backup')).toMatchObject({
    state: 'ok',
    message: expect.stringContaining('35 hours old'),
  });
  expect(findings.length).toBeGreaterThanOrEqual(12);
});

test.each([
  ['27AAPFU0939F1ZV', 'ok'],
  ['27AAPFU0939F1ZW', 'warning'],
  ['9923USA29001OSI', undefined],
])('The doctor compares the check digit of the seller’s GSTIN %s: %s', async (gstin, state) => {
  const seller = {
    name: 'A',
    address: [],
    gstin,
    stateCode: '27',
    isUnderLut: false,
    isSample: false,
  };
  const found = await finding('seller', withConfig({ supplier: seller }));
  expect(found?.state).toBe(state);
  if (state === 'warning') expect(found?.message).toMatch(/27AAPFU0939F1ZW is mistyped.* V$/);
});

describe('The doctor reports the problem and the remedy', () => {
  test('of a database that does not answer, and still runs the other checks', async () => {
    const broken = new Proxy(context.db, {
      get: (db, name) =>
        name === 'execute'
          ? () => Promise.reject(new Error('connection refused'))
          : Reflect.get(db, name),
    });
    const findings = await runChecks({ ...context, db: broken });
    expect(findingOn(findings, 'database')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('connection refused'),
      remedy: expect.stringMatching(/^(Start PostgreSQL|Stop every process)/),
    });
    expect(findingOn(findings, 'mail')).toMatchObject({ state: 'ok' });
  });

  test('of clocks that differ', async () => {
    const late = () => new Date(databaseNow().getTime() - 90_000);
    expect(await finding('clock', { now: late })).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/9\d s apart/),
      remedy: expect.stringContaining('time server'),
    });
  });

  test('of a folder that is not writable', async () => {
    // Root can write anywhere, so a file takes the place of the folder.
    const dataDir = join(folder, 'sealed');
    if (isRoot) writeFileSync(dataDir, '');
    else {
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o500);
    }
    expect(await finding('storage', withConfig({ dataDir }))).toMatchObject({
      state: 'problem',
      message: expect.stringContaining(dataDir),
      remedy: expect.stringContaining('right to write'),
    });
  });

  test('of a server without scheduled backups', async () => {
    const expected = { state: 'warning', remedy: expect.stringContaining('BACKUP_TO') };
    expect(await finding('backup', { backups: null })).toMatchObject(expected);
    expect(await finding('backup', withConfig({ backup: null }))).toMatchObject(expected);
  });

  test('of a backup storage without backups', async () => {
    const backups = folderStorage(join(folder, 'no-backups'));
    expect(await finding('backup', { backups })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('There is no backup'),
      remedy: expect.stringContaining('backup make'),
    });
  });

  test('of backups that stopped', async () => {
    const backups = folderStorage(join(folder, 'old-backups'));
    await writeBackupManifest(backups, 37);
    expect(await finding('backup', { backups })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('37 hours old'),
      remedy: expect.stringContaining('backup make'),
    });
  });

  test('of a backup storage that is not writable', async () => {
    const where = join(folder, 'no-place');
    writeFileSync(where, '');
    expect(await finding('backup', { backups: folderStorage(where) })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining(where),
      remedy: expect.stringContaining('BACKUP_TO'),
    });
  });

  test('of a film whose package is missing', async () => {
    expect(
      await finding('films', withConfig({ mediaDir: join(folder, 'elsewhere-media') })),
    ).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('a-film'),
      remedy: expect.stringContaining('backup'),
    });
  });

  test('of a streaming film without a package', async () => {
    const film = await server.aFilm({ movieKey: 'bare', packageId: null });
    expect(await finding('films')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('1 films'),
    });
    // A film that does not stream yet by the server's clock needs none, whatever the database's clock says.
    const beforeStreaming = () => new Date(film.streamingStartDate!.getTime() - HOUR);
    expect(await finding('films', { now: beforeStreaming })).toMatchObject({ state: 'ok' });
    await server.deps.db.delete(movies).where(eq(movies.movieId, film.movieId));
  });

  test('of a site that is behind its catalogue', async () => {
    const { siteDir } = context.config;
    writeSiteManifest(siteDir, new Date(databaseNow().getTime() - HOUR), 0);
    expect(await finding('site')).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('rebuild'),
    });
    writeSiteManifest(siteDir, databaseNow(), 1_000_000_000);
  });

  test('of a CDN that rejects purges', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const cdnPurge = { url: 'https://cdn.example/purge', token: 'a-token' };
    const findingFor = (pending: object) => {
      writeFileSync(
        pendingPurgesFile(dataDir),
        JSON.stringify({ since: null, all: false, paths: [], ...pending }),
      );
      return finding('cdn', withConfig({ cdnPurge, dataDir }));
    };
    expect(await finding('cdn')).toBeUndefined();
    expect(await finding('cdn', withConfig({ cdnPurge, dataDir }))).toMatchObject({
      state: 'warning',
    });
    expect(await findingFor({})).toMatchObject({ state: 'ok' });
    const since = new Date(databaseNow().getTime() - HOUR).toISOString();
    expect(await findingFor({ since, paths: ['/', '/movies'] })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining(`2 URLs could not be purged from the CDN since ${since}`),
      remedy: expect.stringContaining('CDN_PURGE_TOKEN'),
    });
    expect(await findingFor({ since: databaseNow().toISOString(), all: true })).toMatchObject({
      state: 'warning',
    });
  });

  test('of payment events that are not applied', async () => {
    const [row] = await server.deps.db
      .insert(paymentEvents)
      .values({
        provider: 'razorpay',
        eventKey: 'old',
        source: 'webhook',
        payload: {},
        receivedAt: new Date(databaseNow().getTime() - HOUR),
      })
      .returning();
    expect(await finding('jobs')).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('ROLE=worker'),
    });
    await server.deps.db.delete(paymentEvents).where(eq(paymentEvents.eventId, row!.eventId));
  });

  test('of a held payment', async () => {
    const order = await server.anOrder(
      await server.aViewer(),
      await server.aFilm({ ticketRate: 0 }),
      {
        paymentStatus: 'CANCELLED',
      },
    );
    const [row] = await server.deps.db
      .insert(paymentAttempts)
      .values({
        movieOrderId: order.movieOrderId,
        provider: 'razorpay',
        receipt: 'held-1',
        amount: 1,
        currency: 'INR',
        billTotal: 1,
        state: 'held',
        heldReason: 'pay_1: another sum',
        createdAt: databaseNow(),
      })
      .returning();
    const { attemptId } = row!;
    await server.deps.db.insert(heldPayments).values({
      attemptId,
      movieOrderId: order.movieOrderId,
      provider: 'razorpay',
      providerPaymentId: 'pay_1',
      cause: 'other_sum',
      reason: 'another sum',
      heldAt: databaseNow(),
    });
    const findings = printed(await runChecks(context)).filter(({ subject }) => subject === 'money');
    expect(findings).toMatchObject([
      { state: 'warning', remedy: expect.stringContaining('order held') },
      { state: 'warning', remedy: expect.stringContaining('Fee bearer') },
    ]);
    await server.deps.db.delete(heldPayments).where(eq(heldPayments.attemptId, attemptId));
    await server.deps.db.delete(paymentAttempts).where(eq(paymentAttempts.attemptId, attemptId));
  });

  test('of an open dispute, with the date of the answer', async () => {
    await server.deps.db.insert(disputes).values({
      disputeId: 'disp_1',
      provider: 'razorpay',
      providerPaymentId: 'pay_1',
      amount: 17600,
      currency: 'INR',
      state: 'open',
      respondBy: new Date('2026-12-05T10:30:00Z'),
      openedAt: databaseNow(),
      changedAt: databaseNow(),
    });
    expect(await finding('money')).toMatchObject({
      state: 'warning',
      message: '1 disputes are open; the first answer is due by 2026-12-05 16:00 in India',
      remedy: expect.stringContaining('dispute list'),
    });
    await server.deps.db.update(disputes).set({ state: 'under_review' });
    expect(await finding('money')).toMatchObject({ message: '1 disputes are open' });
    await server.deps.db.delete(disputes);
  });

  test('of keys that a provider rejects', async () => {
    const { razorpay: usual } = context.config;
    const wrong = createRazorpay({ ...usual!, keySecret: 'not the secret', fetch: context.fetch });
    const payments = { ...context.payments, razorpay: wrong };
    expect(await finding('razorpay', { payments })).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('Compare the keys'),
    });
  });

  test('of a provider that cannot be reached', async () => {
    const unreachable = createRazorpay({
      ...context.config.razorpay!,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    const payments = { ...context.payments, razorpay: unreachable };
    expect(await finding('razorpay', { payments })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('cannot be reached'),
    });
  });

  test('of a mail server that does not answer', async () => {
    const email = { url: 'smtp://127.0.0.1:1', from: 'x', isSandbox: false };
    expect(await finding('mail', withConfig({ email }))).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('SMTP_URL'),
    });
  });

  test('of a proxy that blocks webhooks', async () => {
    const fetch: typeof globalThis.fetch = (input, init) =>
      String(input).includes('/webhooks/')
        ? Promise.resolve(new Response('', { status: 403 }))
        : context.fetch(input, init);
    expect(await finding('origin', { fetch })).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('403 instead of 401'),
    });
  });

  test('of tables that a newer release migrated', async () => {
    const { number } = SCHEMA;
    expect(await finding('database')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining(`schema ${number}`),
    });
    await context.db.update(schemaVersion).set({ number: number + 1 });
    expect(await finding('database')).toMatchObject({
      state: 'warning',
      remedy: expect.stringContaining(
        `The database has schema ${number + 1}, this release has schema ${number}`,
      ),
    });
    await context.db.update(schemaVersion).set({ number });
  });

  test('of a previous secret that is still accepted', async () => {
    const { secrets } = context.config;
    const acceptedTokenSecrets = [secrets.tokenSecret, 'the one before'];
    expect(
      await finding('secrets', withConfig({ secrets: { ...secrets, acceptedTokenSecrets } })),
    ).toMatchObject({
      state: 'warning',
      message: 'Previous secrets are still accepted: TOKEN_SECRET_PREVIOUS',
      remedy: expect.stringContaining('docs/secrets.md'),
    });
    expect(await finding('secrets')).toMatchObject({ state: 'ok' });
  });

  test('of a proxy whose callers cannot be distinguished', async () => {
    const behind = (origin: string, change: Partial<CheckContext['config']> = {}) =>
      finding('proxy', withConfig({ port: 4321, trustProxy: false, origin, ...change }));
    expect(await behind('https://127.0.0.1:1')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('all callers count as one'),
      remedy: expect.stringContaining('TRUST_PROXY=true'),
    });
    expect(await behind('http://127.0.0.1:1')).toMatchObject({ state: 'warning' });
    expect(await behind('https://127.0.0.1:1', { trustProxy: true })).toMatchObject({
      state: 'ok',
    });
    expect(await behind('http://localhost:4321')).toMatchObject({ state: 'ok' });
  });

  test('of an address that does not answer', async () => {
    const fetch = () => Promise.reject(new TypeError('getaddrinfo ENOTFOUND'));
    expect(await finding('origin', { fetch })).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('DNS'),
    });
  });

  test('of legal pages that have the text of the sample cinema, or no text', async () => {
    const production = withConfig({ isProduction: true });
    const samplePages = (
      JSON.parse(readFileSync(join(PROJECT, 'scripts/sample/catalogue.json'), 'utf8')) as Sample
    ).pages;
    expect(Object.keys(samplePages).toSorted()).toEqual(PAGE_NAMES.toSorted());
    expect(await finding('pages')).toBeUndefined();
    expect(await finding('pages', production)).toMatchObject({
      state: 'warning',
      message: `Pages without a text: ${PAGE_NAMES.join(', ')}`,
    });
    for (const [name, pageContent] of Object.entries(samplePages)) {
      const others = PAGE_NAMES.filter((each) => each !== name).map((each) => ({
        name: each,
        pageContent: 'Ours',
      }));
      await context.db.insert(contentPages).values([{ name, pageContent }, ...others]);
      expect(await finding('pages', production)).toMatchObject({
        state: 'warning',
        message: `Pages with the text of the sample cinema: ${name}`,
      });
      await context.db.delete(contentPages).where(eq(contentPages.name, name));
      await context.db.insert(contentPages).values({ name, pageContent: 'Ours' });
      expect(await finding('pages', production)).toMatchObject({ state: 'ok' });
      await context.db.delete(contentPages);
    }
  });

  test('of changed or unknown code whose source nobody can get', async () => {
    const clone = mkdtempSync(join(folder, 'clone-'));
    writeFileSync(join(clone, 'package.json'), '{"version":"1.2.3"}');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', clone, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args]);
    const check = async (settings: object = {}) => {
      const production = withConfig({ isProduction: true, sourceUrl: null, ...settings });
      return printed(await checkSourceCode(clone)({ ...context, ...production }))[0];
    };
    const missing = { state: 'warning', remedy: expect.stringContaining('PUBLIC_SOURCE_URL') };
    expect(await check()).toMatchObject({
      ...missing,
      message: expect.stringContaining('unknown'),
    });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'A release');
    expect(await check()).toMatchObject({
      ...missing,
      message: expect.stringContaining('differs from release 1.2.3'),
    });
    git('tag', 'v1.2.3');
    expect(await check()).toMatchObject({ state: 'ok' });
    writeFileSync(join(clone, 'package.json'), '{"version":"1.2.3","name":"mine"}');
    expect(await check()).toMatchObject(missing);
    expect(await check({ sourceUrl: 'https://code.example/cinema' })).toMatchObject({
      state: 'ok',
    });
    expect(await check({ isProduction: false })).toBeUndefined();
  });

  test('of a certificate that cannot be read', async () => {
    expect(
      await finding('certificate', withConfig({ origin: 'https://127.0.0.1:1' })),
    ).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('TLS'),
    });
  });
});

test(
  'The command exits with 2 if it finds a problem, and every finding that is not ok has a remedy',
  { tags: ['databases'] },
  async () => {
    const commands = aCommandRunner(await aServer());
    const { code, out } = await commands.cinema('doctor');
    expect(code).toBe(2);
    expect(out).toMatch(/database/);
    const { findings } = JSON.parse((await commands.cinema('doctor --json')).out);
    expect(
      findings.every(
        ({ state, remedy }: { state: string; remedy?: string }) =>
          state === 'ok' || Boolean(remedy),
      ),
    ).toBe(true);
  },
);
