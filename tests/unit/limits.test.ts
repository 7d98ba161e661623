import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source.ts';

test('the fee of a submission in dollars is a number in one place, the limits', () => {
  const constants = sourceFiles('src/**/*.{ts,tsx}').filter(({ text }) =>
    /const \w*(CENTS|DOLLARS)\w* = \d/.test(text),
  );
  expect(constants.map(({ path }) => path)).toEqual(['src/domain/limits.ts']);
});
