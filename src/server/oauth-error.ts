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
];

/**
 * Gives a refusal the `error` of OAuth 2.0, and a bad request its status 400. Limits and faults stay as they are, because OAuth 2.0 names
 * none.
 */
export function toOAuthError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { kind, code, message, details } = error;
  if (OAUTH_ERRORS.includes(code))
    return new AppError(kind, code, message, { ...details, oauthError: code });
  if (kind === 'forbidden')
    return new AppError(kind, code, message, { ...details, oauthError: 'access_denied' });
  return kind === 'malformed' || kind === 'invalid' || kind === 'wrong_body_type'
    ? new AppError('malformed', code, message, { ...details, oauthError: 'invalid_request' })
    : error;
}
