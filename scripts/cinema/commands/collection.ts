import { z } from 'zod';
import type { FilmsChange } from '#server/streaming/catalogue/manage/collections.ts';
import { flag, text, whole } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/streaming/catalogue/manage/collections.ts'));

const name = text();
const films = z.array(text()).default([]);
const order = whole(-10_000, 10_000);

export const collection: Noun = {
  name: 'collection',
  about: 'Collections of films on the home page',
  verbs: [
    reads({
      words: 'list [name]',
      about: 'Lists collections in their order, or the films of one.',
      input: z.object({ name: name.optional() }),
      examples: ['collection list', 'collection list "By the water"'],
      run: async ({ deps }, { name: one }, { findCollections, listFilmsOf }) =>
        one === undefined
          ? list('collections', await findCollections(deps), {
              name: 'name',
              ordering: 'order',
              films: 'films',
              active: 'shown',
            })
          : list('films', await listFilmsOf(deps, one), {
              movieId: 'no',
              ref: 'reference',
              movieKey: 'key',
              movieName: 'name',
            }),
    }),
    changes({
      words: 'add <name> [films...]',
      about: 'Makes a collection, with its films in this order.',
      options: { '--order <number>': 'where it stands among the others; 0 unless given' },
      input: z.object({ name, films, order: order.default(0) }),
      examples: ['collection add "Night trains" night-rail rain-town --order 3'],
      run: async (desk, given, { addCollection }) =>
        desk.change((deps) => addCollection(deps, given.name, given.order, given.films)),
    }),
    changes({
      words: 'remove <name>',
      about: 'Takes a collection away; its films stay.',
      input: z.object({ name }),
      examples: ['collection remove "Night trains"'],
      run: async (desk, given, { removeCollection }) => desk.change((deps) => removeCollection(deps, given.name)),
    }),
    changes({
      words: 'order <name> <place>',
      about: 'Says where a collection stands among the others: lower comes first.',
      input: z.object({ name, place: order }),
      examples: ['collection order "Night trains" 1'],
      run: async (desk, given, { orderCollection }) =>
        desk.change((deps) => orderCollection(deps, given.name, given.place)),
    }),
    changes({
      words: 'films <name> <films...>',
      about: 'Gives a collection these films, in this order, in place of those that it has.',
      options: { '--add': 'puts them behind those that it has', '--remove': 'takes these out' },
      input: z
        .object({ name, films: films.pipe(z.array(z.string()).min(1)), add: flag, remove: flag })
        .refine(({ add, remove }) => !(add && remove), 'say --add or --remove, not both'),
      examples: [
        'collection films "Night trains" night-rail rain-town',
        'collection films "Night trains" kite-string --add',
      ],
      run: async (desk, { add, remove, ...given }, { changeFilms }) => {
        const change: FilmsChange = add
          ? { add: given.films }
          : remove
            ? { remove: given.films }
            : { set: given.films };
        return desk.change((deps) => changeFilms(deps, given.name, change));
      },
    }),
  ],
};
