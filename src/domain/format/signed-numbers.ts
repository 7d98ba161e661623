import { displayNumber } from './numbers.ts';

/** A number with a minus sign: `−13.41`. A hyphen may end a line. */
export const displaySigned = (value: number, decimals?: number): string =>
  withMinusSign(displayNumber(value, decimals));

export const withMinusSign = (number: string): string => number.replace('-', '−');

/** `− 1,234.50`, as on invoices. */
export const displaySpaced = (value: number, decimals: number): string =>
  `${value < 0 ? '− ' : ''}${displayNumber(Math.abs(value), decimals)}`;
