import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import { createAction, missingFields, throwFieldErrors } from './action.ts';
import { $session, isSessionRequired, onSessionEnd, setMember } from './office.ts';
import { apiErrorWithCode } from '../lib/call-errors.ts';

/** What the server requires before it accepts the request: a new session or a new code. */
type Reauthentication = 'signIn' | 'confirmation';
export const $reauthentication = atom<Reauthentication | null>(null);

let pending: { isPassed: Promise<boolean>; end: (isPassed: boolean) => void } | null = null;

/**
 * Sends a request. If the server requires a new session or a new code, opens a dialog and then
 * sends the request again.
 */
export async function withReauthentication<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    const reauthentication = reauthenticationOf(error);
    if (!reauthentication || !(await waitForReauthentication(reauthentication))) throw error;
  }
  return withReauthentication(send);
}

function reauthenticationOf(error: unknown): Reauthentication | null {
  if ($session.get().state !== 'signedIn') return null;
  if (isSessionRequired(error)) return 'signIn';
  return apiErrorWithCode(error, 'confirmation_required') ? 'confirmation' : null;
}

/** One dialog for all requests that wait. */
function waitForReauthentication(reauthentication: Reauthentication): Promise<boolean> {
  if (pending) return pending.isPassed;
  let end: (isPassed: boolean) => void = () => undefined;
  const isPassed = new Promise<boolean>((resolve) => (end = resolve));
  pending = { isPassed, end };
  $reauthentication.set(reauthentication);
  return isPassed;
}

function endReauthentication(isPassed: boolean) {
  const ended = pending;
  pending = null;
  signInAgain.reset();
  confirmWithCode.reset();
  $reauthentication.set(null);
  ended?.end(isPassed);
}

export const signInAgain = createAction(
  async ({ password, code }: { password: string; code: string }) => {
    throwFieldErrors(missingFields({ password, code }));
    const session = $session.get();
    if (session.state !== 'signedIn') return;
    setMember(await api.signIn({ name: session.member.name, password, code }));
    endReauthentication(true);
  },
);

export const confirmWithCode = createAction(async (code: string) => {
  throwFieldErrors(missingFields({ code }));
  try {
    setMember(await api.confirm(code));
  } catch (error) {
    if (!isSessionRequired(error)) throw error;
    // The session ended meanwhile: the member signs in first. The repeated request then asks for
    // the confirmation.
    $reauthentication.set('signIn');
    return;
  }
  endReauthentication(true);
});

/** The waiting requests fail with the server's error. */
export const dismissReauthentication = () => endReauthentication(false);

onSessionEnd(() => endReauthentication(false));
