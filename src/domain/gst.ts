import { GST_PERCENT } from './limits/money.ts';
import type { Price, Paise } from './pricing.ts';
import { placeName, stateOf } from './states.ts';

/** A change of law is a new row. Old invoices keep their rule. */
interface TaxRule {
  /** First day, `2017-07-01`. */
  from: string;
  percent: number;
  /** Service accounting code; 998433 is online video content. */
  sac: string;
}
const RULES: [TaxRule, ...TaxRule[]] = [
  { from: '2017-07-01', percent: GST_PERCENT, sac: '998433' },
];

export const taxRuleOn = (day: string): TaxRule =>
  RULES.findLast(({ from }) => from <= day) ?? RULES[0];

export type BuyerPlace = { stateCode: string } | { country: string };

/**
 * `state`: within one State, CGST and SGST. `territory`: within one union territory, CGST and
 * UTGST. `inter-state`: IGST. `export`: buyer abroad, IGST. `export-under-lut`: buyer abroad, no
 * tax, under a letter of undertaking.
 */
export type SupplyType = 'state' | 'territory' | 'inter-state' | 'export' | 'export-under-lut';

// Chosen: a ticket costs the same abroad, and its tax is paid as IGST. `isTaxFree`: sold under a
// letter of undertaking.
export function findSupplyType(
  supplierState: string,
  buyer: BuyerPlace,
  isTaxFree = false,
): SupplyType {
  const supplier = stateOf(supplierState);
  if (!('stateCode' in buyer)) return isTaxFree ? 'export-under-lut' : 'export';
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
  amount: Paise;
}

/**
 * Splits the tax of a ticket into its heads. Chosen: the heads add up to the tax of the order, so
 * that order, mail, invoice and all reports have one figure. 9 % of a price can end in half a
 * paisa: CGST then rounds up, and the other half down.
 */
export function taxHeads(tax: Paise, supply: SupplyType, percent: number = GST_PERCENT): TaxHead[] {
  if (supply === 'export-under-lut') return [];
  if (supply === 'inter-state' || supply === 'export')
    return [{ name: 'IGST', percent, amount: tax }];
  const centralTax = Math.ceil(tax / 2);
  return [
    { name: 'CGST', percent: percent / 2, amount: centralTax },
    { name: supply === 'state' ? 'SGST' : 'UTGST', percent: percent / 2, amount: tax - centralTax },
  ];
}

/** Half a rupee. */
const MAX_ROUND_OFF_PAISE = 50;

interface TaxedPrice {
  taxable: Paise;
  heads: TaxHead[];
  roundOff: Paise;
  /** taxable + heads + roundOff, in whole rupees. */
  payable: Paise;
}

/** Amounts as `ticketPrice` calculated them. Throws RangeError if they do not belong together. */
export function taxedPrice(
  { taxable, tax, payable }: Pick<Price, 'taxable' | 'tax' | 'payable'>,
  supply: SupplyType,
  percent: number = GST_PERCENT,
): TaxedPrice {
  const heads = taxHeads(tax, supply, percent);
  const roundOff = payable - heads.reduce((sum, { amount }) => sum + amount, taxable);
  if (Math.abs(roundOff) > MAX_ROUND_OFF_PAISE)
    throw new RangeError(
      `${payable} paise is not the price of ${taxable} with ${percent} % as ${supply}`,
    );
  return { taxable, heads, roundOff, payable };
}
