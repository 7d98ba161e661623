import { parseCredit } from '#domain/crew.ts';
import { MOVIE_TYPES } from '#domain/film.ts';

/**
 * Reads the text of a cell as people write it: `₹1,049.00`, `2h 05m`, `yes`. Other text is
 * returned, and the schema rejects it.
 */
export function readSheetValue(column: string, text: string): unknown {
  if (text === '') return undefined;
  return (READERS[column] ?? asText)(text);
}

const asText = (text: string): unknown => text;

const READERS: Record<string, (text: string) => unknown> = {
  ticketRate: (text) => readNumber(CURRENCY.exec(text)?.groups?.['amount'] ?? text),
  runningTime: (text) => readMinutes(text) ?? readNumber(text),
  ageRating: (text) => readAge(text) ?? readNumber(text),
  genres: splitList,
  cast: (text) => splitPeople(text).map(parseCredit),
  active: (text) => SWITCHES.get(text.toLowerCase()) ?? text,
  movieType: (text) => MOVIE_TYPES.find((type) => singularOf(type) === singularOf(text)) ?? text,
};

const CURRENCY = /^(?:₹|Rs\.?|INR) ?(?<amount>[\d.,]+)(?: ?\/-)?$/i;

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/;
/** `1,049`, and in India `1,04,900`. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/** Other text is returned, also what JavaScript takes for a number: `0x1F`, `1e3`. */
function readNumber(text: string): number | string {
  const plain = GROUPED.test(text)
    ? text.replaceAll(',', '')
    : text.replace(DECIMAL_COMMA, '$1.$2');
  return DECIMAL.test(plain) ? Number(plain) : text;
}

const DURATION =
  /^(?:(?<hours>\d{1,2}) ?h(?:(?:ou)?rs?)?\.?)? ?(?:(?<minutes>\d{1,4}) ?(?:m(?:in(?:ute)?s?)?\.?)?)?$/i;
/** Chosen: `9:30` is rejected, because it may be hours and minutes, or minutes and seconds. */
const CLOCK = /^(?<hours>\d{1,2}):(?<minutes>\d{2}):\d{2}$/;

function readMinutes(text: string): number | null {
  const { hours, minutes } = (DURATION.exec(text) ?? CLOCK.exec(text))?.groups ?? {};
  if (hours === undefined && minutes === undefined) return null;
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
}

/** `13+`, and the certificates of India: `U`, `UA 13+`, `A`. */
const AGE = /^(?:U\/?A ?)?(?<years>\d{1,2}) ?\+$/i;
const CERTIFICATES = new Map([
  ['U', 0],
  ['A', 18],
]);
function readAge(text: string): number | null {
  const years = AGE.exec(text)?.groups?.['years'];
  return years === undefined ? (CERTIFICATES.get(text.toUpperCase()) ?? null) : Number(years);
}

const SWITCHES = new Map([
  ...['y', 'yes', 'true', '1'].map((text) => [text, 'Y'] as const),
  ...['n', 'no', 'false', '0'].map((text) => [text, 'N'] as const),
]);

const singularOf = (type: string): string => type.toLowerCase().replace(/s$/, '');

const trimmed = (parts: string[]): string[] => parts.map((each) => each.trim()).filter(Boolean);
function splitList(text: string): string[] {
  return trimmed(text.split(/[|,;]/));
}
/** A role may have a comma: `Asha Rao=Director, camera`. */
const splitPeople = (text: string): string[] => trimmed(text.split('|'));

/** Whole minutes of a text of seconds. Other text is returned. */
export const readMinutesOfSeconds = (text: string): string =>
  DECIMAL.test(text) ? String(Math.round(Number(text) / 60)) : text;

/** The four digits of the year in a date. Other text is returned. */
export const readYear = (text: string): string => /\b(\d{4})\b/.exec(text)?.[1] ?? text;

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Text without tags; paragraphs become lines. */
export const readTextOfHtml = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<[a-z/!][^<>]{0,2000}>/gi, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/&#(\d{1,7});/g, (entity, code: string) => characterOf(Number(code)) ?? entity)
    .trim();

const characterOf = (code: number): string | null =>
  code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : null;
