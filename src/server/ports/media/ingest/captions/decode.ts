import { decodeUnicode, decodeWindows1252 } from '../../../../text-encoding.ts';
import { readSrt, readVtt, writeVtt } from './cues.ts';

/** Languages whose letters Windows-1252 has. Old files in other languages use other code pages and would decode to nonsense. */
const WINDOWS_1252_LANGUAGES = new Set(
  'af ca da de en es et eu fi fo fr ga gl id is it lb ms nb nl nn no pt rm sq sv sw tl'.split(' '),
);

/** Null if the encoding is unknown. */
export function decodeCaption(bytes: Buffer, language: string): string | null {
  const text = decodeUnicode(bytes);
  if (text !== null) return text;
  return WINDOWS_1252_LANGUAGES.has(language.split('-')[0]!) ? decodeWindows1252(bytes) : null;
}

export type CaptionProblem = 'unknown encoding' | 'no captions';

export interface CaptionReport {
  problem?: CaptionProblem;
}

/** Converts SRT or WebVTT to WebVTT, which is empty if there is a problem. */
export function toVtt(bytes: Buffer, language: string): CaptionReport & { vtt: string } {
  const text = decodeCaption(bytes, language);
  if (text === null) return { problem: 'unknown encoding', vtt: '' };
  const cues = text.startsWith('WEBVTT') ? readVtt(text) : readSrt(text);
  return cues.length > 0 ? { vtt: writeVtt(cues) } : { problem: 'no captions', vtt: '' };
}
