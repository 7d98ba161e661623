import { atom, computed } from 'nanostores';
import { logout } from '#api/session.ts';
import { deleteDeviceData } from '#api/device-data.ts';
import { endSession, onTokensChange, readItem } from '#api/browser-storage.ts';
import { readTokenClaims } from './token-claims.ts';

/**
 * Spec §4: signed in if a user token exists. Its claims only control the display; the server checks
 * the permissions.
 */
function readSession(): { userId: number } | null {
  const token = readItem('userToken');
  return token ? { userId: readTokenClaims(token)?.sub ?? Number(readItem('userId')) } : null;
}

export const $session = atom(readSession());
onTokensChange(() => $session.set(readSession()));

export const $userId = computed($session, (session) => session?.userId ?? null);

const LOGOUT_TIMEOUT_MS = 3000;

/** An unreachable server does not block Sign out. */
async function logOutOnServer() {
  const refreshToken = readItem('refreshToken');
  if (!refreshToken) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS));
  await Promise.race([logout(refreshToken).catch(() => undefined), timeout]);
}

async function leave({ keepRememberMe }: { keepRememberMe: boolean }) {
  await logOutOnServer();
  await deleteDeviceData();
  endSession({ keepRememberMe });
}

/** Spec §2 /profile: clears local storage; the page then opens `/`. */
export const signOut = () => leave({ keepRememberMe: false });

/** Spec §4 "Logout": the next sign-in in this browser starts with the same number and address. */
export const logOut = () => leave({ keepRememberMe: true });
