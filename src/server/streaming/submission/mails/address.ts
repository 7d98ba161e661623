import type { Db } from '../../../db/database.ts';
import { findProfile } from '../../booking/queries.ts';

/** Exactly one address: the form accepts any text (spec §5), even a list of addresses. */
const SINGLE_ADDRESS = /^[^\s@,;<>"()[\]\\:]+@[^\s@,;<>"()[\]\\:.]+(?:\.[^\s@,;<>"()[\]\\:.]+)+$/;

/**
 * The first valid address; null if none is valid. Callers pass the address of the form, then that
 * of the profile.
 */
export const validAddress = (...addresses: (string | null | undefined)[]): string | null =>
  addresses.find((address) => address && SINGLE_ADDRESS.test(address)) ?? null;

export async function findProfileAddress(db: Db, userId: number | null): Promise<string | null> {
  const profile = userId === null ? undefined : await findProfile(db, userId);
  return profile?.emailId ?? null;
}
