import type { Config } from '../../config/config.ts';

/**
 * Whether a ticket above ₹0 needs the buyer's State or country, which is printed on its invoice.
 * Chosen: not for the sample seller, because its invoices are not filed with the tax office.
 */
export const requiresBuyerPlace = ({ supplier }: Pick<Config, 'supplier'>): boolean =>
  supplier !== null && !supplier.isSample;
