import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { PAGE_SIZES } from '#domain/limits.ts';
import { PRODUCER } from '#domain/roles.ts';
import { catalogueAt } from '#rebuild/plan/catalogue.ts';
import { signUserToken } from '#server/tokens.ts';
import { type Filled, ORDERS } from './fill.ts';

/** Large work that one caller asks of the server. */
export interface Work {
  name: string;
  run: () => Promise<unknown>;
}

const QUIET_MS = 4000;
const EVERY_MS = 20;
const LIGHT = '/api/ott/public/getalllanguages';
const READERS = 20;

/** Nothing, both exports, what a rebuild asks, many readers of the changes, a backup. `backUp` is a command line. */
export async function worksOf(
  origin: string,
  { sale }: Filled,
  tokenSecret: string,
  backUp: { args: string[]; env: NodeJS.ProcessEnv; cwd: string },
): Promise<Work[]> {
  const viewer = { userId: sale.producerId, roles: [PRODUCER] };
  const authorization = `Bearer ${await signUserToken(tokenSecret, viewer, new Date())}`;
  const orders = (query: string, accept: string) =>
    drain(`${origin}/api/ott/movieorders/${sale.movieId}${query}`, { authorization, accept });
  const catalogue = catalogueAt(origin);

  return [
    { name: 'nothing else', run: () => pause(QUIET_MS) },
    {
      name: `JSON export of ${ORDERS}, page by page`,
      async run() {
        const size = PAGE_SIZES.producerJsonMax;
        for (let page = 0; page < ORDERS / size; page++) await orders(`?page=${page}&size=${size}`, 'application/json');
      },
    },
    { name: `CSV export of ${ORDERS}`, run: () => orders('', 'text/csv') },
    {
      name: 'a rebuild of all films',
      async run() {
        await catalogue.surroundings();
        let page = await catalogue.changes();
        while (!page.isLast) page = await catalogue.changes(page.cursor);
      },
    },
    {
      name: `${READERS} readers of the changes`,
      run: () => Promise.all(Array.from({ length: READERS }, (_, at) => catalogue.changes(String(at)))),
    },
    { name: 'a backup', run: () => command(backUp) },
  ];
}

/** Milliseconds of the slowest light request while the work is done, a request every EVERY_MS; `ms` is the work's own time. */
export async function slowestBeside(origin: string, { run }: Work): Promise<{ slowest: number; ms: number }> {
  let isDone = false;
  let slowest = 0;
  const asked: Promise<void>[] = [];
  const ask = async () => {
    const started = performance.now();
    await drain(`${origin}${LIGHT}`, {});
    slowest = Math.max(slowest, performance.now() - started);
  };
  const started = performance.now();
  const working = run().finally(() => (isDone = true));
  while (!isDone) {
    asked.push(ask());
    await pause(EVERY_MS);
  }
  await working;
  const ms = performance.now() - started;
  await Promise.all(asked);
  return { slowest, ms };
}

/** Takes a reply as it comes and keeps none of it. Throws where it is no success. */
async function drain(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  for await (const _ of response.body ?? []);
}

const command = ({ args, env, cwd }: { args: string[]; env: NodeJS.ProcessEnv; cwd: string }) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`))));
  });
