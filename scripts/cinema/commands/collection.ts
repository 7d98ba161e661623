import { z } from 'zod';
import { option, sentence } from '#domain/format/sentence.ts';
import type { FilmsChange } from '#server/streaming/catalogue/manage/collections.ts';
import { flag, issueOf, text, wholeNumber } from '../fields.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/streaming/catalogue/manage/collections.ts'),
);

const name = text();
const films = z.array(text()).default([]);
const order = wholeNumber(-10_000, 10_000);

export const collection: CommandGroup = {
  name: 'collection',
  summary: 'Collections of films on the home page',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list [name]',
      title: 'List collections',
      summary: 'Lists collections in their order, or the films of one collection.',
      input: z.object({ name: name.optional() }),
      examples: ['collection list', 'collection list "By the water"'],
      run: async (
        { deps },
        { name: collectionName },
        { findCollections, listCollectionFilms: listFilms },
      ) =>
        collectionName === undefined
          ? listResult('collections', await findCollections(deps), {
              name: column.text('name'),
              ordering: column.number('order'),
              films: column.count('films'),
              active: column.code('shown'),
            })
          : listResult('films', await listFilms(deps, collectionName), {
              movieId: column.number('number'),
              ref: column.code('reference'),
              movieKey: column.code('key'),
              movieName: column.text('name'),
            }),
    }),
    changeCommand({
      usage: 'add <name> [films...]',
      title: 'Add a collection',
      labels: { order: 'Position' },
      summary: 'Creates a collection with films, in the given order.',
      options: { '--order <number>': { about: 'its position: lower comes first', ifEmpty: '0' } },
      input: z.object({ name, films, order: order.default(0) }),
      examples: ['collection add "Night trains" night-rail rain-town --order 3'],
      run: async (context, given, { addCollection }) =>
        context.change((deps) => addCollection(deps, given.name, given.order, given.films)),
    }),
    changeCommand({
      usage: 'remove <name>',
      title: 'Delete a collection',
      summary: 'Deletes a collection. Its films stay.',
      input: z.object({ name }),
      examples: ['collection remove "Night trains"'],
      run: async (context, given, { removeCollection }) =>
        context.change((deps) => removeCollection(deps, given.name)),
    }),
    changeCommand({
      usage: 'order <name> <place>',
      title: 'Move a collection',
      labels: { place: 'Position' },
      summary: 'Sets the position of a collection: lower comes first.',
      input: z.object({ name, place: order }),
      examples: ['collection order "Night trains" 1'],
      currentValues: async ({ db }, typedName, { requireCollection }) => ({
        place: (await requireCollection(db, typedName)).ordering,
      }),
      run: async (context, given, { setCollectionOrdering: setOrdering }) =>
        context.change((deps) => setOrdering(deps, given.name, given.place)),
    }),
    changeCommand({
      usage: 'films <name> <films...>',
      title: 'Change the films of a collection',
      // In the back office a member edits the list of the current films.
      onlyInTerminal: ['add', 'remove'],
      summary: 'Replaces the films of a collection, in the given order.',
      options: { '--add': 'append the films instead', '--remove': 'remove the films instead' },
      input: z
        .object({ name, films: films.pipe(z.array(z.string()).min(1)), add: flag, remove: flag })
        .refine(
          ({ add, remove }) => !(add && remove),
          issueOf(sentence`give ${option('add')} or ${option('remove')}, not both`),
        ),
      examples: [
        'collection films "Night trains" night-rail rain-town',
        'collection films "Night trains" kite-string --add',
      ],
      currentValues: async (deps, typedName, { listCollectionFilms }) => ({
        films: (await listCollectionFilms(deps, typedName)).map(
          ({ ref, movieKey }) => ref ?? movieKey,
        ),
      }),
      run: async (context, { add, remove, ...given }, { changeCollectionFilms: changeFilms }) => {
        const change: FilmsChange = add
          ? { add: given.films }
          : remove
            ? { remove: given.films }
            : { set: given.films };
        return context.change((deps) => changeFilms(deps, given.name, change));
      },
    }),
  ],
};
