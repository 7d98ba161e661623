import { expect, test } from 'vitest';
import { billNoOf } from '#server/streaming/payments/queries.ts';

test.each([
  ['2026-12-31T18:29:59Z', 'M26-000123'],
  ['2026-12-31T18:30:00Z', 'M27-000123'],
  ['2027-01-01T00:00:00Z', 'M27-000123'],
])('an order of %s has the number %s, of the year in India', (createdAt, billNo) => {
  expect(billNoOf('M', 123, new Date(createdAt))).toBe(billNo);
});
