import { zodResolver } from '@hookform/resolvers/zod';
import { map } from 'nanostores';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import {
  endSessionById,
  fetchMySessions,
  requestEmailCode,
  requestSmsCode,
  resetPassword,
} from '#api/session.ts';
import { NewPassword, Otp, type Session } from '#contract/session.ts';
import { hasDomesticMobile, usernameOf } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { getOwnProfile, type User } from './accounts.ts';
import { replacePage } from '../lib/navigate.ts';
import { errorText, isNotFound } from '../lib/call-errors.ts';
import { createTask, type Status } from '../lib/task.ts';
import { errorTextWithWait } from '../lib/wait-text.ts';
import { notify, notifyOnNextPage } from '../notices/notices.ts';
import { announceCode, type Destination } from '../session/one-time-code.ts';

export type { Session };

export const $sessions = map<{ status: Status; sessions: Session[]; error: string }>({
  status: 'process',
  sessions: [],
  error: '',
});

export async function loadSessions() {
  $sessions.setKey('status', 'process');
  try {
    $sessions.set({ status: 'success', sessions: await fetchMySessions(), error: '' });
  } catch (error) {
    $sessions.set({ ...$sessions.get(), status: 'error', error: errorText(error) });
  }
}

/** An already ended session is no error. */
async function endDeviceSession({ sessionId }: Session) {
  await endSessionById(sessionId).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  const remaining = $sessions.get().sessions.filter((each) => each.sessionId !== sessionId);
  $sessions.setKey('sessions', remaining);
}

export const signOutDevice = createTask(async (session: Session) => {
  await endDeviceSession(session);
  notify('success', text.signedOutDevice);
  return true;
});

export const signOutOtherDevices = createTask(async () => {
  for (const session of $sessions.get().sessions)
    if (!session.isCurrent) await endDeviceSession(session);
  notify('success', text.signedOutOtherDevices);
  return true;
});

/** `proofMethod`: how the viewer proves to own the account. */
const PasswordChange = z.discriminatedUnion('proofMethod', [
  NewPassword.safeExtend({
    proofMethod: z.literal('password'),
    currentPassword: z.string().min(1, sessionMessages.currentPasswordRequired),
  }),
  NewPassword.safeExtend({ proofMethod: z.literal('code'), otp: Otp }),
]);
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The form holds the fields of both methods. */
export interface PasswordDraft extends NewPassword {
  proofMethod: PasswordChange['proofMethod'];
  currentPassword: string;
  otp: string;
}

export const passwordDraft = ({ hasPassword }: User): PasswordDraft => ({
  proofMethod: hasPassword ? 'password' : 'code',
  currentPassword: '',
  otp: '',
  password: '',
  confirmPassword: '',
});

export const passwordResolver = zodResolver(PasswordChange) as unknown as Resolver<
  PasswordDraft,
  unknown,
  PasswordChange
>;

export const ownDestination = (user: User): Destination => ({
  by: hasDomesticMobile(user) ? 'mobile' : 'email',
  username: usernameOf(user),
});

export const sendPasswordCode = createTask(async (user: User) => {
  const { by, username } = ownDestination(user);
  const sending =
    by === 'mobile' ? requestSmsCode(username) : requestEmailCode({ emailId: username });
  await announceCode(username, sending);
  return true;
}, errorTextWithWait());

export const submitPassword = createTask(
  async ({ proofMethod: _, ...change }: PasswordChange) => {
    await resetPassword(usernameOf(await getOwnProfile()), change);
    notifyOnNextPage('success', sessionMessages.passwordReset);
    replacePage(href('profile'));
  },
  errorTextWithWait(undefined, sessionMessages.tryAgainIn),
);
