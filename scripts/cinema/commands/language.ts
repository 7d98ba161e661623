import { z } from 'zod';
import { listed, text } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/streaming/catalogue/manage/names.ts'));

export const language: Noun = {
  name: 'language',
  about: 'Languages of films, as viewers filter by them',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists languages, with how many films each has.',
      input: z.object({}),
      examples: ['language list'],
      run: async ({ deps }, _, { findLanguages }) =>
        list('languages', await findLanguages(deps), { languageId: 'no', languageName: 'name', films: 'films' }),
    }),
    changes({
      words: 'add <name>',
      about: 'Adds a language.',
      input: z.object({ name: listed() }),
      examples: ['language add Konkani'],
      run: async (desk, { name }, { addLanguage }) => desk.change((deps) => addLanguage(deps, name)),
    }),
    changes({
      words: 'rename <name> <new-name>',
      about: 'Gives a language another name, in its films and in viewers’ choices.',
      input: z.object({ name: text(), newName: listed() }),
      examples: ['language rename Oriya Odia'],
      run: async (desk, { name, newName }, { renameLanguage }) =>
        desk.change((deps) => renameLanguage(deps, name, newName)),
    }),
  ],
};
