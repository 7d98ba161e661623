import type { Source } from '../probe.ts';
import { type FindingReader, numberAfter } from './log-reader.ts';

const INTERLACED_ORDERS = /^(?:tt|bb|tb|bt)$/;
/** Of the pictures. Moving patterns look interlaced now and then, and in both orders of fields. */
const MIN_INTERLACED = 0.4;
const MAX_OTHER_ORDER = 0.1;
/** A few pictures prove nothing. */
const MIN_PICTURES = 200;

export function readFields({ fieldOrder }: Pick<Source, 'fieldOrder'>): FindingReader {
  let [top, bottom, progressive] = [0, 0, 0];
  return {
    onLogLine(line) {
      if (!line.includes('Multi frame detection')) return;
      const text = line.replace(/ +/g, ' ');
      // Filters start again when the size of the picture changes.
      top += numberAfter(text, 'TFF') ?? 0;
      bottom += numberAfter(text, 'BFF') ?? 0;
      progressive += numberAfter(text, 'Progressive') ?? 0;
    },
    findings() {
      const [most, least] = [Math.max(top, bottom), Math.min(top, bottom)];
      const count = top + bottom + progressive;
      const isInterlaced =
        most > MIN_INTERLACED * count && least < MAX_OTHER_ORDER * most && count >= MIN_PICTURES;
      return isInterlaced && !INTERLACED_ORDERS.test(fieldOrder)
        ? [
            {
              code: 'interlaced-unmarked',
              values: { firstField: top > bottom ? 'upper' : 'lower' },
            },
          ]
        : [];
    },
  };
}
