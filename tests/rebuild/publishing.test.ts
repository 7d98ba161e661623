import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { filmFile } from '#domain/film-file.ts';
import { HOUR } from '#domain/limits.ts';
import { tagsOf } from '#rebuild/check/html.ts';
import { brokenLinks } from '#rebuild/check/links.ts';
import { RebuildError, RebuildRunning } from '#rebuild/errors.ts';
import { digestOfSources } from '#rebuild/plan/sources.ts';
import { releaseAt } from '#rebuild/release/card.ts';
import { rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { aCinema, differences, siteFiles } from '../support/site-house.ts';
import { runCommand } from '../support/server-process.ts';

vi.setConfig({ testTimeout: 90_000 });

const cinema = await aCinema({ films: 12 });
const { db } = cinema;
let edition = 0;

const filmsInHouse = () => db.select().from(movies).orderBy(movies.movieId);
/** Gives every film another name; returns what all pages must then say. */
async function renameAll() {
  edition++;
  await db.update(movies).set({
    movieName: sql`'Edition ${sql.raw(String(edition))} of ' || ${movies.movieKey}`,
    changeNo: sql`nextval('catalogue_change')`,
  });
}
const nameIn = (html: string) => /Edition \d+ of \w+/.exec(html)?.[0];

/** Every path below a folder with the moment at which it was last written, or linked. */
function stamps(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    const { mtimeMs, ctimeMs } = statSync(path);
    const own = `${path} ${mtimeMs} ${ctimeMs}`;
    return entry.isDirectory() ? [own, ...stamps(path)] : [own];
  });
}

test('nothing changed: nothing is built, and no file is touched', async () => {
  const place = cinema.aPlace();
  await place.rebuild();
  const before = stamps(place.dataDir);
  expect(await place.rebuild()).toMatchObject({ did: 'fresh', why: null });
  expect(stamps(place.dataDir)).toEqual(before);
});

test(
  'a house without a film has a site; its first film comes by itself, and goes again',
  { tags: ['deep'] },
  async () => {
    const empty = await aCinema({ films: 0 });
    const place = empty.aPlace();
    expect(await place.rebuild()).toMatchObject({ did: 'built', drawn: 0 });
    const { movieId } = await empty.aShownFilm();
    expect(await place.rebuild()).toMatchObject({ did: 'built', written: 1 });
    await empty.db
      .update(movies)
      .set({ active: 'N', changeNo: sql`nextval('catalogue_change')` })
      .where(eq(movies.movieId, movieId));
    expect(await place.rebuild()).toMatchObject({ did: 'built', taken: 1 });
  },
);

test('a dry run says why it would build, and builds nothing', async () => {
  const place = cinema.aPlace();
  expect(await place.rebuild({ dryRun: true })).toMatchObject({ did: 'planned', why: 'there is no site yet' });
  expect(readdirSync(place.dataDir)).toEqual(['bundles']);
});

test('only what changed is drawn: the other films’ pages are the same files as before', async () => {
  const place = cinema.aPlace();
  await renameAll();
  await place.rebuild();
  const [film, ...others] = await filmsInHouse();
  const inode = (key: string) => statSync(join(place.siteDir, filmFile(key)!)).ino;
  const before = others.map(({ movieKey }) => inode(movieKey));
  await db
    .update(movies)
    .set({ ticketRate: 12_300, changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, film!.movieId));
  expect(await place.rebuild()).toMatchObject({ did: 'built', drawn: 1, written: 1, taken: 0 });
  expect(others.map(({ movieKey }) => inode(movieKey))).toEqual(before);
});

test('a way back serves the release before, and nothing is built until something newer is there', async () => {
  const place = cinema.aPlace();
  await renameAll();
  await place.rebuild();
  const old = siteFiles(place.siteDir);
  await renameAll();
  await place.rebuild();
  await rollback(place);
  expect(differences(siteFiles(place.siteDir), old)).toEqual([]);
  expect(await place.rebuild()).toMatchObject({ did: 'fresh' });
  await renameAll();
  expect(await place.rebuild()).toMatchObject({ did: 'built' });
  expect(nameIn(siteFiles(place.siteDir).get('index.html')!)).toContain(`Edition ${edition} `);
  await expect(rollback({ ...place, siteDir: join(place.dataDir, 'nowhere') })).rejects.toThrow(
    'no release to go back to',
  );
});

test('after a way back a film whose hour comes is new', { tags: ['deep'] }, async () => {
  const place = cinema.aPlace();
  const [film] = await filmsInHouse();
  const inHours = (count: number) => new Date(Date.now() + count * HOUR);
  await db
    .update(movies)
    .set({ streamingStartDate: inHours(2) })
    .where(eq(movies.movieId, film!.movieId));
  for (const _ of ['good', 'bad']) {
    await renameAll();
    await place.rebuild();
  }
  await rollback(place);
  expect(await place.rebuild({ now: () => inHours(1) })).toMatchObject({ did: 'fresh' });
  expect(await place.rebuild({ now: () => inHours(3) })).toMatchObject({ did: 'built', why: 'films opened' });
  const { streamingStartDate } = film!;
  await db.update(movies).set({ streamingStartDate }).where(eq(movies.movieId, film!.movieId));
});

