import type { Size } from '../ladder.ts';
import { type FindingReader, numberAfter } from './log-reader.ts';

/** Of the picture. Smaller bars are the edges of old tapes. */
const MIN_BARS = 0.04;

export function readBars(picture: Size): FindingReader {
  let [right, bottom] = [0, 0];
  let [left, top] = [Infinity, Infinity];
  return {
    onLogLine(line) {
      if (!line.includes('cropdetect')) return;
      right = Math.max(right, numberAfter(line, 'x2') ?? 0);
      bottom = Math.max(bottom, numberAfter(line, 'y2') ?? 0);
      left = Math.min(left, numberAfter(line, 'x1') ?? Infinity);
      top = Math.min(top, numberAfter(line, 'y1') ?? Infinity);
    },
    findings() {
      if (right <= left || bottom <= top) return [];
      const width = (right - left + 1) / picture.width;
      const height = (bottom - top + 1) / picture.height;
      if (width > 1 - MIN_BARS && height > 1 - MIN_BARS) return [];
      return [
        {
          code: 'bars',
          values: { width: Math.round(width * 100), height: Math.round(height * 100) },
        },
      ];
    },
  };
}
