import type { Books } from './books.ts';
import { broken, twice } from './law.ts';
import type { State } from './laws.ts';

type Fee = Books['fees'][number];

const isPaid = ({ payment_status: status }: Fee) => status === 'PAID' || status === 'REFUNDED';

/** Never PAID without captured money of the right amount, meant for this very fee; and of use for one film only. */
export function ofFee({ money, wanted }: State, fee: Fee): string[] {
  const by = money.find(({ id }) => id === fee.payment_transaction_no);
  // The specification's fixed dollar, whatever was entered.
  const sum = { INR: fee.amount, USD: 100 }[by?.currency as 'INR'];
  const name = `${fee.fee_no} (${fee.payment_status})`;
  return broken([
    [fee.films <= 1, `${name} serves ${fee.films} films`],
    [fee.films === 0 || isPaid(fee), `${name} serves a film`],
    [!isPaid(fee) || by?.is === 'kept' || by?.is === 'returned', `${name} has no money`],
    [!by || isPaid(fee), `${name} names ${by?.id}`],
    [!by || by.amount === sum, `${name} was paid with ${by?.amount} ${by?.currency}`],
    [!by || by.no === fee.fee_no, `${name} was paid with the money of ${by?.no}`],
    [fee.payment_status !== 'REFUNDED' || by?.is === 'returned', `${name} whose money was not returned`],
    [fee.payment_status !== 'REFUNDED' || wanted.fees.has(fee.fee_id), `${name} though nobody wanted its money back`],
  ]);
}

/** Nobody pays twice for one film: of a maker's fees one at most waits for its film. */
export function ofFees({ books: { fees, refunds } }: State): string[] {
  const isReturning = ({ payment_transaction_no: id }: Fee) =>
    refunds.some((each) => each.provider_payment_id === id && each.ends_ticket);
  const waiting = fees.filter((fee) => fee.payment_status === 'PAID' && !fee.films && fee.user_id && !isReturning(fee));
  return twice(waiting.map(({ user_id }) => `maker ${user_id}`)).map((maker) => `two fees of ${maker} wait for a film`);
}
