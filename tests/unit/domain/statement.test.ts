import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  addSums,
  estimatedFee,
  feeInPaise,
  returnedTicket,
  soldTicket,
  type TicketAmounts,
  multiplySums,
} from '#domain/statement.ts';
import { GST_PERCENT } from '#domain/limits/money.ts';
import { ticketPrice } from '#domain/pricing.ts';

/** ₹149 plus GST. The provider keeps ₹4.15 of ₹176. */
const PLAIN: TicketAmounts = {
  price: 14900,
  discount: 0,
  gst: 2682,
  received: 17600,
  gatewayFee: 415,
  platformSharePercent: 20,
};

describe('a sold ticket', () => {
  test('gives the producer the price minus discount, GST, fee and platform share', () => {
    expect(
      soldTicket({ ...PLAIN, discount: 1000, gst: 2502, received: 16400, gatewayFee: 387 }),
    ).toEqual({
      tickets: 1,
      price: 14900,
      discount: 1000,
      taxable: 13900,
      gst: 2502,
      roundOff: -2,
      received: 16400,
      gatewayFee: 387,
      platformShare: 2703, // 20 % of 13513, half a paisa up
      producerShare: 10810,
    });
  });

  test.each<[string, Partial<TicketAmounts>, { platformShare: number; producerShare: number }]>([
    [
      'half a paisa goes to the platform',
      { price: 425, gatewayFee: 0, platformSharePercent: 10 },
      { platformShare: 43, producerShare: 382 },
    ],
    [
      'hundredths of a percent count',
      { price: 10_000, gatewayFee: 0, platformSharePercent: 12.25 },
      { platformShare: 1225, producerShare: 8775 },
    ],
    [
      'a cinema that takes nothing',
      { platformSharePercent: 0 },
      { platformShare: 0, producerShare: 14485 },
    ],
    [
      'a cinema that takes everything',
      { platformSharePercent: 100 },
      { platformShare: 14485, producerShare: 0 },
    ],
    [
      'both sides share a fee above the price',
      { price: 100, gatewayFee: 600 },
      { platformShare: -100, producerShare: -400 },
    ],
    [
      'a free ticket',
      { price: 0, gst: 0, received: 0, gatewayFee: 0 },
      { platformShare: 0, producerShare: 0 },
    ],
  ])('%s', (_, changes, expected) => {
    expect(soldTicket({ ...PLAIN, ...changes })).toMatchObject(expected);
  });
});

describe('a refunded ticket', () => {
  test('reverses all amounts except the provider’s fee, which both sides share', () => {
    expect(returnedTicket(PLAIN, { from: 0, to: PLAIN.received })).toEqual({
      tickets: -1,
      price: -14900,
      discount: 0,
      taxable: -14900,
      gst: -2682,
      roundOff: -18,
      received: -17600,
      gatewayFee: 0,
      platformShare: -2980,
      producerShare: -11920,
    });
    expect(
      addSums([soldTicket(PLAIN), returnedTicket(PLAIN, { from: 0, to: PLAIN.received })]),
    ).toMatchObject({
      tickets: 0,
      taxable: 0,
      gatewayFee: 415,
      platformShare: -83,
      producerShare: -332,
    });
  });
});

test.each([
  ['a fee in rupees is unchanged', feeInPaise(415, null), 415],
  ['cents are converted at the rate of their payment', feeInPaise(37, 88), 3256],
  ['half a paisa of a converted fee is rounded up', feeInPaise(1, 88.5), 89],
  ['a rate may have four decimals', feeInPaise(10_000, 83.1234), 831_234],
  ['an estimate uses the configured percentage', estimatedFee(17_600, 2.36), 415],
  ['half a paisa of an estimate is rounded up', estimatedFee(2500, 2.18), 55],
  ['a free ticket has no fee', estimatedFee(0, 2.36), 0],
])('fees: %s', (_, found, expected) => {
  expect(found).toBe(expected);
});

