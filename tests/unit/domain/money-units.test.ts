import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { Order } from '#contract/booking.ts';
import type { Invoice } from '#contract/invoices.ts';
import { type MinorUnits, type Paise, type Rupees, toPaise, toRupees } from '#domain/pricing.ts';
import type { orders } from '#server/db/schema/booking.ts';
import type { paymentAttempts } from '#server/db/schema/payments.ts';
import { PROJECT } from '../../support/project.ts';

type OrderRow = typeof orders.$inferSelect;
type AttemptRow = typeof paymentAttempts.$inferSelect;

test('the total of an order is paise in its row, rupees on the wire and paise on its invoice', () => {
  expectTypeOf<OrderRow['totalRoundedValue']>().toEqualTypeOf<Paise>();
  expectTypeOf<Order['totalRoundedValue']>().toEqualTypeOf<Rupees>();
  expectTypeOf<Invoice['total']>().toEqualTypeOf<Paise>();
  expectTypeOf<Paise>().not.toExtend<Rupees>();
  expectTypeOf<Rupees>().not.toExtend<Paise>();
  expectTypeOf<Paise>().toExtend<MinorUnits>();
  expectTypeOf<MinorUnits>().not.toExtend<Paise>();
  expectTypeOf<AttemptRow['amount']>().toEqualTypeOf<MinorUnits>();
});

test('the doors between the units refuse the wrong one', () => {
  const paise = toPaise(149.5);
  expect([paise, toRupees(paise)]).toEqual([14_950, 149.5]);
  // @ts-expect-error Paise are no rupees.
  toPaise(paise);
  // @ts-expect-error Rupees are no paise.
  toRupees(toRupees(paise));
});

/** Amounts whose unit is in the field beside them, or a percentage. */
const WITHOUT_UNIT = [
  'booking.ts couponValue',
  'operation-result.ts amount',
  'operation-result.ts total',
  'payments.ts amount',
  'producer.ts producerShare',
  'producer.ts salesBeforeGst',
];

test('an amount of the contract has its unit in its schema', () => {
  const folder = join(PROJECT, 'src/contract');
  const money =
    /^ +(\w*(?:[vV]alue|[aA]mount|[pP]rice|ticketRate|Share|salesBeforeGst|total)): z\.number\(/gm;
  const bare = globSync('*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(money)].map(
      ([, field]) => `${file} ${field}`,
    ),
  );
  expect([...new Set(bare)].toSorted()).toEqual(WITHOUT_UNIT);
});
