import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source.ts';

test('the submission fee in dollars is defined only in limits.ts', () => {
  const constants = sourceFiles('src/**/*.{ts,tsx}').filter(({ text }) =>
    /const \w*(CENTS|DOLLARS)\w* = \d/.test(text),
  );
  expect(constants.map(({ path }) => path)).toEqual(['src/domain/limits.ts']);
});
