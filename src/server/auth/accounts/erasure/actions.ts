import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import { openPosterShelf } from '../../../ports/media/poster-shelf.ts';
import type { UserRow } from '../queries.ts';
import {
  cancelFees,
  dropCodes,
  dropIdempotencyKeys,
  forgetPayers,
  lockFees,
  lockOrders,
  lockUser,
  offersFilms,
  removeReviews,
  removeSubmissions,
  removeUser,
  unlinkOrders,
} from './queries.ts';

/**
 * Erases a person, all or nothing: the account with its sessions, social sign-ins, plays, reviews and submitted films. Orders stay for the
 * books, joined to nobody; a new sign-up with the same number is another person.
 * Chosen: reviews go, as their words are the person's own, and the films are rated anew.
 * Chosen: tickets not used yet are given up (the screen says so before), and orders that nobody paid are cancelled.
 * Throws `payment_pending` while a bank has money in its hands, `owns_films` while films of theirs are offered: other
 * people's tickets and a producer's earnings hang on those.
 */
export async function eraseAccount({ db, config }: Deps, { userId }: Viewer): Promise<void> {
  await removePosters(config, await db.transaction((tx) => eraseFromDatabase(tx, userId)));
}

/** Erases a person within a transaction. Gives the keys of their posters, whose files go once it is committed. Throws as eraseAccount. */
export async function eraseFromDatabase(tx: Db, userId: number): Promise<string[]> {
  const user = (await lockUser(tx, userId)) ?? raise(new AppError('not_found', 'user_not_found', text.fetchFailed));
  const bills = [...(await lockOrders(tx, userId)), ...(await lockFees(tx, userId))];
  if (bills.some(({ paymentStatus }) => paymentStatus === 'PROCESSING'))
    throw new AppError('conflict', 'payment_pending', text.deletePaymentPending);
  if (await offersFilms(tx, userId)) throw new AppError('conflict', 'owns_films', text.deleteOwnsFilms);

  const posterKeys = await removeSubmissions(tx, userId);
  await removeReviews(tx, userId);
  await forgetPayers(tx, userId);
  await unlinkOrders(tx, userId);
  await cancelFees(tx, userId);
  await dropCodes(tx, destinationsOf(user));
  await dropIdempotencyKeys(tx, userId);
  await removeUser(tx, userId);
  return posterKeys;
}

/** What a crash leaves behind here, or lies on another machine, the nightly sweep finds. */
export const removePosters = ({ mediaDir }: Pick<Config, 'mediaDir'>, posterKeys: string[]): Promise<void> =>
  openPosterShelf(mediaDir).remove(posterKeys);

/** Where codes went. Only what was proved: an address that was merely typed may be another person's. */
const destinationsOf = ({ dialCode, mobile, mobileVerifiedAt, emailId, emailVerifiedAt }: UserRow): string[] => [
  ...(mobile && mobileVerifiedAt ? [(dialCode ?? DOMESTIC_DIAL_CODE) + mobile] : []),
  ...(emailId && emailVerifiedAt ? [emailId.toLowerCase()] : []),
];
