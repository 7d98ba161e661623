/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark; null for another encoding. Line ends
 * become `\n`.
 */
export function decodeUnicode(bytes: Buffer): string | null {
  const text = decodeUtf16(bytes) ?? decodeStrictly('utf-8', bytes);
  return text === null ? null : withoutByteOrderMarkAndCr(text);
}

/**
 * Decodes UTF-8 with a few wrong bytes, which become U+FFFD; null if the bytes do not look like
 * UTF-8.
 */
export function decodeDamagedUtf8(bytes: Buffer): string | null {
  const text = decodeLeniently('utf-8', bytes);
  const [wrongCount, rightCount] = [
    countMatches(text, /\uFFFD/g),
    countMatches(text, /[^\0-\x7F\uFFFD]/g),
  ];
  // Other encodings have hardly any valid sequence of UTF-8.
  return rightCount > wrongCount ? text : null;
}

/** Decodes an encoding by its name in the web's Encoding Standard; wrong bytes become U+FFFD. */
export const decodeLeniently = (encoding: string, bytes: Buffer): string =>
  withoutByteOrderMarkAndCr(new TextDecoder(encoding).decode(bytes));

/** Patterns that do not occur in Windows-1252 text: each shows another encoding. */
const NOT_WINDOWS_1252 = [
  // Unassigned codes: truncated UTF-16 and code pages of other scripts.
  /[\0\u0081\u008D\u008F\u0090\u009D]/,
  // Three accented letters in a row: Cyrillic or Greek code pages. `Äääh` is a sound.
  /([À-ÿ])(?!\1\1)[À-ÿ]{2}/i,
  // `Ž` after a small letter: `é` of old Macs.
  /\p{Ll}Ž/u,
  // `Ã©`, `â€™`, `à®ª`: UTF-8 with a broken character.
  /Ã[^\0-\x7FÀ-ÿ]|[àâ][^\0-\x7FÀ-ÿ]{2}/,
  // `³` and `¿` inside of a word: code pages of Central Europe. `‚` and `Š`: those of DOS.
  /\p{L}[‚„ˆ‰‡†¹³¿¡]\p{L}|\p{Ll}Š/u,
];

/**
 * Decodes the encoding that Windows calls "ANSI"; null if the text shows that it has another
 * encoding.
 */
export function decodeWindows1252(bytes: Buffer): string | null {
  const text = decodeLeniently('windows-1252', bytes);
  return NOT_WINDOWS_1252.some((pattern) => pattern.test(text)) ? null : text;
}

/** Whether the first bytes of a file can be text in any encoding. */
export function canBeText(sample: Buffer): boolean {
  if (!sample.includes(0) || utf16Encoding(sample)) return true;
  const controls = sample.filter(
    (byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte),
  );
  return controls.length <= 1 + sample.length * MAX_CONTROL_SHARE;
}

/** A few of these bytes are faults of an editor. Noise has twelve percent. */
const MAX_CONTROL_SHARE = 0.01;

// Some editors write a second CR.
const withoutByteOrderMarkAndCr = (text: string) =>
  text.replace(/^\uFEFF/, '').replace(/\r\r?\n|\r/g, '\n');

function decodeUtf16(bytes: Buffer): string | null {
  const encoding = utf16Encoding(bytes);
  return encoding && decodeStrictly(encoding, bytes);
}

function utf16Encoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return guessUtf16(bytes);
}

const UTF16_SAMPLE_BYTES = 1000;

/**
 * Guesses the byte order: in UTF-16, one byte of a line end or digit is zero. A single zero is a
 * fault in another encoding.
 */
function guessUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, UTF16_SAMPLE_BYTES);
  const zerosAt = (parity: number) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [inEven, inOdd] = [zerosAt(0), zerosAt(1)];
  const [fewer, more] = [Math.min(inEven, inOdd), Math.max(inEven, inOdd)];
  if (more * 10 < sample.length / 2 || fewer * 10 > more) return null;
  return inOdd > inEven ? 'utf-16le' : 'utf-16be';
}

function decodeStrictly(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
