import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import type { UserRow } from './queries.ts';

/** Sends a mail, and an SMS if no address is verified. Only logs a failure, because the password is already set. */
export async function notifyOfPassword(deps: Deps, user: UserRow): Promise<void> {
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
