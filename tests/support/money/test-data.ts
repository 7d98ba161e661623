import type { PaymentEnvironment } from './environment.ts';

/** The price of each film with each coupon, in whole rupees with GST. Calculated by hand, independent of the server's code. */
export const PRICES = [
  // 149: 26.82 GST. Half: 74.50 + 13.41. ₹30 off: 119 + 21.42.
  { rate: 149, none: 176, half: 88, flat: 140, full: 0 },
  // 250: 45 GST. Half: 125 + 22.50, rounded up. ₹30 off: 220 + 39.60.
  { rate: 250, none: 295, half: 148, flat: 260, full: 0 },
  { rate: 0, none: 0, half: 0, flat: 0, full: 0 },
] as const;
export const RUPEES_PER_DOLLAR = 88;

const COUPONS = {
  half: { couponType: 'PERCENTAGE', couponValue: 50, totalLimit: 1, viewerLimit: null },
  flat: { couponType: 'FIXED', couponValue: 30, totalLimit: 3, viewerLimit: 1 },
  full: { couponType: 'PERCENTAGE', couponValue: 100, totalLimit: 2, viewerLimit: 1 },
} as const;
export type CouponName = keyof typeof COUPONS;

export type TestData = Awaited<ReturnType<typeof createTestData>>;

export async function createTestData(environment: PaymentEnvironment) {
  const films = [];
  for (const [index, { rate }] of PRICES.entries())
    films.push(await environment.aFilm({ ticketRate: rate, importRef: `film ${index}` }));
  const coupon = (name: CouponName) =>
    environment.aCoupon({ ...COUPONS[name], couponCode: name.toUpperCase() });
  const coupons = {
    half: await coupon('half'),
    flat: await coupon('flat'),
    full: await coupon('full'),
  };
  return { films, coupons, viewers: await createViewers(environment) };
}

const createViewers = async (environment: PaymentEnvironment) => [
  await environment.aViewer({ importRef: 'viewer 0' }),
  await environment.aViewer({ importRef: 'viewer 1' }),
  // Only claims gifts.
  await environment.aViewer({ importRef: 'viewer 2' }),
];

/** Deletes all data of the last sequence of steps (steps.ts). The numbers of invoices continue. */
export async function resetTestData(environment: PaymentEnvironment, testData: TestData) {
  environment.pendingWebhooks.length = 0;
  for (const provider of ['razorpay', 'paypal'])
    await environment.controlProviders({ provider, action: 'reset' });
  await environment.runSql(DELETE_ALL);
  testData.viewers = await createViewers(environment);
}

// Referencing tables first.
const TABLES_IN_DELETE_ORDER =
  'idempotency_keys gifts ticket_mails fee_mails coupon_uses disputes part_refunds held_payments refunds invoices payment_events payment_attempts submission_fees orders users'.split(
    ' ',
  );
// The lock waits for a transaction of a process that crashed in the last sequence of steps: it may still commit.
const DELETE_ALL = `lock table orders in access exclusive mode; delete from movies where movie_id in (select movie_id from submissions); ${TABLES_IN_DELETE_ORDER.map((table) => `delete from ${table};`).join(' ')} update movies set active = 'Y' where active <> 'Y';`;
