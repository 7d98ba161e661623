import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { FilterChoices, ListFilter } from '#stores/catalogue/movie-list.ts';

export type { FilterChoices, ListFilter };

/** `Tamil, Hindi | Drama`; empty without filters. */
export function filterNames(
  { languages, genreIds }: ListFilter,
  { genres }: Pick<FilterChoices, 'genres'>,
): string {
  const names = genres
    .filter(({ genreId }) => genreIds.includes(genreId))
    .map(({ genreName }) => genreName);
  return [languages, names]
    .map((each) => each.join(', '))
    .filter(Boolean)
    .join(' | ');
}

export const listTitle = (title: string, names: string): string =>
  names ? text.filtered(title, names) : title;
