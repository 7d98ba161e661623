// The numbers of spec §9 and of api.md.
export const SYNOPSIS_MAX_LETTERS = 290;
export const SEARCH_MAX_LETTERS = 100;
export const RATING_SCALE = 5;
export const BANNER_INTERVAL_MS = 2000;
export const BANNER_FADE_MS = 600;
/**
 * Chosen: the time to read one letter of a slide. Each slide stays twice as long after the first
 * round.
 */
export const BANNER_LETTER_MS = 40;
export const BANNER_SLOWDOWN = 2;
export const MAP_ZOOM = 11;
