import type { User, UserInfoPut } from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { profileChange } from './profile-change.ts';
import { changeUser, findUser, languageNames, renameUser, type UserRow } from './queries.ts';

const gone = () => raise(new AppError('not_found', 'user_not_found', text.fetchFailed));

export const toUser = (row: UserRow): User => ({
  ...row,
  email: row.emailId,
  hasPassword: row.passwordHash !== null,
  gender: row.gender === 1 ? 1 : row.gender === 0 ? 0 : null,
});

export async function readProfile({ db }: Deps, viewer: Viewer) {
  return { data: toUser((await findUser(db, viewer.userId)) ?? gone()) };
}

/**
 * Changes the fields that were sent. Another person's profile answers 404 (api.md).
 * Chosen: the two forms of spec §7 differ in the last name, which only /userinfo sends; the message follows that.
 */
export async function changeProfile({ db }: Deps, viewer: Viewer, userId: number, put: UserInfoPut, ip: string) {
  if (userId !== viewer.userId) gone();
  const known = (await findUser(db, userId)) ?? gone();
  const { change, errors } = profileChange(known, put, { ip, languageNames: await languageNames(db) });
  if (errors[0]) throw new AppError('invalid', 'validation_failed', errors[0].message, { errors });
  const save = change.firstName === undefined ? changeUser : renameUser;
  const row = Object.keys(change).length ? await save(db, userId, change) : known;
  const message = (put.lastName ?? null) === null ? text.profileUpdated : text.userInfoAdded;
  return { message, data: toUser(row ?? gone()) };
}

export async function finishFirstLogin({ db }: Deps, viewer: Viewer) {
  await changeUser(db, viewer.userId, { firstLogin: false });
  return { message: text.userInfoAdded };
}
