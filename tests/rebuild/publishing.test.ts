import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { filmPagePath } from '#domain/film-page-path.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { tagsOf } from '#rebuild/check/html.ts';
import { findBrokenLinks } from '#rebuild/check/links.ts';
import { RebuildError, RebuildRunningError } from '#rebuild/errors.ts';
import { digestOfSources } from '#rebuild/plan/sources.ts';
import { readRelease } from '#rebuild/release/manifest.ts';
import { rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { movieActors, movies } from '#server/db/schema/catalogue.ts';
import { contentPages } from '#server/db/schema/content.ts';
import { aCinema, differingPaths, siteFiles } from '../support/site-server.ts';
import { runCommand, waitUntil } from '../support/server-process.ts';
import { testNow } from '../support/test-now.ts';

vi.setConfig({ testTimeout: 90_000 });

const cinema = await aCinema({ films: 12 });
const { db } = cinema;
let edition = 0;
/** Shared by the tests of the first ring, because the first rebuild of a site is the slowest. */
const sharedSite = cinema.aSite();

const listFilms = () => db.select().from(movies).orderBy(movies.movieId);
/** Renames all films, so that every page shows the new edition number. */
async function renameAll() {
  edition++;
  await db.update(movies).set({
    movieName: sql`'Edition ${sql.raw(String(edition))} of ' || ${movies.movieKey}`,
    changeNo: sql`nextval('catalogue_change')`,
  });
}
const nameIn = (html: string) => /Edition \d+ of \w+/.exec(html)?.[0];

/** Returns every path in a folder with its modification and change times. */
function fileTimes(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    const { mtimeMs, ctimeMs } = statSync(path);
    const entryTimes = `${path} ${mtimeMs} ${ctimeMs}`;
    return entry.isDirectory() ? [entryTimes, ...fileTimes(path)] : [entryTimes];
  });
}

test('without a change, nothing is built and no file is written', async () => {
  const site = sharedSite;
  await site.rebuild();
  const before = fileTimes(site.dataDir);
  expect(await site.rebuild()).toMatchObject({ outcome: 'fresh', reason: null });
  expect(fileTimes(site.dataDir)).toEqual(before);
});

/** The paths of a site, with symlinks followed, that a web server of another user cannot open. */
function pathsClosedToOtherUsers(path: string): string[] {
  const entry = statSync(path);
  const closed =
    (entry.mode & 0o004) === 0 || (entry.isDirectory() && (entry.mode & 0o001) === 0) ? [path] : [];
  const names = entry.isDirectory() ? readdirSync(path) : [];
  return [...closed, ...names.flatMap((name) => pathsClosedToOtherUsers(join(path, name)))];
}

test('a process that creates private files publishes a site that every user can read', async () => {
  const site = cinema.aSite();
  const before = process.umask(0o077);
  try {
    await site.rebuild();
    await renameAll();
    await site.rebuild();
  } finally {
    process.umask(before);
  }
  expect(pathsClosedToOtherUsers(site.siteDir)).toEqual([]);
  for (const name of ['releases', 'shards'])
    expect(statSync(join(site.dataDir, name)).mode & 0o777).toBe(0o755);
});

test(
  'an empty catalogue has a site, and its first film is added and removed by rebuilds',
  { tags: ['deep'] },
  async () => {
    const empty = await aCinema({ films: 0 });
    const site = empty.aSite();
    expect(await site.rebuild()).toMatchObject({ outcome: 'built', rendered: 0 });
    const { movieId } = await empty.aShownFilm();
    expect(await site.rebuild()).toMatchObject({ outcome: 'built', written: 1 });
    await empty.db
      .update(movies)
      .set({ active: 'N', changeNo: sql`nextval('catalogue_change')` })
      .where(eq(movies.movieId, movieId));
    expect(await site.rebuild()).toMatchObject({ outcome: 'built', removed: 1 });
  },
);

