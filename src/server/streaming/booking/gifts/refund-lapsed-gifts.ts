import { giftRefusals as text } from '#messages/gift-refusals.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findExistingOrder } from '../queries.ts';
import { refundInBatches } from '../refund-in-batches.ts';
import { listLapsedGifts } from './queries.ts';

/** Requests refunds for gifts that nobody claimed in time. `signal` ends the run early. */
export const refundLapsedGifts = (deps: Deps, signal?: AbortSignal): Promise<void> =>
  refundInBatches(
    deps,
    {
      list: (after, limit) => listLapsedGifts({ db: deps.db, now: deps.now(), after, limit }),
      reason: text.notClaimed,
      async refuse(tx, movieOrderId) {
        const { gift } = await findExistingOrder(tx, movieOrderId);
        if (gift?.claimedAt) throw new AppError('claimed_gift_kept');
      },
      subject: 'a gift that nobody claimed',
    },
    signal,
  );
