import { displayRupees, toRupees } from '#domain/pricing.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../errors.ts';
import { sumReturns } from './queries.ts';

/** What goes out when films are withdrawn. */
export interface Returns {
  tickets: number;
  rupees: number;
  /** Viewers who get a mail about it: those with an address. */
  mails: number;
}

/** Chosen: an operator who returns this many tickets or more types the number again. */
const CONFIRMED_FROM = 5;

/** What withdrawing these films now would give back. */
export async function returnsOf(db: Db, now: Date, movieIds: number[]): Promise<Returns> {
  const { tickets, paise, mails } = await sumReturns(db, now, movieIds);
  return { tickets, rupees: toRupees(paise), mails };
}

/** `12 tickets are returned, ₹1,416 in all; 11 viewers get a mail` */
export const returnsLine = ({ tickets, rupees, mails }: Returns): string =>
  text.returns(tickets, displayRupees(rupees), mails);

/** Throws returns_unconfirmed unless the number of tickets was typed, or is small. */
export function confirmReturns(returns: Returns, typed: number | undefined): void {
  const { tickets } = returns;
  if (tickets >= CONFIRMED_FROM && typed !== tickets)
    throw new AppError('conflict', 'returns_unconfirmed', text.confirmReturns(returnsLine(returns), tickets));
}
