import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import type { UserRow } from '../queries.ts';
import {
  dropCodes,
  dropIdempotencyKeys,
  forgetPayers,
  inTransaction,
  lockOrders,
  lockUser,
  offersFilms,
  removeReviews,
  removeUser,
  unlinkOrders,
} from './queries.ts';

/**
 * Erases a person, all or nothing: the account with its sessions, social sign-ins, plays and reviews. Orders stay for the
 * books, joined to nobody; a new sign-up with the same number is another person.
 * Chosen: reviews go, as their words are the person's own, and the films are rated anew.
 * Chosen: tickets not used yet are given up (the screen says so before), and orders that nobody paid are cancelled.
 * Throws `payment_pending` while a bank has money in its hands, `owns_films` while films of theirs are offered: other
 * people's tickets and a producer's earnings hang on those.
 */
export const eraseAccount = ({ db }: Deps, { userId }: Viewer): Promise<void> =>
  inTransaction(db, async (tx) => {
    const user = (await lockUser(tx, userId)) ?? raise(new AppError('not_found', 'user_not_found', text.fetchFailed));
    const orders = await lockOrders(tx, userId);
    if (orders.some(({ paymentStatus }) => paymentStatus === 'PROCESSING'))
      throw new AppError('conflict', 'payment_pending', text.deletePaymentPending);
    if (await offersFilms(tx, userId)) throw new AppError('conflict', 'owns_films', text.deleteOwnsFilms);

    await removeReviews(tx, userId);
    await forgetPayers(tx, userId);
    await unlinkOrders(tx, userId);
    await dropCodes(tx, destinationsOf(user));
    await dropIdempotencyKeys(tx, userId);
    await removeUser(tx, userId);
  });

/** Where codes went. Only what was proved: an address that was merely typed may be another person's. */
const destinationsOf = ({ dialCode, mobile, mobileVerifiedAt, emailId, emailVerifiedAt }: UserRow): string[] => [
  ...(mobile && mobileVerifiedAt ? [(dialCode ?? DOMESTIC_DIAL_CODE) + mobile] : []),
  ...(emailId && emailVerifiedAt ? [emailId.toLowerCase()] : []),
];
