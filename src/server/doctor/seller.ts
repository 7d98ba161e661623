import { gstinCheckDigit } from '#domain/gstin.ts';
import { type Check, healthy, warning } from './finding.ts';

/**
 * The seller's tax number is on every invoice, and the last character of it detects typing errors.
 */
export const checkSeller: Check = async ({ config: { supplier } }) => {
  if (!supplier || supplier.isSample) return [];
  const { gstin } = supplier;
  const checkDigit = gstinCheckDigit(gstin);
  if (checkDigit === null) return [];
  if (gstin.endsWith(checkDigit))
    return healthy(`The check digit of SUPPLIER_GSTIN ${gstin} is right`);
  return warning(
    `SUPPLIER_GSTIN ${gstin} is mistyped: with these characters, the last one would be ${checkDigit}`,
    'Compare it with your registration certificate, correct the setting and restart the server. Issued invoices keep the wrong number.',
  );
};
