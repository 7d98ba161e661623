import { getCookie, setCookie } from 'hono/cookie';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { cookieOptions } from '../../cross-origin.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http/app-context.ts';
import { readToken, signToken } from '../../tokens.ts';
import { findByIdentity } from './queries.ts';
import type { Identity } from './identity.ts';

const COOKIE = 'known_device';
const REMEMBERED_DAYS = 180;

export const readDeviceToken = (context: AppContext): string | undefined =>
  getCookie(context, COOKIE);

// Chosen: an OWASP "device cookie" for the last account of a browser. It grants no access, only
// separate attempt limits.
export async function rememberDevice(
  { config, now }: Deps,
  context: AppContext,
  userId: number,
): Promise<void> {
  const claims = { sub: String(userId) };
  const lifetime = { now: now(), minutes: (REMEMBERED_DAYS * DAY) / MINUTE };
  setCookie(context, COOKIE, signToken(config.secrets.tokenSecret, 'device', claims, lifetime), {
    path: context.req.path.replace(/\/users\/\w+$/, '') || '/', // the path of this service
    ...cookieOptions(config, 'Lax'),
    maxAge: (REMEMBERED_DAYS * DAY) / 1000,
  });
}

export async function findKnownDeviceId(
  { db, config, now }: Deps,
  token: string | undefined,
  identity: Identity,
) {
  const claims = token
    ? await readToken({
        secrets: config.secrets.acceptedTokenSecrets,
        audience: 'device',
        token,
        now: now(),
      })
    : null;
  if (!claims) return null;
  const user = await findByIdentity(db, identity);
  return user && claims['sub'] === String(user.userId) ? String(claims['jti']) : null;
}
