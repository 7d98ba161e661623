/** Response headers that browsers on another origin may read, in addition to the CORS defaults. */
export const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Date',
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Rows',
] as const;

/** Request headers that they may send, in addition to the CORS defaults. */
export const SENT_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'] as const;
