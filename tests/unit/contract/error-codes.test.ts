import { expect, test } from 'vitest';
import { ERROR_KINDS } from '#contract/error-codes.ts';
import { refusalSentences } from '#messages/refusals/sentences.ts';
import { sourceFiles } from '../../support/source.ts';

const files = sourceFiles('{src,scripts}/**/*.{ts,tsx}').filter(
  ({ path }) => !path.endsWith('contract/error-codes.ts'),
);
const codes = Object.keys(ERROR_KINDS);

test('every code that a comment says is thrown is in the list', () => {
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bThrows\b([^.]|\.\w)*/g)].flatMap(([comment]) =>
      [...comment.matchAll(/(?<![-\w.'(/])[a-z]+(?:_[a-z]+)+(?![\w(])/g)].map(([code]) => ({
        path,
        code,
      })),
    ),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ code }) => !codes.includes(code))).toEqual([]);
});

test('every refusal is thrown somewhere', () => {
  const server = files.filter(
    ({ path }) => /^(src\/server|scripts)\//.test(path) && path !== 'src/server/refusals.ts',
  );
  const sources = server.map(({ text }) => text).join('\n');
  /** These names are templates: `slot_${refusal}`, `poster_${reason}`. */
  const isWritten = (name: string) => sources.includes(`'${name}'`) || /^(slot|poster)_/.test(name);
  expect(Object.keys(refusalSentences).filter((name) => !isWritten(name))).toEqual([]);
});
