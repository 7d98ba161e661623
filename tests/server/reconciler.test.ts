import { expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR } from '#domain/limits.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { aHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

test('a payment that is opened again when its first try is hardly asked about any more is found all the same', async () => {
  const house = await aHouse();
  const shop = purchases(house);
  await house.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
  const inSixDays = toWire(new Date(house.clock.now().getTime() + 6 * DAY));
  const { viewer, order } = await shop.anOpenOrder({ bookingStartTime: inSixDays });
  await shop.checkout(viewer, order);

  house.clock.advance(6 * DAY - HOUR);
  const { json } = await shop.checkout(viewer, order);
  await shop.payAt(json.order_id);
  house.clock.advance(2 * HOUR);
  expect(await reconcile(house.deps)).toBe(1);
});
