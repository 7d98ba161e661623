import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvFile } from '#domain/csv.ts';
import { lastOf } from '#domain/existing.ts';
import { countryName } from '#domain/format/country-name.ts';
import { toRupees } from '#domain/pricing.ts';
import { producerMessages } from '#messages/producer.ts';
import type { Db } from '../../../db/database.ts';
import { type ExportedOrder, findExportPart } from './queries.ts';

// Measured: parts of 250 used the most memory, because they leave more half-filled buffers.
const ORDERS_PER_PART = 1000;

const heads = producerMessages.columns;
const FILE = csvFile<ExportedOrder>([
  // Chosen: days in the time zone of the cinema, as in statements; the time zone of the reader is
  // unknown.
  [heads.orderDate, (order) => order.day],
  [heads.orderSource, (order) => order.orderSource],
  [heads.orderCountry, (order) => order.orderCountry && countryName(order.orderCountry)],
  [heads.transactionCurrencyCode, (order) => order.currency],
  [heads.ticketRate, (order) => toRupees(order.unitPrice)],
  [heads.totalTaxValue, (order) => toRupees(order.totalTaxValue)],
  [heads.discountValue, (order) => toRupees(order.discountValue)],
  [heads.totalRoundedValue, (order) => toRupees(order.totalRoundedValue)],
  [heads.paymentStatus, (order) => order.paymentStatus],
]);

interface Export {
  movieId: number;
  /** Highest order id of the export. */
  lastId: number;
  descending: boolean;
  /** Called when the database fails during the export; the connection is then aborted. */
  onError: (error: unknown) => void;
}

/**
 * Reads one part whenever the reader is ready, so that memory use is constant. A failure aborts the
 * stream, so that no reader takes a partial file for a complete one.
 */
export function orderStream(db: Db, { onError, ...query }: Export): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks = csvOf(db, query);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      cancel: () => void chunks.return(undefined),
    },
    { highWaterMark: 0 },
  );
}

async function* csvOf(db: Db, query: Omit<Export, 'onError'>): AsyncGenerator<string, undefined> {
  yield FILE.head;
  let after: ExportedOrder | null = null;
  for (;;) {
    // The embedded database responds in the same turn of the event loop. Without a pause, other
    // requests and the disconnect of the reader would have to wait.
    await nextTurn();
    const part: ExportedOrder[] = await findExportPart(db, {
      ...query,
      after,
      limit: ORDERS_PER_PART,
    });
    if (part.length) yield part.map(FILE.lineOf).join('');
    if (part.length < ORDERS_PER_PART) return undefined;
    after = lastOf(part);
  }
}