test('a way back never leads to what was gone back from before', { tags: ['deep'] }, async () => {
  const place = cinema.aPlace();
  const ids: string[] = [];
  for (const _ of ['good', 'bad']) {
    await renameAll();
    ids.push((await place.rebuild()).release!);
  }
  await rollback(place);
  await renameAll();
  await place.rebuild();
  expect(await rollback(place)).toMatchObject({ to: ids[0] });
});

test(
  'of two at once the second leaves, or waits; the lock of a process that is no more holds nobody up',
  { tags: ['deep'] },
  async () => {
    const place = cinema.aPlace();
    await place.rebuild();
    await renameAll();
    const first = place.rebuild();
    await pause(300);
    await expect(place.rebuild()).rejects.toThrow(RebuildRunning);
    expect(await place.rebuild({ wait: true })).toMatchObject({ did: 'fresh' });
    expect(await first).toMatchObject({ did: 'built' });
    // Killed; killed, and its number is another process's by now; lost its words with the machine's power.
    for (const left of [`${spawnSync(process.execPath, ['-e', '']).pid} 17`, `${process.pid} 17`, '']) {
      writeFileSync(join(place.dataDir, 'rebuild.lock'), left);
      await renameAll();
      expect(await place.rebuild()).toMatchObject({ did: 'built' });
    }
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('rebuild.lock'))).toEqual([]);
  },
);

test('a change of the catalogue is built by itself, when it is quiet again', async () => {
  const place = cinema.aPlace();
  await place.rebuild();
  const stop = new AbortController();
  let builds = 0;
  const rebuild = async () => {
    builds++;
    await place.rebuild();
    stop.abort();
  };
  const watching = watchCatalogue({ ...place, rebuild, signal: stop.signal, quietMs: 300 });
  for (const _ of [1, 2, 3]) await Promise.all([renameAll(), pause(100)]);
  await watching;
  expect(builds).toBe(1);
  expect(await editionOf(place.siteDir)).toBe(`edition ${edition}`);
});

test('what cannot be made leaves the running site alone, and says why in a sentence', async () => {
  const place = cinema.aPlace();
  await place.rebuild();
  const before = siteFiles(place.siteDir);
  await renameAll();
  const [film] = await filmsInHouse();
  const edit = (values: object) => db.update(movies).set(values).where(eq(movies.movieId, film!.movieId));
  await edit({ movieDescription: randomBytes(20_000).toString('hex'), changeNo: sql`nextval('catalogue_change')` });
  await expect(place.rebuild()).rejects.toThrow(/heavier than their budget: film: html \d+ of \d+/);
  await edit({ movieDescription: '', movieKey: 'nobodySaidSo', changeNo: -20_000 });
  await expect(place.rebuild()).rejects.toThrow(/links lead nowhere: .*nobodySaidSo on .* \(no such page\)/);
  await edit({ movieKey: film!.movieKey });
  await renameAll();
  await expect(place.rebuild({ apiOrigin: 'http://127.0.0.1:9' })).rejects.toThrow(RebuildError);
  expect(differences(siteFiles(place.siteDir), before)).toEqual([]);
  expect(readdirSync(join(place.dataDir, 'releases'))).toHaveLength(1);
  expect(await place.rebuild()).toMatchObject({ did: 'built' });
  const command = runCommand(['scripts/cinema.ts', 'rebuild', '--api', 'http://127.0.0.1:9'], {
    DATA_DIR: place.dataDir,
    ORIGIN: place.origin,
  });
  expect(await command.ended).toBe(1);
  expect(command.output().trim().split('\n')).toEqual([expect.stringContaining('The catalogue did not answer')]);
});

