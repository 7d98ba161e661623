/** Personal data and secrets with their masked form: enough to tell two apart, not enough to use. */
const PATTERNS: [RegExp, (found: string) => string][] = [
  // JWTs of this server and of providers, then opaque tokens (32 random bytes in base64url).
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, () => '[token]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, () => '[token]'],
  [/[\w.'+-]+@[\w-]+(?:\.[\w-]+)+/g, (address) => `${address[0]}•••${address.slice(address.lastIndexOf('@'))}`],
  // Mobile numbers keep their last two digits; one-time codes keep none.
  [/(?<![\w.-])\d{8,15}(?![\w-])/g, (number) => `•••${number.slice(-2)}`],
  [/(?<![\w.-])\d{6,7}(?![\w-])/g, () => '••••••'],
];

export const maskText = (text: string): string =>
  PATTERNS.reduce((maskedText, [pattern, mask]) => maskedText.replace(pattern, mask), text);

export const maskJson = (line: string): string => line.replace(/"(?:[^"\\]|\\.)*"/g, maskText);
