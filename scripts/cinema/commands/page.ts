import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { PAGE_NAMES } from '#contract/content.ts';
import { CommandError } from '../../failure.ts';
import type { Counter } from '../counter.ts';
import { file } from '../fields.ts';
import { list } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/streaming/content/manage.ts'));

const MOST = 200_000;
const page = z.enum(PAGE_NAMES, `must be one of ${PAGE_NAMES.join(', ')}`);

async function readText({ io, path }: Counter, name: string): Promise<string> {
  const typed = await (name === '-' ? io.stdin() : readFile(path(name), 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(
        error.code === 'ENOENT' ? `There is no file ${name}` : `${name} cannot be read: ${error.message}`,
      );
    },
  );
  const text = typed
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim();
  if (!text) throw new CommandError(`${name === '-' ? 'What came' : name} is empty. A page needs a text.`);
  if (text.length > MOST) throw new CommandError(`A page has ${MOST} characters at most; this has ${text.length}.`);
  if (text.includes('\0')) throw new CommandError(`${name} is no text: it holds a NUL character.`);
  return text;
}

export const pages: Noun = {
  name: 'page',
  about: 'Content pages: about us, terms, privacy, contact',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists the content pages.',
      input: z.object({}),
      examples: ['page list'],
      run: async ({ deps }, _, { listPages }) =>
        list('pages', await listPages(deps), { name: 'name', characters: 'characters' }),
    }),
    reads({
      words: 'show <page>',
      about: 'Shows the text of a page, as `cinema page edit` takes it.',
      input: z.object({ page }),
      examples: ['page show about-us'],
      run: async ({ deps }, { page: name }, { readPage }) => {
        const pageContent = await readPage(deps, name);
        return { data: { name, pageContent }, lines: [pageContent] };
      },
    }),
    changes({
      words: 'edit <page> <file>',
      about: 'Gives a page the text of a file; `-` takes it from standard input.',
      more: 'Plain text; line breaks stay. The page itself comes with the next rebuild.',
      input: z.object({ page, file }),
      examples: ['page edit about-us about.txt', 'page edit about-us - < about.txt'],
      run: async (desk, given, { editPage }) => {
        const text = await readText(desk, given.file);
        return desk.change((deps) => editPage(deps, given.page, text));
      },
    }),
  ],
};
