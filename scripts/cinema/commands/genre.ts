import { z } from 'zod';
import { FILM_FIELDS } from '#domain/film-fields.ts';
import { listItemText, text, wholeNumber } from '../fields.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/streaming/catalogue/manage/genres-languages.ts'),
);

export const genre: CommandGroup = {
  name: 'genre',
  summary: 'Genres of films; viewers filter by them',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List genres',
      summary: 'Lists genres in their order, with the number of their films.',
      input: z.object({}),
      examples: ['genre list'],
      run: async ({ deps }, _, { findGenres }) =>
        listResult('genres', await findGenres(deps), {
          genreId: column.number('number'),
          genreName: column.text('name'),
          ordering: column.number('order'),
          films: column.count('films'),
        }),
    }),
    changeCommand({
      usage: 'add <name>',
      title: 'Add a genre',
      labels: { order: 'Position' },
      summary: 'Adds a genre.',
      options: {
        '--order <number>': { about: 'its position: lower comes first', ifEmpty: 'last' },
      },
      input: z.object({
        name: listItemText(FILM_FIELDS.genres.max),
        order: wholeNumber(0, 10_000).optional(),
      }),
      examples: ['genre add Documentary'],
      run: async (context, { name, order }, { addGenre }) =>
        context.change((deps) => addGenre(deps, name, order ?? null)),
    }),
    changeCommand({
      usage: 'rename <name> <new-name>',
      title: 'Rename a genre',
      summary: 'Renames a genre, in all its films.',
      input: z.object({ name: text(), newName: listItemText(FILM_FIELDS.genres.max) }),
      examples: ['genre rename Thriller Suspense'],
      currentValues: async (_, name) => ({ newName: name }),
      run: async (context, { name, newName }, { renameGenre }) =>
        context.change((deps) => renameGenre(deps, name, newName)),
    }),
    changeCommand({
      usage: 'remove <name>',
      title: 'Delete a genre',
      summary: 'Deletes a genre that no film has.',
      input: z.object({ name: text() }),
      examples: ['genre remove "Space Opera"'],
      run: async (context, { name }, { removeGenre }) =>
        context.change((deps) => removeGenre(deps, name)),
    }),
  ],
};
