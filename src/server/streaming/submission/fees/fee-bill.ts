import type { PaymentStatus } from '#contract/booking.ts';
import { CURRENCY } from '#domain/limits.ts';
import { submissionFeeMessages as text } from '#messages/submission-fee.ts';
import type { Db } from '../../../db/database.ts';
import type { Bill, BillKind } from '../../payments/bill.ts';
import {
  cancelStaleFees,
  changeFee,
  type FeeRow,
  findFeeByNo,
  findFeeRow,
  hasPaidOtherFee,
  lockFee,
  lockFeeAlone,
} from './queries.ts';

/**
 * The fee of a submission as what is paid for.
 * Chosen: there is no paper for it: the house asks it to look at a film, and a maker who needs a bill gets it by hand.
 * Chosen: a fee that was used may be returned by the operator; its film stays where it is.
 */
export const feeBill = (fee: FeeRow): Bill => ({
  subject: { feeId: fee.feeId },
  no: fee.feeNo,
  status: fee.paymentStatus as PaymentStatus,
  total: fee.amount,
  currency: CURRENCY,
  transactionNo: fee.paymentTransactionNo,
  refundedAt: fee.refundedAt,
  words: { notProven: text.notProven, notRefundable: text.notRefundable },
  whyUnwanted: (tx) => whyUnwanted(tx, fee),
  claim: async () => null,
  mayReopen: async () => true,
  wait: (tx) => changeFee(tx, fee.feeId, { paymentStatus: 'PROCESSING' }),
  pay: (tx, _deps, { mode, transactionNo }, now) =>
    changeFee(tx, fee.feeId, {
      paymentStatus: 'PAID',
      paymentMode: mode,
      paymentTransactionNo: transactionNo,
      paidAt: now,
    }),
  cancel: (tx) => changeFee(tx, fee.feeId, { paymentStatus: 'CANCELLED' }),
  suspend: async () => undefined,
  end: (tx, _deps, _reason, now) => changeFee(tx, fee.feeId, { paymentStatus: 'REFUNDED', refundedAt: now }),
});

const asBill = (fee: FeeRow | undefined) => fee && feeBill(fee);

export const feeBills: BillKind = {
  find: async (db, id) => asBill(await findFeeRow(db, id)),
  lock: async (tx, id) => asBill(await lockFee(tx, id)),
  lockAlone: async (tx, id) => asBill(await lockFeeAlone(tx, id)),
  findByNo: async (db, no) => asBill(await findFeeByNo(db, no)),
  cancelStale: async (db, now) => void (await cancelStaleFees(db, now)),
};

async function whyUnwanted(tx: Db, fee: FeeRow): Promise<string | null> {
  if (fee.userId === null) return 'the maker has deleted the account';
  if (fee.paymentStatus === 'PAID') return 'a second payment of a paid fee';
  if (fee.paymentStatus === 'REFUNDED') return 'a payment of a refunded fee';
  if (await hasPaidOtherFee(tx, fee)) return 'the maker has paid another fee meanwhile';
  return null;
}
