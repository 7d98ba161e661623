import type { Finding } from '../findings.ts';

export type CaptionProblem = 'unknown encoding' | 'no captions';

/** Every caption of a file is in `cueCount` or in `unreadable`. */
export interface CaptionReport {
  problem?: CaptionProblem;
  cueCount: number;
  /** Seconds; 0 without captions. */
  lastStart: number;
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

/** Captions of credits may begin with the last picture. */
const MAX_LATE_SECONDS = 2;

/**
 * `file` is null for subtitles inside of the film, `filmSeconds` if the film does not say its
 * length.
 */
export function findingsOfCaptions(
  { cueCount, lastStart, unreadable, damaged }: CaptionReport,
  from: { language: string; file: string | null },
  filmSeconds: number | null,
): Finding[] {
  const findings: Finding[] = [];
  if (unreadable.count > 0) {
    const values = { ...from, ...unreadable, total: cueCount + unreadable.count };
    findings.push({ code: 'captions-unreadable', values });
  }
  if (filmSeconds !== null && lastStart > filmSeconds + MAX_LATE_SECONDS)
    findings.push({ code: 'captions-after-end', values: { ...from, at: lastStart, filmSeconds } });
  if (damaged.count > 0)
    findings.push({ code: 'captions-damaged', values: { ...from, ...damaged } });
  return findings;
}