test('a dry run reports the reason and builds nothing', async () => {
  const site = cinema.aSite();
  expect(await site.rebuild({ dryRun: true })).toMatchObject({
    outcome: 'planned',
    reason: 'there is no site yet',
  });
  expect(readdirSync(site.dataDir)).toEqual(['bundles']);
});

test('only changed films are rendered; all other film pages stay the same files', async () => {
  const site = sharedSite;
  await site.rebuild();
  const [film, ...otherFilms] = await listFilms();
  const inode = (key: string) => statSync(join(site.siteDir, filmPagePath(key)!)).ino;
  const before = otherFilms.map(({ movieKey }) => inode(movieKey));
  await db
    .update(movies)
    .set({ ticketRate: 12_300, changeNo: sql`nextval('catalogue_change')` })
    .where(eq(movies.movieId, film!.movieId));
  expect(await site.rebuild()).toMatchObject({
    outcome: 'built',
    rendered: 1,
    written: 1,
    removed: 0,
  });
  expect(otherFilms.map(({ movieKey }) => inode(movieKey))).toEqual(before);
});

test('a rollback activates the previous release until there are newer changes', async () => {
  const site = sharedSite;
  await site.rebuild();
  const old = siteFiles(site.siteDir);
  await renameAll();
  await site.rebuild();
  await rollback(site);
  expect(differingPaths(siteFiles(site.siteDir), old)).toEqual([]);
  expect(await site.rebuild()).toMatchObject({ outcome: 'fresh' });
  await renameAll();
  expect(await site.rebuild()).toMatchObject({ outcome: 'built' });
  expect(nameIn(siteFiles(site.siteDir).get('index.html')!)).toContain(`Edition ${edition} `);
  await expect(rollback({ ...site, siteDir: join(site.dataDir, 'nowhere') })).rejects.toThrow(
    'no older release to roll back to',
  );
});

test('after a rollback, a film that opens is a new change', { tags: ['deep'] }, async () => {
  const site = cinema.aSite();
  const [film] = await listFilms();
  const inHours = (count: number) => new Date(testNow().getTime() + count * HOUR);
  await db
    .update(movies)
    .set({ streamingStartDate: inHours(2) })
    .where(eq(movies.movieId, film!.movieId));
  for (const _ of ['good', 'bad']) {
    await renameAll();
    await site.rebuild();
  }
  await rollback(site);
  expect(await site.rebuild({ now: () => inHours(1) })).toMatchObject({ outcome: 'fresh' });
  expect(await site.rebuild({ now: () => inHours(3) })).toMatchObject({
    outcome: 'built',
    reason: 'films opened',
  });
  const { streamingStartDate } = film!;
  await db.update(movies).set({ streamingStartDate }).where(eq(movies.movieId, film!.movieId));
});

test(
  'a rollback never activates a release that was rolled back before',
  { tags: ['deep'] },
  async () => {
    const site = cinema.aSite();
    const ids: string[] = [];
    for (const _ of ['good', 'bad']) {
      await renameAll();
      ids.push((await site.rebuild()).release!);
    }
    await rollback(site);
    await renameAll();
    await site.rebuild();
    expect(await rollback(site)).toMatchObject({ to: ids[0] });
  },
);

test(
  'a second rebuild fails or waits, and the lock of a dead process is ignored',
  { tags: ['deep'] },
  async () => {
    const site = cinema.aSite();
    await site.rebuild();
    await renameAll();
    const first = site.rebuild();
    await pause(300);
    await expect(site.rebuild()).rejects.toThrow(RebuildRunningError);
    expect(await site.rebuild({ wait: true })).toMatchObject({ outcome: 'fresh' });
    expect(await first).toMatchObject({ outcome: 'built' });
    // A dead pid; a reused pid; a lock file that lost its content in a power failure.
    for (const holder of [
      `${spawnSync(process.execPath, ['-e', '']).pid} 17`,
      `${process.pid} 17`,
      '',
    ]) {
      writeFileSync(join(site.dataDir, 'rebuild.lock'), holder);
      await renameAll();
      expect(await site.rebuild()).toMatchObject({ outcome: 'built' });
    }
    expect(readdirSync(site.dataDir).filter((name) => name.startsWith('rebuild.lock'))).toEqual([]);
  },
);

