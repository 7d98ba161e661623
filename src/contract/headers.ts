/** What browsers on another origin may read of an answer, beside what they always may. */
export const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Date',
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Rows',
] as const;

/** What they may send, beside what they always may. */
export const SENT_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'] as const;
