import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { readSchemaVersion, SCHEMA } from '#server/db/schema-check.ts';
import { aBank } from '../support/bank.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { PROJECT } from '../support/project.ts';
import { visitRaw } from '../support/raw-database.ts';
import { aNextRelease, checkOut, commitBefore, type Release } from '../support/releases.ts';
import { notAtDefault, readTables } from '../support/rows.ts';
import { aFreePort, aServerProcess, runCommand, type ServerProcess } from '../support/server-process.ts';
import { aCluster, type Cluster, hasCluster } from '../support/siege/cluster.ts';
import type { Fault } from '../support/siege/faults.ts';
import { reportOf } from '../support/siege/report.ts';
import { besiege } from '../support/siege/siege.ts';
import { aTown, COUPON, type Town } from '../support/siege/town.ts';
import { aDraft } from '../support/submissions.ts';

/** Tables whose rows change without anybody's doing, or that a migration itself writes. */
const EXCEPT = ['rate_limits', 'schema_version'];

/** What a new call to a process that is away hears; the second, on an idle connection that the process has just closed. */
const NOBODY_LISTENS = ['ECONNREFUSED', 'UND_ERR_SOCKET', 'ECONNRESET'];

/** What a made-up next release does to tables that all buyers use. */
const EXPAND = `alter table orders add column mood text;--> statement-breakpoint
  alter table users add column stars integer default 3 not null;--> statement-breakpoint
  create index orders_mood on orders (mood);`;

const before = commitBefore();
const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
let older: Release;

/** Runs an operator's command of a release; gives what it says. */
async function cinema(project: string, settings: Record<string, string>, ...args: string[]): Promise<string> {
  const command = runCommand(['scripts/cinema.ts', ...args], settings, { cwd: project });
  if ((await command.ended) !== 0) throw new Error(`cinema ${args.join(' ')}: ${command.output()}`);
  return command.output();
}