test('the watch rebuilds once after the catalogue has stopped changing', async () => {
  const site = sharedSite;
  await site.rebuild();
  const stop = new AbortController();
  let builds = 0;
  const rebuild = async () => {
    builds++;
    await site.rebuild();
    stop.abort();
  };
  const watching = watchCatalogue({ ...site, rebuild, signal: stop.signal, quietMs: 300 });
  for (const _ of [1, 2, 3]) await Promise.all([renameAll(), pause(100)]);
  await watching;
  expect(builds).toBe(1);
  expect(await editionOf(site.siteDir)).toBe(`edition ${edition}`);
});

test('a failed rebuild leaves the active release in place and reports the reason', async () => {
  const site = sharedSite;
  await site.rebuild();
  const before = siteFiles(site.siteDir);
  const listReleases = () => readdirSync(join(site.dataDir, 'releases'));
  const releases = listReleases();
  await renameAll();
  const [film] = await listFilms();
  const edit = (values: object) =>
    db.update(movies).set(values).where(eq(movies.movieId, film!.movieId));
  await edit({ movieKey: 'unknownKey', changeNo: -20_000 });
  await expect(site.rebuild()).rejects.toThrow(/broken links: .*unknownKey on .* \(no such page\)/);
  await edit({ movieKey: film!.movieKey });
  await renameAll();
  await expect(site.rebuild({ apiOrigin: 'http://127.0.0.1:9' })).rejects.toThrow(RebuildError);
  expect(differingPaths(siteFiles(site.siteDir), before)).toEqual([]);
  expect(listReleases().filter((name) => !releases.includes(name))).toEqual([]);
  expect(await site.rebuild()).toMatchObject({ outcome: 'built' });
  const command = runCommand(['scripts/cinema.ts', 'rebuild', '--api', 'http://127.0.0.1:9'], {
    DATA_DIR: site.dataDir,
    ORIGIN: site.origin,
  });
  expect(await command.exited).toBe(1);
  expect(command.output().trim().split('\n')).toEqual([
    expect.stringContaining('The catalogue did not answer'),
  ]);
});

// Texts that a careless reader of HTML takes for tags.
const TAG_LIKE_TEXTS = [
  'Tom <img src=x onerror=alert(1)></script><script>alert(1)</script>',
  '"><a href="/no-such-page">x</a>',
  "'><img srcset='/no 1x'> <!-- <a href=/no>",
  '<style><img src=/no></style> <title><a href=/no>',
  '</textarea><link rel=stylesheet href=/no.css> <!--<script>',
  '<a href=/no ' + 'x'.repeat(200),
];

