import type { User, UserInfoPut } from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { changeUser, findUser, type UserRow } from './queries.ts';

const gone = () => raise(new AppError('not_found', 'user_not_found', text.fetchFailed));

export const toUser = (row: UserRow): User => ({
  ...row,
  email: row.emailId,
  gender: row.gender === 1 ? 1 : row.gender === 0 ? 0 : null,
});

export async function readProfile({ db }: Deps, viewer: Viewer) {
  return { data: toUser((await findUser(db, viewer.userId)) ?? gone()) };
}

/**
 * Changes the fields that were sent. Another person's profile answers 404 (api.md).
 * Chosen: the mobile number is what one signs in with, so it is not changed here; it needs a code to the new number.
 */
export async function changeProfile({ db }: Deps, viewer: Viewer, userId: number, { mobile: _, ...put }: UserInfoPut) {
  if (userId !== viewer.userId) gone();
  const change = Object.fromEntries(Object.entries(put).filter(([, value]) => value !== undefined && value !== null));
  const row = Object.keys(change).length ? await changeUser(db, userId, change) : await findUser(db, userId);
  return { message: text.userInfoAdded, data: toUser(row ?? gone()) };
}

export async function finishFirstLogin({ db }: Deps, viewer: Viewer) {
  await changeUser(db, viewer.userId, { firstLogin: false });
  return { message: text.userInfoAdded };
}
