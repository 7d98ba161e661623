import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type autocannon from 'autocannon';
import { firstOf } from '#domain/existing.ts';
import { createRequestKinds, type NextRequest } from './bench/api/request-kinds.ts';
import { fillBenchDatabase, type TestData } from './bench/api/test-data.ts';
import { type LoadResult, runLoad } from './bench/api/run-load.ts';
import {
  PROJECT,
  readCpuSeconds,
  SECRETS,
  startProcess,
  stopProcess,
  waitForAnswer,
  WARM_UP_SECONDS,
} from './bench/api/server-processes.ts';
import { measureSlowestDuring, createBackgroundWork } from './bench/api/background-work.ts';
import { printProfile } from './bench/api/profile.ts';
import { findFreePort } from './bench/free-port.ts';
import { median } from './bench/quantile.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const USAGE = `Loads the API with autocannon: the public list, film info, the search, new orders and the player's heartbeat, each compared with
a bare Hono server that sends as many bytes. "CPU" is the time of the server's processes for one request. Uses the embedded database and, if DATABASE_URL names an empty PostgreSQL, that one with one and with two processes.
Then measures the slowest light request during an export of 100,000 orders (JSON and CSV), the reads of a rebuild and a backup.

  npm run bench:api [-- --seconds 8 --connections 20 --titles 5000 --viewers 2000] [--without-load]
  npm run bench:api -- --profile order   Only this request ("film info", for example), with one process: what its processor time is spent on`;

interface Options {
  seconds: number;
  connections: number;
  titles: number;
  viewers: number;
  /** False: measures only the slowest light request, without autocannon. */
  hasLoad: boolean;
  /** Name of the only request, whose profile is printed. */
  profiled: string | undefined;
}

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '20' },
      titles: { type: 'string', default: '5000' },
      viewers: { type: 'string', default: '2000' },
      'without-load': { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const { seconds, connections, titles, viewers } = values;
  const counts = {
    seconds: +seconds,
    connections: +connections,
    titles: +titles,
    viewers: +viewers,
  };
  if (!Object.values(counts).every((each) => each >= 1)) throw new CommandError(USAGE);
  const options: Options = {
    ...counts,
    hasLoad: !values['without-load'],
    profiled: values.profile,
  };
  console.log(
    `\n${['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'of Hono', 'failed'].map((head, at) => (at ? head.padStart(11) : head.padEnd(34))).join('')}`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  try {
    await measure({
      name: 'embedded',
      databaseUrl: `file:${join(folder, 'database')}`,
      processes: 1,
      dataDir: folder,
      options,
    });
    const postgresUrl = process.env['DATABASE_URL'];
    if (postgresUrl?.startsWith('postgres'))
      for (const processes of options.hasLoad && !options.profiled ? [1, 2] : [1])
        await measure({
          name: `PostgreSQL, ${processes} ${processes > 1 ? 'processes' : 'process'}`,
          databaseUrl: postgresUrl,
          processes,
          dataDir: folder,
          options,
        });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replies share one measurement if their sizes differ by at most this factor. */
const SIMILAR_SIZE_FACTOR = 1.3;
const bareResults: { bytes: number; result: LoadResult }[] = [];

async function measureBareHono(bytes: number, options: Options): Promise<LoadResult> {
  const similar = bareResults.find(
    (each) => Math.max(each.bytes / bytes, bytes / each.bytes) <= SIMILAR_SIZE_FACTOR,
  );
  if (similar) return similar.result;
  const result = await loadBareHono(bytes, options);
  bareResults.push({ bytes, result });
  console.log(
    formatRow(`a bare Hono server, ${bytes} bytes`, {
      loadResult: result,
      baseline: result,
      cpuMs: null,
    }),
  );
  return result;
}

async function loadBareHono(bytes: number, options: Options): Promise<LoadResult> {
  const port = await findFreePort();
  const child = startProcess({
    file: 'scripts/bench/api/bare-hono.ts',
    settings: {
      PORT: String(port),
      BYTES: String(bytes),
    },
  });
  try {
    await waitForAnswer(`http://127.0.0.1:${port}/`);
    const origins = [`http://127.0.0.1:${port}`];
    const next = () => ({ method: 'GET' as const, path: '/' });
    await runLoad(origins, next, { ...options, seconds: WARM_UP_SECONDS });
    return await runLoad(origins, next, options);
  } finally {
    await stopProcess(child);
  }
}

async function measure({
  name,
  databaseUrl,
  processes,
  dataDir,
  options,
}: {
  name: string;
  databaseUrl: string;
  processes: number;
  dataDir: string;
  options: Options;
}) {
  const testData = await runStep(
    `${name}: ${options.titles} films, ${options.viewers} viewers`,
    () => fillBenchDatabase(databaseUrl, options),
  );
  const ports = await Promise.all(Array.from({ length: processes }, findFreePort));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const origin = firstOf(origins);
  const settings = {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
  };
  const profileDir = join(dataDir, 'profiles', name.replace(/\W+/g, '-'));
  const profileOptions = options.profiled ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [];
  mkdirSync(profileDir, { recursive: true });
  const children = ports.map((port) =>
    startProcess({
      file: 'scripts/serve.ts',
      settings: { ...settings, PORT: String(port) },
      cwd: PROJECT,
      nodeOptions: profileOptions,
    }),
  );
  try {
    await Promise.all(origins.map((origin) => waitForAnswer(`${origin}/api/ott/readyz`)));
    if (options.hasLoad)
      for (const [kind, next] of Object.entries(
        createRequestKinds(testData, SECRETS.TOKEN_SECRET),
      )) {
        if (options.profiled && options.profiled !== kind) continue;
        const bytes = await countReplyBytes(origin, next());
        const baseline = await measureBareHono(bytes, options);
        await runLoad(origins, next, { ...options, seconds: WARM_UP_SECONDS });
        const { result, cpuMs } = await loadWithCpu(origins, next, options);
        console.log(formatRow(`${name}: ${kind}`, { loadResult: result, baseline, cpuMs }));
        if (databaseUrl.startsWith('postgres') && !options.profiled)
          await (processes > 1 ? measureTogether : measureBusy)(
            next,
            origins,
            result.perSecond,
            options,
          );
      }
    if (processes === 1 && !options.profiled)
      await measureSlowest({ name, origin, testData, settings });
  } finally {
    await Promise.all(children.map(stopProcess));
  }
  if (options.profiled) printProfile(profileDir, PROJECT);
}

async function loadWithCpu(
  origins: string[],
  next: NextRequest,
  load: Parameters<typeof runLoad>[2],
) {
  const cpuBefore = await readCpuSeconds(origins);
  const result = await runLoad(origins, next, load);
  return { result, cpuMs: (((await readCpuSeconds(origins)) - cpuBefore) * 1000) / result.count };
}

const BUSY_SHARE = 0.8;

async function measureBusy(
  next: NextRequest,
  origins: string[],
  perSecond: number,
  options: Options,
) {
  const busy = { ...options, rate: BUSY_SHARE * perSecond };
  const { p50Ms, p99Ms } = await runLoad(origins, next, busy);
  console.log(`  at ${Math.round(busy.rate)} a second: p50 ${p50Ms} ms, p99 ${p99Ms} ms`);
}

/** Two threads of one core slow each other down, so the comparison uses a low rate. */
const QUIET_SHARE = 0.1;
const ROUNDS = 3;

/**
 * Compares processes by the processor time of a request, at the same rate for each process: it is
 * constant if processes do not disturb each other. Their highest rate says nothing, because
 * processes, load tool and PostgreSQL share the cores of this machine. Each round loads the
 * processes one after another and then together; the median round counts.
 */
async function measureTogether(
  next: NextRequest,
  origins: string[],
  perSecond: number,
  options: Options,
) {
  const rate = (QUIET_SHARE * perSecond) / origins.length;
  const load = { ...options, seconds: Math.ceil(options.seconds / 2) };
  const capacities: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let aloneMs = 0;
    for (const origin of origins)
      aloneMs += (await loadWithCpu([origin], next, { ...load, rate })).cpuMs;
    const { cpuMs } = await loadWithCpu(origins, next, { ...load, rate: rate * origins.length });
    capacities.push(aloneMs / cpuMs);
  }
  console.log(
    `  ${origins.length} processes: ${median(capacities).toFixed(2)} × one, by CPU at ${Math.round(rate)} a second each (rounds ${capacities.map((each) => each.toFixed(2)).join(' ')})`,
  );
}

/** Maximum milliseconds of the slowest light request. */
const GOALS = { embedded: 250, postgres: 100 };

async function measureSlowest({
  name,
  origin,
  testData,
  settings,
}: {
  name: string;
  origin: string;
  testData: TestData;
  settings: Record<'DATABASE_URL' | 'DATA_DIR', string>;
}) {
  const goal = settings.DATABASE_URL.startsWith('postgres') ? GOALS.postgres : GOALS.embedded;
  const { PATH = '', HOME = '' } = process.env;
  const backupCommand = {
    args: ['scripts/cinema.ts', 'backup', 'make', join(settings.DATA_DIR, 'backups')],
    env: { PATH, HOME, ...settings },
    cwd: PROJECT,
  };
  const works = await createBackgroundWork(origin, {
    testData,
    tokenSecret: SECRETS.TOKEN_SECRET,
    backupCommand,
  });
  // Warm-up: the first requests compile code.
  await measureSlowestDuring(origin, works[0]);
  console.log(`\n${name}: slowest light request (goal: at most ${goal} ms)`);
  for (const work of works) {
    const { slowest, ms } = await measureSlowestDuring(origin, work);
    const verdict = slowest <= goal ? 'pass ' : 'FAIL ';
    console.log(
      `  ${verdict}  ${work.name.padEnd(36)}${String(Math.round(slowest)).padStart(7)} ms  in ${(ms / 1000).toFixed(1)} s`,
    );
  }
  console.log();
}

async function countReplyBytes(
  origin: string,
  { method, path, headers, body }: autocannon.Request,
): Promise<number> {
  const request = httpRequest(`${origin}${path}`, { method, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return Math.max(1, bytes);
}

const formatRow = (
  name: string,
  {
    loadResult: { perSecond, p50Ms, p99Ms, failedCount },
    baseline,
    cpuMs,
  }: { loadResult: LoadResult; baseline: LoadResult; cpuMs: number | null },
) =>
  name.padEnd(34) +
  [
    Math.round(perSecond),
    p50Ms,
    p99Ms,
    cpuMs?.toFixed(2) ?? '',
    `${((perSecond / baseline.perSecond) * 100).toFixed(1)} %`,
    failedCount,
  ]
    .map((each) => String(each).padStart(11))
    .join('');

await main().catch(exitWithError);
