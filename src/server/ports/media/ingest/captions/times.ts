/**
 * Seconds from the start of the film. `rest` is what follows on the line: settings, coordinates or
 * text.
 */
export interface CueTimes {
  start: number;
  end: number;
  rest: string;
}

/** Longer lines are text. Bounds the work on a line. */
const MAX_LENGTH = 400;

/**
 * `01:02:03,004`, `2:03.4`, `01:02:03`, `01:02:03:004`, `-00:00:01,500`; with the separators of
 * Chinese and Japanese keyboards too.
 */
const TIME =
  /^([-−]?)(?:(\d{1,4}) ?[:：] ?)?([-−]?\d{1,3}) ?[:：] ?([-−]?\d{1,2})(?: ?[.,，] ?([-−]?\d{0,9})|[:：](\d{3,9}))?(?!\d)/;
/** `-->`, `->`, `- ->`, `—>`, `=>`, `→`, `--&gt;`. */
const ARROW = /^(?:[-–—−=] ?){0,4}(?:>{1,3}|→|&gt;) ?/;
/** A comma is the arrow of SubViewer and of YouTube's SBV. */
const WEAK_ARROW = /^(?:[-–—−]{1,3}|,) ?/;

/**
 * Reads a line with two times. Null for other text, `broken` for a line with an arrow that was
 * meant to have two times.
 */
export function readTimes(line: string, isAfterNumber: boolean): CueTimes | 'broken' | null {
  if (line.length > MAX_LENGTH) return null;
  const text = line.replace(/[\s\u00a0]/g, ' ').trim();
  return parseTimes(text) ?? (isMeantAsTimes(text, isAfterNumber) ? 'broken' : null);
}

function parseTimes(text: string): CueTimes | null {
  const start = readTime(text);
  if (!start) return null;
  const [arrow = ''] = ARROW.exec(start.rest) ?? [];
  const [separator] = arrow ? [arrow] : (WEAK_ARROW.exec(start.rest) ?? ['']);
  const end = readTime(start.rest.slice(separator.length));
  // Without an arrow, `10:30 - 11:00` is more likely a text than two times.
  if (!end || (!arrow && !(start.isExact && end.isExact)) || /^[^ A-Za-z]/.test(end.rest))
    return null;
  return { start: start.seconds, end: end.seconds, rest: end.rest.trim() };
}

function readTime(text: string) {
  const match = TIME.exec(text);
  if (!match) return null;
  const [all, sign, hours = '0', minutes = '0', seconds = '0', fraction, milliseconds] = match;
  const parts = [hours, minutes, seconds, `0.${unsigned(fraction ?? milliseconds ?? '') || '0'}`];
  const [h = 0, m = 0, s = 0, f = 0] = parts.map((part) => Number(unsigned(part)));
  const isNegative = Boolean(sign) || /[-−]/.test(all);
  return {
    seconds: (h * 3600 + m * 60 + s + f) * (isNegative ? -1 : 1),
    isExact: match[2] !== undefined && (fraction ?? milliseconds) !== undefined,
    rest: text.slice(all.length).trimStart(),
  };
}

const unsigned = (digits: string) => digits.replace(/^[-−]/, '');

/** An arrow in a spoken text has letters before it. */
function isMeantAsTimes(text: string, isAfterNumber: boolean): boolean {
  const at = text.indexOf('-->');
  if (at < 0) return false;
  const before = text.slice(0, at);
  return isAfterNumber || (/\p{Nd}/u.test(before) && !/\p{L}/u.test(before));
}
