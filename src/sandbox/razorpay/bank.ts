import { html } from 'hono/html';
import { z } from 'zod';
import { qrCode } from '#domain/qr.ts';
import { formatPaise, sandboxPage } from '../page.ts';
import { ApiError, parseBody, requiredField } from './api-error.ts';
import { authorisePayment, completeCapture } from './capture.ts';
import { newPayment, type Payment } from './entities.ts';
import { findOrder, listOrderPayments } from './orders.ts';
import { decline, proofOf, SUCCESS_VPA } from './pay.ts';
import type { RazorpayState } from './state.ts';

const LATE_MS = 10_000;

/**
 * What the payer's bank does. `late`: its answer comes after the payer is back. `silent`: it takes
 * the money and never answers.
 */
const ANSWERS = {
  paid: 'Pay',
  declined: 'Decline',
  late: 'Pay, answer 10 s later',
  silent: 'Pay, never answer',
} as const;

const BankPayment = z.strictObject({
  order_id: z.string(requiredField('order_id', 'The order_id must be a string.')),
  answer: z.enum(Object.keys(ANSWERS) as [keyof typeof ANSWERS]),
});

/**
 * The bank's app, which a QR code or a link opens. It knows nothing of the page that waits for it.
 * Throws ApiError.
 */
export function bankPage(state: RazorpayState, orderId: string) {
  const order = findOrder(state, orderId);
  return sandboxPage(
    'Bank · Sandbox',
    'razorpay/bank.js',
    html`<main data-order="${order.id}">
      <h1>Your bank’s app</h1>
      <p><strong>${formatPaise(order.amount)}</strong> by UPI</p>
      <p id="reply" role="status"></p>
      <p class="buttons">
        ${Object.entries(ANSWERS).map(
          ([answer, label]) =>
            html`<button type="button" data-answer="${answer}">${label}</button>`,
        )}
      </p>
    </main>`,
  );
}

/** Two apps can pay one order, because both have read its code before. Throws ApiError. */
export function payInApp(state: RazorpayState, body: unknown): { status: Payment['status'] } {
  const { order_id, answer } = parseBody(BankPayment, body);
  const order = findOrder(state, order_id);
  return state.store.transaction(() => {
    if (order.status !== 'paid')
      state.store.orders.put({ ...order, status: 'attempted', attempts: order.attempts + 1 });
    const payment = newPayment(
      order,
      { method: 'upi', vpa: SUCCESS_VPA },
      order.amount,
      state.nowSeconds(),
    );
    if (answer === 'declined') return declineQuietly(state, payment);
    if (answer !== 'paid') return leaveUnanswered(state, payment, answer === 'late');
    const authorised = authorisePayment(state, payment);
    return state.store.autoCaptures.get(order.id) ? completeCapture(state, authorised) : authorised;
  });
}

/** The waiting page gets the error, not the app. */
function declineQuietly(state: RazorpayState, payment: Payment): { status: Payment['status'] } {
  try {
    return decline(state, payment, undefined);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: 'failed' };
  }
}

function leaveUnanswered(state: RazorpayState, payment: Payment, isLate: boolean) {
  const created = state.store.payments.put(payment);
  if (isLate) state.captureLater(created.id, LATE_MS);
  return created;
}

/**
 * What the waiting page asks for every second. `bankUrl`: the app's address, as that page sees it.
 * `payments`: how many there are; `newest` is what the bank said of the last one. Throws ApiError.
 */
export function upiState(
  state: RazorpayState,
  orderId: string,
  { bankUrl = '' }: Record<string, string>,
) {
  const payments = listOrderPayments(state, findOrder(state, orderId).id);
  return {
    qr: qrCode(bankUrl),
    payments: payments.length,
    newest: payments[0] ? answerOf(state, payments[0]) : {},
  };
}

function answerOf({ keySecret }: RazorpayState, payment: Payment) {
  const {
    status,
    error_code,
    error_description,
    error_source,
    error_step,
    error_reason,
    order_id,
    id,
  } = payment;
  if (status === 'created') return {};
  if (status !== 'failed') return { proof: proofOf(payment, order_id, keySecret) };
  return {
    error: {
      code: error_code,
      description: error_description,
      source: error_source,
      step: error_step,
      reason: error_reason,
      metadata: { order_id, payment_id: id },
    },
  };
}
