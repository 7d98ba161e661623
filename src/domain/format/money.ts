import { LOCALE } from './locale.ts';
import { displayNumber, displaySigned, displaySpaced, withMinusSign } from './numbers.ts';

/** `₹88`, `₹88.50` */
export const displayRupees = (rupees: number): string =>
  `₹${displayNumber(rupees, Number.isInteger(rupees) ? 0 : 2)}`;

/** `₹149.00`: amounts in a sum show paise. */
export const displayExactRupees = (rupees: number): string => `₹${displayNumber(rupees, 2)}`;

/** `₹1,235` for 1234.5 */
export const displayWholeRupees = (rupees: number): string =>
  `₹${displayNumber(Math.round(rupees))}`;

/** `$1.00` */
export const displayCents = (cents: number, currency: string): string =>
  (cents / 100).toLocaleString(LOCALE, { style: 'currency', currency });

/** `₹1,235`, `−$149`: whole units. */
export const displayWholeAmount = (minorUnits: number, currency: string): string =>
  withMinusSign(
    (minorUnits / 100).toLocaleString(LOCALE, {
      style: 'currency',
      currency,
      minimumFractionDigits: 0,
      maximumFractionDigits: 0,
    }),
  );

/** Paise as `1,234.50`; deductions with a minus sign: `−13.41`. */
export const displaySignedPaise = (paise: number): string => displaySigned(paise / 100, 2);

/** `− 1,234.50`: paise as on invoices, without a currency. */
export const displayInvoicePaise = (paise: number): string => displaySpaced(paise / 100, 2);
