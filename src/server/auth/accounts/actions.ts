import type { User, UserInfoPut } from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { changeUser, findUser, type UserRow } from '../session/queries.ts';
import { parseProfileChange } from './profile-change.ts';
import { languageNames, renameUser } from './queries.ts';

const throwUserNotFound = () => throwError(new AppError('user_not_found'));

const toUser = (row: UserRow): User => ({
  ...row,
  email: row.emailId,
  hasPassword: row.passwordHash !== null,
  gender: row.gender === 1 ? 1 : row.gender === 0 ? 0 : null,
});

export async function readProfile({ db }: Deps, viewer: Viewer) {
  return { data: toUser((await findUser(db, viewer.userId)) ?? throwUserNotFound()) };
}

/**
 * Changes the sent fields. Another person's profile gives 404 (api.md).
 * Chosen: only the /userinfo form of spec §7 sends the last name, so the message depends on it.
 */
export async function changeProfile(
  { db }: Deps,
  { viewer, userId, put, ip }: { viewer: Viewer; userId: number; put: UserInfoPut; ip: string },
) {
  if (userId !== viewer.userId) throwUserNotFound();
  const current = (await findUser(db, userId)) ?? throwUserNotFound();
  const { change, errors } = parseProfileChange({
    current,
    put,
    ip,
    languageNames: await languageNames(db),
  });
  if (errors[0]) throw new AppError('validation_failed', [errors[0].message], { errors });
  const save = change.firstName === undefined ? changeUser : renameUser;
  const row = Object.keys(change).length ? await save(db, userId, change) : current;
  const message = (put.lastName ?? null) === null ? text.profileUpdated : text.userInfoAdded;
  return { message, data: toUser(row ?? throwUserNotFound()) };
}

export async function finishFirstLogin({ db }: Deps, viewer: Viewer) {
  await changeUser(db, viewer.userId, { firstLogin: false });
  return { message: text.userInfoAdded };
}
