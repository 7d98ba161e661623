import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import type { Config } from '../../../config/config.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { openPosterStorage } from '../../../ports/media/poster-storage.ts';
import type { UserRow } from '../../session/queries.ts';
import { deleteCodes, deleteIdempotencyKeys, deleteUser, lockUser } from './queries.ts';

/**
 * Erases a person, all or nothing: the account, its sessions, social sign-ins, plays, reviews and
 * submitted films. Orders stay for accounting, without the person. Chosen: reviews are personal
 * data, so they are deleted, and the ratings are recalculated. Chosen: unused tickets are lost (the
 * screen warns before), and unpaid orders are cancelled. Throws `payment_pending` while a bank
 * processes a payment, and `owns_films` while a film of the person is on show.
 */
export async function eraseAccount(deps: Deps, { userId }: Viewer): Promise<void> {
  const posterKeys = await deps.db.transaction((tx) =>
    eraseFromDatabase({ ...deps, db: tx }, userId),
  );
  await deletePosters(deps.config, posterKeys);
}

/**
 * Returns the keys of posters, whose files the caller must delete after the commit. Throws like
 * `eraseAccount`.
 */
export async function eraseFromDatabase(
  { db: tx, personalData }: Deps,
  userId: number,
): Promise<string[]> {
  const user = (await lockUser(tx, userId)) ?? throwError(new AppError('user_not_found'));
  const bills = await personalData.lockBills(tx, userId);
  if (bills.some(({ paymentStatus }) => paymentStatus === 'PROCESSING'))
    throw new AppError('own_payment_pending');
  if (await personalData.hasFilmsOnShow(tx, userId)) throw new AppError('owns_films');

  const posterKeys = await personalData.erase(tx, userId);
  await deleteCodes(tx, destinationsOf(user));
  await deleteIdempotencyKeys(tx, userId);
  await deleteUser(tx, userId);
  return posterKeys;
}

/** The nightly cleanup deletes files that remain after a crash or on another machine. */
export const deletePosters = (
  { mediaDir }: Pick<Config, 'mediaDir'>,
  posterKeys: string[],
): Promise<void> => openPosterStorage(mediaDir).remove(posterKeys);

/** Only verified numbers and addresses: an unverified one may belong to another person. */
const destinationsOf = ({
  dialCode,
  mobile,
  mobileVerifiedAt,
  emailId,
  emailVerifiedAt,
}: UserRow): string[] =>
  [
    mobile && mobileVerifiedAt ? (dialCode ?? DOMESTIC_DIAL_CODE) + mobile : null,
    emailId && emailVerifiedAt ? emailId.toLowerCase() : null,
  ].filter((destination) => destination !== null);
