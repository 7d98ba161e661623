import type { OrderChange } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import { DOMESTIC } from '#domain/countries.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { $payment, type BuyerPlace, type Method, type Methods, saveOrder, show } from './payment-order.ts';

/** What the State field says of a buyer abroad. */
export const ABROAD = 'abroad';

const toPlace = ({ buyerState, buyerCountry }: Pick<Order, 'buyerState' | 'buyerCountry'>): BuyerPlace => ({
  isAbroad: buyerCountry !== null,
  state: buyerState ?? '',
  country: buyerCountry ?? '',
});

/** The place as the wire has it. */
export const placeOnWire = ({ isAbroad, state, country }: BuyerPlace): OrderChange => ({
  buyerState: isAbroad ? null : state || null,
  buyerCountry: isAbroad ? country || null : null,
});

/** Fills the place in, for the buyer to see and confirm: the order's own, else what the house supposes, else where the caller seems to be. */
export function showPlace(
  order: Order,
  supposed: Pick<Order, 'buyerState' | 'buyerCountry'> | null,
  callersCountry: string | null,
) {
  const isKnown = order.buyerState !== null || order.buyerCountry !== null;
  const abroad = callersCountry === DOMESTIC.code ? null : callersCountry;
  const place = toPlace(isKnown ? order : (supposed ?? { buyerState: null, buyerCountry: abroad }));
  const { methods, step } = $payment.get();
  show({ place, method: methodFor(place, methods) });
  // An order that waits for its bank cannot be written; one that may be paid again is, by paying.
  if (!isKnown && isChosen(place) && step === 'ready') void keepPlace(place);
}

// Chosen: who lives in India pays in rupees, which is all that an Indian bank does with PayPal; who lives abroad is offered the wallet first.
function methodFor({ isAbroad }: BuyerPlace, { razorpay, paypal }: Methods): Method | null {
  if (isAbroad && paypal) return 'paypal';
  return razorpay ? 'razorpay' : null;
}

const isChosen = ({ isAbroad, state, country }: BuyerPlace) => Boolean(isAbroad ? country : state);

/** `value`: a State's code, `ABROAD`, or nothing. */
export const chooseState = (value: string) => {
  const { country } = $payment.get().place;
  choosePlace(value === ABROAD ? { isAbroad: true, state: '', country } : { isAbroad: false, state: value, country });
};

export const chooseCountry = (country: string) => choosePlace({ isAbroad: true, state: '', country });

/** The wallet is for buyers abroad: who takes it is asked for the country, and who turns from it unanswered is at home again. */
export function chooseMethod(method: Method) {
  const { place, step } = $payment.get();
  if (step !== 'ready') return;
  const isAbroad = method === 'paypal' || (place.isAbroad && place.country !== '');
  if (isAbroad !== place.isAbroad) choosePlace({ ...place, isAbroad });
  show({ method });
}

function choosePlace(place: BuyerPlace) {
  const { step, methods } = $payment.get();
  if (step !== 'ready') return;
  show({ place, placeError: '', trouble: '', method: methodFor(place, methods) });
  if (isChosen(place)) void keepPlace(place);
}

/**
 * Written as it is chosen, since a house under an undertaking sells abroad at another sum. The discount that was seen goes with
 * it: a code that was used up meanwhile may not be dropped without a word. What is refused is said by paying, which writes
 * the place again.
 */
const keepPlace = (place: BuyerPlace) =>
  saveOrder(
    ({ discountValue }) => ({ ...placeOnWire(place), discountValue }),
    () => $payment.get().place === place,
  ).catch(() => undefined);

/** What must still be said of the place before anything is charged. Whether a State is needed, the server knows. */
export const placeMissing = ({ isAbroad, country }: BuyerPlace): string =>
  isAbroad && !country ? text.countryRequired : '';
