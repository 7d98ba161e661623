/** `npm start`: opens the house on this machine, with everything it needs. README "Two commands" says what it does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareBundle } from '#rebuild/bundle/prepare.ts';
import { RebuildRunning } from '#rebuild/errors.ts';
import { rebuild } from '#rebuild/rebuild.ts';
import { releaseAt } from '#rebuild/release/card.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { openHouse } from '#server/house.ts';
import { laptopSecrets } from '#server/secrets.ts';
import type { Line } from './cinema/line.ts';
import { backupsOf } from './cinema/storage.ts';
import { fail } from './failure.ts';
import { openHouseLine, originHere } from './house-line.ts';
import { LOADING, loadSample } from './load-sample.ts';
import { openOutside } from './outside.ts';
import { probePort } from './port.ts';
import { createProgress, type Progress } from './progress.ts';
import { createShutdown } from './shutdown.ts';
import { outletsOf, purgeWords } from './site-publisher.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const OPENING = 'Opening the database';
const BUNDLING = 'Bundling the site';
const DRAWING = 'Building the site, when it is stale';
/** Of a first start on two cores, where bundling goes on beside the database. */
const FIRST_START_SECONDS = { [OPENING]: 2, [LOADING]: 4, [BUNDLING]: 10, [DRAWING]: 8 };

async function start() {
  const config = readConfig(process.env, laptopSecrets);
  // Before the bundler and the database, so that a second start says the plain reason.
  await probePort(config);
  mkdirSync(config.mediaDir, { recursive: true });
  const hasSite = !process.argv.includes('--without-site'); // `npm run dev`: Astro serves it
  const isFirst = hasSite && !releaseAt(config.siteDir);
  const progress = createProgress(isFirst ? FIRST_START_SECONDS : {});
  process.once('exit', () => closing.abort());
  const bundling = isFirst ? progress.run(BUNDLING, (tell) => bundle(config, tell)) : undefined;
  bundling?.catch(() => undefined);
  const sandbox = config.isProduction ? null : openOutside(config);
  const outside = sandbox ? { sandbox: sandbox.app, mailbox: await sandbox.openMailbox() } : {};
  const backups = backupsOf(config);
  const house = await progress.run(OPENING, () => openHouse(config, { ...outside, backups }));
  let line: Line | undefined;
  shutdown.closeFirst(house.deps, async () => {
    closing.abort();
    await Promise.all([house.drain(), line?.close()]);
    sandbox?.close();
    await house.close();
  });
  if (!config.isProduction) await loadSample(house, join(PROJECT, 'scripts', 'sample', 'catalogue.json'), progress);
  const port = await house.listen();
  line = await openHouseLine(house);
  if (!hasSite) return progress.end();
  await bundling;
  const again = (shown?: Progress) =>
    build(config, port, shown).catch((error: unknown) =>
      house.deps.log.error({ err: error }, 'the site could not be rebuilt'),
    );
  // With the site of another day the house opens also while a bucket is away.
  await (releaseAt(config.siteDir) ? again(progress) : build(config, port, progress));
  progress.end();
  welcome(config);
  void watchCatalogue({
    apiOrigin: originHere(config, port),
    ...outletsOf(config),
    rebuild: () => again(),
    signal: closing.signal,
  });
}

const bundle = ({ dataDir, siteOrigins }: Config, tell: (how: string) => void) =>
  prepareBundle({
    dataDir,
    origin: siteOrigins[0],
    projectDir: PROJECT,
    settings: process.env,
    tell,
    signal: closing.signal,
  });

const shutdown = createShutdown();
/** The bundler and the watch over the catalogue end with it. */
const closing = new AbortController();

async function build(config: Config, port: number, progress?: Progress) {
  const { siteOrigins } = config;
  const apiOrigin = originHere(config, port);
  const options = {
    ...outletsOf(config),
    apiOrigin,
    origin: siteOrigins[0],
    projectDir: PROJECT,
    settings: process.env,
  };
  try {
    const shown = progress ?? createProgress();
    const { purge } = await shown.run(DRAWING, (tell) => rebuild({ ...options, tell }));
    if (!progress) shown.end();
    if (purge) console.log(` ${purgeWords(purge)}`);
  } catch (error) {
    if (!(error instanceof RebuildRunning)) throw error;
    console.log(`  ${error.message}`);
  }
}

function welcome({ origin, isProduction }: Config) {
  console.log(`\nThe house is open:  ${origin}`);
  if (isProduction) return;
  console.log(`One-time codes:     ${origin}/sandbox/inbox`);
  console.log(`Payments, faults:   ${origin}/sandbox`);
  console.log('Sample viewer:      +91 9000000002     Sample producer: +91 9000000001');
  console.log('Ctrl-C closes it.\n');
}

try {
  await start();
} catch (error) {
  // A start that was asked to stop ends by itself when it has closed.
  if (!closing.signal.aborted) fail(error);
}
