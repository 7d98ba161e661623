import { HOUR } from '#domain/limits.ts';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { isSame, passwordStamp } from '../../tokens.ts';
import { refuseGuessable } from '../guessable.ts';
import { hashPassword, isPassword } from '../passwords.ts';
import { useCode } from './otp.ts';
import { notifyOfPassword } from './password-notice.ts';
import { changePassword, endOtp, findUser, revokeOthers, type UserRow } from './queries.ts';
import { type Identity, identityOf } from './username.ts';

/** For each session: a stolen one neither guesses the current password nor keeps its owner from a new one. */
const PASSWORD_CHANGES: Limit = {
  name: 'password_changes',
  points: 10,
  seconds: HOUR / 1000,
  message: text.tooManyTries,
};

interface PasswordChange {
  username: string;
  password: string;
  currentPassword?: string | undefined;
  otp?: string | undefined;
}

/**
 * Sets the caller's own password and ends their other sessions: all of them, when a code and no session speaks for the caller.
 * A temporary token sets one password; a session needs the current password or a code as well. Somebody else's username is not
 * found. Throws `proof_required`, `credentials_invalid`, `otp_invalid`, and `validation_failed` for a password that is easily guessed.
 */
export async function setPassword(deps: Deps, viewer: Viewer, change: PasswordChange) {
  const { db, limits, config } = deps;
  const { acceptedTokenSecrets } = config.secrets;
  const tokenInvalid = new AppError('forbidden', 'token_invalid', text.loginFailed);
  const user = (await findUser(db, viewer.userId)) ?? raise(tokenInvalid);
  const { passwordStamp: stamp, sessionId } = viewer;
  const isStampOf = (secret: string) => isSame(stamp ?? '', passwordStamp(secret, user.userId, user.passwordHash));
  if (stamp && !acceptedTokenSecrets.some(isStampOf)) throw tokenInvalid;
  const identity = identityOf(change.username);
  if (!isOwn(user, identity)) throw new AppError('not_found', 'user_not_found', accountMessages.updateFailed);
  await limits.use(PASSWORD_CHANGES, sessionId ?? String(user.userId));
  await refuseGuessable(change.password, user);
  if (!stamp) await proveAgain(deps, user, identity, change);
  if (!(await changePassword(db, user, await hashPassword(change.password)))) throw tokenInvalid;
  await endOtp(db, identity.destination);
  await revokeOthers(db, user.userId, sessionId, deps.now());
  await notifyOfPassword(deps, user);
  return { message: text.passwordReset };
}

/** A token can be stolen, with a device or from it: it sets no password alone. */
async function proveAgain(deps: Deps, user: UserRow, identity: Identity, { currentPassword, otp }: PasswordChange) {
  if (otp !== undefined) {
    if (await useCode(deps, identity, otp)) return;
    throw new AppError('invalid', 'otp_invalid', text.otpInvalid);
  }
  if (currentPassword === undefined) {
    const [path, message] = user.passwordHash ? ['currentPassword', text.proofRequired] : ['otp', text.codeRequired];
    throw new AppError('invalid', 'proof_required', message, { errors: [{ path, message }] });
  }
  if (!(await isPassword(currentPassword, user.passwordHash)))
    throw new AppError('unauthenticated', 'credentials_invalid', text.currentPasswordWrong);
}

const isOwn = (user: UserRow, identity: Identity): boolean =>
  identity.kind === 'mobile'
    ? user.mobileVerifiedAt !== null && user.dialCode === identity.dialCode && user.mobile === identity.mobile
    : user.emailVerifiedAt !== null && user.emailId?.toLowerCase() === identity.destination;
