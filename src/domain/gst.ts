import { GST_PERCENT } from './limits.ts';
import type { Price } from './pricing.ts';
import { placeName, stateOf } from './states.ts';

/** A change of law is a new row. Old invoices keep their rule. */
interface TaxRule {
  /** First day, `2017-07-01`. */
  from: string;
  percent: number;
  /** Service accounting code; 998433 is online video content. */
  sac: string;
}
const RULES: TaxRule[] = [{ from: '2017-07-01', percent: GST_PERCENT, sac: '998433' }];

export const taxRuleOn = (day: string): TaxRule => RULES.findLast(({ from }) => from <= day) ?? RULES[0]!;

export type BuyerPlace = { stateCode: string } | { country: string };

/**
 * `state`: within one State, CGST and SGST. `territory`: within one union territory, CGST and UTGST. `inter-state`: IGST.
 * `export`: buyer abroad, IGST. `export-under-lut`: buyer abroad, no tax, under a letter of undertaking.
 */
export type SupplyType = 'state' | 'territory' | 'inter-state' | 'export' | 'export-under-lut';

// Chosen: a ticket costs the same abroad, and its tax is paid as IGST. No tax only if the seller has a letter of undertaking.
export function findSupplyType(supplierState: string, buyer: BuyerPlace, isUnderLut = false): SupplyType {
  const supplier = stateOf(supplierState);
  if (!('stateCode' in buyer)) return isUnderLut ? 'export-under-lut' : 'export';
  if (stateOf(buyer.stateCode) !== supplier) return 'inter-state';
  return supplier.isTerritory ? 'territory' : 'state';
}

/** `29-Karnataka`, or the tax returns' code for all countries abroad. */
export const placeOfSupply = (buyer: BuyerPlace): string =>
  'stateCode' in buyer ? placeName(stateOf(buyer.stateCode)) : '96-Other Countries';

type TaxHeadName = 'CGST' | 'SGST' | 'UTGST' | 'IGST';

interface TaxHead {
  name: TaxHeadName;
  percent: number;
  /** Paise. */
  amount: number;
}

/** `taxable` in paise. Each head is rounded half up by itself, so both halves are equal. */
export function taxHeads(taxable: number, supply: SupplyType, percent: number = GST_PERCENT): TaxHead[] {
  if (supply === 'export-under-lut') return [];
  if (supply === 'inter-state' || supply === 'export') return [head('IGST', taxable, percent)];
  return [head('CGST', taxable, percent / 2), head(supply === 'state' ? 'SGST' : 'UTGST', taxable, percent / 2)];
}

const head = (name: TaxHeadName, taxable: number, percent: number): TaxHead => ({
  name,
  percent,
  amount: Math.round((taxable * percent) / 100),
});

/** Half a rupee, plus the paisa by which two rounded halves may differ from the whole tax. */
export const MAX_ROUND_OFF_PAISE = 51;

interface TaxedPrice {
  taxable: number;
  heads: TaxHead[];
  roundOff: number;
  /** taxable + heads + roundOff, in whole rupees. */
  payable: number;
}

// Amounts in paise. Chosen: all pay the sum that `ticketPrice` rounded. A paisa of difference goes into the round-off line.
export function taxedPrice(
  { taxable, payable }: Pick<Price, 'taxable' | 'payable'>,
  supply: SupplyType,
  percent: number = GST_PERCENT,
): TaxedPrice {
  const heads = taxHeads(taxable, supply, percent);
  const roundOff = payable - heads.reduce((sum, { amount }) => sum + amount, taxable);
  if (Math.abs(roundOff) > MAX_ROUND_OFF_PAISE)
    throw new RangeError(`${payable} paise is not the price of ${taxable} with ${percent} % as ${supply}`);
  return { taxable, heads, roundOff, payable };
}
