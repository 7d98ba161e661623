import { expect, test } from 'vitest';
import { versionOf } from '#server/office/version.ts';

const change = (what: string, films: string[]) => ({
  what,
  before: { films },
  after: { films: [] },
});

test('a version depends on the order of a list, but not on the order of the changed objects', () => {
  const [one, two] = [change('channel 1', ['a', 'b']), change('channel 2', ['c'])];
  expect(versionOf([two, one])).toBe(versionOf([one, two]));
  expect(versionOf([change('channel 1', ['b', 'a']), two])).not.toBe(versionOf([one, two]));
});
