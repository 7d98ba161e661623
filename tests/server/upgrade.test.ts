import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { readSchemaVersion, SCHEMA } from '#server/db/schema-check.ts';
import { aSandboxServer } from '../support/sandbox-server.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { PROJECT } from '../support/project.ts';
import { withUnmigratedDatabase } from '../support/unmigrated-database.ts';
import {
  createNextRelease,
  checkOutRelease,
  previousReleaseCommit,
  type Release,
} from '../support/releases.ts';
import { columnsNotAtDefault, readTables } from '../support/rows.ts';
import {
  aFreePort,
  aServerProcess,
  runCommand,
  type ServerProcess,
} from '../support/server-process.ts';
import {
  aPostgresCluster,
  type PostgresCluster,
  isPostgresInstalled,
} from '../support/stress/postgres-cluster.ts';
import type { Fault } from '../support/stress/faults.ts';
import { formatReport } from '../support/stress/report.ts';
import { runStressTest } from '../support/stress/stress-test.ts';
import {
  aStressEnvironment,
  COUPON,
  type StressEnvironment,
} from '../support/stress/environment.ts';
import { aDraft } from '../support/submissions.ts';
import { testNow } from '../support/test-now.ts';

/** Tables whose rows change by themselves or by a migration. */
const EXCEPT = ['rate_limits', 'schema_version'];

/** Errors of a call to a stopped process; the last two occur on a connection that the process has just closed. */
const CONNECTION_ERRORS = ['ECONNREFUSED', 'UND_ERR_SOCKET', 'ECONNRESET'];

/** Migration of an invented next release, on tables that all purchases use. */
const EXPAND = `alter table orders add column mood text;--> statement-breakpoint
  alter table users add column stars integer default 3 not null;--> statement-breakpoint
  create index orders_mood on orders (mood);`;

const previousRelease = previousReleaseCommit();
const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
let older: Release;

/** Runs a CLI command of a release and returns its output. */
async function cinema(
  project: string,
  settings: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const command = runCommand(['scripts/cinema.ts', ...args], settings, { cwd: project });
  if ((await command.exited) !== 0)
    throw new Error(`cinema ${args.join(' ')}: ${command.output()}`);
  return command.output();
}

/** Imports a file. In newer releases, only `--create` creates its languages and genres; older releases do not know the option. */
function importFile(
  { folder }: Release,
  settings: Record<string, string>,
  file: string,
): Promise<string> {
  const source = readFileSync(join(folder, 'scripts/cinema/commands/import.ts'), 'utf8');
  return cinema(
    folder,
    settings,
    'import',
    file,
    ...(source.includes('--create') ? ['--create'] : []),
  );
}

/** Writes the sample catalogue of a release and a limited coupon to a file, and returns its path; `choose` selects a part. */
function writeCatalogue(
  project: string,
  choose: (sample: Record<string, object[]>) => object = (sample) => sample,
): string {
  const folder = join(project, 'scripts/sample');
  const sample = JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8'));
  sample.coupons.unshift({ ...COUPON, couponType: 'PERCENTAGE', couponValue: 50 });
  const file = join(folder, `catalogue-${randomInt(1e9)}.json`);
  writeFileSync(file, JSON.stringify(choose(sample)));
  return file;
}

const ON_SALE = `select movie_id from movies where active = 'Y' and package_id is not null and ticket_rate > 0
  and streaming_start_date < now() order by movie_id limit 12`;
const LATER = `select movie_id from movies where active = 'Y' and streaming_start_date > now() + interval '8 days'`;
const idsOf = (url: string, sql: string) =>
  withUnmigratedDatabase(url, async ({ query }) =>
    (await query(sql)).rows.map(({ movie_id: id }) => Number(id)),
  );
const readAll = (url: string, since?: Awaited<ReturnType<typeof readTables>>) =>
  withUnmigratedDatabase(url, (database) => readTables(database, EXCEPT, since));

const versionOf = (url: string) => withUnmigratedDatabase(url, ({ db }) => readSchemaVersion(db));

