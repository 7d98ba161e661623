import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { FilterChoices, ListWish } from '#stores/movie-list.ts';

export type { FilterChoices, ListWish };

/** A filter in words: `Tamil, Hindi | Drama`; empty when there is none. */
export function filterNames({ languages, genreIds }: ListWish, { genres }: Pick<FilterChoices, 'genres'>): string {
  const names = genres.filter(({ genreId }) => genreIds.includes(genreId)).map(({ genreName }) => genreName);
  return [languages, names]
    .map((each) => each.join(', '))
    .filter(Boolean)
    .join(' | ');
}

/** The title of a list's page. */
export const listTitle = (title: string, names: string): string => (names ? text.filtered(title, names) : title);
