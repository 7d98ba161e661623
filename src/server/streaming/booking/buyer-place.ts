import type { OrderPut } from '#contract/booking.ts';
import { allCountries } from '#domain/all-countries.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { untaxedPayable } from '#domain/pricing.ts';
import { findState, findStateByName } from '#domain/states.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import { requiresBuyerPlace } from '../payments/requires-buyer-place.ts';
import { type BuyerPlaces, findBuyerPlaces, type OrderRow } from './queries.ts';

type Place = Pick<OrderRow, 'buyerState' | 'buyerCountry'>;

let countryCodes: Set<string> | undefined;
const isCountry = (code: string) =>
  (countryCodes ??= new Set(allCountries().map((country) => country.code))).has(code);

/**
 * An Indian State or a foreign country; no columns when neither was sent. Throws place_unknown
 * (422).
 */
export function buyerPlaceColumns({
  buyerState,
  buyerCountry,
}: Pick<OrderPut, 'buyerState' | 'buyerCountry'>) {
  if (buyerState === undefined && buyerCountry === undefined) return {};
  if (buyerCountry && !isCountry(buyerCountry)) throw fieldError('buyerCountry', 'country_unknown');
  if (buyerCountry && buyerCountry !== DOMESTIC.code) return { buyerState: null, buyerCountry };
  if (buyerState && !findState(buyerState)) throw fieldError('buyerState', 'place_unknown');
  return withoutUndefined({ buyerState, buyerCountry: null });
}

/** Throws state_required for an order above ₹0 whose invoice would have no place of supply. */
export function requireBuyerPlace({ config }: Deps, order: OrderRow) {
  if (
    order.totalRoundedValue === 0 ||
    order.buyerState ||
    order.buyerCountry ||
    !requiresBuyerPlace(config)
  )
    return;
  throw fieldError('buyerState', 'state_required');
}

export const findLikelyBuyerPlace = async (db: Db, userId: number): Promise<Place | null> =>
  likelyBuyerPlace(await findBuyerPlaces(db, userId));

/**
 * The suggestion for the buyer: the place of the last order, else the State in the profile's place
 * name.
 */
export function likelyBuyerPlace({ lastPlace, placeName }: BuyerPlaces): Place | null {
  if (lastPlace) return lastPlace;
  const parts = placeName?.split(',').reverse() ?? [];
  const state = parts.map((part) => findStateByName(part)).find((each) => each !== undefined);
  return state ? { buyerState: state.code, buyerCountry: null } : null;
}

/**
 * What a payment in another currency pays for the order, in paise; undefined if it pays the total.
 * Chosen: a seller with a letter of undertaking (LUT) sells without tax only to a buyer abroad who
 * pays in another currency (IGST Act, section 2(6)). A payment in rupees is taxed, whatever country
 * the buyer names.
 */
export const findForeignTotal = (
  { supplier }: Pick<Config, 'supplier'>,
  { buyerCountry, totalOrderValue }: Pick<OrderRow, 'buyerCountry' | 'totalOrderValue'>,
): number | undefined =>
  supplier?.isUnderLut === true && buyerCountry ? untaxedPayable(totalOrderValue) : undefined;
