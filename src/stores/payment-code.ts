import { ApiError } from '#api/errors.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { isRejected } from './lib/call-errors.ts';
import { notify } from './notices.ts';
import { $payment, saveOrder, updatePayment } from './payment-order.ts';
import { showPayableOrder } from './ticket-payment.ts';

export const editCode = (code: string) => {
  const { codeError } = $payment.get();
  updatePayment({ code, codeError: codeError === text.couponEmpty && code.trim() ? '' : codeError });
};

/** Apply, or Cancel if a code is applied (spec §4: Cancel recalculates and saves the order). */
export async function toggleCode() {
  const { order, code, step, isCodeSent } = $payment.get();
  if (!order || step !== 'ready' || isCodeSent) return;
  const couponCode = order.couponCode ? '' : code.trim();
  if (!couponCode && !order.couponCode) {
    updatePayment({ codeError: text.couponEmpty });
    return notify('error', text.couponEmpty);
  }
  updatePayment({ isCodeSent: true, codeError: '' });
  try {
    showPayableOrder(await saveOrder({ couponCode }));
    if (couponCode) notify('success', text.couponApplied);
  } catch (error) {
    showCodeError(error);
  }
  updatePayment({ isCodeSent: false });
}

/** Spec §8: status 500 shows the server's text and clears the code. Other errors: a generic toast, the reason at the field. */
function showCodeError(error: unknown) {
  if (error instanceof ApiError && error.status === 500) {
    updatePayment({ code: '' });
    return notify('error', error.message || commonMessages.tryAgain);
  }
  if (isRejected(error)) updatePayment({ codeError: error.message });
  notify('error', commonMessages.tryAgain);
}
