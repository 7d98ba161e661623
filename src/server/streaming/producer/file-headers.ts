import type { AppContext } from '../../http.ts';

/**
 * Headers of a file for the disk. Its name in every script (RFC 6266), and in ASCII for readers that know no other.
 */
export const fileHeaders = (type: string, name: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'Cache-Control': 'no-store',
});

/** `orders.csv`, where no letter of the film's name is in ASCII. */
const asciiOf = (name: string): string => name.replace(/[^a-z\d.-]+/gi, '_').replace(/^_/, '');

export const CSV_TYPE = 'text/csv; charset=UTF-8; header=present';

/** The reply has several forms: caches must not give one for another. */
export const varyByAccept = (context: AppContext): void => context.header('Vary', 'Accept', { append: true });
