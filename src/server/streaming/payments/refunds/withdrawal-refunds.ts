import { displayRupees, toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import { sumReturns } from './queries.ts';

export interface Returns {
  tickets: number;
  rupees: number;
  mails: number;
}

/** Chosen: from this many refunded tickets on, the operator types the number to confirm. */
const CONFIRMED_FROM = 5;

export async function countReturns(db: Db, now: Date, movieIds: number[]): Promise<Returns> {
  const { tickets, paise, mails } = await sumReturns(db, now, movieIds);
  return { tickets, rupees: toRupees(paise), mails };
}

/** `12 tickets are refunded, ₹1,416 in total; 11 viewers get a mail` */
export const describeReturns = ({ tickets, rupees, mails }: Returns): string =>
  text.returns(tickets, displayRupees(rupees), mails);

export function confirmReturns(returns: Returns, typedCount: number | undefined): void {
  const { tickets } = returns;
  if (tickets >= CONFIRMED_FROM && typedCount !== tickets)
    throw new AppError('conflict', 'returns_unconfirmed', text.confirmReturns(describeReturns(returns), tickets));
}
