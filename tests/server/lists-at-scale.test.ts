/** @module-tag databases */
import { beforeAll, describe, expect, test } from 'vitest';
import { fromWire } from '#domain/dates.ts';
import { DAY } from '#domain/limits/durations.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createReadCalls, type ReadCall } from '../../scripts/bench/office/read-calls.ts';
import { countRowsRead } from '../../scripts/bench/office/rows-read.ts';
import { fillOfficeDatabase } from '../../scripts/bench/office/test-data.ts';
import { officeOperations } from '../../scripts/cinema/office-operations.ts';
import { isPostgres } from '../support/postgres.ts';
import { waitUntil } from '../support/server-process.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aRunningClock, databaseNow } from '../support/test-now.ts';

const FILMS = 5000;
const SYNOPSIS =
  'A long evening in a small town, and someone at the window who knows more than they say. ';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
  const { query, runSql } = server.database;
  await query(
    `insert into genres (genre_name, ordering) select 'Genre ' || n, n from generate_series(1, 8) n`,
  );
  await query(
    `insert into movies (movie_key, movie_name, movie_type, primary_language, movie_description, ticket_rate, release_date, streaming_start_date)
    select 'key' || n, 'Film ' || n, (array['MOVIES', 'MOVIES', 'MOVIES', 'SERIES', 'SHORTS'])[1 + n % 5], 'Language ' || n % 8, repeat($1, 12), 14900, day, day
    from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as day from generate_series(1, ${FILMS}) n) as made`,
    [SYNOPSIS],
  );
  await query(
    `insert into movie_genres (movie_id, genre_id) select movie_id, 1 + movie_id % 8 from movies`,
  );
  for (const table of ['movies', 'movie_genres']) {
    // Vacuum skips rows whose commit is not on disk yet, so force a synchronous commit.
    await runSql(
      'begin; set local synchronous_commit = on; update genres set ordering = ordering; commit',
    );
    // Vacuum marks no page as visible to all while a transaction of a job runs, and PostgreSQL then prefers to read the table.
    await waitUntil(`${table} is vacuumed`, async () => {
      await query(`vacuum analyze ${table}`);
      const { rows } = await query(
        'select relallvisible = relpages as "isVisible" from pg_class where relname = $1',
        [table],
      );
      return rows[0]!['isVisible'];
    });
  }
  // Every connection of the pool reports its scans now: later, they would be counted in a test.
  const report = () => query('select pg_stat_force_next_flush(), pg_sleep(0.1)');
  await Promise.all(Array.from({ length: 10 }, report));
});

/** Sequential scans of the table of films. */
async function scans(): Promise<number> {
  await server.database.query('select pg_stat_force_next_flush()');
  const { rows } = await server.database.query(
    `select seq_scan::int as scans from pg_stat_user_tables where relname = 'movies'`,
  );
  return rows[0]!['scans'] as number;
}

test.each([
  ['streaming films', 'streamingnow?page=0&size=12', 4000],
  [
    'all movies',
    'filtermovies?search=movieId>0,releaseDate-,movieType!SHORTS&page=1&size=24',
    4000,
  ],
  [
    'short films',
    'filtermovies?search=movieId>0,releaseDate-&movieType=SHORTS&page=1&size=24',
    1000,
  ],
  [
    'one language',
    'filtermovies?search=active!N,primaryLanguageLISTSTR=language 3,movieType!SHORTS&page=1&size=24',
    500,
  ],
  [
    'one genre',
    'filtermovies?search=active!N,movieGenresDSgenreIdLIST=3,movieType!SHORTS&page=1&size=24',
    500,
  ],
  [
    'popular series',
    'searchmovies?search=movieType:SERIES,streamingStartDate<21-11-2026 00:00:00,avgRating-&page=0',
    1000,
  ],
])('the list of %s is found and counted without reading all films', async (_, path, total) => {
  const before = await scans();
  const { json } = await server.get(`/api/ott/public/${path}`);
  expect(json.totalElements).toBe(total);
  expect(json.content.length).toBeGreaterThan(0);
  expect((await scans()) - before).toBe(0);
});

