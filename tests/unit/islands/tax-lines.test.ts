import { expect, test } from 'vitest';
import { taxLines } from '#stores/payments/tax-lines.ts';

const UNKNOWN = { isAbroad: false, state: '', country: '' };
const inState = (state: string) => ({ ...UNKNOWN, state });
const abroad = (country: string) => ({ ...UNKNOWN, isAbroad: true, country });

// ₹149, and half of it (₹149 in the seller’s State: 13.41 + 13.41, round-off +0.18).
const FULL = {
  totalOrderValue: 149,
  totalTaxValue: 26.82,
  taxPercentage: 18,
  totalRoundedValue: 176,
};
const HALF = {
  totalOrderValue: 74.5,
  totalTaxValue: 13.41,
  taxPercentage: 18,
  totalRoundedValue: 88,
};
const UNTAXED = {
  totalOrderValue: 149,
  totalTaxValue: 0,
  taxPercentage: 0,
  totalRoundedValue: 149,
};
const FREE = { totalOrderValue: 0, totalTaxValue: 0, taxPercentage: 18, totalRoundedValue: 0 };

test.each([
  {
    name: 'one line until the buyer’s place is known',
    order: FULL,
    place: UNKNOWN,
    lines: { 'GST 18%': 2682 },
    roundOff: 18,
  },
  {
    name: 'two halves in the seller’s State',
    order: FULL,
    place: inState('33'),
    lines: { 'CGST 9%': 1341, 'SGST 9%': 1341 },
    roundOff: 18,
  },
  {
    name: 'two halves that add up to the tax of the order',
    order: HALF,
    place: inState('33'),
    lines: { 'CGST 9%': 671, 'SGST 9%': 670 },
    roundOff: 9,
  },
  {
    name: 'one head in another State',
    order: FULL,
    place: inState('29'),
    lines: { 'IGST 18%': 2682 },
    roundOff: 18,
  },
  {
    name: 'one head abroad',
    order: HALF,
    place: abroad('US'),
    lines: { 'IGST 18%': 1341 },
    roundOff: 9,
  },
  {
    name: 'one line until the country is known',
    order: FULL,
    place: abroad(''),
    lines: { 'GST 18%': 2682 },
    roundOff: 18,
  },
  {
    name: 'no tax under a letter of undertaking',
    order: UNTAXED,
    place: abroad('US'),
    lines: { 'GST 0%': 0 },
    roundOff: 0,
  },
  {
    name: 'nothing for a free order',
    order: FREE,
    place: inState('33'),
    lines: { 'GST 18%': 0 },
    roundOff: 0,
  },
])('the tax of an order is $name', ({ order, place, lines, roundOff }) => {
  const shown = taxLines(order, place, '33');
  expect(Object.fromEntries(shown.lines.map(({ name, amount }) => [name, amount]))).toEqual(lines);
  expect(shown.roundOff).toBe(roundOff);
});

test('a seller without GST shows one line wherever the buyer lives', () => {
  expect(taxLines(FULL, inState('33'), null).lines).toEqual([{ name: 'GST 18%', amount: 2682 }]);
});
