import type { PaymentReport } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import type { Bill } from './bill.ts';
import { cancelUnpaidBill, verifyPaymentProof } from './verify-proof.ts';

/** Handles the browser's report about a payment. Throws what `verifyPaymentProof` throws. */
export async function reportPayment(deps: Deps, bill: Bill, report: PaymentReport): Promise<void> {
  if (report.paymentStatus === 'CANCELLED') await cancelUnpaidBill(deps, bill.ref);
  else if (report.paymentStatus === 'PAID' && bill.status !== 'PAID') await verifyPaymentProof(deps, bill, report);
}
