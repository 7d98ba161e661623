import { type CaptionText, writeVtt } from './cues.ts';
import { type CaptionEncoding, decodeCaption } from './encodings.ts';
import { readSrt } from './read-srt.ts';
import { isVtt, readVtt } from './read-vtt.ts';
import { type CaptionProblem, type CaptionReport, lineReport } from './report.ts';

/** Converts SRT or WebVTT to WebVTT, which is empty if there is a problem. */
export function toVtt(
  bytes: Buffer,
  language: string,
  encoding?: CaptionEncoding,
): CaptionReport & { vtt: string } {
  const decoded = decodeCaption(bytes, language, encoding);
  if (!decoded) return withProblem('unknown encoding');
  const { cues, unreadableLines } = readCaptionText(decoded.text);
  if (cues.length === 0) return withProblem('no captions');
  const damagedLines = decoded.isDamaged ? damagedLinesOf(decoded.text) : [];
  return {
    cueCount: cues.length,
    lastStart: cues.reduce((last, { start }) => Math.max(last, start), 0),
    unreadable: lineReport(unreadableLines),
    damaged: lineReport(damagedLines),
    vtt: writeVtt(cues),
  };
}

const withProblem = (problem: CaptionProblem) => ({
  problem,
  cueCount: 0,
  lastStart: 0,
  unreadable: lineReport([]),
  damaged: lineReport([]),
  vtt: '',
});

const readCaptionText = (text: string): CaptionText =>
  isVtt(text) ? readVtt(text) : readSrt(text);

const damagedLinesOf = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.includes('\uFFFD') ? [index + 1] : []));
