import { map } from 'nanostores';
import { postOrder, putOrder, type OrderChange } from '#api/booking.ts';
import { ApiError } from '#api/errors.ts';
import type { Order } from '#contract/booking.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import type { Status } from './lib/status.ts';
import { notify } from './notices.ts';

/**
 * ready → opening → atBank → confirming → done. From `opening` on nothing may start a second payment;
 * `confirming` lasts until the bank has decided, however often the page is opened meanwhile.
 */
type Step = 'ready' | 'opening' | 'atBank' | 'confirming' | 'done';

interface PaymentScreen {
  status: Status;
  order: Order | null;
  step: Step;
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
  order: null,
  step: 'ready',
  code: '',
  codeError: '',
  isCodeSent: false,
  trouble: '',
  isHourRefused: false,
};

export const $payment = map<PaymentScreen>({ ...blank });

export const show = (change: Partial<PaymentScreen>) => $payment.set({ ...$payment.get(), ...change });

export const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');
/** The server has decided against it. Too many requests, and a twin that is still under way, are no decision. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && error.code !== 'request_running';

export const showOrder = (order: Order) =>
  show({ status: 'success', order, code: order.couponCode ?? '', trouble: '', isHourRefused: false });

/** Writes the order anew; one that can no longer be changed is followed by a new one. */
export async function saveOrder(order: Order, change: OrderChange): Promise<Order> {
  try {
    return await putOrder(order.movieOrderId, change);
  } catch (error) {
    if (codeOf(error) !== 'order_closed') throw error;
    const { bookingStartTime, timezone, couponCode } = order;
    return postOrder(order.movieId, { bookingStartTime, timezone, couponCode: couponCode ?? '', ...change });
  }
}

// ---------- the discount code ----------

export const editCode = (code: string) => {
  const { codeError } = $payment.get();
  show({ code, codeError: codeError === text.couponEmpty && code.trim() ? '' : codeError });
};

/** Apply, or Cancel when a code is applied (spec §4: cancelling recalculates and saves the order again). */
export async function toggleCode() {
  const { order, code, step, isCodeSent } = $payment.get();
  if (!order || step !== 'ready' || isCodeSent) return;
  const couponCode = order.couponCode ? '' : code.trim();
  if (!couponCode && !order.couponCode) {
    show({ codeError: text.couponEmpty });
    return notify('error', text.couponEmpty);
  }
  show({ isCodeSent: true, codeError: '' });
  try {
    showOrder(await saveOrder(order, { couponCode }));
    if (couponCode) notify('success', text.couponApplied);
  } catch (error) {
    refuseCode(error);
  }
  show({ isCodeSent: false });
}

/** Spec §8: on status 500 the server's text, and the code is cleared; otherwise a generic error. The reason stands at the field. */
function refuseCode(error: unknown) {
  if (error instanceof ApiError && error.status === 500) {
    show({ code: '' });
    return notify('error', error.message || commonMessages.tryAgain);
  }
  if (isRefusal(error)) show({ codeError: error.message });
  notify('error', commonMessages.tryAgain);
}
