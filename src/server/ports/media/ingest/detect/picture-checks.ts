import type { Finding } from '../findings.ts';
import type { Size } from '../ladder.ts';
import type { Source } from '../probe.ts';
import { readBars } from './bars.ts';
import { readFields } from './fields.ts';
import { readFlashes } from './flashes.ts';
import type { FindingReader } from './log-reader.ts';
import { MIN_STILL_SECONDS, readBlack, readFrozen } from './still-parts.ts';

/**
 * For idet: a part of the picture with all its lines is enough, and costs the same for every size.
 */
const FIELDS_PART = 'crop=min(iw\\,720):min(ih\\,288)';
const CHECKS = [
  `blackdetect=d=${MIN_STILL_SECONDS}`,
  'freezedetect=n=-60dB:d=2',
  // Keeps the mean luminance, at a quarter of the time.
  'scale=64:36:flags=area',
  'signalstats',
  'metadata=mode=print:key=lavfi.signalstats.YAVG',
].join(',');
const BARS = 'fps=1,cropdetect=limit=24:round=2:skip=0';

/**
 * `filter` with side branches that log what looks wrong. Their frames are copies, so the picture
 * stays the same.
 */
export const withPictureChecks = (filter: string): string =>
  [
    `split[film][fields]`,
    `[fields]${FIELDS_PART},idet,nullsink`,
    `[film]${filter},split=3[main][checks][bars]`,
    `[checks]${CHECKS},nullsink`,
    `[bars]${BARS},nullsink`,
    '[main]null',
  ].join(';');

export function readPictureChecks(source: Source, rung: Size): FindingReader {
  const readers = [readBlack(), readFrozen(), readFlashes(), readBars(rung), readFields(source)];
  return {
    onLogLine: (line) => readers.forEach((reader) => reader.onLogLine(line)),
    findings: (film) => [
      ...readers.flatMap((reader) => reader.findings(film)),
      ...aspectFindings(source),
    ],
  };
}

/** Chosen: the widest films have 2.76:1 (Ben-Hur). */
const MAX_RATIO = 2.8;
/** Frames of digital television, which never has square pixels. */
const SD_SIZES = new Set(['720x576', '720x480', '720x486', '704x576', '704x480', '1440x1080']);

function aspectFindings({ width, height, storedSize, hasPixelShape }: Source): Finding[] {
  const isWide = Math.max(width / height, height / width) > MAX_RATIO;
  const isSqueezed = !hasPixelShape && SD_SIZES.has(storedSize);
  return isWide || isSqueezed ? [{ code: 'odd-aspect', values: { width, height } }] : [];
}
