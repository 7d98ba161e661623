import type { Finding } from '../findings.ts';
import { type CheckedFilm, type FindingReader, numberAfter } from './log-reader.ts';
import { collectParts } from './parts.ts';

// Chosen: films have black pauses and still titles of some seconds; ten are unusual, except at the
// start and the end.
export const MIN_STILL_SECONDS = 10;
const EDGE_SECONDS = 1;

type Span = [start: number, end: number];

/** Parts inside of the film; a start, an end or a film that is all black is no fault. */
const isInside = (start: number, end: number, seconds: number) =>
  start > EDGE_SECONDS && end < seconds - EDGE_SECONDS;

export function readBlack(): FindingReader {
  const spans: Span[] = [];
  return {
    onLogLine(line) {
      const [start, end] = [numberAfter(line, 'black_start'), numberAfter(line, 'black_end')];
      if (start !== null && end !== null) spans.push([start, end]);
    },
    findings: (film) => partsFinding('black-parts', spans, film),
  };
}

/** A key frame inside of a still part differs a little from the frame before it. */
const MAX_INTERRUPTION_SECONDS = 0.5;

/** A black picture is also frozen: only `black-parts` names it. */
export function readFrozen(): FindingReader {
  const spans: Span[] = [];
  const blackSpans: Span[] = [];
  let start = 0;
  return {
    onLogLine(line) {
      const [blackStart, blackEnd] = [
        numberAfter(line, 'black_start'),
        numberAfter(line, 'black_end'),
      ];
      if (blackStart !== null && blackEnd !== null) blackSpans.push([blackStart, blackEnd]);
      start = numberAfter(line, 'freeze_start') ?? start;
      const end = numberAfter(line, 'freeze_end');
      if (end !== null) addFrozen(spans, start, end);
    },
    findings(film) {
      const isBlack = ([from, to]: Span) =>
        blackSpans.some((black) => black[0] < to && from < black[1]);
      const still = spans.filter(
        (span) => span[1] - span[0] >= MIN_STILL_SECONDS && !isBlack(span),
      );
      return partsFinding('frozen-parts', still, film);
    },
  };
}

function addFrozen(spans: Span[], start: number, end: number): void {
  const last = spans.at(-1);
  if (last && start - last[1] <= MAX_INTERRUPTION_SECONDS) last[1] = end;
  else spans.push([start, end]);
}

function partsFinding(
  code: 'black-parts' | 'frozen-parts',
  spans: Span[],
  film: CheckedFilm,
): Finding[] {
  const found = collectParts();
  const reported = spans.filter(
    ([start, end]) => isInside(start, end, film.seconds) && !isGap(start, film),
  );
  for (const [start, end] of reported) found.add(start, end);
  return found.parts.count > 0 ? [{ code, values: found.parts }] : [];
}

const isGap = (start: number, { gaps }: CheckedFilm) =>
  gaps.some(({ at }) => Math.abs(at - start) < EDGE_SECONDS);
