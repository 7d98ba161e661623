import { describe, expect, test } from 'vitest';
import type { ProducerOrder, Statement } from '#contract/producer.ts';
import { displaySignedPaise } from '#domain/format/report-money.ts';
import type { StatementSums } from '#domain/statement.ts';
import { exportProgressText } from '#stores/producer/export-progress.ts';
import { ORDER_COLUMNS } from '#islands/producer/order-columns.ts';
import { paidSteps, shareSteps, stepValue } from '#stores/producer/waterfall.ts';

const ORDER: ProducerOrder = {
  movieOrderId: 1,
  orderDate: '20-11-2026 20:30:00',
  orderSource: 'WEB',
  orderCountry: 'SG',
  transactionCurrencyCode: 'USD',
  orderMovie: { ticketRate: 149 },
  totalTaxValue: 26.82,
  discountValue: 0,
  totalRoundedValue: 100176,
  paymentStatus: 'PAID',
};
const cells = (order: Partial<ProducerOrder> = {}) =>
  ORDER_COLUMNS.map(({ cell }) => cell({ ...ORDER, ...order }));

describe('an order’s row (spec §2, §9)', () => {
  test('has nine columns with the spec’s heads', () =>
    expect(ORDER_COLUMNS.map(({ head }) => head)).toEqual([
      'Order Date',
      'Source',
      'Country',
      'Currency',
      'Price',
      'Tax',
      'Discount',
      'Total',
      'Status',
    ]));

  test('shows DD-MM-YYYY in the viewer’s zone, the country’s name, and sums with two decimals', () =>
    expect(cells()).toEqual([
      localDay('2026-11-20T20:30:00Z'),
      'WEB',
      'Singapore',
      'USD',
      '149.00',
      '26.82',
      '0.00',
      '1,00,176.00',
      'PAID',
    ]));

  test.each([
    [null, '-'],
    ['India', 'India'],
    ['in', 'India'],
    ['XX', 'XX'],
  ])('country %j is shown as %s', (orderCountry, shown) =>
    expect(cells({ orderCountry })[2]).toBe(shown),
  );
});

function localDay(instant: string) {
  const [year, month, day] = new Date(instant).toLocaleDateString('en-CA').split('-');
  return `${day}-${month}-${year}`;
}

test.each([
  [0, '0.00'],
  [1341, '13.41'],
  [-1341, '−13.41'],
  [12_345_678_901, '12,34,56,789.01'],
])('%i paise are shown as %s', (paise, shown) => expect(displaySignedPaise(paise)).toBe(shown));

test.each([
  [{ rows: 0, total: null, bytes: 0 }, '0 orders, 0 kB'],
  [{ rows: 12_400, total: 100_000, bytes: 1_234_567 }, '12,400 of 1,00,000 orders, 1.2 MB'],
  [{ rows: 5, total: 3, bytes: 900 }, '3 of 3 orders, 1 kB'],
])('an export at %j is described as “%s”', (progress, words) =>
  expect(exportProgressText(progress)).toBe(words),
);

const SUMS: StatementSums = {
  tickets: 2,
  price: 29_800,
  discount: 7450,
  taxable: 22_350,
  gst: 4023,
  roundOff: 27,
  received: 26_400,
  gatewayFee: 623,
  platformShare: 4345,
  producerShare: 17_382,
};
const NONE = Object.fromEntries(
  Object.keys(SUMS).map((name) => [name, 0]),
) as unknown as StatementSums;
const STATEMENT: Statement = {
  movieId: 1,
  movieName: 'கடைசி மழை',
  movieNameEn: 'The Last Rain',
  primaryLanguage: 'Tamil',
  month: '2026-11',
  isOpen: true,
  approval: null,
  currency: 'INR',
  sold: SUMS,
  returned: NONE,
  total: SUMS,
  platformSharePercents: [20],
  estimatedFees: 0,
  days: [],
};

describe('the steps from the price to the share', () => {
  const steps = shareSteps(STATEMENT);

  test('deduct discount, gateway fee and platform share, each by name', () =>
    expect(steps.map((step) => [step.label, stepValue(step, SUMS)])).toEqual([
      ['Tickets', 2],
      ['Price', 29_800],
      ['less Discount', -7450],
      ['Sales before GST', 22_350],
      ['less Gateway fee', -623],
      ['less Platform share, 20%', -4345],
      ['Producer’s share', 17_382],
    ]));

  test('add up line by line', () => {
    let left = 0;
    for (const step of steps) {
      const value = stepValue(step, SUMS);
      if (step.kind === 'addition' || step.kind === 'deduction') left += value;
      if (step.kind === 'subtotal' || step.kind === 'result') expect(value).toBe(left);
    }
  });

  test('draw each bar from the end of the bar before', () => {
    const stepOf = (name: string) => steps.find(({ line }) => line === name)!;
    expect(stepOf('discount').to).toBe(stepOf('price').to);
    expect(stepOf('discount').from).toBe(stepOf('taxable').to);
    expect(stepOf('gatewayFee').to).toBe(stepOf('taxable').to);
    expect(stepOf('platformShare').to).toBe(stepOf('gatewayFee').from);
    expect(stepOf('platformShare').from).toBe(stepOf('producerShare').to);
  });

  test('draw no bars for a month with more refunds than sales', () => {
    const total = {
      ...SUMS,
      price: -100,
      taxable: -100,
      discount: 0,
      producerShare: -100,
      gatewayFee: 0,
    };
    expect(
      shareSteps({ ...STATEMENT, total }).every(({ from, to }) => from === 0 && to === 0),
    ).toBe(true);
  });
});

test('the steps to the paid sum are sales, GST and round-off', () => {
  const steps = paidSteps(STATEMENT);
  expect(steps.map((step) => [step.label, stepValue(step, SUMS)])).toEqual([
    ['Sales before GST', 22_350],
    ['GST', 4023],
    ['Round-off', 27],
    ['Paid by viewers', 26_400],
  ]);
});
