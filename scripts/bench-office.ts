import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUR } from '#domain/limits/durations.ts';
import { readConfig } from '#server/config/read-config.ts';
import { one } from '#server/db/one.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { officeMembers } from '#server/db/schema/office.ts';
import { developmentSecrets } from '#server/development-secrets.ts';
import { insertSession } from '#server/office/queries.ts';
import { OFFICE_COOKIE } from '#server/office/sessions.ts';
import { openServer, type Server } from '#server/server.ts';
import { sha256Hex } from '#server/tokens.ts';
import { SECRETS } from './bench/api/server-processes.ts';
import { createReadCalls, type ReadCall } from './bench/office/read-calls.ts';
import { countRowsRead, type RowsRead } from './bench/office/rows-read.ts';
import { fillOfficeDatabase, type OfficeCounts } from './bench/office/test-data.ts';
import { median, quantile } from './bench/quantile.ts';
import { withPostgres } from './bench/with-postgres.ts';
import { officeOperations } from './cinema/office-operations.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';
import { loadOfficeOperations } from './server-socket.ts';

const USAGE = `Measures every reading operation of the back office, without a filter and with each of its filters, at the server: the time of the
call of /api/office, and the rows that PostgreSQL reads for it. Starts a temporary PostgreSQL, or uses the empty one of DATABASE_URL, where its rows stay.

  npm run bench:office [-- --films 100000 --orders 1000000 --people 200000 --calls 20 --only "order find"]`;

const MAX_P95_MS = 300;
/** Chosen: the doctor checks the whole installation, also other machines. */
const WITHOUT_GOAL = ['doctor'];
/** Chosen: the report has no period. It sums the uses of all coupons. */
const READS_ALL = ['coupon report'];
const FILL_TIMEOUT_SECONDS = 1800;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      films: { type: 'string', default: '100000' },
      orders: { type: 'string', default: '1000000' },
      people: { type: 'string', default: '200000' },
      calls: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return true;
  }
  const counts = { films: +values.films, orders: +values.orders, people: +values.people };
  if (!Object.values({ ...counts, calls: +values.calls }).every((each) => each >= 1))
    throw new CommandError(USAGE);
  return withPostgres(
    async (databaseUrl) => {
      await fill(databaseUrl, counts);
      return measureAll({
        databaseUrl,
        calls: createReadCalls(officeOperations.operations, counts),
        only: values.only,
        times: +values.calls,
      });
    },
    { autovacuum: 'off' },
  );
}

async function fill(databaseUrl: string, counts: OfficeCounts) {
  const database = await openDatabase(databaseUrl, {
    maxConnections: 1,
    statementSeconds: FILL_TIMEOUT_SECONDS,
  });
  try {
    const [row] = (
      await database.query(
        'select exists (select from movies) or exists (select from users) as "isUsed"',
      )
    ).rows;
    if (row?.['isUsed'])
      throw new CommandError('This database has films or users. Set DATABASE_URL to an empty one.');
    await runStep(
      `${counts.films} films, ${counts.orders} orders and ${counts.people} people are inserted`,
      (reportProgress) => fillOfficeDatabase(database, counts, reportProgress),
    );
  } finally {
    await database.close();
  }
}

