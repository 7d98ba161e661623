import { href, matchRoute } from '#routes.ts';

export interface UrlFilter {
  languages: string[];
  genres: string[];
  sortBy: { rating: boolean; dates: boolean };
}

const UNFILTERED_ROUTES = { movies: 'movies', SHORTS: 'shortFilms', SERIES: 'webSeries' } as const;
type ListKind = keyof typeof UNFILTERED_ROUTES;

const SEPARATOR = ';';
const joinNames = (names: string[]) => names.join(SEPARATOR);
const splitNames = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(SEPARATOR)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

// Movies have the search routes of spec §2. Chosen: the other lists and all sort toggles use the
// query.
export function listUrl(kind: ListKind, filter: UrlFilter): string {
  const { rating, dates } = filter.sortBy;
  const languages = joinNames(filter.languages);
  const genres = joinNames(filter.genres);
  const isInPath = kind === 'movies';
  const query = [
    ['language', isInPath ? '' : languages],
    ['genre', isInPath ? '' : genres],
    ['sort', [rating && 'rating', dates && 'dates'].filter(Boolean).join(',')],
  ].filter(([, value]) => value !== '');
  const path = isInPath ? moviesPath(languages, genres) : href(UNFILTERED_ROUTES[kind]);
  return [path, query.map(([name, value]) => `${name}=${encodeValue(value ?? '')}`).join('&')]
    .filter(Boolean)
    .join('?');
}

/** Like `href()`, but commas also stay readable. */
const encodeValue = (value: string) =>
  encodeURIComponent(value).replaceAll('%3B', SEPARATOR).replaceAll('%2C', ',');

function moviesPath(languages: string, genres: string): string {
  if (languages && genres) return href('moviesByBoth', { languages, genres });
  if (languages) return href('moviesByLanguage', { languages });
  return genres ? href('moviesByGenre', { genres }) : href('movies');
}

export function readUrlFilter(
  kind: ListKind,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): UrlFilter {
  const query = new URLSearchParams(search);
  const path =
    kind === 'movies'
      ? searchParts(pathname)
      : { languages: query.get('language'), genres: query.get('genre') };
  const sorts = (query.get('sort') ?? '').split(',');
  return {
    languages: splitNames(path?.['languages']),
    genres: splitNames(path?.['genres']),
    sortBy: { rating: sorts.includes('rating'), dates: sorts.includes('dates') },
  };
}

const searchParts = (pathname: string): Record<string, string | null> | null =>
  matchRoute('moviesByBoth', pathname) ??
  matchRoute('moviesByLanguage', pathname) ??
  matchRoute('moviesByGenre', pathname);
