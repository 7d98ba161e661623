import { z } from 'zod';
import type { ErrorCode } from '#contract/error-codes.ts';
import { type Endpoint, FORM_TYPE } from '#contract/endpoint.ts';

/**
 * The codes with which a call can be refused: those of its action, and those of `serveEndpoint`.
 */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(endpoint.errors ?? []),
    ...callerErrors(endpoint),
    ...inputErrors(endpoint),
    ...bodyErrors(endpoint),
    ...keyErrors(endpoint),
  ]),
];

function callerErrors({ auth, role, service, hasSession }: Endpoint): ErrorCode[] {
  const errors: ErrorCode[] = auth === 'none' ? [] : ['token_invalid'];
  if (role) errors.push('role_required');
  if (service === 'office') errors.push('other_site');
  return hasSession ? [...errors, 'office_session_required'] : errors;
}

function inputErrors({ params, query, body }: Endpoint): ErrorCode[] {
  const errors: ErrorCode[] = params || query || body ? ['validation_failed'] : [];
  if (params) errors.push('not_found');
  const canSort = query instanceof z.ZodObject && 'sort' in query.shape;
  return canSort ? [...errors, 'bad_sort'] : errors;
}

function bodyErrors({ method, body, otherBodyTypes = [] }: Endpoint): ErrorCode[] {
  if (method === 'GET') return [];
  const errors: ErrorCode[] = ['body_cut_off', 'body_too_large'];
  if (body) errors.push('malformed_json', 'unsupported_media_type');
  return otherBodyTypes.includes(FORM_TYPE) ? [...errors, 'malformed_form'] : errors;
}

const keyErrors = ({ idempotent }: Endpoint): ErrorCode[] =>
  idempotent ? ['idempotency_key_reused', 'request_running'] : [];
