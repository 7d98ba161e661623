import { firstOf } from '#domain/existing.ts';
import { type FindingReader, numberAfter } from './log-reader.ts';
import { collectParts } from './parts.ts';

/**
 * Of the luminance of a picture, 16 to 235. ITU-R BT.1702: a flash changes it by a tenth of white.
 */
const MIN_CHANGE = 22;
/** The darker side of a flash is darker than this. */
const MAX_DARK = 191;
/** More than three flashes in a second: up, down, up, … */
const MIN_TURNS = 7;
const WINDOW_SECONDS = 1;

/** Finds parts with more than three flashes in a second from the mean luminance of each picture. */
// Chosen: the mean of the whole picture, because smaller flashing areas do no harm below a quarter
// of it (WCAG 2.3.1).
function createFlashDetector() {
  const found = collectParts();
  let turns: number[] = [];
  let extreme: number | null = null;
  let isRising = true;
  let lastFlash = -Infinity;

  function addTurn(seconds: number) {
    turns = [...turns.filter((at) => at > seconds - WINDOW_SECONDS), seconds];
    if (turns.length < MIN_TURNS) return;
    if (seconds - lastFlash > WINDOW_SECONDS) found.add(firstOf(turns), seconds);
    lastFlash = seconds;
  }

  return {
    parts: found.parts,
    addPicture(seconds: number, luminance: number) {
      extreme ??= luminance;
      const change = isRising ? extreme - luminance : luminance - extreme;
      const isTurn = change >= MIN_CHANGE && Math.min(luminance, extreme) < MAX_DARK;
      if (isTurn) addTurn(seconds);
      if (isTurn) isRising = !isRising;
      if (isTurn || change < 0) extreme = luminance;
    },
  };
}

export function readFlashes(): FindingReader {
  const detector = createFlashDetector();
  let seconds = 0;
  return {
    onLogLine(line) {
      seconds = numberAfter(line, 'pts_time') ?? seconds;
      const luminance = numberAfter(line, 'signalstats.YAVG');
      if (luminance !== null) detector.addPicture(seconds, luminance);
    },
    findings: () => (detector.parts.count > 0 ? [{ code: 'flashes', values: detector.parts }] : []),
  };
}
