import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { PRODUCER } from '#domain/roles.ts';
import { createCatalogueClient } from '#rebuild/plan/catalogue.ts';
import { signUserToken } from '#server/tokens.ts';
import { type TestData, ORDER_COUNT } from './test-data.ts';

interface BackgroundWork {
  name: string;
  run: () => Promise<unknown>;
}

const IDLE_MS = 4000;
const REQUEST_INTERVAL_MS = 20;
const LIGHT_PATH = '/api/ott/public/getalllanguages';
const READER_COUNT = 20;

/**
 * Returns the kinds of work during which light requests are measured. `backupCommand` is a command
 * line.
 */
export async function createBackgroundWork(
  origin: string,
  {
    testData: { soldFilm },
    tokenSecret,
    backupCommand,
  }: {
    testData: TestData;
    tokenSecret: string;
    backupCommand: { args: string[]; env: NodeJS.ProcessEnv; cwd: string };
  },
): Promise<[BackgroundWork, ...BackgroundWork[]]> {
  const producer = { userId: soldFilm.producerId, roles: [PRODUCER] };
  const authorization = `Bearer ${signUserToken(tokenSecret, producer, new Date())}`;
  const readOrders = (query: string, accept: string) =>
    drain(`${origin}/api/ott/movieorders/${soldFilm.movieId}${query}`, { authorization, accept });
  const catalogue = createCatalogueClient(origin);

  return [
    { name: 'no background work', run: () => pause(IDLE_MS) },
    {
      name: `JSON export of ${ORDER_COUNT}, page by page`,
      async run() {
        const size = PAGE_SIZES.producerJsonMax;
        for (let page = 0; page < ORDER_COUNT / size; page++)
          await readOrders(`?page=${page}&size=${size}`, 'application/json');
      },
    },
    { name: `CSV export of ${ORDER_COUNT}`, run: () => readOrders('', 'text/csv') },
    {
      name: 'reads of a rebuild of all films',
      async run() {
        await catalogue.siteContentDigest();
        let page = await catalogue.changes();
        while (!page.isLast) page = await catalogue.changes(page.cursor);
      },
    },
    {
      name: `${READER_COUNT} readers of the changes`,
      run: () =>
        Promise.all(Array.from({ length: READER_COUNT }, (_, at) => catalogue.changes(String(at)))),
    },
    { name: 'a backup', run: () => runCommand(backupCommand) },
  ];
}

/**
 * Sends light requests during the work. Returns milliseconds of the slowest request and of the
 * work.
 */
export async function measureSlowestDuring(
  origin: string,
  { run }: BackgroundWork,
): Promise<{ slowest: number; ms: number }> {
  let isDone = false;
  let slowest = 0;
  const requests: Promise<void>[] = [];
  const sendRequest = async () => {
    const started = performance.now();
    await drain(`${origin}${LIGHT_PATH}`, {});
    slowest = Math.max(slowest, performance.now() - started);
  };
  const started = performance.now();
  const working = run().finally(() => (isDone = true));
  while (!isDone) {
    requests.push(sendRequest());
    await pause(REQUEST_INTERVAL_MS);
  }
  await working;
  const ms = performance.now() - started;
  await Promise.all(requests);
  return { slowest, ms };
}

/** Reads a response without storing it. Throws if the status is not a success. */
async function drain(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  for await (const _ of response.body ?? []);
}

const runCommand = ({ args, env, cwd }: { args: string[]; env: NodeJS.ProcessEnv; cwd: string }) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });
