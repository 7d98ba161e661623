import { map } from 'nanostores';
import { postOrder, putOrder, type OrderChange } from '#api/booking.ts';
import type { fetchPaymentMethods } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import type { PaypalCheckout } from '#contract/payments.ts';
import type { TicketInfo } from './booking.ts';
import { apiErrorCode } from './lib/call-errors.ts';
import type { Status } from './lib/task.ts';
import { createSerialQueue } from './lib/serial-queue.ts';

// ready → opening → atProvider → confirming → done. Only `ready` allows a payment. `confirming` lasts until the bank has
// decided, also after reloads. `late`: paid after the booked hour.
type Step = 'ready' | 'opening' | 'atProvider' | 'confirming' | 'late' | 'done';

export type Method = 'razorpay' | 'paypal';
export type Methods = Awaited<ReturnType<typeof fetchPaymentMethods>>;

/** `state`: GST code. `country`: ISO code, for buyers abroad. Empty until chosen. */
export interface BuyerPlace {
  isAbroad: boolean;
  state: string;
  country: string;
}

interface PaymentScreen {
  status: Status;
  /** The booking that this page was opened with. Another tab may store a different one. */
  ticket: TicketInfo | null;
  order: Order | null;
  step: Step;
  methods: Methods;
  /** Null if no configured method suits the buyer. */
  method: Method | null;
  place: BuyerPlace;
  placeError: string;
  wallet: PaypalCheckout | null;
  code: string;
  codeError: string;
  isCodeSent: boolean;
  problem: string;
  /** The server rejected the hour; the viewer must choose another one. */
  isHourRefused: boolean;
}

export const blankPayment: PaymentScreen = {
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
  problem: '',
  isHourRefused: false,
};

export const $payment = map<PaymentScreen>({ ...blankPayment });

export const updatePayment = (change: Partial<PaymentScreen>) => $payment.set({ ...$payment.get(), ...change });

export const showPayableOrder = (order: Order, problem = '') =>
  updatePayment({
    status: 'success',
    order,
    step: 'ready',
    wallet: null,
    code: order.couponCode ?? '',
    problem,
    isHourRefused: false,
  });

const enqueue = createSerialQueue();

/** Saves changes one after another, so the newest choice is saved last. Skips a change that is no longer needed. */
export const saveOrder = (
  change: OrderChange | ((order: Order) => OrderChange),
  isNeeded = () => true,
): Promise<Order> =>
  enqueue(async () => {
    const order = $payment.get().order!;
    if (!isNeeded()) return order;
    const saved = await writeOrder(order, typeof change === 'function' ? change(order) : change);
    updatePayment({ order: saved });
    return saved;
  });

/** If the order can no longer be changed, creates a new one. */
async function writeOrder(order: Order, change: OrderChange): Promise<Order> {
  try {
    return await putOrder(order.movieOrderId, change);
  } catch (error) {
    if (apiErrorCode(error) !== 'order_closed') throw error;
    const { bookingStartTime, timezone, couponCode, buyerState, buyerCountry } = order;
    const previous = { bookingStartTime, timezone, couponCode: couponCode ?? '', buyerState, buyerCountry };
    return postOrder(order.movieId, { ...previous, ...change });
  }
}
