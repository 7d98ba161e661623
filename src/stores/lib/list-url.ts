import { href, matchRoute } from '#routes.ts';

/** What a list's address says: names, as a person reads them. */
export interface AddressedWish {
  languages: string[];
  genres: string[];
  sortBy: { rating: boolean; dates: boolean };
}

/** Where a list stands without any filter. */
const HOMES = { movies: 'movies', SHORTS: 'shortFilms', SERIES: 'webSeries' } as const;
type ListKind = keyof typeof HOMES;

const BETWEEN = ';';
const together = (names: string[]) => names.join(BETWEEN);
const apart = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(BETWEEN)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/**
 * The address that shows a wish. Movies have the search routes of spec §2.
 * Chosen: the other two lists have none there, so their filters stand in the query, as the sort toggles of all three do.
 */
export function listAddress(kind: ListKind, wish: AddressedWish): string {
  const { rating, dates } = wish.sortBy;
  const languages = together(wish.languages);
  const genres = together(wish.genres);
  const isInPath = kind === 'movies';
  const query = [
    ...(isInPath
      ? []
      : [
          ['language', languages],
          ['genre', genres],
        ]),
    ['sort', [rating && 'rating', dates && 'dates'].filter(Boolean).join(',')],
  ].filter(([, value]) => value !== '');
  const path = isInPath ? moviesPath(languages, genres) : href(HOMES[kind]);
  return [path, query.map(([name, value]) => `${name}=${escaped(value ?? '')}`).join('&')].filter(Boolean).join('?');
}

/** As `href()` does it, and the comma too. */
const escaped = (value: string) => encodeURIComponent(value).replaceAll('%3B', BETWEEN).replaceAll('%2C', ',');

function moviesPath(languages: string, genres: string): string {
  if (languages && genres) return href('moviesByBoth', { languages, genres });
  if (languages) return href('moviesByLanguage', { languages });
  return genres ? href('moviesByGenre', { genres }) : href('movies');
}

/** What an address wishes for; the other way round. */
export function wishAt(kind: ListKind, { pathname, search }: Pick<Location, 'pathname' | 'search'>): AddressedWish {
  const query = new URLSearchParams(search);
  const path =
    kind === 'movies' ? searchParts(pathname) : { languages: query.get('language'), genres: query.get('genre') };
  const sorts = (query.get('sort') ?? '').split(',');
  return {
    languages: apart(path?.['languages']),
    genres: apart(path?.['genres']),
    sortBy: { rating: sorts.includes('rating'), dates: sorts.includes('dates') },
  };
}

const searchParts = (pathname: string): Record<string, string | null> | null =>
  matchRoute('moviesByBoth', pathname) ??
  matchRoute('moviesByLanguage', pathname) ??
  matchRoute('moviesByGenre', pathname);
