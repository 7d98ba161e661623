import type { Finding } from '../findings.ts';

export type CaptionProblem = 'unknown encoding' | 'no captions';

/** Every caption of a file is in `cueCount` or in `unreadable`. */
export interface CaptionReport {
  problem?: CaptionProblem;
  cueCount: number;
  /** Captions that could not be read. */
  unreadable: LineReport;
  /** Lines with wrong bytes, which became U+FFFD. */
  damaged: LineReport;
}

/** Lines count from 1. */
interface LineReport {
  count: number;
  firstLines: number[];
}

const MAX_LINES = 5;

export const lineReport = (lines: number[]): LineReport => ({
  count: lines.length,
  firstLines: lines.slice(0, MAX_LINES),
});

/** `file` is null for subtitles inside of the film. */
export function findingsOfCaptions(
  { cueCount, unreadable, damaged }: CaptionReport,
  from: { language: string; file: string | null },
): Finding[] {
  const findings: Finding[] = [];
  if (unreadable.count > 0) {
    const values = { ...from, ...unreadable, total: cueCount + unreadable.count };
    findings.push({ code: 'captions-unreadable', values });
  }
  if (damaged.count > 0) findings.push({ code: 'captions-damaged', values: { ...from, ...damaged } });
  return findings;
}
