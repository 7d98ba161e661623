/** What names or opens an account, as a log may keep it: enough to tell two apart, not enough to use. */
const PATTERNS: [RegExp, (found: string) => string][] = [
  // Tokens of ours and of providers (JWT), then opaque ones (32 random bytes in base64url).
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, () => '[token]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, () => '[token]'],
  [/[\w.'+-]+@[\w-]+(?:\.[\w-]+)+/g, (address) => `${address[0]}•••${address.slice(address.lastIndexOf('@'))}`],
  // Mobile numbers keep their end; one-time codes keep nothing.
  [/(?<![\w.-])\d{8,15}(?![\w-])/g, (number) => `•••${number.slice(-2)}`],
  [/(?<![\w.-])\d{6,7}(?![\w-])/g, () => '••••••'],
];

export const masked = (text: string): string =>
  PATTERNS.reduce((left, [pattern, mask]) => left.replace(pattern, mask), text);

/** Masks inside the strings of a line of JSON; its numbers (times, ids, sums) stay as they are. */
export const maskedJson = (line: string): string => line.replace(/"(?:[^"\\]|\\.)*"/g, masked);
