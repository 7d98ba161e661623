/** Drawn in a square of `LOGO_SIZE`, with the even-odd fill rule. */
export const LOGO_SIZE = 26;
export const LOGO_PATH =
  'M2 3h22a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm3.5 20h15a7.5 7.5 0 0 0-15 0z';
