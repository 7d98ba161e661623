/** Response headers that scripts on another origin may read, in addition to the CORS defaults. */
export const EXPOSED_RESPONSE_HEADERS = [
  'Content-Disposition',
  'Date',
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Rows',
] as const;

/** Request headers that scripts on another origin may send, in addition to the CORS defaults. */
export const ALLOWED_REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
] as const;
