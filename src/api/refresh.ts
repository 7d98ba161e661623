import { endSession, readItem, saveTokens } from './browser-storage.ts';
import { ApiError } from './errors.ts';
import { runInOneTab } from './one-tab.ts';

type Renew = (refreshToken: string) => Promise<{ token: string; refreshtoken: string }>;

let running: Promise<void> | null = null;

// Spec §4. The refresh token is used only once, even if many calls in several tabs fail together.
// If the server rejects the refresh token, the session ends.
export function refreshOnce(staleToken: string | null, renew: Renew): Promise<void> {
  running ??= runInOneTab('refreshing', () => renewUnlessDone(staleToken, renew)).finally(
    () => (running = null),
  );
  return running;
}

async function renewUnlessDone(staleToken: string | null, renew: Renew) {
  if (readItem('userToken') !== staleToken) return;
  const refreshToken = readItem('refreshToken');
  const newTokens = refreshToken ? await renew(refreshToken).catch(nullWhenRefused) : null;
  // Chosen: a sign-in or sign-out during the refresh has priority.
  if (readItem('refreshToken') !== refreshToken) return;
  if (newTokens) saveTokens(newTokens);
  else {
    // Only now: a viewer who signs out is not asked to sign in again (layouts/guarded-page.js).
    globalThis.dispatchEvent?.(new Event('session:expired'));
    endSession({ keepRememberMe: true });
  }
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof ApiError && error.status === 403) return null;
  throw error;
}
