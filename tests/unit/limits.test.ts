import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source.ts';

test('the submission fee in dollars is defined in one file', () => {
  const constants = sourceFiles('src/**/*.{ts,tsx}').filter(({ text }) =>
    /const \w*(CENTS|DOLLARS)\w* = \d/.test(text),
  );
  expect(constants.map(({ path }) => path)).toEqual(['src/domain/limits/money.ts']);
});

test('only the budget of messages permits a message, and only where it was counted', () => {
  const pathsWith = (pattern: RegExp) =>
    sourceFiles('src/**/*.{ts,tsx}').flatMap(({ path, text }) =>
      pattern.test(text) ? [path] : [],
    );
  expect(pathsWith(/\bas (unknown as )?MessagePermit\b/)).toEqual([
    'src/server/message-budget/budget-message.ts',
  ]);
  expect(pathsWith(/\bpermitMessage\(/).toSorted()).toEqual([
    'src/server/auth/session/count-code-request.ts',
    'src/server/message-budget/budget-message.ts',
  ]);
});
