import { readItem } from '#api/browser-storage.ts';
import { openCheckout, putPayment } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import { COUPON_ERRORS } from '#contract/error-groups.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { apiErrorCode, apiErrorWithCode, errorText } from '../lib/call-errors.ts';
import { notify } from '../notices/notices.ts';
import { isSlotRefusal, slotOf } from './open-payment.ts';
import { $payment, saveOrder, updatePayment } from './payment-state.ts';
import { missingPlaceMessage, toOrderChange } from './choose-place.ts';
import {
  applyPaymentStatus,
  handleUnpayableOrder,
  openProvider,
  showPayableOrder,
} from './finish-ticket.ts';
import { type PaymentProblem, problemOf, problemText } from './problem.ts';

/** `isPageChosen`: on the provider's own page instead of its window. */
export async function pay(isPageChosen = false) {
  const { order, booking, place, step, isSavingCode } = $payment.get();
  // A window that did not appear does not keep the provider's own page closed.
  const isOpenable = step === 'ready' || (isPageChosen && step === 'atProvider');
  if (!order || !booking || !isOpenable || isSavingCode) return;
  const { totalRoundedValue } = order;
  const isPaymentNeeded = totalRoundedValue > 0;
  if (isPaymentNeeded && showMissingInput()) return;
  updatePayment({ step: 'opening', problem: null, placeError: '', codeError: '' });
  try {
    const change = {
      ...slotOf(booking),
      ...(isPaymentNeeded && toOrderChange(place)),
      totalRoundedValue,
    };
    await payOrder(await saveOrder(change), isPageChosen);
  } catch (error) {
    await showPaymentError(error, order);
  }
}

function showMissingInput(): boolean {
  const { place, provider, methods } = $payment.get();
  const placeError = missingPlaceMessage(place, methods);
  const problem = provider ? null : 'notSetUp';
  if (!placeError && !problem) return false;
  updatePayment({ placeError, problem });
  notify('error', placeError || problemText(problem));
  return true;
}

async function payOrder(order: Order, isPageChosen: boolean) {
  if (order.totalRoundedValue === 0) return completeFree(order);
  const { provider } = $payment.get();
  if (!provider) throw new Error('No payment provider is chosen');
  return openProvider(order, await openCheckout(order.movieOrderId, provider), isPageChosen);
}

async function completeFree({ movieOrderId, orderNo, couponCode }: Order) {
  const paymentMode = couponCode ? 'Coupon' : 'FREE';
  applyPaymentStatus(
    await putPayment(movieOrderId, { orderNo, paidAmount: 0, paymentStatus: 'PAID', paymentMode }),
  );
}

async function showPaymentError(error: unknown, order: Order) {
  // The session has ended, and the home page asks the viewer to sign in (layouts/guarded-page.js).
  if (!readItem('userToken')) return;
  if (apiErrorCode(error) === 'price_changed') return showNewPrice();
  const couponError = apiErrorWithCode(error, ...COUPON_ERRORS);
  if (couponError) return showWithoutCode(couponError.message);
  if (await handleUnpayableOrder(error, order.movieId).catch(() => false)) return;
  updatePayment({ step: 'ready', ...errorFieldsFor(error), isSlotRefused: isSlotRefusal(error) });
  const { placeError, problem, isSlotRefused } = $payment.get();
  notify('error', placeError || (isSlotRefused ? problemText(problem) : text.error));
}

function errorFieldsFor(error: unknown): { placeError?: string; problem?: PaymentProblem } {
  if (apiErrorCode(error) === 'state_required') return { placeError: errorText(error) };
  return { problem: problemOf(errorText(error, '')) };
}

/**
 * The applied code is no longer valid: removes it from the order and shows the new total. The field
 * keeps code and reason.
 */
async function showWithoutCode(codeError: string) {
  const { code } = $payment.get();
  try {
    showPayableOrder(await saveOrder({ couponCode: '' }));
    updatePayment({ code, codeError });
  } catch {
    updatePayment({ step: 'ready', codeError });
  }
}

async function showNewPrice() {
  notify('warning', bookingMessages.priceChanged);
  try {
    showPayableOrder(await saveOrder({}), problemOf(bookingMessages.priceChanged));
  } catch {
    notify('error', text.error);
    updatePayment({ step: 'ready' });
  }
}
