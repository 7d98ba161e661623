import { expect, test } from 'vitest';
import { sharedQuery } from '#stores/office/input.ts';
import { officeOperations } from '../../../scripts/cinema/office-operations.ts';

const operation = (noun: string, verb: string) =>
  officeOperations.operations.find((each) => each.noun === noun && each.verb === verb)!;
const queryFor = (noun: string, from: string, to: string, value: string) => {
  const source = operation(noun, from);
  return sharedQuery(source, operation(noun, to), { [source.fields[0]!.name]: value });
};

test('the operations on an object open with its identifier, also if they can do without it', () => {
  for (const verb of ['refund', 'extend'])
    expect(queryFor('order', 'show', verb, 'M26-000001')).toBe('order=M26-000001');
  expect(queryFor('order', 'extend', 'show', 'M26-000001')).toBe('order=M26-000001');
  expect(queryFor('user', 'show', 'block', '17')).toBe('person=17');
});

test('other operations open empty', () => {
  expect(queryFor('order', 'show', 'held', 'M26-000001')).toBe('');
  expect(queryFor('movie', 'add', 'edit', 'Night Rail')).toBe('');
  expect(queryFor('order', 'show', 'refund', '')).toBe('');
});
