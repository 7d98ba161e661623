import type { OrderPut } from '#contract/booking.ts';
import { allCountries } from '#domain/all-countries.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { countryPoint, type Point } from '#domain/country-points.ts';
import type { Deps } from '../../deps.ts';
import { likelyBuyerPlace } from './buyer-place.ts';
import type { BuyerPlaces, OrderRow } from './queries.ts';

type BuyerPlace = Partial<Pick<OrderRow, 'buyerState' | 'buyerCountry'>>;
type ClientPlace = Pick<OrderPut, 'buyerCountry' | 'orderCountry' | 'latitude' | 'longitude'>;
type OrderPlace = Pick<OrderRow, 'orderCountry' | 'addressCountry' | 'latitude' | 'longitude'>;

/**
 * The country and position of an order (api.md): the buyer's country, else the country of the IP
 * address, else that of earlier orders or the profile, else the client's value. `addressCountry` is
 * what the IP address says, whatever the buyer declares. The position is the profile's, else the
 * centre of the country, else the client's. Chosen for privacy: it is rounded to a tenth of a
 * degree (about 11 km).
 */
export function orderPlace(
  { country }: Pick<Deps, 'country'>,
  {
    places,
    ip,
    buyer,
    clientPlace,
  }: { places: BuyerPlaces; ip: string; buyer: BuyerPlace; clientPlace: ClientPlace },
): OrderPlace {
  const addressCountry = country(ip);
  const orderCountry =
    countryOf(buyer) ??
    // `buyerPlaceColumns` drops the code IN, and a buyer may send it without a State.
    clientPlace.buyerCountry ??
    addressCountry ??
    countryOf(likelyBuyerPlace(places)) ??
    codeOf(clientPlace.orderCountry);
  const position =
    pointOf(places) ?? (orderCountry && countryPoint(orderCountry)) ?? pointOf(clientPlace);
  return {
    orderCountry,
    addressCountry,
    ...(position ? rounded(position) : { latitude: null, longitude: null }),
  };
}

const countryOf = (buyer: BuyerPlace | null): string | null =>
  buyer?.buyerCountry ?? (buyer?.buyerState ? DOMESTIC.code : null);

let codes: Map<string, string> | undefined;

function codeOf(country: string | null | undefined): string | null {
  codes ??= new Map(
    allCountries().flatMap(({ code, name }) =>
      [code, name].map((each) => [each.toLowerCase(), code]),
    ),
  );
  return codes.get(country?.toLowerCase() ?? '') ?? null;
}

const pointOf = ({ latitude, longitude }: Pick<OrderPut, 'latitude' | 'longitude'>): Point | null =>
  isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
const isWithin = (degrees: number | null | undefined, max: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= max;

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 10) / 10,
  longitude: Math.round(longitude * 10) / 10,
});
