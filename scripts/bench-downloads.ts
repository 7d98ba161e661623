import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { downloadFiles } from '#domain/downloads.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { signUserToken } from '#server/tokens.ts';
import { printProfile } from './bench/api/profile.ts';
import {
  PROJECT,
  readCpuSeconds,
  SECRETS,
  startProcess,
  stopProcess,
  waitForAnswer,
} from './bench/api/server-processes.ts';
import { fillBenchDatabase } from './bench/api/test-data.ts';
import { writeBenchFilm } from './bench/downloads/film.ts';
import type { HoldersMessage, HoldersReport, HoldersSettings } from './bench/downloads/holders.ts';
import {
  CALL_KINDS,
  type CallKind,
  type CallTimes,
  startWatchers,
} from './bench/downloads/watchers.ts';
import { findFreePort } from './bench/free-port.ts';
import { median, quantile } from './bench/quantile.ts';
import { pick } from './bench/pick.ts';
import { withPostgres } from './bench/with-postgres.ts';
import { addPackage } from './bench/package.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const USAGE = `Measures what those who watch notice while others download: the times of their keys, heartbeats and segments, without and with
downloads, in turn, at one process. The player's own intervals; a film of two hours at 480p. The cinema's line has a rate: the holders share
what the watchers leave of it. Ends with 1 if a p95 is more than 10 % higher. Starts a temporary PostgreSQL, or uses the empty one of DATABASE_URL.

  npm run bench:downloads [-- --watchers 500 --holders 2000 --line 1000 --start 40 --seconds 30 --rounds 4 --minutes 120]
  npm run bench:downloads -- --cdn       As in production: a CDN sends the segments, the server only keys, heartbeats and grants
  npm run bench:downloads -- --profile   Prints what the server's processor time is spent on`;

const MAX_RATIO = 1.1;
const SETTLE_SECONDS = 3;

interface Phase {
  times: CallTimes;
  /** Processor time of the server, in per cent of one core. */
  cpuPercent: number;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      watchers: { type: 'string', default: '500' },
      holders: { type: 'string', default: '2000' },
      line: { type: 'string', default: '1000' },
      start: { type: 'string', default: '40' },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '4' },
      minutes: { type: 'string', default: '120' },
      cdn: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE) ?? true;
  const { cdn, profile, help: _, ...texts } = values;
  const counts = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Number(text)]),
  ) as {
    [Name in keyof typeof texts]: number;
  };
  if (!Object.values(counts).every((each) => each >= 1)) throw new CommandError(USAGE);
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  const profileDir = join(dataDir, 'profiles');
  mkdirSync(profileDir);
  try {
    const isMet = await withPostgres((databaseUrl) =>
      measure(databaseUrl, dataDir, {
        ...counts,
        isCdn: cdn,
        nodeOptions: profile ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [],
      }),
    );
    if (profile) printProfile(profileDir, PROJECT);
    return isMet;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Options {
  watchers: number;
  holders: number;
  /** Mbit/s. */
  line: number;
  start: number;
  seconds: number;
  rounds: number;
  minutes: number;
  isCdn: boolean;
  nodeOptions: string[];
}

async function measure(databaseUrl: string, dataDir: string, options: Options): Promise<boolean> {
  const { watchers: watcherCount, holders: holderCount, line, start, isCdn } = options;
  const { film, viewers } = await runStep(
    `a film of ${options.minutes} minutes, ${watcherCount + holderCount} tickets`,
    () => createTestData(databaseUrl, dataDir, options),
  );
  const watcherBits = isCdn ? 0 : watcherCount * film.bitsPerSecond;
  const holderBits = (line * 1e6 - watcherBits) / holderCount;
  if (holderBits <= 0)
    throw new CommandError(`The watchers alone need ${Math.ceil(watcherBits / 1e6)} Mbit/s.`);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
  };
  const server = startProcess({
    file: 'scripts/serve.ts',
    settings: { ...settings, PORT: String(port) },
    cwd: PROJECT,
    nodeOptions: options.nodeOptions,
  });
  const holdersProcess = fork(join(PROJECT, 'scripts/bench/downloads/holders.ts'));
  try {
    await waitForAnswer(`${origin}/api/ott/readyz`);
    const holders = connectHolders(holdersProcess, {
      origin,
      holders: viewers
        .slice(watcherCount)
        .map(({ token, movieOrderId }) => ({ token, movieOrderId })),
      files: isCdn ? [] : downloadFiles(film.manifest, '480p').map(({ uri }) => uri),
      bytesPerSecond: holderBits / 8,
      startSeconds: start,
    });
    const watchers = await startWatchers({
      origin,
      viewers: viewers.slice(0, watcherCount),
      manifest: film.manifest,
      hasSegments: !isCdn,
    });
    await pause(2 * SETTLE_SECONDS * 1000);
    const phases = { without: [] as Phase[], starting: [] as Phase[], with: [] as Phase[] };
    const measurePhase = async (seconds: number): Promise<Phase> => {
      watchers.takeTimes();
      const cpuBefore = await readCpuSeconds([origin]);
      await pause(seconds * 1000);
      const cpuPercent = ((await readCpuSeconds([origin])) - cpuBefore) / (seconds / 100);
      return { times: watchers.takeTimes(), cpuPercent };
    };
    const reports: HoldersReport[] = [];
    for (let round = 0; round < options.rounds; round++) {
      await pause(SETTLE_SECONDS * 1000);
      phases.without.push(await measurePhase(options.seconds));
      holders.start();
      phases.starting.push(await measurePhase(start));
      phases.with.push(await measurePhase(options.seconds));
      reports.push(await holders.stop());
      console.log(`  round ${round + 1} of ${options.rounds}`);
    }
    await watchers.stop();
    const isMet = report(phases);
    reportHolders(reports, holderBits);
    console.log(`  failed calls of watchers: ${watchers.failedCount()}`);
    return isMet && watchers.failedCount() === 0;
  } finally {
    holdersProcess.kill();
    await stopProcess(server);
  }
}

