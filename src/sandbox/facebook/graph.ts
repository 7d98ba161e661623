import { createHmac } from 'node:crypto';
import type { AccessToken, TokenStore } from './tokens.ts';

interface Reply {
  status: 200 | 400;
  body: object;
}

const failure = (message: string, code: number, subcode?: number): Reply => ({
  status: 400,
  body: {
    error: {
      message,
      type: 'OAuthException',
      code,
      error_subcode: subcode || undefined,
      fbtrace_id: 'SBX',
    },
  },
});
const INVALID_TOKEN = {
  code: 190,
  message: 'Invalid OAuth access token - Cannot parse access token',
};

const hasExpired = ({ expiresAt }: AccessToken, nowSeconds: number) =>
  expiresAt !== 0 && expiresAt <= nowSeconds;

interface Graph {
  tokens: TokenStore;
  appId: string;
  appSecret: string;
  nowSeconds(): number;
}

/** `GET /debug_token`: a token's data, only for an app with its secret. */
export function debugToken(
  { tokens, appId, appSecret, nowSeconds }: Graph,
  query: Record<string, string>,
): Reply {
  if (query['access_token'] !== `${appId}|${appSecret}`)
    return failure(INVALID_TOKEN.message, INVALID_TOKEN.code);
  const token = tokens.find(query['input_token'] ?? '');
  if (!token)
    return { status: 200, body: { data: { error: INVALID_TOKEN, is_valid: false, scopes: [] } } };
  const isValid = token.isValid && !hasExpired(token, nowSeconds());
  return {
    status: 200,
    body: {
      data: {
        app_id: token.appId,
        type: token.type,
        application: 'Matinee',
        data_access_expires_at: token.issuedAt + 7_776_000,
        error: isValid
          ? undefined
          : { code: 190, message: 'Error validating access token', subcode: 463 },
        expires_at: token.expiresAt,
        is_valid: isValid,
        issued_at: token.issuedAt,
        scopes: ['email', 'public_profile'],
        user_id: token.userId,
      },
    },
  };
}

/** `GET /me`: the id, and the requested fields that the person has. */
export function getMe(
  { tokens, appSecret, nowSeconds }: Graph,
  query: Record<string, string>,
): Reply {
  const token = tokens.find(query['access_token'] ?? '');
  if (!token?.isValid) return failure(INVALID_TOKEN.message, INVALID_TOKEN.code);
  if (hasExpired(token, nowSeconds()))
    return failure('Error validating access token: Session has expired', INVALID_TOKEN.code, 463);
  const proof = createHmac('sha256', appSecret).update(token.id).digest('hex');
  if (query['appsecret_proof'] !== proof)
    return failure('Invalid appsecret_proof provided in the API argument', 100);
  const fields = (query['fields'] ?? 'id').split(',');
  return {
    status: 200,
    body: Object.fromEntries(
      Object.entries(token.me).filter(([name]) => name === 'id' || fields.includes(name)),
    ),
  };
}
