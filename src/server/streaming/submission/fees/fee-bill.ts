import { CURRENCY, SUBMISSION_FEE_DOLLARS } from '#domain/limits/money.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Db } from '../../../db/database.ts';
import type { Bill, BillKind } from '../../payments/bill.ts';
import { queueHeldMail } from '../mails/queries.ts';
import {
  changeFee,
  type FeeRow,
  findFeeByNo,
  findFeeRow,
  hasPaidOtherFee,
  lockFee,
  lockFeeAndMaker,
} from './queries.ts';

/**
 * Chosen: no invoice is issued for a fee; the operator writes one on request.
 * Chosen: the operator may refund a used fee; its film stays submitted.
 */
export const feeBill = (fee: FeeRow): Bill => ({
  ref: { feeId: fee.feeId },
  billNo: fee.feeNo,
  status: fee.paymentStatus,
  total: fee.amount,
  dollarCents: SUBMISSION_FEE_DOLLARS * 100,
  currency: CURRENCY,
  transactionNo: fee.paymentTransactionNo,
  refundedAt: fee.refundedAt,
  partRefundedValue: fee.partRefundedValue,
  messages: { notProven: text.notProven, notRefundable: text.notRefundable },
  findUnpayableReason: (tx) => findUnpayableReason(tx, fee),
  reclaimDiscount: async () => null,
  canReopen: async () => true,
  markProcessing: (tx) => changeFee(tx, fee.feeId, { paymentStatus: 'PROCESSING' }),
  markPaid: (tx, _deps, { mode, transactionNo }, now) =>
    changeFee(tx, fee.feeId, {
      paymentStatus: 'PAID',
      paymentMode: mode,
      paymentTransactionNo: transactionNo,
      paidAt: now,
    }),
  markCancelled: (tx) => changeFee(tx, fee.feeId, { paymentStatus: 'CANCELLED' }),
  markHeld: (tx, now) => queueHeldMail(tx, fee.feeId, now),
  markPartRefunded: (tx, _deps, { valueAfter }) =>
    changeFee(tx, fee.feeId, { partRefundedValue: valueAfter }),
  endPlayback: async () => undefined,
  markRefunded: (tx, _deps, _reason, now) =>
    changeFee(tx, fee.feeId, { paymentStatus: 'REFUNDED', refundedAt: now }),
});

const asBill = (fee: FeeRow | undefined) => fee && feeBill(fee);

export const feeBills: BillKind = {
  idOf: ({ feeId }) => feeId,
  find: async (db, id) => asBill(await findFeeRow(db, id)),
  lock: async (tx, id) => asBill(await lockFee(tx, id)),
  lockWithCompetingBills: async (tx, id) => asBill(await lockFeeAndMaker(tx, id)),
  findByNo: async (db, billNo) => asBill(await findFeeByNo(db, billNo)),
};

async function findUnpayableReason(tx: Db, fee: FeeRow): Promise<string | null> {
  if (fee.userId === null) return 'the maker has deleted the account';
  if (fee.paymentStatus === 'PAID') return 'a second payment of a paid fee';
  if (fee.paymentStatus === 'REFUNDED') return 'a payment of a refunded fee';
  if (await hasPaidOtherFee(tx, fee)) return 'the maker has paid another fee in the meantime';
  return null;
}
