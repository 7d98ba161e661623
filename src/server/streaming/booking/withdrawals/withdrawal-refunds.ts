import { displayRupees } from '#domain/format/numbers.ts';
import { toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import { sumWithdrawalRefunds } from './queries.ts';

export type WithdrawalRefunds = Awaited<ReturnType<typeof countWithdrawalRefunds>>;

/** Chosen: from this many refunded tickets on, the operator types the number to confirm. */
const MIN_TICKETS_TO_CONFIRM = 5;

export async function countWithdrawalRefunds(db: Db, now: Date, movieIds: number[]) {
  const { tickets, paise, mails } = await sumWithdrawalRefunds(db, now, movieIds);
  return { tickets, rupees: toRupees(paise), mails };
}

/** `12 tickets are refunded, ₹1,416 in total; 11 mails are sent` */
export const describeWithdrawalRefunds = ({ tickets, rupees, mails }: WithdrawalRefunds): string =>
  text.refundSummary(tickets, displayRupees(rupees), mails);

/** Throws refunds_unconfirmed. */
export function requireRefundConfirmation(
  refunds: WithdrawalRefunds,
  typedCount: number | undefined,
): void {
  const { tickets } = refunds;
  if (tickets >= MIN_TICKETS_TO_CONFIRM && typedCount !== tickets)
    throw new AppError('refunds_unconfirmed', [describeWithdrawalRefunds(refunds), tickets]);
}
