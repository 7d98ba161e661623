import { createHmac } from 'node:crypto';
import type { AccessToken, TokenDesk } from './tokens.ts';

interface Reply {
  status: 200 | 400;
  body: object;
}

const failure = (message: string, code: number, subcode?: number): Reply => ({
  status: 400,
  body: {
    error: { message, type: 'OAuthException', code, ...(subcode && { error_subcode: subcode }), fbtrace_id: 'SBX' },
  },
});
const BROKEN = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' };

const hasExpired = ({ expiresAt }: AccessToken, seconds: number) => expiresAt !== 0 && expiresAt <= seconds;

interface Graph {
  desk: TokenDesk;
  appId: string;
  appSecret: string;
  seconds(): number;
}

/** `GET /debug_token`: what Facebook knows of a token; only an app that proves itself is told. */
export function debugToken({ desk, appId, appSecret, seconds }: Graph, query: Record<string, string>): Reply {
  if (query['access_token'] !== `${appId}|${appSecret}`) return failure(BROKEN.message, BROKEN.code);
  const token = desk.find(query['input_token'] ?? '');
  if (!token) return { status: 200, body: { data: { error: BROKEN, is_valid: false, scopes: [] } } };
  const isValid = token.isValid && !hasExpired(token, seconds());
  return {
    status: 200,
    body: {
      data: {
        app_id: token.appId,
        type: token.type,
        application: 'Matinee',
        data_access_expires_at: token.issuedAt + 7_776_000,
        ...(isValid ? {} : { error: { code: 190, message: 'Error validating access token', subcode: 463 } }),
        expires_at: token.expiresAt,
        is_valid: isValid,
        issued_at: token.issuedAt,
        scopes: ['email', 'public_profile'],
        user_id: token.userId,
      },
    },
  };
}

/** `GET /me`: the fields that were asked for and that the person has. */
export function me({ desk, appSecret, seconds }: Graph, query: Record<string, string>): Reply {
  const token = desk.find(query['access_token'] ?? '');
  if (!token?.isValid) return failure(BROKEN.message, BROKEN.code);
  if (hasExpired(token, seconds()))
    return failure('Error validating access token: Session has expired', BROKEN.code, 463);
  const proof = createHmac('sha256', appSecret).update(token.id).digest('hex');
  if (query['appsecret_proof'] !== proof) return failure('Invalid appsecret_proof provided in the API argument', 100);
  const fields = (query['fields'] ?? 'id').split(',');
  return {
    status: 200,
    body: Object.fromEntries(Object.entries(token.me).filter(([name]) => name === 'id' || fields.includes(name))),
  };
}
