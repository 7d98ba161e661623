import type { Paise, Rupees, MinorUnits } from '../pricing.ts';
import { LOCALE } from './locale.ts';
import { displayNumber } from './numbers.ts';
import { displaySigned, displaySpaced, withMinusSign } from './signed-numbers.ts';

/** `₹1,235` for 1234.5 */
export const displayWholeRupees = (rupees: Rupees): string =>
  `₹${displayNumber(Math.round(rupees))}`;

/** `$1.00` */
export const displayCents = (cents: MinorUnits, currency: string): string =>
  (cents / 100).toLocaleString(LOCALE, { style: 'currency', currency });

/** `₹1,235`, `−$149`: whole units. */
export const displayWholeAmount = (minorUnits: MinorUnits, currency: string): string =>
  withMinusSign(
    (minorUnits / 100).toLocaleString(LOCALE, {
      style: 'currency',
      currency,
      minimumFractionDigits: 0,
      maximumFractionDigits: 0,
    }),
  );

/** `1,234.50`; deductions with a minus sign: `−13.41`. */
export const displaySignedPaise = (paise: Paise): string => displaySigned(paise / 100, 2);

/** `− 1,234.50`: as on invoices, without a currency. */
export const displayInvoicePaise = (paise: Paise): string => displaySpaced(paise / 100, 2);