async function createTestData(
  databaseUrl: string,
  dataDir: string,
  { watchers, holders, minutes }: Options,
) {
  const film = writeBenchFilm(join(dataDir, 'media'), minutes);
  const { viewers } = await fillBenchDatabase(databaseUrl, {
    titles: 2,
    viewers: watchers + holders,
  });
  const database = await openDatabase(databaseUrl);
  await addPackage(database.db, film.manifest, film.keyCount).finally(() => database.close());
  const signIn = async (viewer: (typeof viewers)[number]) => ({
    ...viewer,
    token: signUserToken(SECRETS.TOKEN_SECRET, { userId: viewer.userId, roles: [] }, new Date()),
  });
  return { film, viewers: await Promise.all(viewers.map(signIn)) };
}

function connectHolders(child: ReturnType<typeof fork>, settings: HoldersSettings) {
  const send = (message: HoldersMessage) => child.send(message);
  return {
    start: () => send({ start: settings }),
    async stop() {
      send({ stop: true });
      const [holdersReport] = (await once(child, 'message')) as [HoldersReport];
      return holdersReport;
    },
  };
}

/**
 * Prints the times. Returns whether downloads change no p95 by more than MAX_RATIO. Medians,
 * because other programs disturb single rounds.
 */
function report({
  without,
  starting,
  with: during,
}: {
  without: Phase[];
  starting: Phase[];
  with: Phase[];
}): boolean {
  const row = (cells: string[]) =>
    cells.map((cell, at) => (at ? cell.padStart(27) : cell.padEnd(20))).join('');
  const timesOf = (phases: Phase[], kind: CallKind) => phases.flatMap(({ times }) => times[kind]);
  const kinds = CALL_KINDS.filter((kind) => timesOf(without, kind).length > 0);
  console.log(row(['p50, p95, p99 in ms', 'without', 'while they start', 'with downloads']));
  for (const kind of kinds) {
    const figures = (phases: Phase[]) =>
      [0.5, 0.95, 0.99]
        .map((share) => quantile(timesOf(phases, kind), share).toFixed(1))
        .join(', ');
    console.log(row([kind, figures(without), figures(starting), figures(during)]));
  }
  const cpuOf = (phases: Phase[]) =>
    `${(phases.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0) / phases.length).toFixed(0)} %`;
  console.log(row(['CPU of the server', cpuOf(without), cpuOf(starting), cpuOf(during)]));
  const verdicts = kinds.map((kind) => {
    const p95s = (phases: Phase[]) => phases.map(({ times }) => quantile(times[kind], 0.95));
    const [before, after] = [p95s(without), p95s(during)];
    const ratio = median(after) / median(before);
    const rounds = before.map((each, at) => (pick(after, at) / each).toFixed(2));
    const isMet = ratio <= MAX_RATIO;
    console.log(
      `  ${isMet ? 'pass ' : 'FAIL '} ${kind}: p95 ${ratio.toFixed(2)} × (median of the rounds ${rounds.join(' ')}), at most ${MAX_RATIO}`,
    );
    return isMet;
  });
  return verdicts.every(Boolean);
}

function reportHolders(reports: HoldersReport[], holderBits: number) {
  const sum = (read: (each: HoldersReport) => number) =>
    reports.reduce((total, each) => total + read(each), 0);
  const reason = reports.find((each) => each.reason)?.reason ?? '';
  const perSecond = (count: number) => count / sum(({ seconds }) => seconds);
  console.log(
    `  holders: ${perSecond(sum(({ grants }) => grants)).toFixed(1)} grants, ${perSecond(sum(({ files }) => files)).toFixed(0)} files and ${(perSecond(sum(({ bytes }) => bytes)) * 8e-6).toFixed(0)} Mbit a second; ${(holderBits / 1000).toFixed(0)} kbit/s each at most; refused: ${sum(({ refused }) => refused)}; failed: ${sum(({ failed }) => failed)}${reason && ` (${reason})`}`,
  );
}

process.exitCode = (await main().catch(exitWithError)) ? 0 : 1;
