/**
 * Fields of the search language of `search=` (api.md "Criteria"): items separated by commas; `\`
 * escapes a separator.
 */
const CRITERIA_FIELDS = [
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

/** `position` is the number of the character where the invalid item starts, from 1. */
export class SearchSyntaxError extends Error {
  constructor(item: string, position: number, reason: string) {
    super(`“${item}” at position ${position} cannot be searched for: ${reason}`);
    this.name = 'SearchSyntaxError';
  }
}

const NUMERIC_FIELDS: readonly CriteriaField[] = ['movieId', 'avgRating', 'ageRating'];
const GENRES_PREFIX = 'movieGenresDSgenreIdLIST=';
const OPERATORS = [
  ['LISTSTR=', 'oneOf'],
  ['LIKE=', 'like'],
  [':', 'equal'],
  ['!', 'unequal'],
  ['>', 'above'],
  ['<', 'below'],
] as const;

/**
 * Throws SearchSyntaxError for an unknown field or operator, a value of the wrong type, and an item
 * that `refuse` gives a reason for.
 */
export function parseCriteria(
  search: string,
  refuse: (item: Criterion) => string | null = () => null,
): Criterion[] {
  return splitUnescaped(search, ',')
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, position }) => {
      const criterion = parseItem(text.trim(), position);
      const reason = refuse(criterion);
      if (reason) throw new SearchSyntaxError(text.trim(), position, reason);
      return criterion;
    });
}

function parseItem(item: string, position: number): Criterion {
  const throwSyntaxError = (reason: string): never => {
    throw new SearchSyntaxError(item, position, reason);
  };
  if (item.startsWith(GENRES_PREFIX)) {
    const genreIds = splitUnescaped(item.slice(GENRES_PREFIX.length), ';').map(({ text }) =>
      Number(text),
    );
    return genreIds.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)
      ? { kind: 'genres', genreIds }
      : throwSyntaxError('genre ids are whole numbers');
  }
  const name = /^\w+?(?=LISTSTR=|LIKE=|[:!<>+-])/.exec(item)?.[0] ?? '';
  const field =
    CRITERIA_FIELDS.find((each) => each === name) ?? throwSyntaxError('this field is not known');
  const operatorAndValue = item.slice(name.length);
  if (operatorAndValue === '-' || operatorAndValue === '+')
    return { kind: 'sort', field, descending: operatorAndValue === '-' };
  const [operator, kind] =
    OPERATORS.find(([each]) => operatorAndValue.startsWith(each)) ??
    throwSyntaxError('this comparison is not known');
  const raw = operatorAndValue.slice(operator.length);
  if (kind === 'oneOf')
    return { kind, field, values: splitUnescaped(raw, ';').map(({ text }) => unescape(text)) };
  const value = unescape(raw);
  if (value === '') throwSyntaxError('the value is missing');
  if (NUMERIC_FIELDS.includes(field) && kind !== 'like' && !/^-?\d{1,9}(\.\d{1,6})?$/.test(value))
    throwSyntaxError('this field is compared with a number');
  return { kind, field, value };
}

/** Splits at unescaped separators. Positions count characters, from 1. */
function splitUnescaped(text: string, separator: string): { text: string; position: number }[] {
  const parts: { text: string; position: number }[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === separator) {
      parts.push({ text: text.slice(start, at), position: start + 1 });
      start = at + 1;
    }
  }
  return [...parts, { text: text.slice(start), position: start + 1 }];
}

const unescape = (text: string) => text.replace(/\\(.)/gs, '$1');
export const escapeValue = (text: string): string => text.replace(/[\\,;]/g, '\\$&');

export interface MovieFilter {
  languages?: string[];
  genreIds?: number[];
  sortBy?: { rating?: boolean; dates?: boolean };
}

/** Lists send this without a filter or sort order (spec §7). */
const DEFAULT_SEARCH = 'movieId>0,releaseDate-';

/** The film types of a list, and that its films are published, are no filter of the viewer. */
const LIST_FIELDS: readonly CriteriaField[] = ['movieType', 'active'];

/** Whether a list has no filter or sort order. */
export const isDefaultSearch = (items: Criterion[]): boolean =>
  JSON.stringify(items.filter((item) => !('field' in item && LIST_FIELDS.includes(item.field)))) ===
  JSON.stringify(parseCriteria(DEFAULT_SEARCH));

export const isWholeList = (filter: MovieFilter): boolean =>
  formatCriteria(filter) === DEFAULT_SEARCH;

export function formatCriteria({
  languages = [],
  genreIds = [],
  sortBy = {},
}: MovieFilter): string {
  const items = [
    sortBy.rating && 'avgRating-',
    sortBy.dates && 'releaseDate-',
    languages.length > 0 && `primaryLanguageLISTSTR=${languages.map(escapeValue).join(';')}`,
    genreIds.length > 0 && `movieGenresDSgenreIdLIST=${genreIds.join(';')}`,
  ].filter(Boolean);
  return items.length ? ['active!N', ...items].join(',') : DEFAULT_SEARCH;
}
