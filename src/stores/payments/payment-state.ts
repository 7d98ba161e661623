import { map } from 'nanostores';
import { postOrder, putOrder, type OrderChange } from '#api/booking.ts';
import type { Order } from '#contract/booking.ts';
import type { PaymentMethods, ProviderName } from '#contract/payments.ts';
import type { TicketInfo } from '../booking/booking.ts';
import { apiErrorCode } from '../lib/call-errors.ts';
import type { Status } from '../lib/task.ts';
import { orderSourceOf } from '../link-source.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { PaymentProgress } from './at-provider.ts';

/** `state`: GST code. `country`: ISO code, for buyers abroad. Empty until chosen. */
export interface BuyerPlace {
  isAbroad: boolean;
  state: string;
  country: string;
}

interface PaymentScreen extends Omit<PaymentProgress, 'step'> {
  status: Status;
  /** The booking that this page was opened with. Another tab may store a different one. */
  booking: TicketInfo | null;
  order: Order | null;
  /** `late`: paid after the booked hour. */
  step: PaymentProgress['step'] | 'late' | 'done';
  methods: PaymentMethods | null;
  /** Null if no configured provider suits the buyer. */
  provider: ProviderName | null;
  place: BuyerPlace;
  placeError: string;
  code: string;
  codeError: string;
  isSavingCode: boolean;
  /** The server rejected the slot; the viewer must choose another one. */
  isSlotRefused: boolean;
}

export const blankPayment: PaymentScreen = {
  status: 'process',
  booking: null,
  order: null,
  step: 'ready',
  methods: null,
  provider: null,
  place: { isAbroad: false, state: '', country: '' },
  placeError: '',
  wallet: null,
  code: '',
  codeError: '',
  isSavingCode: false,
  problem: null,
  isSlotRefused: false,
};

export const $payment = map<PaymentScreen>({ ...blankPayment });

export const updatePayment = (change: Partial<PaymentScreen>) =>
  $payment.set({ ...$payment.get(), ...change });

export const showOrder = (order: Order, progress: Partial<PaymentProgress>) =>
  updatePayment({
    status: 'success',
    order,
    code: order.couponCode ?? '',
    isSlotRefused: false,
    ...progress,
  });

const enqueue = createSerialQueue();

/**
 * Saves changes one after another, so the newest choice is saved last. Skips a change that is no
 * longer needed.
 */
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
    const { bookingStartTime, timezone, couponCode, buyerState, buyerCountry, gift } = order;
    const previous = {
      bookingStartTime,
      timezone,
      couponCode: couponCode ?? '',
      buyerState,
      buyerCountry,
      gift,
    };
    return postOrder(order.movieId, {
      ...previous,
      linkSource: orderSourceOf(order.movieId),
      ...change,
    });
  }
}
