/** The text of a file in UTF-8 or UTF-16, with or without a byte order mark; line ends become `\n`. Null in any other encoding. */
export function decodeUnicode(bytes: Buffer): string | null {
  const text = decodeUtf16(bytes) ?? decode('utf-8', bytes);
  return text === null ? null : withPlainLineEnds(text);
}

/** What Windows saves as "ANSI" in Western Europe, the Americas and India. Every file of bytes has such a text: the caller judges it. */
export const decodeWindows1252 = (bytes: Buffer): string =>
  withPlainLineEnds(new TextDecoder('windows-1252').decode(bytes));

const withPlainLineEnds = (text: string) => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

function decodeUtf16(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes);
  return decodeUnmarkedUtf16(bytes);
}

/** UTF-16 without its mark: line ends and digits have a zero on one side. */
function decodeUnmarkedUtf16(bytes: Buffer): string | null {
  const zeros = [0, 0];
  bytes.subarray(0, 1000).forEach((byte, at) => byte === 0 && zeros[at % 2]!++);
  if (zeros[0] === 0 && zeros[1] === 0) return null;
  return decode(zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be', bytes);
}

function decode(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
