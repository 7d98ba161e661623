import type { OrderChange } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import type { PaymentMethods, ProviderName } from '#contract/payments.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment, type BuyerPlace, saveOrder, updatePayment } from './payment-state.ts';
import { paymentOptions, PROVIDERS } from './providers/providers.ts';

export const ABROAD = 'abroad';

const toPlace = ({
  buyerState,
  buyerCountry,
}: Pick<Order, 'buyerState' | 'buyerCountry'>): BuyerPlace => ({
  isAbroad: buyerCountry !== null,
  state: buyerState ?? '',
  country: buyerCountry ?? '',
});

export const toOrderChange = ({ isAbroad, state, country }: BuyerPlace): OrderChange => ({
  buyerState: isAbroad ? null : state || null,
  buyerCountry: isAbroad ? country || null : null,
});

/** Prefills the place: from the order, else the server's suggestion, else the guessed country. */
export function fillInPlace(
  order: Order,
  suggested: Pick<Order, 'buyerState' | 'buyerCountry'> | null,
  guessedCountry: string | null,
) {
  const hasPlace = order.buyerState !== null || order.buyerCountry !== null;
  const countryAbroad = guessedCountry === DOMESTIC.code ? null : guessedCountry;
  const place = toPlace(
    hasPlace ? order : (suggested ?? { buyerState: null, buyerCountry: countryAbroad }),
  );
  const { methods, step } = $payment.get();
  updatePayment({ place, provider: defaultProvider(place, methods) });
  // While the bank is confirming, the order cannot be changed. If the viewer can pay later, `pay`
  // saves the place.
  if (!hasPlace && isComplete(place) && step === 'ready') void savePlace(place);
}

// Chosen: buyers abroad get a provider for buyers abroad first.
function defaultProvider(
  { isAbroad }: BuyerPlace,
  methods: PaymentMethods | null,
): ProviderName | null {
  const options = paymentOptions(methods);
  const abroadOnly = options.find((option) => isAbroad && option.isAbroadOnly);
  return (abroadOnly ?? options.find((option) => !option.isAbroadOnly))?.name ?? null;
}

const isComplete = ({ isAbroad, state, country }: BuyerPlace) =>
  Boolean(isAbroad ? country : state);

export const chooseState = (value: string) => {
  const { country } = $payment.get().place;
  choosePlace(
    value === ABROAD
      ? { isAbroad: true, state: '', country }
      : { isAbroad: false, state: value, country },
  );
};

export const chooseCountry = (country: string) =>
  choosePlace({ isAbroad: true, state: '', country });

/**
 * A provider only for buyers abroad makes the place abroad. Every other provider makes it India
 * again if no country was chosen.
 */
export function chooseProvider(provider: ProviderName) {
  const { place, step } = $payment.get();
  if (step !== 'ready') return;
  const { isAbroadOnly } = PROVIDERS[provider];
  const isAbroad = isAbroadOnly || (place.isAbroad && place.country !== '');
  if (isAbroad !== place.isAbroad) choosePlace({ ...place, isAbroad });
  updatePayment({ provider });
}

function choosePlace(place: BuyerPlace) {
  const { step, methods } = $payment.get();
  if (step !== 'ready') return;
  updatePayment({
    place,
    placeError: '',
    problem: null,
    provider: defaultProvider(place, methods),
  });
  if (isComplete(place)) void savePlace(place);
}

// Saves the place at once, because it can change the price: under a letter of undertaking buyers
// abroad pay no GST. Sends the shown discount too: if the coupon is used up by now, the server
// rejects the change instead of removing the coupon silently. Errors are ignored, because `pay`
// saves the place again.
const savePlace = (place: BuyerPlace) =>
  saveOrder(
    ({ discountValue }) => ({ ...toOrderChange(place), discountValue }),
    () => $payment.get().place === place,
  ).catch(() => undefined);

/** Returns an empty text if nothing is missing, also if no place is required. */
export function missingPlaceMessage(
  { isAbroad, state, country }: BuyerPlace,
  methods: PaymentMethods | null,
): string {
  if (isAbroad) return country ? '' : text.countryRequired;
  return state || !methods?.isBuyerPlaceRequired ? '' : bookingMessages.stateRequired;
}
