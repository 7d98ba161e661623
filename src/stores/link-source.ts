import { sendVisit } from '#api/visits.ts';
import { LINK_SOURCE_PARAMETER, linkSourceOf } from '#domain/link-source.ts';
import { matchRoute } from '#routes.ts';
import { persistentTabAtom } from './lib/persistent-atom.ts';

/** Labels by film, or of the last list that a label led to. */
type Labels = Record<string, string>;
const LIST = 'list';
const storedLabels = (key: string) =>
  persistentTabAtom<Labels>(key, {
    safeParse: (value) => ({
      data: typeof value === 'object' && value !== null ? (value as Labels) : undefined,
    }),
  });

export const visitedFrom = storedLabels('visitedFrom');
/** Until the ticket is paid. */
export const orderFrom = storedLabels('orderFrom');

const labelOf = (labels: typeof visitedFrom, key: number | string) =>
  linkSourceOf(labels.get()?.[key]);
const labelInUrl = () =>
  linkSourceOf(new URLSearchParams(location.search).get(LINK_SOURCE_PARAMETER));
const setLabel = (labels: typeof visitedFrom, key: number | string, label: string) =>
  labels.set({ ...labels.get(), [key]: label });

/**
 * For the page of a film: keeps the label for its order and counts the visit, once for a tab, film
 * and label.
 */
export function rememberFilmSource(movieId: number) {
  // Chosen: a label in the film's own link counts more than that of a list.
  const label = labelInUrl() ?? labelOf(visitedFrom, LIST);
  if (!label || labelOf(visitedFrom, movieId) === label) return;
  setLabel(visitedFrom, movieId, label);
  setLabel(orderFrom, movieId, label);
  sendVisit(movieId, { from: label });
}

const FILM_PAGES = ['publicMovie', 'movieDetails', 'shortFilmDetails'] as const;

/**
 * `movieId`: of a page that was built for a film. Other pages of films call `rememberFilmSource`
 * when they know their film.
 */
export function rememberLinkSource(movieId: number | null) {
  if (movieId !== null) return rememberFilmSource(movieId);
  const label = labelInUrl();
  if (label && !FILM_PAGES.some((name) => matchRoute(name, location.pathname)))
    setLabel(visitedFrom, LIST, label);
}

/** The label that a new order of the film is sent with. */
export const orderSourceOf = (movieId: number): string | null => labelOf(orderFrom, movieId);

/** After the payment: a later ticket for the film did not come from this link. */
export function forgetOrderSource(movieId: number) {
  const { [movieId]: _, ...others } = orderFrom.get() ?? {};
  orderFrom.set(others);
}