test('streaming films come first on every page without reading all films, and no film appears twice', async () => {
  const today = clock.now();
  clock.set(new Date('2026-01-02T12:00:00Z'));
  try {
    const before = await scans();
    const page = async (number: number) =>
      (
        await server.get(
          `/api/ott/public/filtermovies?search=movieId>0,releaseDate-&movieType=SHORTS&page=${number}&size=100`,
        )
      ).json;
    const hasStarted = ({ streamingStartDate }: { streamingStartDate: string }) =>
      fromWire(streamingStartDate)! <= clock.now();
    const films = [];
    // One page at a time: a second connection could still report scans of the setup.
    for (let number = 1; number <= 10; number++) films.push(...(await page(number)).content);
    expect((await scans()) - before).toBe(0);
    expect(new Set(films.map(({ movieId }) => movieId)).size).toBe(1000);
    const firstUpcoming = films.findIndex((film) => !hasStarted(film));
    expect(firstUpcoming).toBeGreaterThan(100);
    expect(films.slice(firstUpcoming).filter(hasStarted)).toEqual([]);
  } finally {
    clock.set(today);
  }
});

test('a query that reads all films is counted as one scan', async () => {
  const before = await scans();
  await server.database.query(`select count(*) from movies where movie_description = ''`);
  expect((await scans()) - before).toBe(1);
});

/** Their operations read all rows of a day or a month. */
const READING_A_PERIOD = ['report', 'statement'];

describe('the back office', () => {
  const counts = { films: 2000, orders: 10_000, people: 2500 };
  const calls = createReadCalls(officeOperations.operations, counts).filter(
    ({ operation }) => operation.noun !== 'doctor',
  );
  let office: Pick<TestServer, 'deps' | 'database'>;
  beforeAll(async () => {
    const { config, deps, database: pool } = await aServer({ clock: aRunningClock(databaseNow) });
    const database = isPostgres
      ? await openDatabase(config.databaseUrl, { maxConnections: 1 })
      : pool;
    office = { deps: { ...deps, db: database.db }, database };
    await fillOfficeDatabase(database, counts);
    // PostgreSQL reads a small table as a whole even if it has a suitable index.
    await database.query('set enable_seqscan = off');
    return () => (isPostgres ? database.close() : undefined);
  }, 120_000);

  const run = ({ operation, input }: Omit<ReadCall, 'name'>) =>
    officeOperations.run(office, operation, {
      input,
      files: new Map(),
      isDryRun: false,
      who: 'a test',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });

  test('reads no large table as a whole, without a filter and with each filter', async () => {
    const reading: string[] = [];
    for (const call of calls.filter(
      ({ operation: { noun } }) => !READING_A_PERIOD.includes(noun),
    )) {
      const { wholeTables } = await countRowsRead(
        office.database,
        () =>
          run({ ...call, input: { ...call.input, ...(call.input['limit'] && { limit: '20' }) } }),
        1500,
      );
      const { noun, verb } = call.operation;
      reading.push(...wholeTables.map((table) => `${noun} ${verb} ${call.name}: ${table}`));
    }
    expect(reading).toEqual([]);
  });

  const onRows = officeOperations.operations.filter(
    ({ isChange, rowKeys }) => isChange && rowKeys.length > 0,
  );
  test.each(onRows.map((operation) => [`${operation.noun} ${operation.verb}`, operation] as const))(
    'the rows of the list have the key for %s',
    async (_, { noun, rowKeys }) => {
      const listing = officeOperations.operations.find(
        (each) => each.noun === noun && each.verb === 'list',
      )!;
      const { data } = await run({ operation: listing, input: {} });
      for (const row of Object.values(data as object)
        .filter(Array.isArray)
        .flat() as Record<string, unknown>[])
        expect(rowKeys.filter((key) => row[key] !== undefined && row[key] !== null)).toHaveLength(
          1,
        );
    },
  );

  const SALES_OF_A_MONTH = {
    from: new Date(databaseNow().getTime() - 30 * DAY).toISOString().slice(0, 10),
  };
  const lists = officeOperations.operations.filter(({ fields }) =>
    fields.some(({ name }) => name === 'after'),
  );
  test.each(lists.map((operation) => [`${operation.noun} ${operation.verb}`, operation] as const))(
    '%s is complete and without duplicates if it is read in parts',
    async (_, operation) => {
      const rowsOf = (data: unknown) =>
        Object.values(data as object)
          .filter(Array.isArray)
          .flat() as object[];
      const base = operation.noun === 'report' ? SALES_OF_A_MONTH : {};
      const whole = rowsOf((await run({ operation, input: { ...base, limit: '10000' } })).data);
      const limit = String(Math.ceil(whole.length / 4));
      const parts: object[] = [];
      let after: string | undefined;
      do {
        const { data } = await run({
          operation,
          input: { ...base, limit, ...(after && { after }) },
        });
        parts.push(...rowsOf(data));
        after = (data as { next?: string }).next;
      } while (after);
      expect(parts.length).toBeGreaterThan(4);
      expect(parts).toEqual(whole);
    },
  );
});
