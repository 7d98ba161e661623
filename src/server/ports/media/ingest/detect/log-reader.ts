import type { Finding } from '../findings.ts';
import type { Gap } from '../timeline.ts';

/**
 * Reads lines of ffmpeg's log, with marks of their level: `[blackdetect @ 0x55] [info]
 * black_start:5`.
 */
export interface FindingReader {
  onLogLine: (line: string) => void;
  /** After the last line. */
  findings: (film: CheckedFilm) => Finding[];
}

export interface CheckedFilm {
  seconds: number;
  /** Parts for which the file has no pictures, which have findings of their own. */
  gaps: Gap[];
}

/**
 * The number after `name`, as the filters of ffmpeg write it: `name:1.5`, `name=1.5` or `name:
 * 1.5`.
 */
export function numberAfter(line: string, name: string): number | null {
  const at = line.indexOf(name);
  if (at < 0) return null;
  const found = /^[:=]? ?(-?(?:inf|[\d.]+))/.exec(line.slice(at + name.length))?.[1];
  return found === undefined ? null : Number(found.replace('inf', 'Infinity'));
}
