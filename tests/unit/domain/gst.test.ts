import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  type BuyerPlace,
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
    {
      name: 'one State',
      supplier: TAMIL_NADU,
      buyer: inState('33'),
      supply: 'state',
      place: '33-Tamil Nadu',
    },
    {
      name: 'two States',
      supplier: TAMIL_NADU,
      buyer: inState('29'),
      supply: 'inter-state',
      place: '29-Karnataka',
    },
    {
      name: 'one territory',
      supplier: LADAKH,
      buyer: inState('38'),
      supply: 'territory',
      place: '38-Ladakh',
    },
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
    {
      name: 'a buyer abroad',
      supplier: TAMIL_NADU,
      buyer: abroad,
      supply: 'export',
      place: '96-Other Countries',
    },
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

  test('a seller outside the States sells between States, except within the Other Territory', () => {
    expect(findSupplyType('99', inState('33'))).toBe('inter-state');
    expect(findSupplyType('97', inState('33'))).toBe('inter-state');
    expect(findSupplyType('97', inState('97'))).toBe('territory');
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
    tax: number;
    payable: number;
    supply: SupplyType;
    heads: [string, number, number][];
    roundOff: number;
  }>([
    // 149.00 → 13.41 + 13.41 = 175.82, and 0.18 to 176.00
    {
      taxable: 14900,
      tax: 2682,
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
      tax: 2682,
      payable: 17600,
      supply: 'territory',
      heads: [
        ['CGST', 9, 1341],
        ['UTGST', 9, 1341],
      ],
      roundOff: 18,
    },
    {
      taxable: 14900,
      tax: 2682,
      payable: 17600,
      supply: 'inter-state',
      heads: [['IGST', 18, 2682]],
      roundOff: 18,
    },
    {
      taxable: 14900,
      tax: 2682,
      payable: 17600,
      supply: 'export',
      heads: [['IGST', 18, 2682]],
      roundOff: 18,
    },
    { taxable: 14900, tax: 0, payable: 14900, supply: 'export-under-lut', heads: [], roundOff: 0 },
    // 74.50: 9 % is 6.705, which one half rounds up and the other down.
    {
      taxable: 7450,
      tax: 1341,
      payable: 8800,
      supply: 'state',
      heads: [
        ['CGST', 9, 671],
        ['SGST', 9, 670],
      ],
      roundOff: 9,
    },
    {
      taxable: 7450,
      tax: 1341,
      payable: 8800,
      supply: 'inter-state',
      heads: [['IGST', 18, 1341]],
      roundOff: 9,
    },
    // 125.00 and 22.50: half a rupee rounds up.
    {
      taxable: 12500,
      tax: 2250,
      payable: 14800,
      supply: 'state',
      heads: [
        ['CGST', 9, 1125],
        ['SGST', 9, 1125],
      ],
      roundOff: 50,
    },
    {
      taxable: 10000,
      tax: 1800,
      payable: 11800,
      supply: 'inter-state',
      heads: [['IGST', 18, 1800]],
      roundOff: 0,
    },
    // 123.50: 9 % is 11.115.
    {
      taxable: 12350,
      tax: 2223,
      payable: 14600,
      supply: 'territory',
      heads: [
        ['CGST', 9, 1112],
        ['UTGST', 9, 1111],
      ],
      roundOff: 27,
    },
  ])('$taxable as $supply', ({ taxable, tax, payable, supply, heads, roundOff }) => {
    const price = taxedPrice({ taxable, tax, payable }, supply);
    expect(price.heads.map(({ name, percent, amount }) => [name, percent, amount])).toEqual(heads);
    expect(price).toMatchObject({ roundOff, payable });
  });

  test('an odd rate is split into equal halves', () => {
    expect(taxHeads(50, 'state', 5).map(({ percent, amount }) => [percent, amount])).toEqual([
      [2.5, 25],
      [2.5, 25],
    ]);
  });

  test('a price that does not match its tax throws an error', () => {
    expect(() => taxedPrice({ taxable: 14900, tax: 2682, payable: 17700 }, 'state')).toThrow(
      RangeError,
    );
    expect(() =>
      taxedPrice({ taxable: 14900, tax: 2682, payable: 17600 }, 'export-under-lut'),
    ).toThrow(RangeError);
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
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        coupons,
        places,
        (paise, coupon, { supplier, buyer }) => {
          const order = ticketPrice(paise, coupon);
          const { heads, roundOff, payable } = taxedPrice(order, findSupplyType(supplier, buyer));
          const tax = heads.reduce((sum, { amount }) => sum + amount, 0);

          expect(payable).toBe(order.payable);
          expect(payable % 100).toBe(0);
          expect(order.taxable + tax + roundOff).toBe(payable);
          expect(Math.abs(roundOff)).toBeLessThanOrEqual(50);
          expect(tax).toBe(order.tax);
          const amounts = heads.map(({ amount }) => amount);
          expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
          if (payable > 0)
            for (const { amount, percent } of heads)
              expect(Math.abs(amount - (order.taxable * percent) / 100)).toBeLessThanOrEqual(0.75);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('the heads of each price to ₹2,000 add up to its tax, and differ by a paisa at most', () => {
    const wrong = Array.from({ length: 200_001 }, (_, paise) => paise).filter((paise) => {
      const price = ticketPrice(paise);
      return (['state', 'territory', 'inter-state', 'export'] as const).some((supply) => {
        const amounts = taxedPrice(price, supply).heads.map(({ amount }) => amount);
        return (
          amounts.reduce((sum, amount) => sum + amount) !== price.tax ||
          Math.max(...amounts) - Math.min(...amounts) > 1
        );
      });
    });
    expect(wrong).toEqual([]);
  });

  test('under a letter of undertaking, only the round-off makes whole rupees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), coupons, (paise, coupon) => {
        const { taxable } = ticketPrice(paise, coupon);
        const payable = Math.round(taxable / 100) * 100;
        const { heads, roundOff } = taxedPrice({ taxable, tax: 0, payable }, 'export-under-lut');
        expect(heads).toEqual([]);
        expect(taxable + roundOff).toBe(payable);
        expect(Math.abs(roundOff)).toBeLessThanOrEqual(50);
      }),
      { numRuns: 1000 },
    );
  });
});

test('a day has its rate and its service code', () => {
  expect(taxRuleOn('2026-05-04')).toMatchObject({ percent: 18, sac: '998433' });
});