async function measureAll({
  databaseUrl,
  calls,
  only,
  times,
}: {
  databaseUrl: string;
  calls: ReadCall[];
  only: string;
  times: number;
}): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-bench-office-'));
  const settings = {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
  };
  // ROLE=streaming runs no jobs, whose statements would be counted too.
  const config = readConfig({ ...settings, ROLE: 'streaming' }, developmentSecrets);
  const server = await openServer(config, { loadOfficeOperations });
  const singleConnection = await openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const cookie = await signInOwner(server);
    console.log(
      `\n${'operation'.padEnd(18)}${'filter'.padEnd(30)}${['p50 ms', 'p95 ms', 'rows', 'rows read'].map((head) => head.padStart(10)).join('')}`,
    );
    const results = [];
    for (const call of calls.filter(({ operation }) => nameOf(operation).includes(only))) {
      const timing = await measureTimes(server, call, cookie, times);
      const rowsRead = await countRowsRead(singleConnection, () =>
        runInProcess({ ...server, database: singleConnection }, call),
      );
      console.log(formatRow(call, timing, rowsRead));
      results.push({ call, ...timing, rowsRead });
    }
    const slow = results.filter(({ call, p95Ms }) => hasGoal(call) && p95Ms > MAX_P95_MS);
    const reading = results.filter(
      ({ call, rowsRead }) =>
        hasGoal(call) &&
        !READS_ALL.includes(nameOf(call.operation)) &&
        rowsRead.wholeTables.length > 0,
    );
    const list = (found: { call: ReadCall }[]) =>
      found.map(({ call }) => `${nameOf(call.operation)} ${call.name}`).join(', ') || 'all';
    console.log(
      `\n  ${slow.length ? 'FAIL ' : 'pass '} p95 at most ${MAX_P95_MS} ms: ${list(slow)}`,
    );
    console.log(
      `  ${reading.length ? 'FAIL ' : 'pass '} no call reads all rows of a large table: ${list(reading)}`,
    );
    return !slow.length && !reading.length;
  } finally {
    await singleConnection.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const nameOf = ({ noun, verb }: ReadCall['operation']) =>
  noun === verb ? noun : `${noun} ${verb}`;
const hasGoal = ({ operation }: ReadCall) => !WITHOUT_GOAL.includes(nameOf(operation));

/** Returns the session cookie of a new owner. */
async function signInOwner({ deps: { db, now } }: Server): Promise<string> {
  const name = `bench-${randomBytes(4).toString('hex')}`;
  const { memberId } = one(
    await db
      .insert(officeMembers)
      .values({ name, roles: ['owner'] })
      .returning(),
  );
  const token = randomBytes(32).toString('base64url');
  const createdAt = now();
  await insertSession(db, {
    tokenHash: sha256Hex(token),
    memberId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + HOUR),
    ipAddress: '127.0.0.1',
  });
  return `${OFFICE_COOKIE}=${token}`;
}

/**
 * Of the whole call: session, operation and JSON. `rowCount`: the rows of the lists in the reply.
 */
async function measureTimes(
  { app }: Server,
  { operation, input, name }: ReadCall,
  cookie: string,
  times: number,
) {
  const durationsMs: number[] = [];
  let rowCount = 0;
  for (let call = 0; call < times; call++) {
    const started = performance.now();
    const response = await app.request(
      `/api/office/operations/${operation.noun}/${operation.verb}`,
      {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ input }),
      },
    );
    const body = await response.text();
    durationsMs.push(performance.now() - started);
    if (!response.ok)
      throw new CommandError(`${nameOf(operation)} ${name}: ${response.status} ${body}`);
    const lists = Object.values((JSON.parse(body) as { data: object }).data).filter(Array.isArray);
    rowCount = lists.reduce((sum, list) => sum + list.length, 0);
  }
  return { p50Ms: median(durationsMs), p95Ms: quantile(durationsMs, 0.95), rowCount };
}

const runInProcess = (
  { deps, database }: Pick<Server, 'deps' | 'database'>,
  { operation, input }: ReadCall,
) =>
  officeOperations.run({ deps: { ...deps, db: database.db }, database }, operation, {
    input,
    files: new Map(),
    isDryRun: false,
    who: 'bench',
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

const formatRow = (
  { operation, name }: ReadCall,
  { p50Ms, p95Ms, rowCount }: Awaited<ReturnType<typeof measureTimes>>,
  { count, wholeTables }: RowsRead,
) =>
  nameOf(operation).padEnd(18) +
  name.padEnd(30) +
  [p50Ms.toFixed(1), p95Ms.toFixed(1), rowCount, count]
    .map((each) => String(each).padStart(10))
    .join('') +
  (wholeTables.length ? `  all of ${wholeTables.join(', ')}` : '');

process.exitCode = (await main().catch(exitWithError)) ? 0 : 1;
