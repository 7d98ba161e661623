import { atom, computed } from 'nanostores';
import { logout } from '#api/session.ts';
import { endSession, onTokens, readItem } from '#api/tokens.ts';
import { isProducer } from '#domain/roles.ts';
import { claimsOf } from './lib/claims.ts';

export interface Session {
  userId: number;
  roles: string[];
}

/** Spec §4: signed in when a user token exists. What it claims decides what is shown; the server decides what is allowed. */
function readSession(): Session | null {
  const token = readItem('userToken');
  if (!token) return null;
  const claims = claimsOf(token);
  return { userId: claims?.sub ?? Number(readItem('userId')), roles: claims?.roles ?? [] };
}

export const $session = atom<Session | null>(readSession());
onTokens(() => $session.set(readSession()));

export const $userId = computed($session, (session) => session?.userId ?? null);
export const $isProducer = computed($session, (session) => isProducer(session?.roles ?? []));

const GOODBYE_MS = 3000;

/** The server ends the session on every tab; a server that is away does not hold anybody back. */
async function sayGoodbye() {
  const refreshToken = readItem('refreshToken');
  if (!refreshToken) return;
  const patience = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
  await Promise.race([logout(refreshToken).catch(() => undefined), patience]);
}

/** Spec §2, /profile: clears all that is stored; the page goes to `/`. */
export async function signOut() {
  await sayGoodbye();
  endSession({ keepRememberMe: false });
}
