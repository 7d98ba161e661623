import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import type { UserRow } from './queries.ts';

/**
 * Writes to the owner of an account that its password was changed: by mail, and by SMS where no address is proved. A messenger that
 * is away holds up nobody: the password is set by then.
 */
export async function notifyOfPassword(deps: Deps, user: UserRow): Promise<void> {
  const isMailSure = user.emailId !== null && user.emailVerifiedAt !== null && deps.email !== null;
  await Promise.all([
    user.emailId && sent(deps, 'email', mailOwner(deps, user.userId, user.emailId)),
    !isMailSure && user.mobileVerifiedAt && sent(deps, 'sms', textOwner(deps, user)),
  ]);
}

const mailOwner = async ({ email, config, now }: Deps, userId: number, to: string) =>
  email?.send({
    to,
    subject: text.passwordNoticeSubject,
    text: text.passwordNotice,
    html: `<p>${text.passwordNotice}</p>`,
    messageId: `<password-${userId}-${now().getTime()}@${new URL(config.origin).hostname}>`,
  });

const textOwner = async ({ sms }: Deps, { dialCode, mobile }: UserRow) =>
  sms?.sendNotice?.({ to: `${dialCode}${mobile}`, text: text.passwordNotice });

async function sent({ log }: Deps, by: 'email' | 'sms', sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => log.error({ err: error, by }, 'the notice of a new password was not sent'));
}
