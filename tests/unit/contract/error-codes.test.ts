import { expect, test } from 'vitest';
import { ERROR_KINDS } from '#contract/error-codes.ts';
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

test('every code of the list is thrown somewhere', () => {
  const sources = files.map(({ text }) => text).join('\n');
  /** `slot_past` may be written as a template: `slot_${refusal}`. */
  const isWritten = (code: string) =>
    sources.includes(`'${code}'`) ||
    /^(slot|poster)_/.test(code) ||
    /^(sms|email)_failed$/.test(code);
  expect(codes.filter((code) => !isWritten(code))).toEqual([]);
});
