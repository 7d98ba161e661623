/** The domains in `src/server/streaming`: each imports only those before it. */
export const DOMAIN_ORDER = [
  'faults',
  'visits',
  'content',
  'places',
  'catalogue',
  'channels',
  'payments',
  'invoices',
  'booking',
  'submission',
  'playback',
  'reviews',
  'details',
  'producer',
  'reports',
  'import',
];
