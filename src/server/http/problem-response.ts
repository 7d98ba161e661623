import { randomUUID } from 'node:crypto';
import { LANGUAGE } from '#domain/format/locale.ts';
import type { AppError } from '../errors.ts';
import { refusalText } from '../refusals.ts';
import type { AppContext } from './app-context.ts';

/**
 * Builds the problem document (RFC 9457): `message` for the viewer, a stable `code`, the request id
 * (api.md, Conventions).
 */
export function problemResponse(context: AppContext, error: AppError): Response {
  const { retryAfter, allow, field, oauthError, extra } = error.details;
  // Chosen: English for every request, until there are other languages.
  const message = String(error.details.sentence ?? refusalText(error.refusal, LANGUAGE));
  const errors = field === undefined ? error.details.errors : [{ path: field, message }];
  if (retryAfter) context.header('Retry-After', String(retryAfter));
  if (allow) context.header('Allow', allow.join(', '));
  if (error.status === 401) context.header('WWW-Authenticate', 'Bearer');
  context.header('Cache-Control', 'no-store');
  const document = {
    type: `urn:matinee:problem:${error.code}`,
    title: error.kind.replaceAll('_', ' '),
    status: error.status,
    detail: message,
    message,
    code: error.code,
    requestId: context.get('requestId'),
    errors,
    error: oauthError,
    ...extra,
  };
  // RFC 6749 §5.2 demands this type, and its clients check it.
  const type = oauthError ? 'application/json' : 'application/problem+json';
  return context.body(JSON.stringify(document), error.status, {
    'Content-Type': `${type}; charset=UTF-8`,
  });
}

export const newRequestId = (requestedId: string | undefined): string =>
  requestedId && /^[\w.-]{1,64}$/.test(requestedId) ? requestedId : randomUUID();
