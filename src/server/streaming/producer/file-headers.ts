/** The file name is given in Unicode (RFC 6266), and in ASCII for older clients. */
export const fileHeaders = (type: string, name: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'Cache-Control': 'no-store',
});

/**
 * `name` begins with the film's name. If that has no ASCII letter or digit, `orders.csv` or
 * `statement_2026-11.pdf` remains.
 */
const asciiOf = (name: string): string => name.replace(/[^a-z\d.-]+/gi, '_').replace(/^_/, '');

export const CSV_TYPE = 'text/csv; charset=UTF-8; header=present';
