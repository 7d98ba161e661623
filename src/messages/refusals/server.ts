import { commonMessages } from '../common.ts';
import { serverRefusals } from '../server-refusals.ts';
import { asGiven } from './as-given.ts';

/** The sentences of the refusals of the server, whatever the call. */
export const serverSentences = {
  bad_search: asGiven,
  bad_sort: asGiven,
  body_cut_off: 'The request ended before its body was complete',
  body_too_large: 'The request body is too large',
  character_unreadable: serverRefusals.unreadable,
  database_away: 'Matinee is unavailable for a moment. Try again in a minute.',
  idempotency_key_reused: 'This key was used for another request',
  internal: commonMessages.somethingWrong,
  malformed_form: 'The request body has a field twice',
  malformed_json: 'The request body is not JSON',
  malformed_request: 'This request cannot be read',
  method_not_allowed: (methods: string) => `This address takes ${methods}`,
  not_found: 'There is nothing here',
  other_site: 'This call is only for the pages of the cinema',
  request_running: 'The first request with this key is still running',
  role_required: (role: string) => `This call requires the role ${role}`,
  token_invalid: 'Please sign in again',
  too_many_requests: asGiven,
  unsupported_grant_type: asGiven,
  unsupported_media_type: 'Send the body as application/json',
  validation_failed: asGiven,
} as const;
