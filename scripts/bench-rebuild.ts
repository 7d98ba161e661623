/**
 * `npm run bench:rebuild -- [--titles 100000] [--changed 100]`: how long a change takes to be live, in a large and in a small
 * catalogue, beside Astro's own incremental build of the whole. Made-up titles, in memory, or in the empty DATABASE_URL.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Published } from '#rebuild/publish/publish.ts';
import { rebuild, type RebuildOptions } from '#rebuild/rebuild.ts';
import { openObjects } from '#server/ports/media/objects.ts';
import { bucketPublisher } from '#server/ports/publisher/bucket.ts';
import { astroBuild } from './bench/astro-incremental.ts';
import { aCountingStore } from './bench/counting-store.ts';
import { aMadeUpHouse, changeTitles } from './bench/made-up-house.ts';
import { median } from './bench/median.ts';
import { CommandError, fail } from './failure.ts';
import { step } from './progress.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const ORIGIN = 'http://localhost:4321';
const SMALL = 1000;
const ROUNDS = 3;
/** Chosen for the bytes: a change in a large catalogue touches more of its sitemaps, at most a hundred films each. */
const GOALS = { seconds: 15, toSmall: 1.3, toAstro: 8, nothing: 1, bytesToSmall: 3 };

interface Figures {
  full: number;
  /** The median of some rounds. */
  delta: number;
  nothing: number;
  touched: number;
  astro: number | null;
  /** What a change sends to a bucket that has all of the site. */
  sent: Published | null;
}

const seconds = (ms: number) => ms / 1000;
const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return seconds(performance.now() - started);
};

async function measure(titles: number, changed: number, withAstro: boolean): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  try {
    return await measureIn(dir, titles, changed, withAstro);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measureIn(dir: string, titles: number, changed: number, withAstro: boolean): Promise<Figures> {
  const { house, apiOrigin } = await step(`A house with ${titles} titles`, () => aMadeUpHouse(titles, dir));
  const options: RebuildOptions = {
    apiOrigin,
    origin: ORIGIN,
    projectDir: PROJECT,
    dataDir: dir,
    siteDir: join(dir, 'site'),
    settings: process.env,
  };
  const full = await timed(() => step('All pages', (tell) => rebuild({ ...options, tell })));
  const before = newestFile(dir);
  const nothing = await timed(() => step('Nothing changed', () => rebuild(options)));
  const touched = newestFile(dir) === before ? 0 : 1;
  const deltas: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await changeTitles(house, changed, round);
    deltas.push(await timed(() => step(`${changed} titles changed`, (tell) => rebuild({ ...options, tell }))));
  }
  const sent = await measureUpload(options, () => changeTitles(house, changed, ROUNDS + 1));
  const astro = withAstro ? await measureAstro(dir, apiOrigin, () => changeTitles(house, changed, ROUNDS)) : null;
  await house.close();
  return { full, delta: median(deltas), nothing, touched, astro, sent };
}

async function measureUpload(options: RebuildOptions, change: () => Promise<void>): Promise<Published | null> {
  // As if all of it were there already.
  const store = await aCountingStore({ '/site/build.json': readFileSync(join(options.siteDir, 'build.json')) });
  const account = { endpoint: store.endpoint, region: 'here', bucket: 'site', accessKeyId: 'a', secretAccessKey: 'b' };
  const publisher = bucketPublisher(openObjects(account), '');
  await change();
  const { published } = await step('The same change goes to a bucket', () => rebuild({ ...options, publisher }));
  store.close();
  return published;
}

async function measureAstro(dir: string, apiOrigin: string, change: () => Promise<void>) {
  const run = { projectDir: PROJECT, dir, apiOrigin, origin: ORIGIN };
  const first = await step('Astro’s own build of all pages, which fills its cache', () => astroBuild(run));
  console.log(`  (${first.toFixed(1)} s)`);
  await change();
  return step('Astro’s own incremental build after the same change', () => astroBuild(run));
}

/** The newest moment at which anything was written in a folder, links not followed; the database's memory is elsewhere. */
function newestFile(dir: string): number {
  return readdirSync(dir, { withFileTypes: true }).reduce((newest, entry) => {
    const path = join(dir, entry.name);
    if (entry.isSymbolicLink() || entry.name === 'drawers') return newest;
    const below = entry.isDirectory() ? newestFile(path) : 0;
    return Math.max(newest, below, statSync(path).mtimeMs);
  }, statSync(dir).mtimeMs);
}

function row(label: string, value: number, goal: { most: number } | { least: number } | null, unit: string) {
  const holds = goal === null ? null : 'most' in goal ? value <= goal.most : value >= goal.least;
  const limit = goal === null ? '' : 'most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`;
  const word = holds === null ? '      ' : holds ? 'holds ' : 'FAILS ';
  console.log(`  ${word} ${label.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(4)} ${limit}`);
  return holds !== false;
}

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      titles: { type: 'string', default: '100000' },
      changed: { type: 'string', default: '100' },
      'without-astro': { type: 'boolean', default: false },
    },
  });
  const [titles, changed] = [Number(values.titles), Number(values.changed)];
  if (!(titles >= changed && changed > 0))
    throw new CommandError('--titles and --changed are numbers, the first the larger');
  const small = await measure(SMALL, Math.min(changed, SMALL), false);
  const large = await measure(titles, changed, !values['without-astro']);
  console.log(`\n${changed} of ${titles} titles changed (median of ${ROUNDS})`);
  return [
    row('all pages', large.full, null, 's'),
    row('the change is live', large.delta, { most: GOALS.seconds }, 's'),
    row(
      `beside ${SMALL} titles (${small.delta.toFixed(2)} s)`,
      large.delta / small.delta,
      { most: GOALS.toSmall },
      '×',
    ),
    row('nothing changed', large.nothing, { most: GOALS.nothing }, 's'),
    row('files touched then', large.touched, { most: 0 }, ''),
    row('files to a bucket', large.sent!.objects, null, ''),
    row('bytes to a bucket', large.sent!.bytes / 2 ** 20, null, 'MiB'),
    row(`bytes beside ${SMALL} titles`, large.sent!.bytes / small.sent!.bytes, { most: GOALS.bytesToSmall }, '×'),
    ...(large.astro === null
      ? []
      : [
          row(
            `Astro’s incremental build (${large.astro.toFixed(1)} s)`,
            large.astro / large.delta,
            { least: GOALS.toAstro },
            '×',
          ),
        ]),
  ].every(Boolean);
}

try {
  process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
  fail(error);
}
