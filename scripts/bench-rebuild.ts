/**
 * `npm run bench:rebuild -- [--titles 100000] [--changed 100]`: measures how long it takes to
 * publish a change in a large and in a small catalogue. Uses generated titles in memory.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { UploadResult } from '#rebuild/publish/upload.ts';
import { rebuild, type RebuildOptions } from '#rebuild/rebuild.ts';
import type { Server } from '#server/server.ts';
import { openObjectStorage } from '#server/ports/media/object-storage.ts';
import { bucketTarget } from '#server/ports/publisher/bucket.ts';
import { openFakeObjectStore } from './bench/fake-object-store.ts';
import { openGeneratedServer, changeTitles } from './bench/generated-server.ts';
import { median } from './bench/quantile.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const ORIGIN = 'http://localhost:4321';
const SMALL_TITLE_COUNT = 1000;
const ROUND_COUNT = 15;
/** The folder's name on disk. */
const SHARDS_FOLDER = 'shards';
/**
 * Chosen: three times the bytes of the small catalogue, because a change in a large one changes
 * more sitemaps.
 */
const GOALS = {
  changeSeconds: 15,
  unchangedSeconds: 1,
  ratioToSmall: 1.3,
  bytesRatioToSmall: 3,
};

interface Site {
  titles: number;
  changed: number;
  server: Server;
  options: RebuildOptions;
}

interface RebuildTimes {
  fullSeconds: number;
  unchangedSeconds: number;
  hasWrittenFiles: boolean;
}

const seconds = (ms: number) => ms / 1000;
const timeInSeconds = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return seconds(performance.now() - started);
};

async function withSites<Result>(
  sizes: number[],
  changed: number,
  use: (sites: Site[]) => Promise<Result>,
): Promise<Result> {
  const dirs: string[] = [];
  const sites: Site[] = [];
  try {
    for (const titles of sizes) {
      const dir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
      dirs.push(dir);
      const { server, apiOrigin } = await runStep(`A server with ${titles} titles`, () =>
        openGeneratedServer(titles, dir),
      );
      const folders = {
        origin: ORIGIN,
        projectDir: PROJECT,
        dataDir: dir,
        siteDir: join(dir, 'site'),
      };
      const options = { ...folders, apiOrigin, settings: process.env };
      sites.push({ titles, changed: Math.min(changed, titles), server, options });
    }
    return await use(sites);
  } finally {
    for (const { server } of sites) await server.close();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }
}

async function measureFullAndUnchanged({ options }: Site): Promise<RebuildTimes> {
  const fullSeconds = await timeInSeconds(() =>
    runStep('All pages', (onProgress) => rebuild({ ...options, onProgress })),
  );
  const before = newestChangeTime(options.dataDir);
  const unchangedSeconds = await timeInSeconds(() =>
    runStep('Nothing changed', () => rebuild(options)),
  );
  return {
    fullSeconds,
    unchangedSeconds,
    hasWrittenFiles: newestChangeTime(options.dataDir) !== before,
  };
}

/**
 * Returns the median seconds of each site. The sites take turns, so that noise of the machine
 * affects all equally.
 */
async function measureChange(sites: Site[]): Promise<number[]> {
  const measured = sites.map((site) => ({ site, durations: [] as number[] }));
  for (let round = 0; round < ROUND_COUNT; round++)
    for (const { site, durations } of measured) {
      const { titles, changed, server, options } = site;
      await changeTitles(server, changed, round);
      const label = `${changed} of ${titles} titles changed`;
      durations.push(
        await timeInSeconds(() =>
          runStep(label, (onProgress) => rebuild({ ...options, onProgress })),
        ),
      );
    }
  return measured.map(({ durations }) => median(durations));
}