test(
  'how heavy a bundle’s files are is found out once, and holds for the releases after it',
  { tags: ['deep'] },
  async () => {
    const place = cinema.aPlace();
    await place.rebuild();
    const file = join(place.dataDir, 'bundles', releaseAt(place.siteDir)!.bundle, 'weights.json');
    const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    const scripts = Object.keys(known).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(20);
    for (const path of scripts)
      expect(brotliCompressSync(readFileSync(join(place.siteDir, path))).length, path).toBe(known[path]);
    writeFileSync(file, JSON.stringify({ ...known, [scripts[0]!]: 1_000_000 }));
    await renameAll();
    await expect(place.rebuild()).rejects.toThrow(/heavier than their budget/);
    writeFileSync(file, '{"cut off');
    expect(await place.rebuild()).toMatchObject({ did: 'built' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(known);
  },
);

test(
  'scripts of the bundle before stay for a day, for tabs that are open and pages that are kept',
  { tags: ['deep'] },
  async () => {
    const place = cinema.aPlace();
    const other = { ...place, settings: { ...place.settings, PUBLIC_PLAUSIBLE: 'other' } };
    const bundles = join(place.dataDir, 'bundles');
    const shared = realpathSync(bundles);
    const [first] = readdirSync(shared);
    const second = digestOfSources(other.projectDir, other.origin, other.settings).slice(0, 16);
    rmSync(bundles);
    // As if Astro had made the second of other sources: all is alike but one script.
    for (const name of [first!, second])
      cpSync(join(shared, first!), join(bundles, name), { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(bundles, first!, 'client', '_astro', 'before.js'), 'export {}');
    const isThere = () => existsSync(join(place.siteDir, '_astro', 'before.js'));
    const later = (hours: number) => () => new Date(cinema.clock.now().getTime() + hours * HOUR);
    await place.rebuild();
    await place.rebuild({ ...other, full: true, now: later(1) });
    expect(isThere()).toBe(true);
    await renameAll();
    await place.rebuild({ ...other, now: later(24) });
    expect(isThere()).toBe(true);
    await renameAll();
    await place.rebuild({ ...other, now: later(25) });
    expect(isThere()).toBe(false);
  },
);

test(
  'killed at any moment it leaves a whole site, the old one or the new one',
  { tags: ['deep'], timeout: 180_000 },
  async () => {
    const place = cinema.aPlace();
    const settings = { DATA_DIR: place.dataDir, ORIGIN: place.origin, TZ: process.env['TZ']! };
    const start = () => runCommand(['scripts/cinema.ts', 'rebuild', '--api', place.apiOrigin], settings);
    await renameAll();
    expect(await start().ended).toBe(0);
    let whole = `edition ${edition}`;
    const left: string[] = [];
    for (let round = 0; round < 20; round++) {
      await renameAll();
      const run = start();
      const seen = new Set<string>();
      const crawl = async () => void seen.add(await editionOf(place.siteDir));
      const crawling = (async () => {
        while (!run.isOver()) await Promise.all([crawl(), pause(5)]);
      })();
      await momentOf(round, place.dataDir, run.isOver);
      await run.kill();
      await crawling;
      await crawl();
      const [first, ...others] = [...seen].filter((each) => each !== whole);
      expect([first ?? `edition ${edition}`, ...others], `round ${round}`).toEqual([`edition ${edition}`]);
      whole = first ?? whole;
      left.push(whole);
    }
    expect(new Set(left).size, 'some were killed before the switch').toBeLessThan(20);
    expect(await start().ended).toBe(0);
    expect(await editionOf(place.siteDir)).toBe(`edition ${edition}`);
    // Those kept, and the one made beside their sweeping; nothing of any other is left.
    const releases = readdirSync(join(place.dataDir, 'releases'));
    expect(releases.length).toBeLessThanOrEqual(4);
    const cards = releases.map((name) => releaseAt(join(place.dataDir, 'releases', name)));
    const needed = cards.flatMap((card) => Object.entries(card!.drawers).map((drawer) => drawer.join('/')));
    expect(drawersAt(place.dataDir)).toEqual([...new Set(needed)].sort());
  },
);

/** Every version of every drawer: `b3/20260726…`. */
const drawersAt = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'drawers'))
    .flatMap((drawer) => readdirSync(join(dataDir, 'drawers', drawer)).map((version) => `${drawer}/${version}`))
    .sort();

/** Which edition a site is, when all of it is of the same; else what is wrong with it. */
async function editionOf(siteDir: string): Promise<string> {
  const dir = realpathSync(siteDir);
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  const keys = (await filmsInHouse()).map(({ movieKey }) => movieKey);
  const pages = ['index.html', 'movies/index.html', 'upcoming/index.html'];
  const names = [...keys.map((key) => filmFile(key)!), pages[0]!, pages[1]!].map((name) => nameIn(read(name)));
  const inMaps = [...read('sitemap-films-1.xml').matchAll(/edition-(\d+)-of/g)].map(([, number]) => number);
  const links = brokenLinks({
    dir,
    origin: cinema.config.origin,
    pages: pages.map((name) => ({ path: `/${name.replace(/\/?index.html$/, '')}`, tags: tagsOf(read(name)) })),
  });
  const editions = new Set([...names.map((name) => name?.split(' ')[1]), ...inMaps]);
  if (editions.size !== 1 || links.length > 0) return `${[...editions].join(' and ')}, ${JSON.stringify(links)}`;
  return `edition ${[...editions][0]}`;
}

/** Half of them at any time, half of them while the release is put together and switched to. */
async function momentOf(round: number, dataDir: string, isOver: () => boolean) {
  if (round % 2 === 0) return pause(Math.random() * 3500);
  const releases = join(dataDir, 'releases');
  const isPutTogether = () =>
    readdirSync(releases).some((name) => /^\d+\.building$/.test(name) && existsSync(join(releases, name, 'films')));
  while (!isOver() && !isPutTogether()) await pause(2);
  return pause(Math.random() * 150);
}
