import { endSession, readItem, saveTokens } from './tokens.ts';
import { ApiError } from './errors.ts';
import { inOneTab } from './one-tab.ts';

type Renew = (refreshToken: string) => Promise<{ token: string; refreshtoken: string }>;

let running: Promise<void> | null = null;

/**
 * New tokens after a call with the token `stale` got 403 (spec §4). However many calls fail at once, in this tab or in others,
 * the refresh token is used once; who comes later finds the new token. When the refresh token is refused too, the session ends.
 */
export function refreshOnce(stale: string | null, renew: Renew): Promise<void> {
  running ??= inOneTab('refreshing', () => renewUnlessDone(stale, renew)).finally(() => (running = null));
  return running;
}

async function renewUnlessDone(stale: string | null, renew: Renew) {
  if (readItem('userToken') !== stale) return;
  const refreshToken = readItem('refreshToken');
  const fresh = refreshToken ? await renew(refreshToken).catch(nullWhenRefused) : null;
  // Chosen: a sign-in or sign-out that happened meanwhile wins over what was asked for before it.
  if (readItem('refreshToken') !== refreshToken) return;
  if (fresh) saveTokens(fresh);
  else endSession({ keepRememberMe: true });
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof ApiError && error.status === 403) return null;
  throw error;
}
