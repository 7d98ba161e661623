import { ApiError } from '#api/errors.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { isRefusal } from './lib/status.ts';
import { notify } from './notices.ts';
import { $payment, saveOrder, show, showOrder } from './payment-order.ts';

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
    showOrder(await saveOrder({ couponCode }));
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
