/**
 * `npm start`: runs the server on this machine with everything that it needs. README.md describes
 * the steps.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RebuildRunningError } from '#rebuild/errors.ts';
import { prepareBundle, rebuild } from '#rebuild/rebuild.ts';
import { readRelease } from '#rebuild/release/manifest.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { openServer } from '#server/server.ts';
import { developmentSecrets } from '#server/development-secrets.ts';
import type { CommandSocket } from './cinema/command-socket.ts';
import { configuredBackupStorage } from './cinema/storage.ts';
import { exitWithError } from './command-error.ts';
import { loadOfficeOperations, openServerCommandSocket, localOrigin } from './server-socket.ts';
import { LOADING_SAMPLE, loadSample } from './load-sample.ts';
import { probePort } from './port.ts';
import { createProgress, type Progress } from './progress.ts';
import { createShutdown } from './shutdown.ts';
import { publishTargetsOf, purgeMessage } from './site-publisher.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const OPENING = 'Opening the database';
const BUNDLING = 'Bundling the site';
const BUILDING = 'Building the site if needed';
/** Usual durations of a first start on two cores. */
const FIRST_START_SECONDS = { [OPENING]: 2, [LOADING_SAMPLE]: 4, [BUNDLING]: 10, [BUILDING]: 8 };

async function start() {
  const config = readConfig(process.env, developmentSecrets);
  // Before the bundler and the database, so that a second start fails with this clear reason.
  await probePort(config);
  mkdirSync(config.mediaDir, { recursive: true });
  const hasSite = !process.argv.includes('--without-site'); // `npm run dev`: Astro serves it
  const isFirstStart = hasSite && !readRelease(config.siteDir);
  const progress = createProgress(isFirstStart ? FIRST_START_SECONDS : {});
  process.once('exit', () => closing.abort());
  const bundling = isFirstStart
    ? progress.run(BUNDLING, (reportProgress) => bundleSite(config, reportProgress))
    : undefined;
  bundling?.catch(() => undefined);
  const sandbox = config.isProduction ? null : await loadSandboxes(config);
  const sandboxOptions = sandbox
    ? { sandbox: sandbox.app, sandboxMailUrl: await sandbox.openMailbox() }
    : {};
  const backups = configuredBackupStorage(config);
  const server = await progress.run(OPENING, () =>
    openServer(config, { ...sandboxOptions, backups, loadOfficeOperations }),
  );
  let commandSocket: CommandSocket | undefined;
  shutdown.closeFirst(server.deps, async () => {
    closing.abort();
    await Promise.all([server.drain(), commandSocket?.close()]);
    sandbox?.close();
    await server.close();
  });
  if (!config.isProduction)
    await loadSample(server, join(PROJECT, 'scripts', 'sample', 'catalogue.json'), progress);
  const port = await server.listen();
  commandSocket = await openServerCommandSocket(server);
  if (!hasSite) return progress.end();
  await bundling;
  const rebuildOrLog = (startProgress?: Progress) =>
    buildSite(config, port, startProgress).catch((error: unknown) =>
      server.deps.log.error({ err: error }, 'the site could not be rebuilt'),
    );
  // With an earlier release, the server keeps running even if the rebuild fails.
  await (readRelease(config.siteDir) ? rebuildOrLog(progress) : buildSite(config, port, progress));
  progress.end();
  printAddresses(config);
  void watchCatalogue({
    apiOrigin: localOrigin(config, port),
    ...publishTargetsOf(config),
    rebuild: () => rebuildOrLog(),
    signal: closing.signal,
  });
}

const bundleSite = ({ dataDir, siteOrigins }: Config, onProgress: (detail: string) => void) =>
  prepareBundle({
    dataDir,
    origin: siteOrigins[0],
    projectDir: PROJECT,
    settings: process.env,
    onProgress,
    signal: closing.signal,
  });

const shutdown = createShutdown();
/** Aborted when the process closes; ends the bundler and the catalogue watcher. */
const closing = new AbortController();

async function buildSite(config: Config, port: number, startProgress?: Progress) {
  const { siteOrigins } = config;
  const apiOrigin = localOrigin(config, port);
  const options = {
    ...publishTargetsOf(config),
    apiOrigin,
    origin: siteOrigins[0],
    projectDir: PROJECT,
    settings: process.env,
  };
  try {
    const progress = startProgress ?? createProgress();
    const { purge } = await progress.run(BUILDING, (onProgress) =>
      rebuild({ ...options, onProgress }),
    );
    if (!startProgress) progress.end();
    if (purge) console.log(` ${purgeMessage(purge)}`);
  } catch (error) {
    if (!(error instanceof RebuildRunningError)) throw error;
    console.log(`  ${error.message}`);
  }
}

/** In production their packages are not loaded. */
async function loadSandboxes(config: Config) {
  const { openProviderSandboxes } = await import('./provider-sandboxes.ts');
  return openProviderSandboxes(config);
}

function printAddresses({ origin, isProduction }: Config) {
  console.log(`\nThe server is running: ${origin}`);
  if (isProduction) return;
  console.log(`One-time codes:        ${origin}/sandbox/inbox`);
  console.log(`Payments, faults:      ${origin}/sandbox`);
  console.log('Sample viewer:         +91 9000000002     Sample producer: +91 9000000001');
  console.log('Ctrl-C stops the server.\n');
}

try {
  await start();
} catch (error) {
  // If a signal stopped the start, closing ends the process.
  if (!closing.signal.aborted) exitWithError(error);
}
