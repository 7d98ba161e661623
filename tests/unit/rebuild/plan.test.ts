import { expect, test } from 'vitest';
import type { Movie } from '#contract/catalogue.ts';
import { HOUR } from '#domain/limits/durations.ts';
import type { CatalogueClient, Changes } from '#rebuild/plan/catalogue.ts';
import { planRelease } from '#rebuild/plan/plan.ts';
import type { Release } from '#rebuild/release/manifest.ts';

const BUILT_AT = new Date('2026-11-22T10:00:00Z');
const CURRENT: Release = {
  id: '20261122100000000',
  sources: 'sources',
  bundle: 'bundle',
  previousBundles: [],
  cursor: '7',
  siteContent: 'siteContent',
  builtAt: BUILT_AT.toISOString(),
  origin: 'https://matinee.example',
  films: 3,
  leftOut: [],
  shards: {},
};
const A_FILM = { movieKey: 'Ab3' } as Movie;

/** Returns the reason for a release an hour after the active one, after the given changes. */
async function reasonAfter({
  changes = {},
  newlyStreamingFilms = [],
  siteContent = 'siteContent',
  hours = 1,
  ...options
}: {
  changes?: Partial<Changes>;
  newlyStreamingFilms?: Movie[];
  siteContent?: string;
  hours?: number;
} & Partial<Parameters<typeof planRelease>[1]>) {
  const catalogue: CatalogueClient = {
    siteContentDigest: async () => siteContent,
    changes: async () =>
      ({ changed: [], removed: [], full: false, cursor: '7', isLast: true, ...changes }) as Changes,
    filmsWithStreamingDateBetween: async () => newlyStreamingFilms,
  };
  const now = new Date(BUILT_AT.getTime() + hours * HOUR);
  return (
    await planRelease(catalogue, {
      current: CURRENT,
      rolledBack: null,
      sourcesDigest: 'sources',
      now,
      ...options,
    })
  ).reason;
}

test.each([
  ['nothing changed', null, {}],
  ['there is no release', 'there is no site yet', { current: null }],
  ['the sources changed', 'the sources or settings changed', { sourcesDigest: 'other sources' }],
  ['the catalogue was replaced', 'the catalogue was replaced', { changes: { full: true } }],
  ['a film changed', 'the catalogue changed', { changes: { changed: [A_FILM] } }],
  ['a film was withdrawn', 'the catalogue changed', { changes: { removed: ['Ab3'] } }],
  ['a streaming date passed', 'films opened', { newlyStreamingFilms: [A_FILM] }],
  [
    'a collection changed',
    'collections, genres or content pages changed',
    { siteContent: 'others' },
  ],
  ['a day has not passed', null, { hours: 23.9 }],
  ['a day has passed', 'the site is a day old', { hours: 24 }],
  ['a full build is requested', 'a full build was requested', { isFullRequested: true }],
])('if %s, the reason for a release is: %s', async (_, reason, changes) => {
  expect(await reasonAfter(changes)).toBe(reason);
});
