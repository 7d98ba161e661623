import type { State } from './invariants.ts';
import { listViolations } from './violations.ts';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The records of this server agree among themselves, to the paisa, after every step. */
export function checkReturns({ records, statementSums }: State): string[] {
  const { orders, fees, invoices, partRefunds } = records;
  const checks: [boolean, string][] = [];
  const isSold = (status: string) => status === 'PAID' || status === 'REFUNDED';
  for (const order of orders) {
    const own = invoices.filter(({ movie_order_id }) => movie_order_id === order.movie_order_id);
    const notes = own.filter(({ kind }) => kind === 'credit-note');
    const isRefunded = order.payment_status === 'REFUNDED';
    const returned = isRefunded ? order.total_rounded_value : order.part_refunded_value;
    const parts = partRefunds.filter(
      ({ movie_order_id }) => movie_order_id === order.movie_order_id,
    );
    const name = `${order.order_no} (${order.payment_status})`;
    checks.push([
      sum(parts.map(({ value }) => value)) === order.part_refunded_value,
      `${name} has parts of ${parts.map(({ value }) => value).join()}, but says ${order.part_refunded_value}`,
    ]);
    if (!isSold(order.payment_status) || order.total_rounded_value === 0 || order.import_ref)
      continue;
    checks.push([
      sum(notes.map(({ total }) => total)) === returned,
      `${name} has credit notes over ${notes.map(({ total }) => total).join()}, but ${returned} went back`,
    ]);
    const invoice = own.find(({ kind }) => kind === 'invoice');
    if (isRefunded)
      checks.push([
        sum(notes.map(({ tax }) => tax)) === invoice?.tax &&
          sum(notes.map(({ taxable }) => taxable)) === invoice.taxable,
        `the credit notes of ${name} do not add up to its invoice`,
      ]);
  }
  for (const fee of fees)
    checks.push([
      fee.part_refunded_value < fee.amount,
      `${fee.fee_no} has parts of ${fee.part_refunded_value}`,
    ]);
  for (const movieId of new Set(orders.map(({ movie_id }) => movie_id))) {
    const sold = orders.filter(
      (order) => order.movie_id === movieId && order.payment_status === 'PAID',
    );
    const kept = sum(sold.map((order) => order.total_rounded_value - order.part_refunded_value));
    const stated = statementSums.get(movieId) ?? 0;
    checks.push([
      stated === kept,
      `the statement of film ${movieId} says ${stated}, but ${kept} was kept`,
    ]);
  }
  return listViolations(checks);
}

/** What went back at the provider of a bill's payment is recorded, no more and no less. */
export function checkReturnedAtProvider({ records, providerPayments }: State): string[] {
  const bills = [...records.orders, ...records.fees].filter(
    ({ payment_transaction_no }) => payment_transaction_no,
  );
  return bills.flatMap((bill) => {
    const payment = providerPayments.find(({ id }) => id === bill.payment_transaction_no);
    if (!payment) return [];
    const isOf = (row: { provider_payment_id: string }) => row.provider_payment_id === payment.id;
    const amounts = [
      ...records.partRefunds.filter(isOf),
      ...records.refunds.filter((refund) => isOf(refund) && refund.state === 'done'),
    ].map(({ amount }) => amount);
    const recorded = Math.min(payment.amount, sum(amounts));
    return recorded === payment.returned
      ? []
      : [
          `${payment.id}: ${payment.returned} of ${payment.amount} went back, but ${recorded} is recorded`,
        ];
  });
}
