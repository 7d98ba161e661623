/**
 * The search language of `search=` (api.md "Criteria"): items separated by commas; `\` escapes a separator inside a value.
 * Parsed here for the server; the browser writes it with `criteria()`.
 */
export const CRITERIA_FIELDS = [
  'movieId',
  'movieName',
  'movieNameEn',
  'active',
  'movieType',
  'primaryLanguage',
  'avgRating',
  'releaseDate',
  'streamingStartDate',
  'ageRating',
  'yearReleased',
] as const;
export type CriteriaField = (typeof CRITERIA_FIELDS)[number];

export type Criterion =
  | { kind: 'equal' | 'unequal' | 'above' | 'below' | 'like'; field: CriteriaField; value: string }
  | { kind: 'oneOf'; field: CriteriaField; values: string[] }
  | { kind: 'genres'; genreIds: number[] }
  | { kind: 'sort'; field: CriteriaField; descending: boolean };

/** A search that cannot be read: which item, and where it begins (from 1). */
export class BadSearch extends Error {
  constructor(item: string, position: number, why: string) {
    super(`“${item}” at position ${position} cannot be searched for: ${why}`);
    this.name = 'BadSearch';
  }
}

const NUMBERS: readonly CriteriaField[] = ['movieId', 'avgRating', 'ageRating'];
const GENRES = 'movieGenresDSgenreIdLIST=';
const OPERATORS = [
  ['LISTSTR=', 'oneOf'],
  ['LIKE=', 'like'],
  [':', 'equal'],
  ['!', 'unequal'],
  ['>', 'above'],
  ['<', 'below'],
] as const;

/** Reads a search. Throws BadSearch for an unknown field, operator or a value of the wrong kind. */
export function parseCriteria(search: string): Criterion[] {
  return split(search, ',')
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, position }) => parseItem(text.trim(), position));
}

function parseItem(item: string, position: number): Criterion {
  const refuse = (why: string): never => {
    throw new BadSearch(item, position, why);
  };
  if (item.startsWith(GENRES)) {
    const genreIds = split(item.slice(GENRES.length), ';').map(({ text }) => Number(text));
    return genreIds.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)
      ? { kind: 'genres', genreIds }
      : refuse('genre ids are whole numbers');
  }
  const name = /^\w+?(?=LISTSTR=|LIKE=|[:!<>+-])/.exec(item)?.[0] ?? '';
  const field = CRITERIA_FIELDS.find((each) => each === name) ?? refuse('this field is not known');
  const rest = item.slice(name.length);
  if (rest === '-' || rest === '+') return { kind: 'sort', field, descending: rest === '-' };
  const [sign, kind] = OPERATORS.find(([each]) => rest.startsWith(each)) ?? refuse('this comparison is not known');
  const raw = rest.slice(sign.length);
  if (kind === 'oneOf') return { kind, field, values: split(raw, ';').map(({ text }) => unescape(text)) };
  const value = unescape(raw);
  if (value === '') refuse('the value is missing');
  if (NUMBERS.includes(field) && kind !== 'like' && !/^-?\d{1,9}(\.\d{1,6})?$/.test(value))
    refuse('this field is compared with a number');
  return { kind, field, value };
}

/** Cuts at a separator that no `\` stands before. Positions count from 1. */
function split(text: string, separator: string): { text: string; position: number }[] {
  const parts: { text: string; position: number }[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '\\') at++;
    else if (at === text.length || text[at] === separator) {
      parts.push({ text: text.slice(start, at), position: start + 1 });
      start = at + 1;
    }
  }
  if (start <= text.length && parts.length === 0) parts.push({ text, position: 1 });
  return parts;
}

const unescape = (text: string) => text.replace(/\\(.)/gs, '$1');
export const escapeValue = (text: string): string => text.replace(/[\\,;]/g, '\\$&');

export interface MovieFilter {
  languages?: string[];
  genreIds?: number[];
  sortBy?: { rating?: boolean; dates?: boolean };
}

/** What lists send while neither filter nor sort is chosen (spec §7). */
const NOTHING_CHOSEN = 'movieId>0,releaseDate-';

/** Whether a search is what lists send while nothing is chosen. The types of films that a list holds are no choice. */
export const choosesNothing = (items: Criterion[]): boolean =>
  JSON.stringify(items.filter((item) => !('field' in item && item.field === 'movieType'))) ===
  JSON.stringify(parseCriteria(NOTHING_CHOSEN));

/** The search of a filter, as the lists send it (spec §7); without filter or sort `movieId>0,releaseDate-`. */
export function criteria({ languages = [], genreIds = [], sortBy = {} }: MovieFilter): string {
  const items = [
    ...(sortBy.rating ? ['avgRating-'] : []),
    ...(sortBy.dates ? ['releaseDate-'] : []),
    ...(languages.length ? [`primaryLanguageLISTSTR=${languages.map(escapeValue).join(';')}`] : []),
    ...(genreIds.length ? [`movieGenresDSgenreIdLIST=${genreIds.join(';')}`] : []),
  ];
  return items.length ? ['active!N', ...items].join(',') : NOTHING_CHOSEN;
}
