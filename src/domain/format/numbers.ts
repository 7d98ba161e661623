import { LOCALE } from './locale.ts';

/** `12,34,567.8`; with `decimals`, always that many: `1,234.50`. */
export const displayNumber = (value: number, decimals?: number): string =>
  value.toLocaleString(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

/** A number with a minus sign: `−13.41`. A hyphen may end a line. */
export const displaySigned = (value: number, decimals?: number): string =>
  withMinusSign(displayNumber(value, decimals));

export const withMinusSign = (number: string): string => number.replace('-', '−');

/** `− 1,234.50`, as on invoices. */
export const displaySpaced = (value: number, decimals: number): string =>
  `${value < 0 ? '− ' : ''}${displayNumber(Math.abs(value), decimals)}`;
