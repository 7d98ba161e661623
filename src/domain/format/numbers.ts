import type { Rupees } from '../pricing.ts';
import { LOCALE } from './locale.ts';

/** `12,34,567.8`; with `decimals`, always that many: `1,234.50`. */
export const displayNumber = (value: number, decimals?: number): string =>
  value.toLocaleString(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

/** `₹88`, `₹88.50` */
export const displayRupees = (rupees: Rupees): string =>
  `₹${displayNumber(rupees, Number.isInteger(rupees) ? 0 : 2)}`;

/** `₹149.00`: amounts in a sum show paise. */
export const displayExactRupees = (rupees: Rupees): string => `₹${displayNumber(rupees, 2)}`;
