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
  ['nothing happened', {}, null],
  ['there is none', { current: null }, 'there is no site yet'],
  ['the sources are others', { sources: 'other sources' }, 'the sources or settings changed'],
  ['the catalogue was replaced', { changes: { full: true } }, 'the catalogue is another one'],
  ['a film changed', { changes: { changed: [A_FILM] } }, 'the catalogue changed'],
  ['a film was withdrawn', { changes: { removed: ['Ab3'] } }, 'the catalogue changed'],
  ["a film's day came", { opened: [A_FILM] }, 'films opened'],
  ['a collection changed', { surroundings: 'others' }, 'collections, genres or content pages changed'],
  ['a day is not yet over', { hours: 23.9 }, null],
  ['a day is over', { hours: 24 }, 'the site is a day old'],
  ['somebody asks for it', { isWhole: true }, 'a whole build was asked for'],
])('where %s, a release is made for the reason: %s', async (_, happened, why) => {
  expect(await whyWith(happened)).toBe(why);
});
