import { openCheckout, putPayment } from '#api/payments.ts';
import type { Order } from '#contract/booking.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { ScriptError } from './lib/load-script.ts';
import { openRazorpay } from './lib/razorpay.ts';
import { codeOf, errorText, isRefusal } from './lib/status.ts';
import { notify } from './notices.ts';
import { decide, turnAway } from './payment-end.ts';
import { isSlotRefusal, slotOf } from './payment-opening.ts';
import { $payment, saveOrder, show, showOrder } from './payment-order.ts';
import { placeMissing, placeOnWire } from './payment-place.ts';
import { reportCancelled, reportPaid } from './payment-reports.ts';
import { payByWallet } from './payment-wallet.ts';

/** Begins a payment: the order is written with its slot, its place and the sum that was seen; then the provider's page opens. */
export async function pay() {
  const { order, ticket, place, step, isCodeSent } = $payment.get();
  if (!order || !ticket || step !== 'ready' || isCodeSent) return;
  const { totalRoundedValue } = order;
  const isCharged = totalRoundedValue > 0;
  if (isCharged && isStopped()) return;
  show({ step: 'opening', trouble: '', placeError: '', codeError: '' });
  try {
    const change = { ...slotOf(ticket), ...(isCharged && placeOnWire(place)), totalRoundedValue };
    await complete(await saveOrder(change));
  } catch (error) {
    await refusePayment(error, order);
  }
}

/** What the page itself knows to be missing, said where it is missing. */
function isStopped(): boolean {
  const { place, method } = $payment.get();
  const placeError = placeMissing(place);
  const trouble = method ? '' : text.notSetUp;
  if (!placeError && !trouble) return false;
  show({ placeError, trouble });
  notify('error', placeError || trouble);
  return true;
}

function complete(order: Order) {
  if (order.totalRoundedValue === 0) return completeFree(order);
  return $payment.get().method === 'paypal' ? payByWallet(order) : payByCard(order);
}

async function completeFree({ movieOrderId, orderNo, couponCode }: Order) {
  const paymentMode = couponCode ? 'Coupon' : 'FREE';
  decide(await putPayment(movieOrderId, { orderNo, paidAmount: 0, paymentStatus: 'PAID', paymentMode }));
}

async function payByCard(order: Order) {
  const checkout = await openCheckout(order.movieOrderId, 'razorpay');
  if (checkout.provider !== 'razorpay') throw new Error('Another provider answered than was asked');
  let failure = '';
  show({ step: 'atBank' });
  await openRazorpay(checkout, {
    paid: (proof) =>
      void reportPaid(order, { paymentMode: 'RAZORPAY', paymentTransactionNo: proof.razorpay_payment_id, ...proof }),
    failed: () => {
      failure = text.failed;
      notify('error', failure);
    },
    dismissed: () => void reportCancelled(order, 'RAZORPAY', failure),
  });
}

async function refusePayment(error: unknown, order: Order) {
  if (codeOf(error) === 'price_changed') return showNewPrice();
  if (isRefusal(error) && codeOf(error).startsWith('coupon_')) return showWithoutCode(error.message);
  if (await turnAway(error, order.movieId).catch(() => false)) return;
  show({ step: 'ready', ...reasonFor(error), isHourRefused: isSlotRefusal(error) });
  const { placeError, trouble, isHourRefused } = $payment.get();
  notify('error', placeError || (isHourRefused ? trouble : text.error));
}

/** Why it does not go on, at the place where it can be mended. */
function reasonFor(error: unknown): { placeError?: string; trouble?: string } {
  if (codeOf(error) === 'state_required') return { placeError: errorText(error) };
  return { trouble: error instanceof ScriptError ? text.windowAway : errorText(error, '') };
}

/**
 * The applied code no longer holds: the order goes on without it, and the page shows the sum to pay now. The code stays in its
 * field with the reason, for the viewer to mend or to remove.
 */
async function showWithoutCode(codeError: string) {
  const { code } = $payment.get();
  notify('error', codeError);
  try {
    showOrder(await saveOrder({ couponCode: '' }));
    show({ code, codeError });
  } catch {
    show({ step: 'ready', codeError });
  }
}

async function showNewPrice() {
  notify('warning', bookingMessages.priceChanged);
  try {
    showOrder(await saveOrder({}), bookingMessages.priceChanged);
  } catch {
    notify('error', text.error);
    show({ step: 'ready' });
  }
}
