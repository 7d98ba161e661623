import { z } from 'zod';
import { listed, text, whole } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/streaming/catalogue/manage/names.ts'));

export const genre: Noun = {
  name: 'genre',
  about: 'Genres, as viewers filter by them',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists genres in their order, with how many films each has.',
      input: z.object({}),
      examples: ['genre list'],
      run: async ({ deps }, _, { findGenres }) =>
        list('genres', await findGenres(deps), { genreId: 'no', genreName: 'name', ordering: 'order', films: 'films' }),
    }),
    changes({
      words: 'add <name>',
      about: 'Adds a genre.',
      options: { '--order <number>': 'where it stands; behind the others unless given' },
      input: z.object({ name: listed(), order: whole(0, 10_000).optional() }),
      examples: ['genre add Documentary'],
      run: async (desk, { name, order }, { addGenre }) => desk.change((deps) => addGenre(deps, name, order ?? null)),
    }),
    changes({
      words: 'rename <name> <new-name>',
      about: 'Gives a genre another name, in all its films.',
      input: z.object({ name: text(), newName: listed() }),
      examples: ['genre rename Thriller Suspense'],
      run: async (desk, { name, newName }, { renameGenre }) => desk.change((deps) => renameGenre(deps, name, newName)),
    }),
  ],
};
