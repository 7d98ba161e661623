import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { PAGE_NAMES } from '#contract/content.ts';
import { cleanText } from '#domain/plain-text.ts';
import { CommandError } from '../../command-error.ts';
import type { CommandContext } from '../command-context.ts';
import { path } from '../fields.ts';
import { detailsResult, listResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/streaming/content/manage.ts'),
);

const MAX_CHARACTERS = 200_000;
const page = z.enum(PAGE_NAMES, `must be one of ${PAGE_NAMES.join(', ')}`);

async function readText({ io, resolvePath }: CommandContext, file: string): Promise<string> {
  const content = await (file === '-' ? io.stdin() : readFile(resolvePath(file), 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(
        error.code === 'ENOENT'
          ? `There is no file ${file}.`
          : `${file} cannot be read: ${error.message}`,
      );
    },
  );
  if (content.includes('\0'))
    throw new CommandError(`${file} is not a text file: it contains a NUL character.`);
  const text = cleanText(content);
  if (!text)
    throw new CommandError(
      `${file === '-' ? 'Standard input' : file} is empty. A page needs a text.`,
    );
  if (text.length > MAX_CHARACTERS)
    throw new CommandError(
      `A page has at most ${MAX_CHARACTERS} characters; this text has ${text.length}.`,
    );
  return text;
}

export const pages: CommandGroup = {
  name: 'page',
  summary: 'Content pages: about us, terms, privacy, contact',
  roles: ['programmer'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List content pages',
      summary: 'Lists the content pages.',
      input: z.object({}),
      examples: ['page list'],
      run: async ({ deps }, _, { listPages }) =>
        listResult('pages', await listPages(deps), {
          name: column.text('name'),
          characters: column.count('characters'),
        }),
    }),
    readCommand({
      usage: 'show <page>',
      title: 'Show a content page',
      summary: 'Shows the text of a page.',
      input: z.object({ page }),
      examples: ['page show about-us'],
      run: async ({ deps }, { page: name }, { readPage }) => {
        const pageContent = await readPage(deps, name);
        return detailsResult({ name, pageContent }, [pageContent]);
      },
    }),
    changeCommand({
      usage: 'edit <page> <file>',
      title: 'Edit a content page',
      labels: { file: 'Text' },
      contentInput: 'file',
      summary: 'Replaces the text of a page.',
      details: 'Plain text; line breaks are kept. The page changes with the next rebuild.',
      input: z.object({ page, file: path }),
      examples: ['page edit about-us about.txt', 'page edit about-us - < about.txt'],
      currentValues: async (deps, name, { readPage }) => {
        const parsed = page.safeParse(name);
        if (!parsed.success)
          throw new CommandError(
            `The page ${parsed.error.issues.map(({ message }) => message).join(', ')}.`,
          );
        return { file: await readPage(deps, parsed.data) };
      },
      run: async (context, given, { editPage }) => {
        const text = await readText(context, given.file);
        return context.change((deps) => editPage(deps, given.page, text));
      },
    }),
  ],
};
