import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/open.ts';
import { kindsOf } from './bench/api/calls.ts';
import { fill, type Filled } from './bench/api/fill.ts';
import { type Figures, load } from './bench/api/load.ts';
import { slowestBeside, worksOf } from './bench/api/slowest.ts';
import { CommandError, fail } from './failure.ts';
import { step } from './progress.ts';

const USAGE = `Loads the API with autocannon: the public list, the search, new orders and the player's heartbeat, beside a bare Hono
that says hello, on the embedded database; and, when DATABASE_URL names an empty PostgreSQL, on that with one process and with two.
Then says how long the slowest other request took during an export of 100,000 orders (JSON and CSV), a rebuild and a backup.

  npm run bench:api [-- --seconds 8 --connections 20 --titles 5000 --viewers 2000] [--without-load]`;

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const SECRETS = { TOKEN_SECRET: 'the secret of a bench', OTP_PEPPER: 'the pepper of a bench' };
const STARTS_WITHIN_MS = 60_000;

interface Options {
  seconds: number;
  connections: number;
  titles: number;
  viewers: number;
  /** Whether autocannon loads the API; without it only the slowest other request is measured. */
  load: boolean;
}

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '20' },
      titles: { type: 'string', default: '5000' },
      viewers: { type: 'string', default: '2000' },
      'without-load': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const { seconds, connections, titles, viewers } = values;
  const counts = { seconds: +seconds, connections: +connections, titles: +titles, viewers: +viewers };
  if (!Object.values(counts).every((each) => each >= 1)) throw new CommandError(USAGE);
  const options: Options = { ...counts, load: !values['without-load'] };
  const floor = await hello(options);
  console.log(
    `\n${['', 'requests/s', 'p50 ms', 'p99 ms', 'of hello', 'refused'].map((head, at) => (at ? head.padStart(11) : head.padEnd(34))).join('')}`,
  );
  console.log(row('a bare Hono says hello', floor, floor));
  const folder = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  try {
    await measure('embedded', `file:${join(folder, 'database')}`, 1, folder, options, floor);
    const server = process.env['DATABASE_URL'];
    if (server?.startsWith('postgres'))
      for (const processes of options.load ? [1, 2] : [1])
        await measure(
          `PostgreSQL, ${processes} ${processes > 1 ? 'processes' : 'process'}`,
          server,
          processes,
          folder,
          options,
          floor,
        );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function hello(options: Options): Promise<Figures> {
  const port = await aFreePort();
  const child = run('scripts/bench/api/hello.ts', { PORT: String(port) });
  try {
    await answers(`http://127.0.0.1:${port}/`);
    return await load([`http://127.0.0.1:${port}`], () => ({ method: 'GET', path: '/' }), options);
  } finally {
    await stop(child);
  }
}

async function measure(
  name: string,
  databaseUrl: string,
  processes: number,
  dataDir: string,
  options: Options,
  floor: Figures,
) {
  const filled = await step(`${name}: ${options.titles} films, ${options.viewers} viewers`, () =>
    fillAnew(databaseUrl, options),
  );
  const ports = await Promise.all(Array.from({ length: processes }, aFreePort));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const settings = { ...SECRETS, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'error' };
  const children = ports.map((port) => run('scripts/serve.ts', { ...settings, PORT: String(port) }));
  try {
    await Promise.all(origins.map((origin) => answers(`${origin}/api/ott/readyz`)));
    if (options.load)
      for (const kind of await kindsOf(filled, SECRETS.TOKEN_SECRET))
        console.log(row(`${name}: ${kind.name}`, await load(origins, kind.next, options), floor));
    if (processes === 1) await measureSlowest(name, origins[0]!, filled, settings);
  } finally {
    await Promise.all(children.map(stop));
  }
}

/** Milliseconds of the slowest other request during large work, at most. */
const GOALS = { embedded: 250, postgres: 100 };

/** One light public request every 20 ms, while somebody asks for something large. */
async function measureSlowest(name: string, origin: string, filled: Filled, settings: Record<string, string>) {
  const goal = settings['DATABASE_URL']!.startsWith('postgres') ? GOALS.postgres : GOALS.embedded;
  const { PATH = '', HOME = '' } = process.env;
  const backUp = {
    args: ['scripts/cinema.ts', 'backup', 'make', join(settings['DATA_DIR']!, 'backups')],
    env: { PATH, HOME, ...settings },
    cwd: PROJECT,
  };
  const works = await worksOf(origin, filled, SECRETS.TOKEN_SECRET, backUp);
  // What is compiled at its first use says nothing of the hundredth.
  await slowestBeside(origin, works[0]!);
  console.log(`\n${name}: slowest other request (goal: at most ${goal} ms)`);
  for (const work of works) {
    const { slowest, ms } = await slowestBeside(origin, work);
    const word = slowest <= goal ? 'holds' : 'FAILS';
    console.log(
      `  ${word}  ${work.name.padEnd(36)}${String(Math.round(slowest)).padStart(7)} ms  in ${(ms / 1000).toFixed(1)} s`,
    );
  }
  console.log();
}

/** The bench's own rows, in a database that has no others. */
async function fillAnew(databaseUrl: string, options: Options) {
  const database = await openDatabase(databaseUrl);
  try {
    const [known] = (
      await database.query(`select exists (select from movies where movie_key not like 'bench%') as any`)
    ).rows;
    if (known?.['any'])
      throw new CommandError(
        'This database has films of its own. Name an empty one: it is filled and emptied again and again.',
      );
    await database.script(
      'truncate movies, users, orders, packages, playback_sessions, movie_plays, rate_limits restart identity cascade',
    );
    return await fill(database, options);
  } finally {
    await database.close();
  }
}

const row = (name: string, { perSecond, p50, p99, refused }: Figures, floor: Figures) =>
  name.padEnd(34) +
  [Math.round(perSecond), p50, p99, `${((perSecond / floor.perSecond) * 100).toFixed(1)} %`, refused]
    .map((each) => String(each).padStart(11))
    .join('');

function run(file: string, settings: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [file], {
    cwd: PROJECT,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const stop = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

async function answers(url: string) {
  const end = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < end) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new CommandError(`${url} did not answer within a minute`);
}

const aFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

await main().catch(fail);
