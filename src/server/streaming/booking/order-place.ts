import type { OrderPut } from '#contract/booking.ts';
import { allCountries } from '#domain/all-countries.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { countryPoint, type Point } from '#domain/country-points.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { likelyPlace } from './buyer-place.ts';
import { findPosition, type OrderRow } from './queries.ts';

type BuyerPlace = Partial<Pick<OrderRow, 'buyerState' | 'buyerCountry'>>;
type Hint = Pick<OrderPut, 'buyerCountry' | 'orderCountry' | 'latitude' | 'longitude'>;
type OrderPlace = Pick<OrderRow, 'orderCountry' | 'latitude' | 'longitude'>;

/**
 * Where an order comes from (api.md): the buyer's country, else the country of the call's address, else that of the buyer's
 * earlier orders or profile. What the client sent counts only where the server knows nothing.
 * Chosen for privacy: the position is the one that the viewer put into the profile, to a tenth of a degree (some 11 km: the
 * town, not the street); without one, the middle of the country. The country of an address never gives more than that.
 */
export async function orderPlace(
  { db, country }: Pick<Deps, 'db' | 'country'>,
  { userId }: Viewer,
  ip: string,
  buyer: BuyerPlace,
  hint: Hint,
): Promise<OrderPlace> {
  const orderCountry =
    countryOf(buyer) ??
    // An order keeps no country code of a buyer in India (`placeColumns`), who may have sent one and no State.
    hint.buyerCountry ??
    country(ip) ??
    countryOf(await likelyPlace(db, userId)) ??
    codeOf(hint.orderCountry);
  const position = (await findPosition(db, userId)) ?? (orderCountry && countryPoint(orderCountry)) ?? pointOf(hint);
  return { orderCountry, ...(position ? rounded(position) : { latitude: null, longitude: null }) };
}

/** A buyer who named a State lives in India. */
const countryOf = (buyer: BuyerPlace | null): string | null =>
  buyer?.buyerCountry ?? (buyer?.buyerState ? DOMESTIC.code : null);

let codes: Map<string, string> | undefined;

/** The ISO code of a country's code or English name; null for anything else. */
function codeOf(country: string | null | undefined): string | null {
  codes ??= new Map(allCountries().flatMap(({ code, name }) => [code, name].map((each) => [each.toLowerCase(), code])));
  return codes.get(country?.toLowerCase() ?? '') ?? null;
}

const pointOf = ({ latitude, longitude }: Hint): Point | null =>
  isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
const isWithin = (degrees: number | null | undefined, most: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= most;

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 10) / 10,
  longitude: Math.round(longitude * 10) / 10,
});
