import { expect, test } from 'vitest';
import { linkSourceOf, ticketsPerVisit } from '#domain/link-source.ts';

test.each(['a', 'my-site', '2026', '-', 'x'.repeat(32)])('%s is a label', (text) => {
  expect(linkSourceOf(text)).toBe(text);
});

test.each([
  '',
  'My-Site',
  'my site',
  'my_site',
  'தமிழ்',
  'a@b',
  'x'.repeat(33),
  'a\n',
  null,
  undefined,
])('%j is no label', (text) => {
  expect(linkSourceOf(text)).toBeNull();
});

test.each([
  [0, 3, null],
  [3, 1, 33.3],
  [8, 0, 0],
  [1, 2, 200],
])('%i visits and %i tickets are %j percent', (visits, paidOrders, percent) => {
  expect(ticketsPerVisit({ visits, paidOrders })).toBe(percent);
});
