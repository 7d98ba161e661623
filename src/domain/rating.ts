import { RATING_SCALE } from './limits/catalogue.ts';

/** Spec §9: one decimal; null when missing or out of range. */
export function displayRating(average: number | null | undefined): string | null {
  if (average === null || average === undefined || average <= 0 || average > RATING_SCALE)
    return null;
  return average.toFixed(1);
}

export const displayCardRating = (average: number | null | undefined): string => {
  const shown = displayRating(average);
  return shown ? `${shown}/${RATING_SCALE}` : '-';
};