const skipReason = 'missing' in previousRelease ? ` (left out: ${previousRelease.missing})` : '';
describe.skipIf('missing' in previousRelease)(
  `an upgrade from the release before${skipReason}`,
  { tags: ['deep', 'release'] },
  () => {
    beforeAll(() => {
      older = checkOutRelease((previousRelease as { commit: string }).commit);
    }, 60_000);
    afterAll(() => older?.drop());

    describe('of one process', { tags: ['databases'] }, () => {
      let database: TestDatabase;
      let sandboxServer: Awaited<ReturnType<typeof aSandboxServer>>;
      let port: number;
      let settings: Record<string, string>;
      let server: ServerProcess | undefined;

      beforeAll(async () => {
        database = await aDatabase({ isEmpty: true });
        port = await aFreePort();
        sandboxServer = await aSandboxServer(`http://127.0.0.1:${port}`);
        settings = {
          DATABASE_URL: isPostgres ? database.url : `file:${join(database.dataDir, 'filled')}`,
          DATA_DIR: database.dataDir,
          ORIGIN: `http://127.0.0.1:${port}`,
          RAZORPAY_URL: `${sandboxServer.origin}/sandbox/razorpay/v1`,
          SMTP_URL: await sandboxServer.openMailbox(),
        };
      });
      afterAll(async () => {
        await server?.kill();
        await sandboxServer?.close();
        await database?.drop();
      });

      const start = async (cwd: string) => {
        const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = settings;
        server = await aServerProcess({
          port,
          databaseUrl,
          dataDir,
          sandboxOrigin: sandboxServer.origin,
          cwd,
          settings,
        });
        return server;
      };

      /** Signs up a new viewer. */
      async function signUp({ post, put }: ServerProcess) {
        const mobileno = `9${String(randomInt(1e9)).padStart(9, '0')}`;
        await post('/auth/users/registerbyphone', { body: { mobileno, countryCode: '91' } });
        const [code] = await sandboxServer.readCodes(`91${mobileno}`);
        const { json } = await post('/auth/users/login', {
          body: { username: mobileno, password: code },
        });
        const viewer = { userId: json.userId as number };
        const name = { firstName: 'Meena', lastName: 'Rao', emailId: `${mobileno}@example.com` };
        expect(
          await put(`/auth/userinfo/${viewer.userId}`, { as: viewer, body: name }),
        ).toMatchObject({ status: 202 });
        return viewer;
      }

      async function buy(
        { post, put }: ServerProcess,
        as: { userId: number },
        movieId: number,
        overrides: object = {},
      ) {
        const slot = {
          bookingStartTime: toWire(testNow()),
          timezone: 'Asia/Kolkata',
          ...overrides,
        };
        const headers = { 'Idempotency-Key': randomUUID() };
        const { json: order } = await post(`/ott/movies/${movieId}/orders`, {
          as,
          body: slot,
          headers,
        });
        const path = `/ott/orders/${order.movieOrderId}`;
        const { json: opened } = await post(`${path}/checkout`, {
          as,
          body: { provider: 'razorpay' },
        });
        const body = {
          paymentStatus: 'PAID',
          ...(await sandboxServer.payByRazorpay(opened.order_id)),
        };
        const { json: paid } = await put(`${path}/payment`, { as, body });
        expect(paid).toMatchObject({ paymentStatus: 'PAID', invoiceNo: expect.any(String) });
        return paid.orderNo as string;
      }

      /** Plays and reviews a ticket, refunds another, requests a reminder, and submits a film with a fee. */
      async function useCinema(running: ServerProcess, project: string) {
        const { post, put } = running;
        const [film = 0, other = 0] = films;
        const as = await signUp(running);
        const expectStatus = async (status: number, reply: ReturnType<typeof post>) => {
          const response = await reply;
          expect(response).toMatchObject({ status });
          return response.json;
        };
        await buy(running, as, film, { couponCode: COUPON.couponCode });
        await expectStatus(200, post('/ott/playmovieweb', { as, body: { movieId: film } }));
        await expectStatus(201, post(`/ott/movies/${film}/movieplays`, { as, body: {} }));
        const review = { rating: 4, reviewComments: 'Good', hasSpoilers: false };
        await expectStatus(201, post(`/ott/movies/${film}/moviereviews`, { as, body: review }));
        const returned = await buy(running, as, other);
        await cinema(
          project,
          settings,
          'order',
          'refund',
          returned,
          '--reason',
          'The film stopped',
        );
        await expectStatus(200, put(`/ott/movies/${laterFilm}/reminder`, { as, body: {} }));
        const { fee, order_id: providerOrderId } = await expectStatus(
          201,
          post('/ott/submissions/checkout', { as, body: { amount: 500 } }),
        );
        const proof = {
          paymentStatus: 'PAID',
          ...(await sandboxServer.payByRazorpay(providerOrderId)),
        };
        await expectStatus(
          200,
          put(`/ott/submissions/fees/${fee.feeId}/payment`, { as, body: proof }),
        );
        await expectStatus(201, post('/ott/movies', { as, body: aDraft() }));
        await cinema(
          project,
          settings,
          'subscription',
          'add',
          `One film a week ${randomInt(1e9)}`,
          '--order',
          '1',
        );
        return as;
      }
      let films: number[];
      let laterFilm: number;

      test('keeps every row, and so does the rollback', { timeout: 300_000 }, async () => {
        await importFile(older, settings, writeCatalogue(older.folder));
        const url = settings['DATABASE_URL']!;
        films = await idsOf(url, ON_SALE);
        [laterFilm = 0] = await idsOf(url, LATER);
        const filling = await start(older.folder);
        const viewer = await useCinema(filling, older.folder);
        expect(await filling.stop()).toBe(0);
        const rowsBefore = await readAll(url);
        const empty = Object.keys(rowsBefore).filter((name) => !rowsBefore[name]!.rows.length);
        process.stdout.write(
          `\n${Object.keys(rowsBefore).length} tables; without a row: ${empty.join(', ')}\n`,
        );

        // A command migrates and runs no jobs.
        await cinema(PROJECT, settings, 'movie', 'list');
        expect(await readAll(url, rowsBefore)).toEqual(rowsBefore);
        expect(
          await withUnmigratedDatabase(url, (raw) => columnsNotAtDefault(raw, rowsBefore)),
        ).toEqual([]);
        const { number, compatibleSince } = SCHEMA;
        expect(await versionOf(url)).toEqual({ number, compatibleSince });

        const upgraded = await start(PROJECT);
        const orders = await upgraded.get('/ott/orders', { as: viewer });
        expect(orders.json.content).toHaveLength(2);
        await useCinema(upgraded, PROJECT);
        expect(await upgraded.stop()).toBe(0);
        if (compatibleSince === number) return;

        const rowsAfter = await readAll(url);
        await cinema(older.folder, settings, 'movie', 'list');
        expect(await readAll(url)).toEqual(rowsAfter);
        const back = await start(older.folder);
        // The older release does not know the fields that this one added.
        expect(orders.json.content).toMatchObject(
          (await back.get('/ott/orders', { as: viewer })).json.content,
        );
        await useCinema(back, older.folder);
        expect(await back.stop()).toBe(0);
      });
    });

    const isRollbackPossible = SCHEMA.compatibleSince < SCHEMA.number;
    describe.skipIf(!isPostgres || !isPostgresInstalled || !isRollbackPossible)(
      'of two processes, one after the other',
      () => {
        let environment: StressEnvironment<PostgresCluster>;
        let next: Release;
        beforeAll(async () => {
          next = createNextRelease(EXPAND, SCHEMA.compatibleSince);
          environment = await aStressEnvironment(await aPostgresCluster(), {
            insertData,
            cwd: older.folder,
          });
        }, 180_000);
        afterAll(async () => {
          await environment?.drop();
          next?.drop();
        });

        /** Without orders: the sandbox has no payments for the sample orders. */
        async function insertData(DATABASE_URL: string, MEDIA_DIR: string): Promise<number[]> {
          const fewFilms = ({
            movies = [],
            coupons = [],
            users,
            pages,
          }: Record<string, object[]>) => ({
            movies: movies.slice(0, 12),
            coupons: coupons.slice(0, 1),
            users,
            pages,
          });
          const settings = { DATABASE_URL, MEDIA_DIR, ORIGIN: 'http://server.test' };
          await importFile(older, settings, writeCatalogue(older.folder, fewFilms));
          return idsOf(DATABASE_URL, ON_SALE);
        }

        const replace = (
          index: number,
          by: string,
          { folder: cwd }: Pick<Release, 'folder'>,
        ): Fault => ({
          name: `process ${index + 1} becomes the ${by} release`,
          async begin() {
            const { code } = await environment.processes[index]!.stop();
            if (code !== 0)
              throw new Error(`Process ${index + 1} exited with ${code} after SIGTERM`);
          },
          end: () => environment.processes[index]!.start({ cwd }),
          affects: ({ process: asked, code }) =>
            asked === index && CONNECTION_ERRORS.includes(code),
        });

        test(
          'under load, loses no ticket and fails only calls to the process that is replaced; so does the rollback',
          // Leaves time for the report of a failed run.
          { timeout: 480_000 },
          async () => {
            const ours = { folder: PROJECT };
            const outcome = await runStressTest(environment, {
              seconds: 1,
              viewers: 12,
              faultSeconds: 1,
              pauseSeconds: 6,
              skipsMailDelay: true,
              faults: [
                replace(1, 'new', ours),
                replace(0, 'new', ours),
                replace(1, 'next', next),
                replace(0, 'next', next),
                replace(1, 'new', ours),
                replace(0, 'older', older),
              ],
            });
            process.stdout.write(`\n${formatReport(outcome)}\n`);
            expect(outcome.violations).toEqual([]);
            expect(await versionOf(environment.cluster.url)).toEqual({
              number: SCHEMA.number + 1,
              compatibleSince: SCHEMA.compatibleSince,
            });
            for (const kind of ['list', 'login', 'report razorpay', 'segment'])
              expect(
                outcome.calls.filter((call) => call.kind === kind && call.status === 200).length,
                kind,
              ).toBeGreaterThan(5);
          },
        );
      },
    );
  },
);
