import type { PaymentReport } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import type { Bill, BillRef } from './bill.ts';
import { verifyPaymentProof } from './verify-proof.ts';

/**
 * Handles the browser's report about a payment. Other statuses change nothing: only the provider
 * confirms them. Throws what `verifyPaymentProof` throws.
 */
export async function reportPayment(deps: Deps, bill: Bill, report: PaymentReport): Promise<void> {
  if (report.paymentStatus === 'CANCELLED') await cancelUnpaidBill(deps, bill.ref);
  else if (report.paymentStatus === 'PAID' && bill.status !== 'PAID')
    await verifyPaymentProof(deps, bill, report);
}

const cancelUnpaidBill = (deps: Deps, ref: BillRef) =>
  deps.db.transaction(async (tx) => {
    const bill = await deps.bills.lock(tx, ref);
    if (bill?.status === 'NEW') await bill.markCancelled(tx);
  });
