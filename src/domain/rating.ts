import { RATING_SCALE } from './limits.ts';

/** Spec §9: one decimal on a scale of five; a value above five, or none, is missing. */
export function shownRating(average: number | null | undefined): string | null {
  if (average === null || average === undefined || average <= 0 || average > RATING_SCALE) return null;
  return average.toFixed(1);
}

/** `4.4/5`, or `-` when missing (spec §2, cards). */
export const cardRating = (average: number | null | undefined): string => {
  const shown = shownRating(average);
  return shown ? `${shown}/${RATING_SCALE}` : '-';
};
