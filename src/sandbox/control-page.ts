import { html } from 'hono/html';
import { page, rupees } from './page.ts';
import type { Capture, Order as PaypalOrder, Refund } from './paypal/room.ts';
import type { Delivery } from './deliveries.ts';
import type { Order, Payment } from './razorpay/entities.ts';

const SHOWN = 50;
const RAZORPAY = [
  { label: 'Fail the next payment', script: { pay: 'fail' } },
  { label: 'Fail it, capture 5 s later', script: { pay: 'fail', afterMs: 5000 } },
  { label: 'Only authorise', script: { pay: 'authorise_only' } },
  { label: 'Capture 10 s later', script: { pay: 'capture_later', afterMs: 10_000 } },
  { label: 'Corrupt the payment’s signature', script: { pay: 'corrupt_signature' } },
  { label: 'Drop the next webhook', script: { webhook: 'drop' } },
  { label: 'Drop all three of a payment', script: { webhook: 'drop', times: 3 } },
  { label: 'Delay the next webhook 10 s', script: { webhook: 'delay', ms: 10_000 } },
  { label: 'Send the next webhook twice', script: { webhook: 'duplicate' } },
  { label: 'Send the next three reversed', script: { webhook: 'reorder', count: 3 } },
  { label: 'Corrupt the next webhook’s signature', script: { webhook: 'corrupt_signature' } },
  { label: 'API: answer 500 once', script: { api: 'error_500' } },
  { label: 'API: time out once', script: { api: 'timeout' } },
  { label: 'Make an order, lose the reply', script: { api: 'error_500', call: 'createOrder', applied: true } },
  { label: 'Send waiting webhooks now', script: { action: 'release' } },
  { label: 'Forget the scripts', script: { action: 'forget' } },
].map(({ label, script }) => ({ label, script: { provider: 'razorpay', ...script } }));
const PAYPAL = [
  { label: 'Decline the next capture', script: { pay: 'issue', issue: 'INSTRUMENT_DECLINED' } },
  { label: 'Keep the next capture pending', script: { pay: 'pending' } },
  { label: 'Answer "already captured"', script: { pay: 'already_captured' } },
  { label: 'Keep the next refund pending', script: { refund: 'pending' } },
  { label: 'Fail the next refund', script: { refund: 'fail' } },
  { label: 'Drop the next webhook', script: { webhook: 'drop' } },
  { label: 'Drop all three of a payment', script: { webhook: 'drop', times: 3 } },
  { label: 'Delay the next webhook 10 s', script: { webhook: 'delay', ms: 10_000 } },
  { label: 'Send the next webhook twice', script: { webhook: 'duplicate' } },
  { label: 'Send the next two reversed', script: { webhook: 'reorder', count: 2 } },
  { label: 'Corrupt the next webhook’s signature', script: { webhook: 'corrupt_signature' } },
  { label: 'API: answer 500 once', script: { api: 'error_500' } },
  { label: 'Capture, lose the reply', script: { api: 'error_500', call: 'capture', applied: true } },
  { label: 'Let the token expire', script: { api: 'token_expired' } },
  { label: 'Send waiting webhooks now', script: { action: 'release' } },
  { label: 'Forget the scripts', script: { action: 'forget' } },
].map(({ label, script }) => ({ label, script: { provider: 'paypal', ...script } }));
const SMS = [
  { label: 'Refuse the next SMS', script: { provider: 'sms', next: 'error' } },
  { label: 'Deliver it after all', script: { provider: 'sms', next: 'ok' } },
];
const TWILIO = [
  { label: 'Refuse the next SMS', script: { provider: 'twilio', next: 'error' } },
  { label: 'Answer 500 once', script: { provider: 'twilio', next: 'error_500' } },
  { label: 'Deliver it after all', script: { provider: 'twilio', next: 'ok' } },
];
const EMAIL = [
  { label: 'Put the next e-mail off', script: { provider: 'email', next: 'error' } },
  { label: 'Refuse the next e-mail', script: { provider: 'email', next: 'refuse' } },
  { label: 'Deliver it after all', script: { provider: 'email', next: 'ok' } },
];

interface ControlPage {
  origin: string;
  webhookUrl: string;
  scripts: object[];
  orders: Order[];
  payments: Payment[];
  webhooks: Delivery[];
  paypal: { scripts: object[]; orders: PaypalOrder[]; captures: Capture[]; refunds: Refund[]; webhooks: Delivery[] };
}

/** What the sandboxes hold, and a button for each of the common scripts. */
export const controlPage = ({ origin, webhookUrl, scripts, orders, payments, webhooks, paypal }: ControlPage) =>
  page(
    'Control · Sandbox',
    'control.js',
    html`<main>
      <h1>Sandbox</h1>
      <p>
        No real money, no real messages. <a href="/sandbox/inbox">Inbox</a> · <a href="${origin}">the cinema</a> ·
        webhooks go to <code>${webhookUrl}</code> · a payer’s UPI ID is <code>success@razorpay</code> or
        <code>failure@razorpay</code>.
      </p>
      <p id="reply" role="status"></p>
      ${buttons('Razorpay', RAZORPAY)} ${buttons('PayPal', PAYPAL)} ${buttons('SMS by MSG91', SMS)}
      ${buttons('SMS by Twilio', TWILIO)} ${buttons('E-mail', EMAIL)}
      <div id="live">
        ${table(
          'Waiting scripts',
          ['Script'],
          [...scripts, ...paypal.scripts].map((script) => [JSON.stringify(script)]),
        )}
        ${table('Payments', ['Payment', 'Order', 'Amount', 'Status'], payments.map(paymentRow))}
        ${table('Orders', ['Order', 'Receipt', 'Amount', 'Attempts', 'Status'], orders.map(orderRow))}
        ${table('PayPal captures', ['Capture', 'Order', 'Amount', 'Status'], paypal.captures.map(captureRow))}
        ${table('PayPal orders', ['Order', 'Invoice', 'Amount', 'Status'], paypal.orders.map(paypalOrderRow))}
        ${table('PayPal refunds', ['Refund', 'Capture', 'Amount', 'Status'], paypal.refunds.map(refundRow))}
        ${table('Webhooks', ['Event', 'Id', 'Tries', 'State'], [...webhooks, ...paypal.webhooks].map(webhookRow))}
      </div>
    </main>`,
  );

const orderRow = (order: Order) => [order.id, order.receipt ?? '', rupees(order.amount), order.attempts, order.status];
const paymentRow = (payment: Payment) => [payment.id, payment.order_id, rupees(payment.amount), payment.status];
const dollars = ({ amount, currency }: { amount: number; currency: string }) =>
  `${(amount / 100).toFixed(2)} ${currency}`;
const paypalOrderRow = (order: PaypalOrder) => [order.id, order.invoiceId ?? '', dollars(order), order.status];
const captureRow = (capture: Capture) => [capture.id, capture.orderId, dollars(capture), capture.status];
const refundRow = (refund: Refund) => [refund.id, refund.captureId, dollars(refund), refund.status];
const webhookRow = ({ event, id, tries, state }: Delivery) => [event, id, tries.join(' '), state];

const buttons = (title: string, items: { label: string; script: object }[]) =>
  html`<section aria-label="${title}">
    <h2>${title}</h2>
    <p class="buttons">
      ${items.map(({ label, script }) => html`<button type="button" data-script="${JSON.stringify(script)}">${label}</button> `)}
    </p>
  </section>`;

const table = (title: string, heads: string[], rows: (string | number)[][]) =>
  html`<section aria-label="${title}">
    <h2>${title} (${rows.length})</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, SHOWN).map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
