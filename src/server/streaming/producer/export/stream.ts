import { setImmediate as nextTurn } from 'node:timers/promises';
import { countryName } from '#domain/country-name.ts';
import { BYTE_ORDER_MARK, csvRow } from '#domain/csv.ts';
import { toRupees } from '#domain/pricing.ts';
import { producerMessages } from '#messages/producer.ts';
import type { Db } from '../../../db/database.ts';
import { type ExportedOrder, findPart } from './queries.ts';

// Smaller parts leave more half-filled buffers behind: with 250 the memory grew most.
const ORDERS_AT_ONCE = 1000;

interface Export {
  movieId: number;
  /** Orders that came later are not in it. */
  lastId: number;
  descending: boolean;
  /** Told when the database fails in the middle; the reader's connection breaks off then. */
  onError: (error: unknown) => void;
}

/**
 * The orders of a film as a CSV file, a part at a time and only when its reader has taken the one before: memory does not grow
 * with the orders. Stops when the reader leaves. A failure in the middle breaks the stream off: no reader takes half a file
 * for a whole one.
 */
export function orderStream(db: Db, { onError, ...wanted }: Export): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks = csvOf(db, wanted);
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
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}

async function* csvOf(db: Db, wanted: Omit<Export, 'onError'>): AsyncGenerator<string, undefined> {
  yield BYTE_ORDER_MARK + csvRow(Object.values(producerMessages.columns));
  let after: ExportedOrder | null = null;
  for (;;) {
    // The embedded database answers within the same turn of the event loop: without this nobody else would have one, nor
    // would it be heard that the reader has left.
    await nextTurn();
    const part: ExportedOrder[] = await findPart(db, { ...wanted, after, limit: ORDERS_AT_ONCE });
    if (part.length) yield part.map(rowOf).join('');
    if (part.length < ORDERS_AT_ONCE) return undefined;
    after = part.at(-1)!;
  }
}

// Chosen: days of the house's clock, as in the statements; the server does not know where the file will be read.
const rowOf = (order: ExportedOrder): string =>
  csvRow([
    order.day,
    order.orderSource,
    order.orderCountry && countryName(order.orderCountry),
    order.currency,
    toRupees(order.unitPrice),
    toRupees(order.totalTaxValue),
    toRupees(order.discountValue),
    toRupees(order.totalRoundedValue),
    order.paymentStatus,
  ]);
