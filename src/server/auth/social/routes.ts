import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { socialLogin, socialNonce, socialProviders } from '#contract/session.ts';
import { DAY } from '#domain/limits.ts';
import { cookieRules } from '../../cross-origin.ts';
import type { Deps } from '../../deps.ts';
import { type AppContext, serve } from '../../http.ts';
import { rememberDevice } from '../session/known-device.ts';
import { listProviders, socialSignIn } from './actions.ts';
import { isNonceSecret, makeNonceSecret, nonceOf } from './nonce.ts';
import { isFromOurPage } from './same-origin.ts';

const COOKIE = 'sl_n';
const NONCE_SECONDS = DAY / 1000;
/** Room for a provider's token and nothing more. */
const BODY_LIMIT = 8 * 1024;

export const socialRoutes = (deps: Deps) => [
  serve(socialProviders, () => listProviders(deps)),
  serve(socialNonce, ({ context }) => {
    // Chosen: a second tab gets the same nonce, so that it does not spoil the first one's; a sign-in ends it.
    const secret = secretIn(context) ?? makeNonceSecret();
    setCookie(context, COOKIE, secret, { ...rulesOf(deps), maxAge: NONCE_SECONDS });
    return { nonce: nonceOf(secret) };
  }),
  serve(
    socialLogin,
    async ({ body, ip, context }) => {
      const reply = await socialSignIn(deps, {
        ...body,
        ip,
        userAgent: context.req.header('User-Agent') ?? null,
        nonceSecret: secretIn(context),
        isOurPage: isFromOurPage((name) => context.req.header(name), deps.config),
      });
      deleteCookie(context, COOKIE, rulesOf(deps));
      await rememberDevice(deps, context, reply.userId);
      return reply;
    },
    { bodyLimit: BODY_LIMIT },
  ),
];

const secretIn = (context: AppContext) => {
  const secret = getCookie(context, COOKIE);
  return isNonceSecret(secret) ? secret : null;
};

const rulesOf = ({ config }: Deps) => ({ path: '/', ...cookieRules(config, 'Lax') });
