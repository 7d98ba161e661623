import type { BodyOf } from '#contract/endpoint.ts';
import type { resetPassword } from '#contract/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, fieldError, throwError } from '../../errors.ts';
import { budgetMessage, type BudgetedMessage } from '../../message-budget/budget-message.ts';
import type { Mail, MessagePermit } from '../../ports/messenger/messenger.ts';
import { perHour } from '../../rate-limits.ts';
import { isEqualConstantTime } from '../../is-equal-constant-time.ts';
import { passwordStamp } from '../../tokens.ts';
import { refuseGuessablePassword } from '../guessable-password.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { refusalError } from './count-code-request.ts';
import { consumeCode } from './otp.ts';
import {
  changePassword,
  invalidateOtp,
  findUser,
  revokeSessionsExcept,
  type UserRow,
} from './queries.ts';
import { type Identity, identityOf } from './identity.ts';

/**
 * Of one account, by all its sessions: each correct password starts a new session. Chosen: changes
 * by a temporary token are not counted. Its code has limits, and a thief of a session cannot use up
 * the owner's tries.
 */
const PASSWORD_CHANGE_LIMIT = perHour('password_changes', 10, sessionRefusals.tooManyTries);

type PasswordChange = BodyOf<typeof resetPassword> & { ip: string };

/**
 * A temporary token works once. A session also needs the current password or a code. Throws
 * `user_not_found`, `proof_required`, `credentials_invalid`, `otp_invalid`, `validation_failed`
 * (guessable password), too_many_requests and otp_paused (budget of notices).
 */
export async function setPassword(deps: Deps, viewer: Viewer, change: PasswordChange) {
  const { db, limits, config } = deps;
  const { acceptedTokenSecrets } = config.secrets;
  const tokenInvalid = new AppError('refresh_token_invalid');
  const user = (await findUser(db, viewer.userId)) ?? throwError(tokenInvalid);
  const { passwordStamp: stamp, sessionId } = viewer;
  const isStampOf = (secret: string) =>
    isEqualConstantTime(stamp ?? '', passwordStamp(secret, user.userId, user.passwordHash));
  if (stamp && !acceptedTokenSecrets.some(isStampOf)) throw tokenInvalid;
  const identity = identityOf(change.username);
  if (!isOwnIdentity(user, identity)) throw new AppError('account_not_found');
  if (!stamp) await limits.use(PASSWORD_CHANGE_LIMIT, String(user.userId));
  await refuseGuessablePassword(change.password, user);
  if (!stamp) await verifyOwner(deps, { user, identity, passwordChange: change });
  const notifyOwner = await prepareNotice(deps, user, change.ip);
  if (!(await changePassword(db, user, await hashPassword(change.password)))) throw tokenInvalid;
  await invalidateOtp(db, identity.destination);
  await revokeSessionsExcept({
    db,
    userId: user.userId,
    exceptSessionId: sessionId,
    now: deps.now(),
  });
  await notifyOwner();
  return { message: text.passwordReset };
}

/** A user token may be stolen, so it is not enough to set a password. */
async function verifyOwner(
  deps: Deps,
  {
    user,
    identity,
    passwordChange: { currentPassword, otp },
  }: { user: UserRow; identity: Identity; passwordChange: PasswordChange },
) {
  if (otp !== undefined) {
    if (await consumeCode(deps, identity, otp)) return;
    throw new AppError('otp_invalid');
  }
  if (currentPassword === undefined) {
    throw user.passwordHash
      ? fieldError('currentPassword', 'proof_required')
      : fieldError('otp', 'code_required');
  }
  if (!(await verifyPassword(currentPassword, user.passwordHash)))
    throw new AppError('current_password_invalid');
}

const isOwnIdentity = (user: UserRow, identity: Identity): boolean =>
  identity.kind === 'mobile'
    ? user.mobileVerifiedAt !== null &&
      user.dialCode === identity.dialCode &&
      user.mobile === identity.mobile
    : user.emailVerifiedAt !== null && user.emailId?.toLowerCase() === identity.destination;

type Notice = Pick<BudgetedMessage, 'to' | 'dialCode'>;

/**
 * A mail to the verified address, else an SMS to the verified number. Null if neither can be sent.
 */
function noticeOf({ email, sms }: Deps, user: UserRow): Notice | null {
  const { dialCode, mobile, emailId } = user;
  if (email && emailId && user.emailVerifiedAt) return { to: emailId, dialCode: null };
  if (sms?.sendNotice && mobile && dialCode && user.mobileVerifiedAt)
    return { to: dialCode + mobile, dialCode };
  return null;
}

/**
 * Returns how to send the notice after the change. Throws too_many_requests, and otp_paused above
 * the daily cap. Chosen: without a notice the password is not changed, so a thief cannot use up the
 * budget and then change it silently.
 */
async function prepareNotice(deps: Deps, user: UserRow, ip: string): Promise<() => Promise<void>> {
  const notice = noticeOf(deps, user);
  if (!notice) return async () => undefined;
  const message = {
    kind: 'password_changed',
    accountId: user.userId,
    isProven: true,
    ip,
    ...notice,
  } as const;
  const budget = await budgetMessage(deps, message);
  if (budget.refusal) throw refusalError(budget.refusal);
  return async () => {
    try {
      await sendNotice(deps, { userRow: user, notice, permit: budget.permit });
    } catch (error) {
      await budget.undo();
      const by = notice.dialCode === null ? 'email' : 'sms';
      deps.log.error({ err: error, by }, 'the notice about a changed password could not be sent');
    }
  };
}

async function sendNotice(
  { email, sms, config, now }: Deps,
  {
    userRow: { userId },
    notice: { to, dialCode },
    permit,
  }: { userRow: UserRow; notice: Notice; permit: MessagePermit },
): Promise<void> {
  if (dialCode !== null)
    return sms?.sendNotice?.({ to, text: sessionRefusals.passwordNotice }, permit);
  const mail: Mail = {
    to,
    subject: sessionRefusals.passwordNoticeSubject,
    text: sessionRefusals.passwordNotice,
    html: `<p>${sessionRefusals.passwordNotice}</p>`,
    messageId: `<password-${userId}-${now().getTime()}@${new URL(config.origin).hostname}>`,
  };
  return email?.send(mail, permit);
}
