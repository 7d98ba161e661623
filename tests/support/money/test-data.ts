import type { MoneyWorld } from './world.ts';

/** What each film costs with each coupon, whole rupees with GST: worked out by hand, as nobody's code but the house's should. */
export const PRICES = [
  // 149: 26.82 GST. Half: 74.50 + 13.41. ₹30 off: 119 + 21.42.
  { rate: 149, none: 176, half: 88, flat: 140, full: 0 },
  // 250: 45 GST. Half: 125 + 22.50, and half a rupee goes up. ₹30 off: 220 + 39.60.
  { rate: 250, none: 295, half: 148, flat: 260, full: 0 },
  { rate: 0, none: 0, half: 0, flat: 0, full: 0 },
] as const;
export const RUPEES_PER_DOLLAR = 88;

const COUPONS = {
  half: { couponType: 'PERCENTAGE', couponValue: 50, totalLimit: 1, viewerLimit: null },
  flat: { couponType: 'FIXED', couponValue: 30, totalLimit: 3, viewerLimit: 1 },
  full: { couponType: 'PERCENTAGE', couponValue: 100, totalLimit: 2, viewerLimit: 1 },
};
export type CouponName = keyof typeof COUPONS;

export type Cast = Awaited<ReturnType<typeof aCast>>;

/** Two viewers, three films and three coupons with limits, on tables that are else empty. */
export async function aCast(world: MoneyWorld) {
  const films = [];
  for (const { rate } of PRICES) films.push(await world.aFilm({ ticketRate: rate }));
  const coupon = (name: CouponName) => world.aCoupon({ ...COUPONS[name], couponCode: name.toUpperCase() });
  const coupons = { half: await coupon('half'), flat: await coupon('flat'), full: await coupon('full') };
  return { films, coupons, viewers: [await world.aViewer(), await world.aViewer()] };
}

/** Everything of the last play is gone, the numbers of the invoices aside: those go on for ever. */
export async function clearStage(world: MoneyWorld, cast: Cast) {
  world.letters.length = 0;
  for (const provider of ['razorpay', 'paypal']) await world.providers({ provider, action: 'reset' });
  await world.script(CLEAR);
  cast.viewers = [await world.aViewer(), await world.aViewer()];
}

// Those that name others first.
const TABLES =
  'idempotency_keys ticket_mails coupon_uses refunds invoices payment_events payment_attempts submission_fees orders users'.split(
    ' ',
  );
const CLEAR = `delete from movies where movie_id in (select movie_id from submissions); ${TABLES.map((table) => `delete from ${table};`).join(' ')} update movies set active = 'Y' where active <> 'Y';`;
