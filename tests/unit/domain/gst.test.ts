import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  type BuyerPlace,
  MAX_ROUND_OFF_PAISE,
  placeOfSupply,
  type SupplyType,
  findSupplyType,
  taxedPrice,
  taxHeads,
  taxRuleOn,
} from '#domain/gst.ts';
import { ticketPrice } from '#domain/pricing.ts';
import { STATES } from '#domain/states.ts';

const TAMIL_NADU = '33';
const LADAKH = '38';
const inState = (stateCode: string): BuyerPlace => ({ stateCode });
const abroad: BuyerPlace = { country: 'France' };

describe('the supply type of a ticket', () => {
  test.each<{
    name: string;
    supplier: string;
    buyer: BuyerPlace;
    isUnderLut?: boolean;
    supply: SupplyType;
    place: string;
  }>([
    { name: 'one State', supplier: TAMIL_NADU, buyer: inState('33'), supply: 'state', place: '33-Tamil Nadu' },
    { name: 'two States', supplier: TAMIL_NADU, buyer: inState('29'), supply: 'inter-state', place: '29-Karnataka' },
    { name: 'one territory', supplier: LADAKH, buyer: inState('38'), supply: 'territory', place: '38-Ladakh' },
    {
      name: 'a State and a territory',
      supplier: TAMIL_NADU,
      buyer: inState('04'),
      supply: 'inter-state',
      place: '04-Chandigarh',
    },
    {
      name: 'Delhi, which has a legislature',
      supplier: '07',
      buyer: inState('07'),
      supply: 'state',
      place: '07-Delhi',
    },
    {
      name: 'Puducherry, which has a legislature',
      supplier: '34',
      buyer: inState('34'),
      supply: 'state',
      place: '34-Puducherry',
    },
    { name: 'a buyer abroad', supplier: TAMIL_NADU, buyer: abroad, supply: 'export', place: '96-Other Countries' },
    {
      name: 'a buyer abroad, under a letter of undertaking',
      supplier: TAMIL_NADU,
      buyer: abroad,
      isUnderLut: true,
      supply: 'export-under-lut',
      place: '96-Other Countries',
    },
  ])('$name: $supply', ({ supplier, buyer, isUnderLut, supply, place }) => {
    expect(findSupplyType(supplier, buyer, isUnderLut)).toBe(supply);
    expect(placeOfSupply(buyer)).toBe(place);
  });

  test('a letter of undertaking changes nothing inside India', () => {
    expect(findSupplyType(TAMIL_NADU, inState('33'), true)).toBe('state');
  });

  test('an unknown State code throws an error', () => {
    expect(() => findSupplyType(TAMIL_NADU, inState('28'))).toThrow('28');
  });
});

describe('the tax heads, in paise', () => {
  test.each<{
    taxable: number;
    payable: number;
    supply: SupplyType;
    heads: [string, number, number][];
    roundOff: number;
  }>([
    // 149.00 → 13.41 + 13.41 = 175.82, and 0.18 to 176.00
    {
      taxable: 14900,
      payable: 17600,
      supply: 'state',
      heads: [
        ['CGST', 9, 1341],
        ['SGST', 9, 1341],
      ],
      roundOff: 18,
    },
    {
      taxable: 14900,
      payable: 17600,
      supply: 'territory',
      heads: [
        ['CGST', 9, 1341],
        ['UTGST', 9, 1341],
      ],
      roundOff: 18,
    },
    { taxable: 14900, payable: 17600, supply: 'inter-state', heads: [['IGST', 18, 2682]], roundOff: 18 },
    { taxable: 14900, payable: 17600, supply: 'export', heads: [['IGST', 18, 2682]], roundOff: 18 },
    { taxable: 14900, payable: 14900, supply: 'export-under-lut', heads: [], roundOff: 0 },
    // 74.50: 9 % is 6.705, so the two halves are a paisa more than 18 %.
    {
      taxable: 7450,
      payable: 8800,
      supply: 'state',
      heads: [
        ['CGST', 9, 671],
        ['SGST', 9, 671],
      ],
      roundOff: 8,
    },
    { taxable: 7450, payable: 8800, supply: 'inter-state', heads: [['IGST', 18, 1341]], roundOff: 9 },
    // 125.00 and 22.50: half a rupee rounds up.
    {
      taxable: 12500,
      payable: 14800,
      supply: 'state',
      heads: [
        ['CGST', 9, 1125],
        ['SGST', 9, 1125],
      ],
      roundOff: 50,
    },
    { taxable: 10000, payable: 11800, supply: 'inter-state', heads: [['IGST', 18, 1800]], roundOff: 0 },
    // 0.03: 9 % is 0.0027, 18 % is 0.0054, so the two halves are a paisa less.
    {
      taxable: 3,
      payable: 0,
      supply: 'state',
      heads: [
        ['CGST', 9, 0],
        ['SGST', 9, 0],
      ],
      roundOff: -3,
    },
    { taxable: 3, payable: 0, supply: 'inter-state', heads: [['IGST', 18, 1]], roundOff: -4 },
  ])('$taxable as $supply', ({ taxable, payable, supply, heads, roundOff }) => {
    const price = taxedPrice({ taxable, payable }, supply);
    expect(price.heads.map(({ name, percent, amount }) => [name, percent, amount])).toEqual(heads);
    expect(price).toMatchObject({ roundOff, payable });
  });

  test('an odd rate is split into equal halves', () => {
    expect(taxHeads(1000, 'state', 5).map(({ percent, amount }) => [percent, amount])).toEqual([
      [2.5, 25],
      [2.5, 25],
    ]);
  });

  test('a price that does not match its tax throws an error', () => {
    expect(() => taxedPrice({ taxable: 14900, payable: 17700 }, 'state')).toThrow(RangeError);
    expect(() => taxedPrice({ taxable: 14900, payable: 17600 }, 'export-under-lut')).toThrow(RangeError);
  });
});

