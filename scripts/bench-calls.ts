/**
 * `npm run bench:calls -- [--calls 10000] [--titles 5000] [--viewers 2000]`: measures the processor
 * time (user and system) of ten calls of the API in this process, without sockets, and counts their
 * statements. Uses the embedded database, or the empty PostgreSQL that DATABASE_URL names; then the
 * time of PostgreSQL itself is not included.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/read-config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { databaseSeconds } from '#server/observe/counters.ts';
import { developmentSecrets } from '#server/development-secrets.ts';
import { openServer } from '#server/server.ts';
import { SECRETS } from './bench/api/server-processes.ts';
import { createCalls, type SampleCall } from './bench/api/sample-calls.ts';
import { fillBenchDatabase } from './bench/api/test-data.ts';
import { exitWithError } from './command-error.ts';

const CONCURRENT_CALLS = 20;
/** Share of the calls that run before the measurement: they compile code and fill caches. */
const WARM_UP_SHARE = 0.1;

async function main() {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '10000' },
      titles: { type: 'string', default: '5000' },
      viewers: { type: 'string', default: '2000' },
      only: { type: 'string', default: '' },
    },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-bench-calls-'));
  const postgresUrl = process.env['DATABASE_URL'];
  const databaseUrl = postgresUrl?.startsWith('postgres')
    ? postgresUrl
    : `file:${join(dataDir, 'database')}`;
  try {
    const testData = await fillBenchDatabase(databaseUrl, {
      titles: +values.titles,
      viewers: +values.viewers,
    });
    const settings = {
      ...SECRETS,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
    };
    const database = await openDatabase(databaseUrl);
    // ROLE=streaming runs no jobs, whose statements would be counted too.
    const server = await openServer(
      readConfig({ ...settings, ROLE: 'streaming' }, developmentSecrets),
      { database },
    );
    const send = async (call: SampleCall) => {
      const response = await server.app.request(call.path, call.init);
      if (response.status >= 400)
        throw new Error(`${call.path}: ${response.status} ${await response.text()}`);
      return response.arrayBuffer();
    };
    console.log(
      `\n${'CPU time of one call'.padEnd(26)}${'ms'.padStart(8)}${'statements'.padStart(12)}`,
    );
    for (const { name, next } of await createCalls(server.app, testData, SECRETS.TOKEN_SECRET)) {
      if (!name.includes(values.only)) continue;
      await run(Math.ceil(+values.calls * WARM_UP_SHARE), next, send);
      const [cpuBefore, statementsBefore] = [process.cpuUsage(), await countStatements()];
      await run(+values.calls, next, send);
      const { user, system } = process.cpuUsage(cpuBefore);
      const statements = ((await countStatements()) - statementsBefore) / +values.calls;
      const shown = database.kind === 'postgres' ? statements.toFixed(1) : '';
      console.log(
        `${name.padEnd(26)}${((user + system) / 1000 / +values.calls).toFixed(3).padStart(8)}${shown.padStart(12)}`,
      );
    }
    await server.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function run(
  count: number,
  next: () => SampleCall,
  send: (call: SampleCall) => Promise<unknown>,
) {
  let remaining = count;
  const worker = async () => {
    while (remaining-- > 0) await send(next());
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, worker));
}

/** Statements on PostgreSQL, with `begin` and `commit`. */
async function countStatements(): Promise<number> {
  const { values } = await databaseSeconds.get();
  return values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0;
}

await main().catch(exitWithError);
