import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { socialLogin, socialNonce, socialProviders } from '#contract/session.ts';
import { DAY } from '#domain/limits/durations.ts';
import { cookieOptions } from '../../cross-origin.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http/app-context.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { rememberDevice } from '../session/known-device.ts';
import { listProviders, socialSignIn } from './actions.ts';
import { isNonceSecret, makeNonceSecret, nonceOf } from './nonce.ts';
import { isFromOwnSite } from './own-site.ts';

const NONCE_COOKIE = 'sl_n';
const NONCE_SECONDS = DAY / 1000;
const BODY_LIMIT = 8 * 1024;

export const socialRoutes = (deps: Deps) => [
  serveEndpoint(socialProviders, () => listProviders(deps)),
  serveEndpoint(socialNonce, ({ context }) => {
    // Chosen: all tabs of a browser share one nonce, because a new nonce would make that of an
    // earlier tab invalid. A sign-in deletes the cookie.
    const secret = nonceSecretOf(context) ?? makeNonceSecret();
    setCookie(context, NONCE_COOKIE, secret, {
      ...nonceCookieOptions(deps),
      maxAge: NONCE_SECONDS,
    });
    return { nonce: nonceOf(secret) };
  }),
  serveEndpoint(
    socialLogin,
    async ({ body, ip, context }) => {
      const reply = await socialSignIn(deps, {
        ...body,
        ip,
        userAgent: context.req.header('User-Agent') ?? null,
        nonceSecret: nonceSecretOf(context),
        isFromOwnSite: isFromOwnSite((name) => context.req.header(name), deps.config),
      });
      deleteCookie(context, NONCE_COOKIE, nonceCookieOptions(deps));
      await rememberDevice(deps, context, reply.userId);
      return reply;
    },
    { bodyLimit: BODY_LIMIT },
  ),
];

const nonceSecretOf = (context: AppContext) => {
  const secret = getCookie(context, NONCE_COOKIE);
  return isNonceSecret(secret) ? secret : null;
};

const nonceCookieOptions = ({ config }: Deps) => ({ path: '/', ...cookieOptions(config, 'Lax') });
