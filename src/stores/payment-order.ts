import { map } from 'nanostores';
import { postOrder, putOrder, type OrderChange } from '#api/booking.ts';
import type { fetchPaymentMethods } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import type { PaypalCheckout } from '#contract/payments.ts';
import type { TicketInfo } from './booking.ts';
import { codeOf, type Status } from './lib/status.ts';
import { createTurns } from './lib/turns.ts';

/**
 * ready → opening → atBank → confirming → done. From `opening` on nothing may start a second payment; `confirming` lasts until
 * the bank has decided, however often the page is opened meanwhile. `late`: paid, but after its hour had passed.
 */
type Step = 'ready' | 'opening' | 'atBank' | 'confirming' | 'late' | 'done';

export type Method = 'razorpay' | 'paypal';
export type Methods = Awaited<ReturnType<typeof fetchPaymentMethods>>;

/** Where the buyer lives: a State by its GST code or, abroad, a country by its ISO code; empty while nothing is chosen. */
export interface BuyerPlace {
  isAbroad: boolean;
  state: string;
  country: string;
}

interface PaymentScreen {
  status: Status;
  /** The choice that this page was opened with; another tab may make another one. */
  ticket: TicketInfo | null;
  order: Order | null;
  step: Step;
  methods: Methods;
  /** Null when none of those that are set up suits the buyer. */
  method: Method | null;
  place: BuyerPlace;
  placeError: string;
  /** PayPal's payment while its button is shown. */
  wallet: PaypalCheckout | null;
  /** What stands in the code field, and what is wrong with it. */
  code: string;
  codeError: string;
  isCodeSent: boolean;
  /** Why it does not go on; stays on the page. */
  trouble: string;
  /** The trouble is the hour: another one must be chosen. */
  isHourRefused: boolean;
}

export const blank: PaymentScreen = {
  status: 'process',
  ticket: null,
  order: null,
  step: 'ready',
  methods: { razorpay: false, paypal: null, supplierState: null },
  method: null,
  place: { isAbroad: false, state: '', country: '' },
  placeError: '',
  wallet: null,
  code: '',
  codeError: '',
  isCodeSent: false,
  trouble: '',
  isHourRefused: false,
};

export const $payment = map<PaymentScreen>({ ...blank });

export const show = (change: Partial<PaymentScreen>) => $payment.set({ ...$payment.get(), ...change });

/** Back to where one can pay, with the order as it is. */
export const showOrder = (order: Order, trouble = '') =>
  show({
    status: 'success',
    order,
    step: 'ready',
    wallet: null,
    code: order.couponCode ?? '',
    trouble,
    isHourRefused: false,
  });

const inTurn = createTurns();

/**
 * Writes the order anew and shows it; a change that came meanwhile waits, so that the last one shown is the last one written.
 * What nobody wants any more when its turn comes is left. Throws what the server refuses.
 */
export const saveOrder = (
  change: OrderChange | ((order: Order) => OrderChange),
  isWanted = () => true,
): Promise<Order> =>
  inTurn(async () => {
    const order = $payment.get().order!;
    if (!isWanted()) return order;
    const saved = await write(order, typeof change === 'function' ? change(order) : change);
    show({ order: saved });
    return saved;
  });

/** An order that can no longer be changed is followed by a new one. */
async function write(order: Order, change: OrderChange): Promise<Order> {
  try {
    return await putOrder(order.movieOrderId, change);
  } catch (error) {
    if (codeOf(error) !== 'order_closed') throw error;
    const { bookingStartTime, timezone, couponCode, buyerState, buyerCountry } = order;
    const kept = { bookingStartTime, timezone, couponCode: couponCode ?? '', buyerState, buyerCountry };
    return postOrder(order.movieId, { ...kept, ...change });
  }
}
