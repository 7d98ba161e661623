import { expect, test } from 'vitest';
import type { Movie } from '#contract/catalogue.ts';
import { HOUR } from '#domain/limits.ts';
import type { Catalogue, Changes } from '#rebuild/plan/catalogue.ts';
import { planRelease } from '#rebuild/plan/plan.ts';
import type { Release } from '#rebuild/release/card.ts';

const BUILT_AT = new Date('2026-11-22T10:00:00Z');
const CURRENT: Release = {
  id: '20261122100000000',
  sources: 'sources',
  bundle: 'bundle',
  formers: [],
  cursor: '7',
  surroundings: 'surroundings',
  builtAt: BUILT_AT.toISOString(),
  origin: 'https://matinee.example',
  films: 3,
  drawers: {},
};
const A_FILM = { movieKey: 'Ab3' } as Movie;

/** Why a release is made, an hour after the current one, where only what is given happened since. */
async function whyWith({
  changes = {},
  opened = [],
  surroundings = 'surroundings',
  hours = 1,
  ...asked
}: {
  changes?: Partial<Changes>;
  opened?: Movie[];
  surroundings?: string;
  hours?: number;
} & Partial<Parameters<typeof planRelease>[1]>) {
  const catalogue: Catalogue = {
    surroundings: async () => surroundings,
    changes: async () => ({ changed: [], removed: [], full: false, cursor: '7', isLast: true, ...changes }) as Changes,
    opened: async () => opened,
  };
  const now = new Date(BUILT_AT.getTime() + hours * HOUR);
  return (await planRelease(catalogue, { current: CURRENT, held: null, sources: 'sources', now, ...asked })).why;
}

test.each([
  ['nothing happened', null, {}],
  ['there is none', 'there is no site yet', { current: null }],
  ['the sources are others', 'the sources or settings changed', { sources: 'other sources' }],
  ['the catalogue was replaced', 'the catalogue is another one', { changes: { full: true } }],
  ['a film changed', 'the catalogue changed', { changes: { changed: [A_FILM] } }],
  ['a film was withdrawn', 'the catalogue changed', { changes: { removed: ['Ab3'] } }],
  ["a film's day came", 'films opened', { opened: [A_FILM] }],
  ['a collection changed', 'collections, genres or content pages changed', { surroundings: 'others' }],
  ['a day is not yet over', null, { hours: 23.9 }],
  ['a day is over', 'the site is a day old', { hours: 24 }],
  ['somebody asks for it', 'a whole build was asked for', { isWhole: true }],
])('where %s, a release is made for the reason: %s', async (_, why, happened) => {
  expect(await whyWith(happened)).toBe(why);
});
