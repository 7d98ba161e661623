/**
 * `npm run bench:rebuild -- [--titles 100000] [--changed 100]`: how long a change takes to be live, in a large and in a small
 * catalogue, beside Astro's own incremental build of the whole. Made-up titles, in embedded databases in memory.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Published } from '#rebuild/publish/publish.ts';
import { rebuild, type RebuildOptions } from '#rebuild/rebuild.ts';
import type { House } from '#server/house.ts';
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
const ROUNDS = 15;
/** Chosen for the bytes: a change in a large catalogue touches more of its sitemaps, at most a hundred films each. */
const GOALS = { seconds: 15, toSmall: 1.3, toAstro: 8, nothing: 1, bytesToSmall: 3 };

interface Site {
  titles: number;
  changed: number;
  house: House;
  options: RebuildOptions;
}

interface Figures {
  full: number;
  nothing: number;
  touched: number;
}

const seconds = (ms: number) => ms / 1000;
const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return seconds(performance.now() - started);
};

async function withSites<Given>(
  sizes: number[],
  changed: number,
  use: (sites: Site[]) => Promise<Given>,
): Promise<Given> {
  const dirs: string[] = [];
  const sites: Site[] = [];
  try {
    for (const titles of sizes) {
      const dir = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
      dirs.push(dir);
      const { house, apiOrigin } = await step(`A house with ${titles} titles`, () => aMadeUpHouse(titles, dir));
      const where = { origin: ORIGIN, projectDir: PROJECT, dataDir: dir, siteDir: join(dir, 'site') };
      const options = { ...where, apiOrigin, settings: process.env };
      sites.push({ titles, changed: Math.min(changed, titles), house, options });
    }
    return await use(sites);
  } finally {
    for (const { house } of sites) await house.close();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }
}

async function measureWhole({ options }: Site): Promise<Figures> {
  const full = await timed(() => step('All pages', (tell) => rebuild({ ...options, tell })));
  const before = newestFile(options.dataDir);
  const nothing = await timed(() => step('Nothing changed', () => rebuild(options)));
  return { full, nothing, touched: newestFile(options.dataDir) === before ? 0 : 1 };
}

/** The median of some rounds at each site, in turns: what else the machine does falls on all of them. */
async function measureChange(sites: Site[]): Promise<number[]> {
  const taken = sites.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { titles, changed, house, options }] of sites.entries()) {
      await changeTitles(house, changed, round);
      const what = `${changed} of ${titles} titles changed`;
      taken[index]!.push(await timed(() => step(what, (tell) => rebuild({ ...options, tell }))));
    }
  return taken.map(median);
}

/** What a change sends to a bucket that has all of the site. */
async function measureUpload({ options, house, changed }: Site): Promise<Published> {
  // As if all of it were there already.
  const store = await aCountingStore({ '/site/build.json': readFileSync(join(options.siteDir, 'build.json')) });
  const account = { endpoint: store.endpoint, region: 'here', bucket: 'site', accessKeyId: 'a', secretAccessKey: 'b' };
  const publisher = bucketPublisher(openObjects(account), '');
  await changeTitles(house, changed, ROUNDS + 1);
  const { published } = await step('The same change goes to a bucket', () => rebuild({ ...options, publisher }));
  store.close();
  return published!;
}

async function measureAstro({ options, house, changed }: Site): Promise<number> {
  const run = { projectDir: PROJECT, dir: options.dataDir, apiOrigin: options.apiOrigin, origin: ORIGIN };
  const first = await step('Astro’s own build of all pages, which fills its cache', () => astroBuild(run));
  console.log(`  (${first.toFixed(1)} s)`);
  await changeTitles(house, changed, ROUNDS);
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
  return withSites([SMALL, titles], changed, (sites) => report(sites, values['without-astro']));
}

async function report(sites: Site[], withoutAstro: boolean): Promise<boolean> {
  const [small, large] = sites as [Site, Site];
  await measureWhole(small);
  const whole = await measureWhole(large);
  const [inSmall, inLarge] = (await measureChange(sites)) as [number, number];
  const sentBySmall = await measureUpload(small);
  const sent = await measureUpload(large);
  const astro = withoutAstro ? null : await measureAstro(large);
  console.log(`\n${large.changed} of ${large.titles} titles changed (median of ${ROUNDS})`);
  return [
    row('all pages', whole.full, null, 's'),
    row('the change is live', inLarge, { most: GOALS.seconds }, 's'),
    row(`beside ${SMALL} titles (${inSmall.toFixed(2)} s)`, inLarge / inSmall, { most: GOALS.toSmall }, '×'),
    row('nothing changed', whole.nothing, { most: GOALS.nothing }, 's'),
    row('files touched then', whole.touched, { most: 0 }, ''),
    row('files to a bucket', sent.objects, null, ''),
    row('bytes to a bucket', sent.bytes / 2 ** 20, null, 'MiB'),
    row(`bytes beside ${SMALL} titles`, sent.bytes / sentBySmall.bytes, { most: GOALS.bytesToSmall }, '×'),
    ...(astro === null
      ? []
      : [row(`Astro’s incremental build (${astro.toFixed(1)} s)`, astro / inLarge, { least: GOALS.toAstro }, '×')]),
  ].every(Boolean);
}

try {
  process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
  fail(error);
}
