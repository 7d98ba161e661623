type Mask = [RegExp, (found: string) => string];

/** Personal data and tokens with their masked form: enough to tell two apart, not enough to use. */
const PERSONAL_DATA: Mask[] = [
  // JWTs of this server and of providers, then opaque tokens (32 random bytes in base64url).
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, () => '[token]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, () => '[token]'],
  [
    /(?<![\w.'+-])[\w.'+-]+@[\w-]+(?:\.[\w-]+)+/g,
    (address) => `${address[0]}•••${address.slice(address.lastIndexOf('@'))}`,
  ],
  // Mobile numbers keep their last two digits.
  [/(?<![\w.-])\d{8,15}(?![\w-])/g, (number) => `•••${number.slice(-2)}`],
];
const ONE_TIME_CODE: Mask = [/(?<![\w.-])\d{6,7}(?![\w-])/g, () => '••••••'];

const applyMasks = (masks: readonly Mask[], text: string): string =>
  masks.reduce((maskedText, [pattern, mask]) => maskedText.replace(pattern, mask), text);

/** For the work of operators, which contains no one-time codes: six digits there are a count. */
export const maskPersonalData = (text: string): string => applyMasks(PERSONAL_DATA, text);

/** For log lines and replies of providers, which may repeat a one-time code. */
export const maskText = (text: string): string =>
  applyMasks([...PERSONAL_DATA, ONE_TIME_CODE], text);

export const maskJson = (line: string): string =>
  line.replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, maskText);
