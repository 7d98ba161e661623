import type { PaymentRecords } from './payment-records.ts';
import { listViolations, duplicates } from './violations.ts';
import type { State } from './invariants.ts';

type Fee = PaymentRecords['fees'][number];

const isPaid = ({ payment_status: status }: Fee) => status === 'PAID' || status === 'REFUNDED';

/** A PAID fee needs a captured payment of the right amount for this fee, and pays for one film only. */
export function checkFee(
  { providerPayments, refundsRequestedBySteps, outside }: State,
  fee: Fee,
): string[] {
  const payment = providerPayments.find(({ id }) => id === fee.payment_transaction_no);
  // In USD the specification fixes one dollar.
  const sum = { INR: fee.amount, USD: 100 }[payment?.currency as 'INR'];
  const name = `${fee.fee_no} (${fee.payment_status})`;
  return listViolations([
    [fee.film_count <= 1, `${name} pays for ${fee.film_count} films`],
    [fee.film_count === 0 || isPaid(fee), `${name} pays for a film`],
    [
      !isPaid(fee) || payment?.state === 'captured' || payment?.state === 'refunded',
      `${name} has no payment`,
    ],
    [!payment || isPaid(fee), `${name} refers to ${payment?.id}`],
    [
      !payment || payment.amount === sum || outside.accepted.has(payment.id),
      `${name} was paid with ${payment?.amount} ${payment?.currency}`,
    ],
    [
      !payment || payment.reference === fee.fee_no,
      `${name} was paid with the payment of ${payment?.reference}`,
    ],
    [
      fee.payment_status !== 'REFUNDED' || payment?.state === 'refunded',
      `${name} has no refund at the provider`,
    ],
    [
      fee.payment_status !== 'REFUNDED' ||
        refundsRequestedBySteps.fees.has(fee.fee_id) ||
        outside.returned.has(payment?.id ?? '') ||
        outside.disputed.has(payment?.id ?? ''),
      `${name}, but no step requested a refund`,
    ],
  ]);
}

/** A filmmaker has at most one paid fee that no film uses. `refunds_bill` is false if only a second or late payment is refunded. */
export function checkFees({ records: { fees, refunds } }: State): string[] {
  const isBeingRefunded = ({ payment_transaction_no: id }: Fee) =>
    refunds.some((each) => each.provider_payment_id === id && each.refunds_bill);
  const unused = fees.filter(
    (fee) =>
      fee.payment_status === 'PAID' && !fee.film_count && fee.user_id && !isBeingRefunded(fee),
  );
  return duplicates(unused.map(({ user_id }) => `maker ${user_id}`)).map(
    (maker) => `two unused fees of ${maker}`,
  );
}