async function measureUpload({ options, server, changed }: Site): Promise<UploadResult> {
  // The manifest of the site makes the bucket look complete.
  const store = await openFakeObjectStore({
    '/site/build.json': readFileSync(join(options.siteDir, 'build.json')),
  });
  const account = {
    endpoint: store.endpoint,
    region: 'here',
    bucket: 'site',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  };
  const publisher = bucketTarget(openObjectStorage(account), '');
  await changeTitles(server, changed, ROUND_COUNT + 1);
  const { published } = await runStep('Uploading a change to a bucket', () =>
    rebuild({ ...options, publisher }),
  );
  store.close();
  if (!published) throw new CommandError('The change was not uploaded.');
  return published;
}

/** Returns the newest modification time below a folder. Skips shards and symlinks. */
function newestChangeTime(dir: string): number {
  return readdirSync(dir, { withFileTypes: true }).reduce((newest, entry) => {
    const path = join(dir, entry.name);
    if (entry.isSymbolicLink() || entry.name === SHARDS_FOLDER) return newest;
    const below = entry.isDirectory() ? newestChangeTime(path) : 0;
    return Math.max(newest, below, statSync(path).mtimeMs);
  }, statSync(dir).mtimeMs);
}

function printRow({
  label,
  value,
  goal,
  unit,
}: {
  label: string;
  value: number;
  goal: { most: number } | { least: number } | null;
  unit: string;
}) {
  const isPassed = goal === null ? null : 'most' in goal ? value <= goal.most : value >= goal.least;
  const limit =
    goal === null ? '' : 'most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`;
  const verdict = isPassed === null ? '     ' : isPassed ? 'pass ' : 'FAIL ';
  console.log(
    `  ${verdict} ${label.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(4)} ${limit}`,
  );
  return isPassed !== false;
}

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      titles: { type: 'string', default: '100000' },
      changed: { type: 'string', default: '100' },
    },
  });
  const [titles, changed] = [Number(values.titles), Number(values.changed)];
  if (!(titles >= changed && changed > 0))
    throw new CommandError(
      '--titles and --changed must be numbers, and --titles must be the larger one',
    );
  return withSites([SMALL_TITLE_COUNT, titles], changed, report);
}

async function report(sites: Site[]): Promise<boolean> {
  const [small, large] = sites as [Site, Site];
  await measureFullAndUnchanged(small);
  const whole = await measureFullAndUnchanged(large);
  const [smallSeconds, largeSeconds] = (await measureChange(sites)) as [number, number];
  const sentBySmall = await measureUpload(small);
  const sent = await measureUpload(large);
  console.log(`\n${large.changed} of ${large.titles} titles changed (median of ${ROUND_COUNT})`);
  return [
    printRow({ label: 'all pages', value: whole.fullSeconds, goal: null, unit: 's' }),
    printRow({
      label: 'the change is published',
      value: largeSeconds,
      goal: { most: GOALS.changeSeconds },
      unit: 's',
    }),
    printRow({
      label: `compared with ${SMALL_TITLE_COUNT} titles (${smallSeconds.toFixed(2)} s)`,
      value: largeSeconds / smallSeconds,
      goal: { most: GOALS.ratioToSmall },
      unit: '×',
    }),
    printRow({
      label: 'a rebuild without changes',
      value: whole.unchangedSeconds,
      goal: { most: GOALS.unchangedSeconds },
      unit: 's',
    }),
    printRow({
      label: 'that rebuild wrote files (1: yes)',
      value: Number(whole.hasWrittenFiles),
      goal: { most: 0 },
      unit: '',
    }),
    printRow({ label: 'files to a bucket', value: sent.objects, goal: null, unit: '' }),
    printRow({ label: 'bytes to a bucket', value: sent.bytes / 2 ** 20, goal: null, unit: 'MiB' }),
    printRow({
      label: `bytes compared with ${SMALL_TITLE_COUNT} titles`,
      value: sent.bytes / sentBySmall.bytes,
      goal: { most: GOALS.bytesRatioToSmall },
      unit: '×',
    }),
  ].every(Boolean);
}

process.exitCode = (await bench().catch(exitWithError)) ? 0 : 1;
