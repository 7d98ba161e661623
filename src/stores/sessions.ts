import { zodResolver } from '@hookform/resolvers/zod';
import { map } from 'nanostores';
import { endSessionOf, fetchMySessions, resetPassword } from '#api/session.ts';
import { NewPassword, type Session } from '#contract/session.ts';
import { usernameOf } from '#domain/person.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { ownProfile } from './accounts.ts';
import { goInstead } from './lib/navigate.ts';
import { createTask, errorText, isNotFound, type Status } from './lib/status.ts';
import { notify } from './notices.ts';

export type { NewPassword, Session };

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

/** A session that is over already is what was wished for. */
async function end({ sessionId }: Session) {
  await endSessionOf(sessionId).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  const { sessions } = $sessions.get();
  $sessions.setKey(
    'sessions',
    sessions.filter((each) => each.sessionId !== sessionId),
  );
}

export const signOutThere = createTask(async (session: Session) => {
  await end(session);
  notify('success', text.signedOutThere);
  return true;
});

export const signOutOthers = createTask(async () => {
  for (const session of $sessions.get().sessions) if (!session.isCurrent) await end(session);
  notify('success', text.signedOutOthers);
  return true;
});

export const NO_PASSWORD: NewPassword = { password: '', confirmPassword: '' };
export const newPasswordResolver = zodResolver(NewPassword);

export const submitPassword = createTask(async (draft: NewPassword) => {
  await resetPassword(usernameOf(await ownProfile()), draft);
  notify('success', sessionMessages.passwordReset);
  goInstead(href('profile'));
});
