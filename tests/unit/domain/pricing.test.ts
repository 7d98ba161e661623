import { displayRupees } from '#domain/format/numbers.ts';
import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { GST_PERCENT } from '#domain/limits/money.ts';
import { ticketPrice, toPaise, toRupees, type Discount } from '#domain/pricing.ts';

const percent = (couponValue: number): Discount => ({ couponType: 'PERCENTAGE', couponValue });
const fixed = (couponValue: number): Discount => ({ couponType: 'FIXED', couponValue });

describe('a ticket', () => {
  test.each([
    { name: 'adds 18% GST', rate: 100, coupon: null, discount: 0, tax: 18, payable: 118 },
    {
      name: 'taxes the price after a percentage discount',
      rate: 149,
      coupon: percent(50),
      discount: 74.5,
      tax: 13.41,
      payable: 88,
    },
    {
      name: 'subtracts a fixed discount',
      rate: 100,
      coupon: fixed(30),
      discount: 30,
      tax: 12.6,
      payable: 83,
    },
    {
      name: 'costs nothing with a 100 % discount',
      rate: 149,
      coupon: percent(100),
      discount: 149,
      tax: 0,
      payable: 0,
    },
    {
      name: 'never goes below zero',
      rate: 50,
      coupon: fixed(80),
      discount: 50,
      tax: 0,
      payable: 0,
    },
    {
      name: 'has no tax if it rounds to ₹0',
      rate: 149,
      coupon: percent(99.9),
      discount: 148.85,
      tax: 0,
      payable: 0,
    },
    { name: 'is free for a free film', rate: 0, coupon: null, discount: 0, tax: 0, payable: 0 },
    {
      name: 'rounds half a rupee up',
      rate: 125,
      coupon: null,
      discount: 0,
      tax: 22.5,
      payable: 148,
    },
    {
      name: 'rounds the discount to a whole paisa',
      rate: 0.99,
      coupon: percent(50),
      discount: 0.5,
      tax: 0.09,
      payable: 1,
    },
    {
      name: 'rounds half a paisa up despite floating-point errors',
      rate: 2.5,
      coupon: percent(64.6),
      discount: 1.62,
      tax: 0.16,
      payable: 1,
    },
    {
      name: 'ignores a discount below zero',
      rate: 100,
      coupon: fixed(-5),
      discount: 0,
      tax: 18,
      payable: 118,
    },
  ])('$name', ({ rate, coupon, discount, tax, payable }) => {
    const price = ticketPrice(toPaise(rate), coupon);
    expect({
      discount: toRupees(price.discount),
      tax: toRupees(price.tax),
      payable: toRupees(price.payable),
    }).toEqual({
      discount,
      tax,
      payable,
    });
  });

  const rates = fc.integer({ min: 0, max: 10_000_000 });
  const coupons = fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((value) => percent(value / 100)),
      fc.integer({ min: 0, max: 2_000_000 }).map((value) => fixed(value / 100)),
    ),
  );

  test('has whole paise that add up, and a total in whole rupees', () => {
    fc.assert(
      fc.property(rates, coupons, (rate, coupon) => {
        const price = ticketPrice(rate, coupon);
        expect(
          Object.values(price).every((paise) => Number.isSafeInteger(paise) && paise >= 0),
        ).toBe(true);
        expect(price.base - price.discount).toBe(price.taxable);
        expect(price.payable % 100).toBe(0);
        expect(Math.abs(price.payable - price.taxable - price.tax)).toBeLessThanOrEqual(50);
        const exactTax = (price.taxable * GST_PERCENT) / 100;
        expect(Math.abs(price.tax - (price.payable === 0 ? 0 : exactTax))).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test('never costs more with a coupon', () => {
    fc.assert(
      fc.property(
        rates,
        coupons,
        (rate, coupon) => ticketPrice(rate, coupon).payable <= ticketPrice(rate).payable,
      ),
    );
  });
});

test('rupees are unchanged after conversion to paise and back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      (paise) => toPaise(toRupees(paise)) === paise,
    ),
  );
});

test.each([
  [149, '₹149'],
  [0, '₹0'],
  [26.82, '₹26.82'],
  [74.5, '₹74.50'],
  [100000, '₹1,00,000'],
])('%d rupees are shown as %s', (rupees, shown) => {
  expect(displayRupees(rupees)).toBe(shown);
});