test('no text of a film, a person, a review or a page keeps the site from being published', async () => {
  const site = sharedSite;
  await site.rebuild();
  const films = await listFilms();
  const changeNo = sql`nextval('catalogue_change')`;
  for (const [at, text] of TAG_LIKE_TEXTS.entries()) {
    const change = {
      movieName: text,
      movieNameEn: text,
      movieDescription: text,
      movieDescriptionOwn: text,
      changeNo,
    };
    await db.update(movies).set(change).where(eq(movies.movieId, films[at]!.movieId));
    const viewer = await cinema.aViewer({ firstName: text });
    await cinema.aReview(viewer, films[at]!, { reviewComments: text });
    await db
      .insert(movieActors)
      .values({ movieId: films[at]!.movieId, actorName: text, actorRole: text, ordering: 0 });
  }
  const before = await db.select().from(contentPages);
  await db.update(contentPages).set({ pageContent: TAG_LIKE_TEXTS.join('\n\n') });
  const report = await site.rebuild({ full: true });
  expect(report).toMatchObject({ outcome: 'built', leftOut: [], overBudget: [] });
  for (const page of [
    'about-us/index.html',
    filmPagePath(films[0]!.movieKey)!,
    filmPagePath(films[1]!.movieKey)!,
  ]) {
    const tags = tagsOf(readFileSync(join(site.siteDir, page), 'utf8'));
    const policyAt = tags.findIndex(
      ({ attributes }) => attributes['http-equiv'] === 'content-security-policy',
    );
    expect(policyAt, page).toBeGreaterThan(0);
    expect(policyAt, page).toBeLessThan(
      tags.findIndex(({ name }) => name === 'script' || name === 'style'),
    );
    expect(tags.filter(({ name, text }) => name === 'script' && text === 'alert(1)')).toEqual([]);
  }
  for (const { name, pageContent } of before)
    await db.update(contentPages).set({ pageContent }).where(eq(contentPages.name, name));
  await renameAll();
  await db
    .update(movies)
    .set({ movieNameEn: null, movieDescription: '', movieDescriptionOwn: null });
});

test('a film whose page cannot be published is left out by name, and everything else is published', async () => {
  const site = sharedSite;
  await renameAll();
  await site.rebuild();
  const [faulty, heavy] = await listFilms();
  const edit = (movieId: number, values: object) =>
    db
      .update(movies)
      .set({ ...values, changeNo: sql`nextval('catalogue_change')` })
      .where(eq(movies.movieId, movieId));
  await renameAll();
  await edit(faulty!.movieId, { trailorUrl: 'https://elsewhere.example/trailer.mp4' });
  await edit(heavy!.movieId, { movieDescription: randomBytes(20_000).toString('hex') });
  const report = await site.rebuild();
  const left = {
    key: faulty!.movieKey,
    path: expect.stringMatching(new RegExp(`^/v/.*/${faulty!.movieKey}$`)),
    problem: 'https://elsewhere.example/trailer.mp4 (an external link)',
  };
  expect(report).toMatchObject({
    outcome: 'built',
    leftOut: [left],
    overBudget: [
      expect.stringMatching(new RegExp(`^film /v/.*/${heavy!.movieKey}: html \\d+ of`)),
      expect.stringMatching(/: total \d+ of/),
    ],
  });
  const hasPage = (movieKey: string) =>
    existsSync(join(realpathSync(site.siteDir), filmPagePath(movieKey)!));
  expect([hasPage(faulty!.movieKey), hasPage(heavy!.movieKey)]).toEqual([false, true]);
  expect(JSON.parse(readFileSync(join(site.siteDir, 'build.json'), 'utf8')).leftOut).toEqual([
    report.leftOut[0]!.path,
  ]);
  expect(readRelease(site.siteDir)?.films).toBe(12 - 1);

  // The next rebuild of another film still knows it, and a corrected film gets its page.
  await edit(heavy!.movieId, { movieDescription: '' });
  expect(await site.rebuild()).toMatchObject({ outcome: 'built', leftOut: [left], overBudget: [] });
  await edit(faulty!.movieId, { trailorUrl: null });
  expect(await site.rebuild()).toMatchObject({ outcome: 'built', leftOut: [] });
  expect(hasPage(faulty!.movieKey)).toBe(true);
  expect(readRelease(site.siteDir)?.films).toBe(12);
});

test('if the page renderer is broken, the error names the plain rebuild, and the active release stays', async () => {
  const site = sharedSite;
  const { release } = await site.rebuild();
  const bundles = join(site.dataDir, 'bundles');
  const shared = realpathSync(bundles);
  rmSync(bundles);
  cpSync(shared, bundles, { recursive: true, verbatimSymlinks: true });
  const [entry] = globSync('*/renderer/prerender-entry*', { cwd: bundles });
  writeFileSync(join(bundles, entry!), 'export const app = { manifest: { routes: [] } };');
  await renameAll();
  await expect(site.rebuild()).rejects.toThrow(
    /^The page renderer could not be opened: .*setInternals.*\n.* npm run cinema -- rebuild --plain$/,
  );
  expect(readRelease(site.siteDir)?.id).toBe(release);
  rmSync(bundles, { recursive: true });
  symlinkSync(shared, bundles);
});