/** Tickets with prices of ticketPrice, any fee and any share. */
const aTicket: fc.Arbitrary<TicketAmounts> = fc
  .record({
    rate: fc.integer({ min: 0, max: 500_000 }),
    percent: fc.integer({ min: 0, max: 10_000 }),
    feePart: fc.double({ min: 0, max: 1.5, noNaN: true }),
    share: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ rate, percent, feePart, share }) => {
    const price = ticketPrice(rate, { couponType: 'PERCENTAGE', couponValue: percent / 100 });
    return {
      price: price.base,
      discount: price.discount,
      gst: price.tax,
      received: price.payable,
      gatewayFee: Math.round(price.payable * feePart),
      platformSharePercent: share / 100,
    };
  });
const aSale = fc.record({ money: aTicket, isRefunded: fc.boolean() });

describe('for any sales and refunds', () => {
  const checkAny = (work: (sales: { money: TicketAmounts; isRefunded: boolean }[]) => void) =>
    fc.assert(fc.property(fc.array(aSale, { maxLength: 40 }), work), { numRuns: 2000 });
  const linesOf = (sales: { money: TicketAmounts; isRefunded: boolean }[]) =>
    sales.flatMap(({ money, isRefunded }) => [
      soldTicket(money),
      ...(isRefunded ? [returnedTicket(money, { from: 0, to: money.received })] : []),
    ]);

  test('every paid and not refunded paisa goes to the state, the provider, the platform or the producer', () => {
    checkAny((sales) => {
      const total = addSums(linesOf(sales));
      for (const sum of Object.values(total))
        expect(Number.isSafeInteger(sum) && !Object.is(sum, -0)).toBe(true);
      expect(total.received).toBe(
        total.gst + total.roundOff + total.gatewayFee + total.platformShare + total.producerShare,
      );
      expect(total.taxable).toBe(total.price - total.discount);
      expect(total.producerShare).toBe(total.taxable - total.gatewayFee - total.platformShare);
    });
  });

  test('sums equal the sums of the single orders', () => {
    checkAny((sales) => {
      const total = addSums(linesOf(sales));
      const sold = sales.filter(({ isRefunded }) => !isRefunded).map(({ money }) => money);
      const sumOf = (valueOf: (money: TicketAmounts) => number, of = sold) =>
        of.reduce((sum, each) => sum + valueOf(each), 0);
      expect(total).toMatchObject({
        tickets: sold.length,
        price: sumOf(({ price }) => price),
        discount: sumOf(({ discount }) => discount),
        gst: sumOf(({ gst }) => gst),
        received: sumOf(({ received }) => received),
        gatewayFee: sumOf(
          ({ gatewayFee }) => gatewayFee,
          sales.map(({ money }) => money),
        ),
      });
    });
  });

  test('platform and producer shares differ from the exact ones by at most half a paisa per ticket', () => {
    checkAny((sales) => {
      for (const { money, isRefunded } of sales) {
        const { taxable, gatewayFee, platformShare } = addSums(linesOf([{ money, isRefunded }]));
        const exact = ((taxable - gatewayFee) * money.platformSharePercent) / 100;
        expect(Math.abs(platformShare - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    });
  });

  test('equal tickets can be multiplied instead of added', () => {
    fc.assert(
      fc.property(aTicket, fc.integer({ min: 0, max: 200 }), (money, count) => {
        const line = soldTicket(money);
        expect(multiplySums(line, count)).toEqual(
          addSums(Array.from({ length: count }, () => line)),
        );
      }),
    );
  });
});

test('statements and ticketPrice calculate the same amounts', () => {
  const { tax, taxable, payable } = ticketPrice(14900);
  expect({ tax, taxable, payable }).toEqual({
    tax: (14900 * GST_PERCENT) / 100,
    taxable: 14900,
    payable: 17600,
  });
});
