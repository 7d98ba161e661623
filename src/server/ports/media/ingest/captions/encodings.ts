import { textBefore } from '#domain/text-before.ts';
import {
  decodeDamagedUtf8,
  decodeLeniently,
  decodeUnicode,
  decodeWindows1252,
} from '../../../../text-encoding.ts';

/** Of older caption files. The names are those of the web's Encoding Standard. */
export const CAPTION_ENCODINGS = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type CaptionEncoding = (typeof CAPTION_ENCODINGS)[number];

/**
 * Languages whose letters Windows-1252 has. Old files in other languages use other code pages and
 * would decode to nonsense.
 */
const WINDOWS_1252_LANGUAGES = new Set(
  'af ca da de en es et eu fi fo fr ga gl id is it lb ms nb nl nn no pt rm sq sv sw tl'.split(' '),
);
/** In the Turkish code page, these bytes are Turkish letters. */
const ICELANDIC_LETTERS = /[ÐðÞþÝý]/;
const ICELANDIC_LANGUAGES = new Set(['is', 'fo']);

/** Usual code pages of older files. */
const USUAL: Partial<Record<CaptionEncoding, string>> = {
  'windows-1250': 'pl cs sk hu ro sl hr bs',
  'windows-1251': 'ru uk bg sr mk be',
  'windows-1253': 'el',
  'windows-1254': 'tr az',
  'windows-1255': 'he',
  'windows-1256': 'ar fa ur',
  'windows-1257': 'lt lv',
  'windows-1258': 'vi',
  'windows-874': 'th',
  shift_jis: 'ja',
  'euc-kr': 'ko',
  gb18030: 'zh',
};

/** An example for the operator: the text itself does not show which encoding it has. */
export function usualEncoding(language: string): CaptionEncoding {
  const primary = textBefore(language, '-');
  const usual = CAPTION_ENCODINGS.find((encoding) => USUAL[encoding]?.split(' ').includes(primary));
  return usual ?? 'windows-1252';
}

export interface DecodedCaption {
  text: string;
  /** Whether characters were replaced by U+FFFD. */
  isDamaged: boolean;
}

/**
 * Null if the bytes do not show their encoding. `encoding` is that of a file that is neither UTF-8
 * nor UTF-16.
 */
export function decodeCaption(
  bytes: Buffer,
  language: string,
  encoding?: CaptionEncoding,
): DecodedCaption | null {
  const unicode = decodeUnicode(bytes);
  if (unicode !== null) return toDecoded(unicode, false);
  const text =
    decodeDamagedUtf8(bytes) ??
    (encoding ? decodeLeniently(encoding, bytes) : decodeByLanguage(bytes, language));
  return text === null ? null : toDecoded(text, text.includes('\uFFFD'));
}

const toDecoded = (text: string, isDamaged: boolean) => ({
  text: text.replaceAll('\0', ''),
  isDamaged,
});

function decodeByLanguage(bytes: Buffer, language: string): string | null {
  const primary = textBefore(language, '-');
  if (!WINDOWS_1252_LANGUAGES.has(primary)) return null;
  const text = decodeWindows1252(bytes);
  const isTurkish =
    text !== null && ICELANDIC_LETTERS.test(text) && !ICELANDIC_LANGUAGES.has(primary);
  return isTurkish ? null : text;
}
