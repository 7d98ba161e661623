import { validateCoupon } from '#api/booking.ts';
import { ApiError } from '#api/errors.ts';
import { foldCode } from '#domain/fold.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { errorText } from '../lib/call-errors.ts';
import { notify } from '../notices/notices.ts';
import { $payment, saveOrder, updatePayment } from './payment-state.ts';
import { showPayableOrder } from './finish-ticket.ts';

/**
 * An error about the empty field ends with the first letter. One about a code stays until the next
 * Apply.
 */
export const editCouponCode = (code: string) => {
  const { code: before, codeError } = $payment.get();
  updatePayment({ code, codeError: foldCode(before) || !foldCode(code) ? codeError : '' });
};

/**
 * Apply checks the code and saves it in the order (spec §7), or Cancel if a code is applied (spec
 * §4: Cancel recalculates and saves the order).
 */
export async function toggleCoupon() {
  const { order, code, step, isSavingCode } = $payment.get();
  if (!order || step !== 'ready' || isSavingCode) return;
  const couponCode = order.couponCode || !foldCode(code) ? '' : code.trim();
  if (!couponCode && !order.couponCode) return updatePayment({ codeError: text.couponEmpty });
  updatePayment({ isSavingCode: true, codeError: '' });
  try {
    if (couponCode) await validateCoupon(order.movieId, couponCode);
    showPayableOrder(await saveOrder({ couponCode }));
    if (couponCode) notify('success', text.couponApplied);
  } catch (error) {
    showCodeError(error);
  }
  updatePayment({ isSavingCode: false });
}

/**
 * Spec §8: status 500 clears the code. Chosen: each failure shows one message, at the field, and no
 * toast beside it.
 */
const showCodeError = (error: unknown) => {
  const codeError = errorText(error);
  const isServerError = error instanceof ApiError && error.status === 500;
  updatePayment(isServerError ? { codeError, code: '' } : { codeError });
};
