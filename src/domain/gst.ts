import { GST_PERCENT } from './limits.ts';
import type { Price } from './pricing.ts';
import { placeName, stateOf } from './states.ts';

/** What the law has said since a day: the rate, and the code of the service. A change is a new row; old papers keep theirs. */
interface TaxRule {
  from: string;
  percent: number;
  /** 998433: on-line video content. */
  sac: string;
}
const RULES: TaxRule[] = [{ from: '2017-07-01', percent: GST_PERCENT, sac: '998433' }];

/** The rule of a day, `2026-05-04`. */
export const taxRuleOn = (day: string): TaxRule => RULES.findLast(({ from }) => from <= day) ?? RULES[0]!;

/** Where the buyer is: a State of India by its GST code, or another country. Never neither: a State must be asked for. */
export type BuyerPlace = { stateCode: string } | { country: string };

/**
 * `state`, `territory`: supplier and buyer share one, which takes half of the tax. `inter-state`: the Union takes all of it.
 * `export`: the buyer is abroad, and integrated tax is paid on it. `export-under-lut`: abroad, without tax, by a letter of undertaking.
 */
export type Supply = 'state' | 'territory' | 'inter-state' | 'export' | 'export-under-lut';

// Chosen: abroad the ticket costs what it costs at home, so the tax in its price is paid as IGST. Without tax only where the
// house holds a letter of undertaking for the year and prices its tickets so.
export function supplyBetween(supplierState: string, buyer: BuyerPlace, isUnderLut = false): Supply {
  const supplier = stateOf(supplierState);
  if (!('stateCode' in buyer)) return isUnderLut ? 'export-under-lut' : 'export';
  if (stateOf(buyer.stateCode) !== supplier) return 'inter-state';
  return supplier.isTerritory ? 'territory' : 'state';
}

/** `29-Karnataka`, or what tax returns call every place abroad. */
export const placeOfSupply = (buyer: BuyerPlace): string =>
  'stateCode' in buyer ? placeName(stateOf(buyer.stateCode)) : '96-Other Countries';

export type TaxHeadName = 'CGST' | 'SGST' | 'UTGST' | 'IGST';

export interface TaxHead {
  name: TaxHeadName;
  percent: number;
  /** Paise. */
  amount: number;
}

/** The heads of the tax on a taxable value in paise; each rounded half up by itself, so the two halves are always alike. */
export function taxHeads(taxable: number, supply: Supply, percent: number = GST_PERCENT): TaxHead[] {
  if (supply === 'export-under-lut') return [];
  if (supply === 'inter-state' || supply === 'export') return [head('IGST', taxable, percent)];
  return [head('CGST', taxable, percent / 2), head(supply === 'state' ? 'SGST' : 'UTGST', taxable, percent / 2)];
}

const head = (name: TaxHeadName, taxable: number, percent: number): TaxHead => ({
  name,
  percent,
  amount: Math.round((taxable * percent) / 100),
});

/** Half a rupee, and the paisa by which two rounded halves may differ from the whole that the price was rounded with. */
export const LARGEST_ROUND_OFF = 51;

export interface TaxedPrice {
  taxable: number;
  heads: TaxHead[];
  roundOff: number;
  /** taxable + heads + roundOff, in whole rupees. */
  payable: number;
}

/**
 * A price with its tax by heads, all in paise.
 * Chosen: the viewer pays one sum whatever the State, the one that `ticketPrice` rounded (18 % at once). Two halves of 9 % may come to a paisa more
 * or less than that; the heads stay as the law rounds them, and the round-off line takes the paisa.
 */
export function taxedPrice(
  { taxable, payable }: Pick<Price, 'taxable' | 'payable'>,
  supply: Supply,
  percent: number = GST_PERCENT,
): TaxedPrice {
  const heads = taxHeads(taxable, supply, percent);
  const roundOff = payable - heads.reduce((sum, { amount }) => sum + amount, taxable);
  if (Math.abs(roundOff) > LARGEST_ROUND_OFF)
    throw new RangeError(`${payable} paise is not the price of ${taxable} with ${percent} % as ${supply}`);
  return { taxable, heads, roundOff, payable };
}
