import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '#server/deps.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import type { Step } from './steps.ts';

/** What the file of another ticket system says: rupees, rounded there as here. An order is known again by its date. */
export const IMPORTED_ORDERS = [
  {
    paymentStatus: 'PAID',
    orderDate: '-9d',
    unitPrice: 99.5,
    totalTaxValue: 17.91,
    totalRoundedValue: 117,
  },
  {
    paymentStatus: 'REFUNDED',
    orderDate: '-8d',
    refundDate: '-7d',
    unitPrice: 120,
    totalTaxValue: 21.6,
    totalRoundedValue: 142,
  },
] as const;

/** Imports one order of a viewer that was paid, or paid and refunded, in another system. A repeated import changes nothing. */
export async function importOrder(
  { db, config, now }: Deps,
  { viewer, film, status }: Extract<Step, { type: 'importOrder' }>,
): Promise<void> {
  const order = IMPORTED_ORDERS.find(({ paymentStatus }) => paymentStatus === status)!;
  const folder = mkdtempSync(join(tmpdir(), 'matinee-import-'));
  try {
    const file = join(folder, 'orders.json');
    const row = {
      ...order,
      bookingStartTime: order.orderDate,
      user: `viewer ${viewer}`,
      movie: `film ${film}`,
    };
    writeFileSync(file, JSON.stringify({ orders: [row] }));
    await importCatalogue({ db, mediaDir: config.mediaDir, now: now() }, { file });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
