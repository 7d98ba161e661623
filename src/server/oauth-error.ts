import type { ErrorCode, ErrorKind } from '#contract/error-codes.ts';
import { AppError } from './errors.ts';

/** RFC 6749 §5.2 and RFC 8628 §3.5. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_grant',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
] as const;
type OAuthError = (typeof OAUTH_ERRORS)[number];

const BAD_REQUESTS: ErrorKind[] = ['malformed', 'invalid', 'wrong_body_type'];

/**
 * The `error` and the kind of a refusal in OAuth 2.0. Null for limits and faults, because OAuth 2.0
 * names none.
 */
export function oauthRefusalOf(
  kind: ErrorKind,
  code: ErrorCode,
): { kind: ErrorKind; error: OAuthError } | null {
  const error = OAUTH_ERRORS.find((each) => each === code);
  if (error) return { kind, error };
  if (kind === 'forbidden') return { kind, error: 'access_denied' };
  return BAD_REQUESTS.includes(kind) ? { kind: 'malformed', error: 'invalid_request' } : null;
}

/** Gives a refusal the `error` of OAuth 2.0, and a bad request its status 400. */
export function toOAuthError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const refusal = oauthRefusalOf(error.kind, error.code);
  if (!refusal) return error;
  return error.withDetails({ kind: refusal.kind, oauthError: refusal.error });
}
