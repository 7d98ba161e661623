import { logFailure } from '../../db/unavailable.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { claimInBatches, runDueTasks } from '../../run-due-tasks.ts';
import { recordRefundRequest } from '../payments/refunds/request-refund.ts';

const TICKET_LIMIT = 500;
/** Chosen: half of a process's database connections; the other half stays free for viewers. */
const CONCURRENCY = 5;

interface RefundBatch {
  /** Ids of the next orders to refund, ascending. */
  list(after: number, limit: number): Promise<number[]>;
  /** Shown to the viewer. */
  reason: string;
  /**
   * Runs under the lock of the order's row. Throws an AppError if the order must not be refunded
   * any more.
   */
  refuse(tx: Db, movieOrderId: number): Promise<void>;
  /** For the log: `a ticket of a withdrawn film`. */
  subject: string;
}

/** Requests refunds for all listed orders. `signal` ends the run early. */
export async function refundInBatches(
  deps: Deps,
  { list, reason, refuse, subject }: RefundBatch,
  signal?: AbortSignal,
): Promise<void> {
  let lastOrderId = 0;
  const tickets = claimInBatches(
    async () => {
      if (lastOrderId) deps.jobs.enqueue('reconcile');
      const ids = await list(lastOrderId, TICKET_LIMIT);
      lastOrderId = ids.at(-1) ?? lastOrderId;
      return ids;
    },
    // No claim: the lock on the order's row keeps two processes from refunding one ticket twice.
    async (ids) => ids,
    async (movieOrderId) => {
      try {
        await recordRefundRequest(deps, { movieOrderId }, reason, (tx) => refuse(tx, movieOrderId));
      } catch (error) {
        if (error instanceof AppError)
          deps.log.info({ err: error, movieOrderId }, `${subject} is not refunded`);
        else
          logFailure({
            log: deps.log,
            error,
            message: `${subject} could not be refunded; it will be tried again`,
            fields: {
              movieOrderId,
            },
          });
      }
    },
  );
  await runDueTasks([tickets], { concurrency: CONCURRENCY, signal });
}