describe('for every price, coupon and pair of places', () => {
  const codes = fc.constantFrom(...STATES.map(({ code }) => code));
  const places = fc.record({
    supplier: codes,
    buyer: fc.oneof(codes.map(inState), fc.constant(abroad)),
  });
  const coupons = fc.option(
    fc.oneof(
      fc.record({
        couponType: fc.constant('PERCENTAGE' as const),
        couponValue: fc.integer({ min: 0, max: 10_000 }).map((each) => each / 100),
      }),
      fc.record({
        couponType: fc.constant('FIXED' as const),
        couponValue: fc.integer({ min: 0, max: 100_000 }).map((each) => each / 100),
      }),
    ),
  );

  test('taxable value, heads and round-off add up to the ticket price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), coupons, places, (paise, coupon, { supplier, buyer }) => {
        const order = ticketPrice(paise, coupon);
        const { heads, roundOff, payable } = taxedPrice(order, findSupplyType(supplier, buyer));
        const tax = heads.reduce((sum, { amount }) => sum + amount, 0);

        expect(payable).toBe(order.payable);
        expect(payable % 100).toBe(0);
        expect(order.taxable + tax + roundOff).toBe(payable);
        expect(Math.abs(roundOff)).toBeLessThanOrEqual(MAX_ROUND_OFF_PAISE);
        expect(Math.abs(tax - order.tax)).toBeLessThanOrEqual(1);
        expect(new Set(heads.map(({ amount }) => amount)).size).toBe(1);
        for (const { amount, percent } of heads)
          expect(Math.abs(amount - (order.taxable * percent) / 100)).toBeLessThanOrEqual(0.5);
      }),
      { numRuns: 2000 },
    );
  });

  test('under a letter of undertaking, only the round-off makes whole rupees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), coupons, (paise, coupon) => {
        const { taxable } = ticketPrice(paise, coupon);
        const payable = Math.round(taxable / 100) * 100;
        const { heads, roundOff } = taxedPrice({ taxable, payable }, 'export-under-lut');
        expect(heads).toEqual([]);
        expect(taxable + roundOff).toBe(payable);
        expect(Math.abs(roundOff)).toBeLessThanOrEqual(50);
      }),
      { numRuns: 1000 },
    );
  });

  test('the largest round-off of half a rupee and a paisa occurs', () => {
    const roundOffs = Array.from({ length: 20_000 }, (_, paise) => taxedPrice(ticketPrice(paise), 'state').roundOff);
    expect([Math.min(...roundOffs), Math.max(...roundOffs)]).toEqual([-50, MAX_ROUND_OFF_PAISE]);
  });
});

test('a day has its rate and its service code', () => {
  expect(taxRuleOn('2026-05-04')).toMatchObject({ percent: 18, sac: '998433' });
});
