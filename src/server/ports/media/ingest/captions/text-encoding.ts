import { MediaError } from '../../errors.ts';

/** Languages that Windows-1252 can write; in any other an old file is in another code page, and would come out as nonsense. */
const WINDOWS_1252 = new Set(
  'af ca da de en es et eu fi fo fr ga gl id is it lb ms nb nl nn no pt rm sq sv sw tl'.split(' '),
);

/** The text of a caption file, whatever it was saved as. Throws MediaError when that cannot be told. */
export function decodeText(bytes: Buffer, language: string, name: string): string {
  const marked = byMark(bytes);
  const text = marked ?? decode('utf-8', bytes) ?? withoutMark(bytes, language, name);
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function byMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be', bytes);
  return looksWide(bytes);
}

/** UTF-16 without its mark: line ends and digits have a zero on one side. */
function looksWide(bytes: Buffer): string | null {
  const zeros = [0, 0];
  bytes.subarray(0, 1000).forEach((byte, at) => byte === 0 && zeros[at % 2]!++);
  if (zeros[0] === 0 && zeros[1] === 0) return null;
  return decode(zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be', bytes);
}

function withoutMark(bytes: Buffer, language: string, name: string): string {
  if (WINDOWS_1252.has(language.split('-')[0]!)) return new TextDecoder('windows-1252').decode(bytes);
  throw new MediaError(`${name} is neither UTF-8 nor UTF-16; save it as UTF-8`);
}

function decode(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