/** The sample cinema of a release and a limited coupon, as a file; `choose` leaves things out. */
function catalogueOf(
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
  visitRaw(url, async ({ query }) => (await query(sql)).rows.map(({ movie_id: id }) => Number(id)));
const readAll = (url: string, since?: Awaited<ReturnType<typeof readTables>>) =>
  visitRaw(url, (database) => readTables(database, EXCEPT, since));

const versionOf = (url: string) => visitRaw(url, ({ db }) => readSchemaVersion(db));

const why = 'missing' in before ? ` (left out: ${before.missing})` : '';
describe.skipIf('missing' in before)(`an upgrade from the release before${why}`, { tags: ['deep', 'release'] }, () => {
  beforeAll(() => {
    older = checkOut((before as { commit: string }).commit);
  }, 60_000);
  afterAll(() => older?.drop());

  describe('of one process', { tags: ['databases'] }, () => {
    let database: TestDatabase;
    let bank: Awaited<ReturnType<typeof aBank>>;
    let port: number;
    let settings: Record<string, string>;
    let server: ServerProcess | undefined;

    beforeAll(async () => {
      database = await aDatabase({ isEmpty: true });
      port = await aFreePort();
      bank = await aBank(`http://127.0.0.1:${port}`);
      settings = {
        DATABASE_URL: isPostgres ? database.url : `file:${join(database.dataDir, 'filled')}`,
        DATA_DIR: database.dataDir,
        ORIGIN: `http://127.0.0.1:${port}`,
        RAZORPAY_URL: `${bank.origin}/sandbox/razorpay/v1`,
        SMTP_URL: await bank.openMailbox(),
      };
    });
    afterAll(async () => {
      await server?.kill();
      await bank?.close();
      await database?.drop();
    });

    const start = async (cwd: string) => {
      const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = settings;
      server = await aServerProcess({ port, databaseUrl, dataDir, bankOrigin: bank.origin, cwd, settings });
      return server;
    };

    /** Somebody new signs up; gives the token. */
    async function signUp({ post, put }: ServerProcess) {
      const mobileno = `9${String(randomInt(1e9)).padStart(9, '0')}`;
      await post('/auth/users/registerbyphone', { body: { mobileno, countryCode: '91' } });
      const [code] = await bank.codesTo(`91${mobileno}`);
      const { json } = await post('/auth/users/login', { body: { username: mobileno, password: code } });
      const viewer = { userId: json.userId as number };
      const name = { firstName: 'Meena', lastName: 'Rao', emailId: `${mobileno}@example.com` };
      expect(await put(`/auth/userinfo/${viewer.userId}`, { as: viewer, body: name })).toMatchObject({ status: 202 });
      return viewer;
    }

    async function buy({ post, put }: ServerProcess, as: { userId: number }, movieId: number, more: object = {}) {
      const slot = { bookingStartTime: toWire(new Date()), timezone: 'Asia/Kolkata', ...more };
      const headers = { 'Idempotency-Key': randomUUID() };
      const { json: order } = await post(`/ott/movies/${movieId}/orders`, { as, body: slot, headers });
      const path = `/ott/orders/${order.movieOrderId}`;
      const { json: opened } = await post(`${path}/checkout`, { as, body: { provider: 'razorpay' } });
      const body = { paymentStatus: 'PAID', ...(await bank.pay(opened.order_id)) };
      const { json: paid } = await put(`${path}/payment`, { as, body });
      expect(paid).toMatchObject({ paymentStatus: 'PAID', invoiceNo: expect.any(String) });
      return paid.orderNo as string;
    }

    /** What people do with a cinema: a ticket played and reviewed, one given back, a reminder, a film with its fee. */
    async function use(running: ServerProcess, project: string) {
      const { post, put } = running;
      const [film = 0, other = 0] = films;
      const as = await signUp(running);
      const answers = async (status: number, reply: ReturnType<typeof post>) => {
        const answer = await reply;
        expect(answer).toMatchObject({ status });
        return answer.json;
      };
      await buy(running, as, film, { couponCode: COUPON.couponCode });
      await answers(200, post('/ott/playmovieweb', { as, body: { movieId: film } }));
      await answers(201, post(`/ott/movies/${film}/movieplays`, { as, body: {} }));
      const review = { rating: 4, reviewComments: 'Good', hasSpoilers: false };
      await answers(201, post(`/ott/movies/${film}/moviereviews`, { as, body: review }));
      const returned = await buy(running, as, other);
      await cinema(project, settings, 'order', 'refund', returned, '--reason', 'The film stopped');
      await answers(200, put(`/ott/movies/${later}/reminder`, { as, body: {} }));
      const { fee, order_id: paymentId } = await answers(
        201,
        post('/ott/submissions/checkout', { as, body: { amount: 500 } }),
      );
      const proof = { paymentStatus: 'PAID', ...(await bank.pay(paymentId)) };
      await answers(200, put(`/ott/submissions/fees/${fee.feeId}/payment`, { as, body: proof }));
      await answers(201, post('/ott/movies', { as, body: aDraft() }));
      await cinema(project, settings, 'subscription', 'add', `One film a week ${randomInt(1e9)}`, '--order', '1');
      return as;
    }
    let films: number[];
    let later: number;

    test('keeps every row, and so does the way back', { timeout: 300_000 }, async () => {
      await cinema(older.folder, settings, 'import', catalogueOf(older.folder));
      const url = settings['DATABASE_URL']!;
      films = await idsOf(url, ON_SALE);
      [later = 0] = await idsOf(url, LATER);
      const filling = await start(older.folder);
      const viewer = await use(filling, older.folder);
      expect(await filling.stop()).toBe(0);
      const then = await readAll(url);
      const empty = Object.keys(then).filter((name) => !then[name]!.rows.length);
      process.stdout.write(`\n${Object.keys(then).length} tables; without a row: ${empty.join(', ')}\n`);

      // A command migrates, and nothing works in the background.
      await cinema(PROJECT, settings, 'movie', 'list');
      expect(await readAll(url, then)).toEqual(then);
      expect(await visitRaw(url, (raw) => notAtDefault(raw, then))).toEqual([]);
      const { number, compatibleSince } = SCHEMA;
      expect(await versionOf(url)).toEqual({ number, compatibleSince });

      const upgraded = await start(PROJECT);
      const orders = await upgraded.get('/ott/orders', { as: viewer });
      expect(orders.json.content).toHaveLength(2);
      await use(upgraded, PROJECT);
      expect(await upgraded.stop()).toBe(0);
      if (compatibleSince === number) return;

      const now = await readAll(url);
      await cinema(older.folder, settings, 'movie', 'list');
      expect(await readAll(url)).toEqual(now);
      const back = await start(older.folder);
      expect((await back.get('/ott/orders', { as: viewer })).json.content).toEqual(orders.json.content);
      await use(back, older.folder);
      expect(await back.stop()).toBe(0);
    });
  });

  const isPromised = SCHEMA.compatibleSince < SCHEMA.number;
  describe.skipIf(!isPostgres || !hasCluster || !isPromised)('of two processes, one after the other', () => {
    let town: Town<Cluster>;
    let next: Release;
    beforeAll(async () => {
      next = aNextRelease(EXPAND, SCHEMA.number);
      town = await aTown(await aCluster(), { fill, cwd: older.folder });
    }, 180_000);
    afterAll(async () => {
      await town?.drop();
      next?.drop();
    });

    /** A few films, and no orders: the bank does not know the money of the sample's. */
    async function fill(DATABASE_URL: string, MEDIA_DIR: string): Promise<number[]> {
      const fewFilms = ({ movies = [], coupons = [], users, pages }: Record<string, object[]>) => ({
        movies: movies.slice(0, 12),
        coupons: coupons.slice(0, 1),
        users,
        pages,
      });
      const settings = { DATABASE_URL, MEDIA_DIR, ORIGIN: 'http://house.test' };
      await cinema(older.folder, settings, 'import', catalogueOf(older.folder, fewFilms));
      return idsOf(DATABASE_URL, ON_SALE);
    }

    const replace = (index: number, by: string, { folder: cwd }: Pick<Release, 'folder'>): Fault => ({
      name: `process ${index + 1} becomes the ${by} release`,
      async begin() {
        const { code } = await town.processes[index]!.tell();
        if (code !== 0) throw new Error(`Process ${index + 1} was told to stop, and ended with ${code}`);
      },
      end: () => town.processes[index]!.start({ cwd }),
      concerns: ({ process: asked, code }) => asked === index && NOBODY_LISTENS.includes(code),
    });

    test(
      'loses no ticket and fails no other call, under load, and so does the way back',
      // Long enough for the report of a run in which viewers wait in vain.
      { timeout: 480_000 },
      async () => {
        const ours = { folder: PROJECT };
        const outcome = await besiege(town, {
          seconds: 1,
          viewers: 12,
          awaySeconds: 1,
          calmSeconds: 6,
          isHurried: true,
          faults: [
            replace(1, 'new', ours),
            replace(0, 'new', ours),
            replace(1, 'next', next),
            replace(0, 'next', next),
            replace(1, 'new', ours),
            replace(0, 'older', older),
          ],
        });
        process.stdout.write(`\n${reportOf(outcome)}\n`);
        expect(outcome.broken).toEqual([]);
        expect(await versionOf(town.cluster.url)).toEqual({
          number: SCHEMA.number + 1,
          compatibleSince: SCHEMA.number,
        });
        for (const kind of ['list', 'login', 'report razorpay', 'segment'])
          expect(
            outcome.calls.filter((call) => call.kind === kind && call.status === 200).length,
            kind,
          ).toBeGreaterThan(5);
      },
    );
  });
});
