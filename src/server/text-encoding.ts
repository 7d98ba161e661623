/** Decodes UTF-8 or UTF-16, with or without a byte order mark; null for another encoding. Line ends become `\n`. */
export function decodeUnicode(bytes: Buffer): string | null {
  const text = decodeUtf16(bytes) ?? decodeStrictly('utf-8', bytes);
  return text === null ? null : withoutByteOrderMarkAndCr(text);
}

/** Decodes the encoding that Windows calls "ANSI". A file in another encoding gives wrong letters and no error. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  withoutByteOrderMarkAndCr(new TextDecoder('windows-1252').decode(bytes));

const withoutByteOrderMarkAndCr = (text: string) => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

function decodeUtf16(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeStrictly('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeStrictly('utf-16be', bytes);
  return decodeUtf16WithoutMark(bytes);
}

/** Guesses the byte order: in UTF-16, one byte of a line end or digit is zero. */
function decodeUtf16WithoutMark(bytes: Buffer): string | null {
  const zeros = [0, 0];
  bytes.subarray(0, 1000).forEach((byte, at) => byte === 0 && zeros[at % 2]!++);
  if (zeros[0] === 0 && zeros[1] === 0) return null;
  return decodeStrictly(zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be', bytes);
}

function decodeStrictly(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
