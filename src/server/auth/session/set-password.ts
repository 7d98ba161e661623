import type { BodyOf } from '#contract/endpoint.ts';
import type { resetPassword } from '#contract/session.ts';
import { accountMessages } from '#messages/accounts.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, fieldError, throwError } from '../../errors.ts';
import { perHour } from '../../rate-limits.ts';
import { isEqualConstantTime } from '../../is-equal-constant-time.ts';
import { passwordStamp } from '../../tokens.ts';
import { refuseGuessablePassword } from '../guessable-password.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { consumeCode } from './otp.ts';
import { changePassword, invalidateOtp, findUser, revokeSessionsExcept, type UserRow } from './queries.ts';
import { type Identity, identityOf } from './identity.ts';

/** Per session: a stolen session can neither guess the password nor use up the owner's tries. */
const PASSWORD_CHANGE_LIMIT = perHour('password_changes', 10, text.tooManyTries);

type PasswordChange = BodyOf<typeof resetPassword>;

/**
 * A temporary token works once. A session also needs the current password or a code.
 * Throws `user_not_found`, `proof_required`, `credentials_invalid`, `otp_invalid`, `validation_failed` (guessable password).
 */
export async function setPassword(deps: Deps, viewer: Viewer, change: PasswordChange) {
  const { db, limits, config } = deps;
  const { acceptedTokenSecrets } = config.secrets;
  const tokenInvalid = new AppError('forbidden', 'token_invalid', text.loginFailed);
  const user = (await findUser(db, viewer.userId)) ?? throwError(tokenInvalid);
  const { passwordStamp: stamp, sessionId } = viewer;
  const isStampOf = (secret: string) =>
    isEqualConstantTime(stamp ?? '', passwordStamp(secret, user.userId, user.passwordHash));
  if (stamp && !acceptedTokenSecrets.some(isStampOf)) throw tokenInvalid;
  const identity = identityOf(change.username);
  if (!isOwnIdentity(user, identity)) throw new AppError('not_found', 'user_not_found', accountMessages.updateFailed);
  await limits.use(PASSWORD_CHANGE_LIMIT, sessionId ?? String(user.userId));
  await refuseGuessablePassword(change.password, user);
  if (!stamp) await verifyOwner(deps, user, identity, change);
  if (!(await changePassword(db, user, await hashPassword(change.password)))) throw tokenInvalid;
  await invalidateOtp(db, identity.destination);
  await revokeSessionsExcept(db, user.userId, sessionId, deps.now());
  await notifyOfPassword(deps, user);
  return { message: text.passwordReset };
}

/** A user token may be stolen, so it is not enough to set a password. */
async function verifyOwner(deps: Deps, user: UserRow, identity: Identity, { currentPassword, otp }: PasswordChange) {
  if (otp !== undefined) {
    if (await consumeCode(deps, identity, otp)) return;
    throw new AppError('invalid', 'otp_invalid', text.otpInvalid);
  }
  if (currentPassword === undefined) {
    throw user.passwordHash
      ? fieldError('currentPassword', text.proofRequired, 'proof_required')
      : fieldError('otp', text.codeRequired, 'proof_required');
  }
  if (!(await verifyPassword(currentPassword, user.passwordHash)))
    throw new AppError('unauthenticated', 'credentials_invalid', text.currentPasswordWrong);
}

const isOwnIdentity = (user: UserRow, identity: Identity): boolean =>
  identity.kind === 'mobile'
    ? user.mobileVerifiedAt !== null && user.dialCode === identity.dialCode && user.mobile === identity.mobile
    : user.emailVerifiedAt !== null && user.emailId?.toLowerCase() === identity.destination;

/** Sends a mail, and an SMS if no address is verified. Only logs a failure, because the password is already set. */
async function notifyOfPassword(deps: Deps, user: UserRow): Promise<void> {
  const canMailVerifiedAddress = user.emailId !== null && user.emailVerifiedAt !== null && deps.email !== null;
  await Promise.all([
    user.emailId && logSendFailure(deps, 'email', sendMailNotice(deps, user.userId, user.emailId)),
    !canMailVerifiedAddress && user.mobileVerifiedAt && logSendFailure(deps, 'sms', sendSmsNotice(deps, user)),
  ]);
}

const sendMailNotice = async ({ email, config, now }: Deps, userId: number, to: string) =>
  email?.send({
    to,
    subject: text.passwordNoticeSubject,
    text: text.passwordNotice,
    html: `<p>${text.passwordNotice}</p>`,
    messageId: `<password-${userId}-${now().getTime()}@${new URL(config.origin).hostname}>`,
  });

const sendSmsNotice = async ({ sms }: Deps, { dialCode, mobile }: UserRow) =>
  sms?.sendNotice?.({ to: `${dialCode}${mobile}`, text: text.passwordNotice });

async function logSendFailure({ log }: Deps, by: 'email' | 'sms', sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) =>
    log.error({ err: error, by }, 'the notice about a changed password could not be sent'),
  );
}
