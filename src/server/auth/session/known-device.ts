import { getCookie, setCookie } from 'hono/cookie';
import { DAY, MINUTE } from '#domain/limits.ts';
import { cookieRules } from '../../cross-origin.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http.ts';
import { readToken, signToken } from '../../tokens.ts';
import { findByIdentity } from './queries.ts';
import type { Identity } from './username.ts';

const COOKIE = 'known_device';
const REMEMBERED_DAYS = 180;

/** What a browser sends of an earlier sign-in; undefined when it sends nothing. */
export const deviceTokenOf = (context: AppContext): string | undefined => getCookie(context, COOKIE);

/**
 * Gives the browser a proof that this account signed in there (OWASP "device cookies"). It opens nothing: its guesses and codes are
 * counted apart from those of strangers. Chosen: one account for each browser, the last one, so that a shared one collects no cookies.
 */
export async function rememberDevice({ config, now }: Deps, context: AppContext, userId: number): Promise<void> {
  const claims = { sub: String(userId) };
  const life = { now: now(), minutes: (REMEMBERED_DAYS * DAY) / MINUTE };
  setCookie(context, COOKIE, await signToken(config.secrets.tokenSecret, 'device', claims, life), {
    // Only this service reads it; pages are asked for without it.
    path: context.req.path.replace(/\/users\/\w+$/, '') || '/',
    ...cookieRules(config, 'Lax'),
    maxAge: (REMEMBERED_DAYS * DAY) / 1000,
  });
}

/** The id of a device on which the account of this identity signed in before; null for every other. */
export async function knownDevice(
  { db, config, now }: Deps,
  token: string | undefined,
  identity: Identity,
): Promise<string | null> {
  const claims = token ? await readToken(config.secrets.acceptedTokenSecrets, 'device', token, now()) : null;
  if (!claims) return null;
  const user = await findByIdentity(db, identity);
  return user && claims['sub'] === String(user.userId) ? String(claims['jti']) : null;
}
