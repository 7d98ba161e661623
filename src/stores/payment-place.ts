import type { OrderChange } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import type { PaymentMethods, ProviderName } from '#contract/payments.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment, type BuyerPlace, saveOrder, updatePayment } from './payment-order.ts';
import { paymentOptions, PROVIDERS } from './payment-providers/providers.ts';

export const ABROAD = 'abroad';

const toPlace = ({ buyerState, buyerCountry }: Pick<Order, 'buyerState' | 'buyerCountry'>): BuyerPlace => ({
  isAbroad: buyerCountry !== null,
  state: buyerState ?? '',
  country: buyerCountry ?? '',
});

export const toWirePlace = ({ isAbroad, state, country }: BuyerPlace): OrderChange => ({
  buyerState: isAbroad ? null : state || null,
  buyerCountry: isAbroad ? country || null : null,
});

/** Prefills the place: from the order, else the server's suggestion, else the country of the IP address. */
export function fillInPlace(
  order: Order,
  suggested: Pick<Order, 'buyerState' | 'buyerCountry'> | null,
  countryOfIp: string | null,
) {
  const hasPlace = order.buyerState !== null || order.buyerCountry !== null;
  const abroad = countryOfIp === DOMESTIC.code ? null : countryOfIp;
  const place = toPlace(hasPlace ? order : (suggested ?? { buyerState: null, buyerCountry: abroad }));
  const { methods, step } = $payment.get();
  updatePayment({ place, method: methodFor(place, methods) });
  // An order in step `confirming` cannot be changed. The payment itself saves the place again.
  if (!hasPlace && isChosen(place) && step === 'ready') void savePlace(place);
}

// Chosen: buyers abroad get a provider for buyers abroad first.
function methodFor({ isAbroad }: BuyerPlace, methods: PaymentMethods | null): ProviderName | null {
  const options = paymentOptions(methods);
  const abroadOnly = options.find((option) => isAbroad && option.isAbroadOnly);
  return (abroadOnly ?? options.find((option) => !option.isAbroadOnly))?.name ?? null;
}

const isChosen = ({ isAbroad, state, country }: BuyerPlace) => Boolean(isAbroad ? country : state);

export const chooseState = (value: string) => {
  const { country } = $payment.get().place;
  choosePlace(value === ABROAD ? { isAbroad: true, state: '', country } : { isAbroad: false, state: value, country });
};

export const chooseCountry = (country: string) => choosePlace({ isAbroad: true, state: '', country });

/** A method for buyers abroad asks for the country. Without a country, another method resets the place to India. */
export function chooseMethod(method: ProviderName) {
  const { place, step } = $payment.get();
  if (step !== 'ready') return;
  const { isAbroadOnly } = PROVIDERS[method];
  const isAbroad = isAbroadOnly || (place.isAbroad && place.country !== '');
  if (isAbroad !== place.isAbroad) choosePlace({ ...place, isAbroad });
  updatePayment({ method });
}

function choosePlace(place: BuyerPlace) {
  const { step, methods } = $payment.get();
  if (step !== 'ready') return;
  updatePayment({ place, placeError: '', problem: '', method: methodFor(place, methods) });
  if (isChosen(place)) void savePlace(place);
}

// Saved immediately, because under a letter of undertaking the price abroad differs. Includes the shown discount, so the server
// rejects a used-up code instead of dropping it. Errors are ignored: the payment saves the place again.
const savePlace = (place: BuyerPlace) =>
  saveOrder(
    ({ discountValue }) => ({ ...toWirePlace(place), discountValue }),
    () => $payment.get().place === place,
  ).catch(() => undefined);

/** Empty if complete. */
export function missingPlaceMessage({ isAbroad, state, country }: BuyerPlace, methods: PaymentMethods | null): string {
  if (isAbroad) return country ? '' : text.countryRequired;
  return state || !methods?.isBuyerPlaceRequired ? '' : bookingMessages.stateRequired;
}
