/**
 * `npm run bench:peer -- [--seconds 8] [--connections 20]`: compares new orders with
 * `addItemToOrder` of Vendure, an open-source shop server, and the public list with Vendure’s list
 * of products. Each server is one process; they run one after the other, on the empty PostgreSQL
 * database of DATABASE_URL. Installs Vendure from npm in a temporary folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type autocannon from 'autocannon';
import { openDatabase } from '#server/db/open-database.ts';
import {
  SECRETS,
  startProcess,
  stopProcess,
  waitForAnswer,
  WARM_UP_SECONDS,
} from './bench/api/server-processes.ts';
import { createRequestKinds } from './bench/api/request-kinds.ts';
import { runLoad, type LoadResult } from './bench/api/run-load.ts';
import { fillBenchDatabase } from './bench/api/test-data.ts';
import { findFreePort } from './bench/free-port.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const VENDURE_VERSION = '3.7.3';
const PEER_FILES = fileURLToPath(new URL('./bench/peer', import.meta.url));
const PEER_SCHEMA = 'peer';
const FILM_COUNT = 5000;
/** Goal: new orders, as a multiple of the peer's. */
const GOAL = 8;

interface Load {
  seconds: number;
  connections: number;
}
type Measured = Record<'list' | 'order', LoadResult>;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '20' },
    },
  });
  const load = { seconds: +values.seconds, connections: +values.connections };
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl?.startsWith('postgres'))
    throw new CommandError('Set DATABASE_URL to an empty PostgreSQL database.');
  const folder = mkdtempSync(join(tmpdir(), 'matinee-peer-'));
  try {
    await runStep(`Installing Vendure ${VENDURE_VERSION}`, () => installPeer(folder));
    const peer = await withPeerSchema(databaseUrl, () => measurePeer(databaseUrl, folder, load));
    const own = await measureOwn(databaseUrl, folder, load);
    return report(own, peer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function installPeer(folder: string) {
  cpSync(PEER_FILES, folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@vendure/core': VENDURE_VERSION, pg: '8' } }),
  );
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new CommandError('npm could not install the peer. Its output is above.');
}

/** Gives the peer a schema of its own, and drops it afterwards. */
async function withPeerSchema<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const database = await openDatabase(databaseUrl);
  const dropSchema = `drop schema if exists ${PEER_SCHEMA} cascade`;
  try {
    await database.runSql(`${dropSchema}; create schema ${PEER_SCHEMA}`);
    return await work();
  } finally {
    await database.runSql(dropSchema);
    await database.close();
  }
}

async function measurePeer(databaseUrl: string, folder: string, load: Load): Promise<Measured> {
  const port = await findFreePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PRODUCTS: String(FILM_COUNT),
    SCHEMA: PEER_SCHEMA,
  };
  await runStep(`Vendure: ${FILM_COUNT} products`, async () => {
    const child = startProcess({ file: 'fill.cjs', settings, cwd: folder });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new CommandError('The peer could not be filled. Its output is above.');
  });
  const child = startProcess({ file: 'serve.cjs', settings, cwd: folder });
  const origin = `http://127.0.0.1:${port}`;
  const graphql = (query: string): autocannon.Request => ({
    method: 'POST',
    path: '/shop-api',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  let count = 0;
  const requests = {
    list: () =>
      graphql(`{ products(options: { take: 12, skip: ${(count++ % 20) * 12} }) {
        totalItems items { id name slug description variants { id priceWithTax } } } }`),
    // Without a cookie, each call is a new visitor with a new order, as each of our calls is a new
    // viewer and film.
    order: () =>
      graphql(
        `mutation { addItemToOrder(productVariantId: ${1 + (count++ % FILM_COUNT)}, quantity: 1) {
        __typename ... on Order { id code totalWithTax } ... on ErrorResult { errorCode message } } }`,
      ),
  };
  try {
    await waitForAnswer(`${origin}/health`);
    await checkPeerReply(origin, requests);
    return await measure(origin, requests, load);
  } finally {
    await stopProcess(child);
  }
}

/** GraphQL answers errors with 200. */
async function checkPeerReply(origin: string, requests: Record<string, () => autocannon.Request>) {
  for (const next of Object.values(requests)) {
    const { path, method, headers, body } = next();
    const response = await fetch(origin + path, {
      method,
      headers: headers as Record<string, string>,
      body: body as string,
    });
    const text = await response.text();
    if (!response.ok || /"errors"|errorCode/.test(text))
      throw new CommandError(`The peer answered ${text.slice(0, 300)}`);
  }
}

async function measureOwn(databaseUrl: string, dataDir: string, load: Load): Promise<Measured> {
  const testData = await runStep(`Matinee: ${FILM_COUNT} films`, () =>
    fillBenchDatabase(databaseUrl, { titles: FILM_COUNT, viewers: 2000 }),
  );
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
  };
  const child = startProcess({
    file: 'scripts/serve.ts',
    settings: { ...settings, PORT: String(port) },
  });
  const { 'public list': list, order } = createRequestKinds(testData, SECRETS.TOKEN_SECRET);
  try {
    await waitForAnswer(`${origin}/api/ott/readyz`);
    return await measure(origin, { list, order }, load);
  } finally {
    await stopProcess(child);
  }
}

async function measure(
  origin: string,
  requests: Record<'list' | 'order', () => autocannon.Request>,
  load: Load,
): Promise<Measured> {
  const run = async (next: () => autocannon.Request) => {
    await runLoad([origin], next, { ...load, seconds: WARM_UP_SECONDS });
    return runLoad([origin], next, load);
  };
  return { list: await run(requests.list), order: await run(requests.order) };
}

function report(own: Measured, peer: Measured): boolean {
  console.log(
    `\n${['', 'Matinee', 'Vendure', 'ratio', 'failed'].map((head, at) => (at ? head.padStart(10) : head.padEnd(8))).join('')}`,
  );
  for (const kind of ['list', 'order'] as const) {
    const cells = [
      `${Math.round(own[kind].perSecond)}/s`,
      `${Math.round(peer[kind].perSecond)}/s`,
      `${(own[kind].perSecond / peer[kind].perSecond).toFixed(1)} ×`,
      String(own[kind].failedCount + peer[kind].failedCount),
    ];
    console.log(kind.padEnd(8) + cells.map((cell) => cell.padStart(10)).join(''));
  }
  const ratio = own.order.perSecond / peer.order.perSecond;
  console.log(
    `\n  ${ratio >= GOAL ? 'pass ' : 'FAIL '} order ${ratio.toFixed(1)} ×, at least ${GOAL}`,
  );
  return ratio >= GOAL;
}

process.exitCode = (await main().catch(exitWithError)) ? 0 : 1;