test(
  'the compressed sizes of a bundle are cached for later releases',
  { tags: ['deep'] },
  async () => {
    const site = cinema.aSite();
    await site.rebuild();
    const file = join(site.dataDir, 'bundles', readRelease(site.siteDir)!.bundle, 'weights.json');
    const cachedWeights = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
    const scripts = Object.keys(cachedWeights).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(20);
    for (const path of scripts)
      expect(brotliCompressSync(readFileSync(join(site.siteDir, path))).length, path).toBe(
        cachedWeights[path],
      );
    writeFileSync(file, JSON.stringify({ ...cachedWeights, [scripts[0]!]: 1_000_000 }));
    await renameAll();
    await expect(site.rebuild()).rejects.toThrow(/heavier than their budget/);
    writeFileSync(file, '{"cut off');
    expect(await site.rebuild()).toMatchObject({ outcome: 'built' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(cachedWeights);
  },
);

test(
  'the scripts of the previous bundle are served for a day, for open tabs and cached pages',
  { tags: ['deep'] },
  async () => {
    const site = cinema.aSite();
    const otherSources = { ...site, settings: { ...site.settings, PUBLIC_PLAUSIBLE: 'other' } };
    const bundles = join(site.dataDir, 'bundles');
    const shared = realpathSync(bundles);
    const [first] = readdirSync(shared);
    const second = digestOfSources(
      otherSources.projectDir,
      otherSources.origin,
      otherSources.settings,
    ).slice(0, 16);
    rmSync(bundles);
    // Simulates a build of other sources: all files are the same except one script.
    for (const name of [first!, second])
      cpSync(join(shared, first!), join(bundles, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    writeFileSync(join(bundles, first!, 'client', '_astro', 'before.js'), 'export {}');
    const isOldScriptServed = () => existsSync(join(site.siteDir, '_astro', 'before.js'));
    const inHours = (hours: number) => () => new Date(cinema.clock.now().getTime() + hours * HOUR);
    await site.rebuild();
    await site.rebuild({ ...otherSources, full: true, now: inHours(1) });
    expect(isOldScriptServed()).toBe(true);
    await renameAll();
    await site.rebuild({ ...otherSources, now: inHours(24) });
    expect(isOldScriptServed()).toBe(true);
    await renameAll();
    await site.rebuild({ ...otherSources, now: inHours(25) });
    expect(isOldScriptServed()).toBe(false);
  },
);

test(
  'a rebuild killed at any time leaves a complete site, either the old or the new one',
  { tags: ['deep'], timeout: 180_000 },
  async () => {
    const site = cinema.aSite();
    const settings = { DATA_DIR: site.dataDir, ORIGIN: site.origin, TZ: process.env['TZ']! };
    const start = () =>
      runCommand(['scripts/cinema.ts', 'rebuild', '--api', site.apiOrigin], settings);
    await renameAll();
    expect(await start().exited).toBe(0);
    let lastEdition = `edition ${edition}`;
    const editions: string[] = [];
    for (let round = 0; round < 20; round++) {
      await renameAll();
      const run = start();
      const seen = new Set<string>();
      const crawl = async () => void seen.add(await editionOf(site.siteDir));
      const crawling = (async () => {
        while (!run.hasExited()) await Promise.all([crawl(), pause(5)]);
      })();
      await waitBeforeKill(round, site.dataDir, run.hasExited);
      await run.kill();
      await crawling;
      await crawl();
      const [first, ...unexpected] = [...seen].filter((each) => each !== lastEdition);
      expect([first ?? `edition ${edition}`, ...unexpected], `round ${round}`).toEqual([
        `edition ${edition}`,
      ]);
      lastEdition = first ?? lastEdition;
      editions.push(lastEdition);
    }
    expect(new Set(editions).size, 'some runs were killed before the activation').toBeLessThan(20);
    expect(await start().exited).toBe(0);
    expect(await editionOf(site.siteDir)).toBe(`edition ${edition}`);
    // Three retained releases, and one built before the next cleanup. Nothing else is left.
    const releases = readdirSync(join(site.dataDir, 'releases'));
    expect(releases.length).toBeLessThanOrEqual(4);
    const manifests = releases.map((name) => readRelease(join(site.dataDir, 'releases', name)));
    const needed = manifests.flatMap((manifest) =>
      Object.entries(manifest!.shards).map((shard) => shard.join('/')),
    );
    expect(shardsIn(site.dataDir)).toEqual([...new Set(needed)].sort());
  },
);

test(
  'a rebuild killed while it bundles leaves no Astro running, and the next one builds the site',
  { tags: ['deep'], timeout: 240_000 },
  async () => {
    const site = cinema.aSite();
    const { dataDir } = site;
    rmSync(join(dataDir, 'bundles'), { recursive: true, force: true });
    const settings = { DATA_DIR: dataDir, ORIGIN: site.origin, TZ: process.env['TZ']! };
    const start = () =>
      runCommand(
        ['scripts/cinema.ts', 'rebuild', '--api', site.apiOrigin, '--over-budget'],
        settings,
      );
    const findAstro = () =>
      spawnSync('pgrep', ['-f', `astro.mjs build --root ${dataDir}`], { encoding: 'utf8' }).stdout;
    const killed = start();
    await waitUntil('Astro runs', async () => findAstro(), 90_000);
    await killed.kill();
    await waitUntil('Astro has ended', async () => findAstro() === '', 60_000);
    const next = start();
    expect(await next.exited, next.output()).toBe(0);
  },
);

/** Every version of every shard: `b3/20260726…`. */
const shardsIn = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'shards'))
    .flatMap((shard) =>
      readdirSync(join(dataDir, 'shards', shard)).map((version) => `${shard}/${version}`),
    )
    .sort();

/** Returns the edition of all pages, or a description of the differences and broken links. */
async function editionOf(siteDir: string): Promise<string> {
  const dir = realpathSync(siteDir);
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  const keys = (await listFilms()).map(({ movieKey }) => movieKey);
  const pages = ['index.html', 'movies/index.html', 'upcoming/index.html'];
  const names = [...keys.map((key) => filmPagePath(key)!), pages[0]!, pages[1]!].map((name) =>
    nameIn(read(name)),
  );
  const inSitemaps = [...read('sitemap-films-1.xml').matchAll(/edition-(\d+)-of/g)].map(
    ([, number]) => number,
  );
  const links = findBrokenLinks({
    dir,
    origin: cinema.config.origin,
    pages: pages.map((name) => ({
      path: `/${name.replace(/\/?index.html$/, '')}`,
      tags: tagsOf(read(name)),
    })),
  });
  const editions = new Set([...names.map((name) => name?.split(' ')[1]), ...inSitemaps]);
  if (editions.size !== 1 || links.length > 0)
    return `${[...editions].join(' and ')}, ${JSON.stringify(links)}`;
  return `edition ${[...editions][0]}`;
}

/** Waits for a random time: in even rounds from the start, in odd rounds from the assembly of the release. */
async function waitBeforeKill(round: number, dataDir: string, isOver: () => boolean) {
  if (round % 2 === 0) return pause(Math.random() * 3500);
  const releases = join(dataDir, 'releases');
  const isAssembling = () =>
    readdirSync(releases).some(
      (name) => /^\d+\.building$/.test(name) && existsSync(join(releases, name, 'films')),
    );
  while (!isOver() && !isAssembling()) await pause(2);
  return pause(Math.random() * 150);
}
