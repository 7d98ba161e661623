import { z } from 'zod';
import { FILM_FIELDS } from '#domain/film-fields.ts';
import { listItemText, text } from '../fields.ts';
import { listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/streaming/catalogue/manage/genres-languages.ts'),
);

export const language: CommandGroup = {
  name: 'language',
  summary: 'Languages of films; viewers filter by them',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List languages',
      summary: 'Lists languages, with the number of their films.',
      input: z.object({}),
      examples: ['language list'],
      run: async ({ deps }, _, { findLanguages }) =>
        listResult('languages', await findLanguages(deps), {
          languageId: column.number('number'),
          languageName: column.text('name'),
          films: column.count('films'),
        }),
    }),
    changeCommand({
      usage: 'add <name>',
      title: 'Add a language',
      summary: 'Adds a language.',
      input: z.object({ name: listItemText(FILM_FIELDS.primaryLanguage.max) }),
      examples: ['language add Konkani'],
      run: async (context, { name }, { addLanguage }) =>
        context.change((deps) => addLanguage(deps, name)),
    }),
    changeCommand({
      usage: 'rename <name> <new-name>',
      title: 'Rename a language',
      summary: 'Renames a language, in its films and in the preferences of viewers.',
      input: z.object({ name: text(), newName: listItemText(FILM_FIELDS.primaryLanguage.max) }),
      examples: ['language rename Oriya Odia'],
      currentValues: async (_, name) => ({ newName: name }),
      run: async (context, { name, newName }, { renameLanguage }) =>
        context.change((deps) => renameLanguage(deps, name, newName)),
    }),
    changeCommand({
      usage: 'remove <name>',
      title: 'Delete a language',
      summary: 'Deletes a language that no film has. Viewers who chose it no longer have it.',
      input: z.object({ name: text() }),
      examples: ['language remove Klingon'],
      run: async (context, { name }, { removeLanguage }) =>
        context.change((deps) => removeLanguage(deps, name)),
    }),
  ],
};
