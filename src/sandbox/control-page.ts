import { html } from 'hono/html';
import {
  captureRow,
  type ControlRow,
  orderRow,
  paymentRow,
  paypalOrderRow,
  paypalRefundRow,
  refundRow,
  webhookRow,
} from './control-rows.ts';
import { CONTROL_BUTTONS, type ControlButton } from './control-scripts.ts';
import type { Delivery } from './deliveries.ts';
import { page } from './page.ts';
import type { Capture, Order as PaypalOrder, Refund as PaypalRefund } from './paypal/room.ts';
import type { Order, Payment, Refund } from './razorpay/entities.ts';

const SHOWN = 50;

interface ControlPage {
  origin: string;
  webhookUrl: string;
  razorpay: { scripts: object[]; orders: Order[]; payments: Payment[]; refunds: Refund[]; webhooks: Delivery[] };
  paypal: {
    scripts: object[];
    orders: PaypalOrder[];
    captures: Capture[];
    refunds: PaypalRefund[];
    webhooks: Delivery[];
  };
}

/** What the sandboxes hold, with a button for each of the common scripts and for what can be decided of a payment. */
export const controlPage = ({ origin, webhookUrl, razorpay, paypal }: ControlPage) =>
  page(
    'Control · Sandbox',
    'control.js',
    html`<main>
      <h1>Sandbox</h1>
      <p>
        No real money, no real messages. <a href="/sandbox/inbox">Inbox</a> · <a href="${origin}">the cinema</a> ·
        webhooks go to <code>${webhookUrl}</code> · a payer’s UPI ID is <code>success@razorpay</code> or
        <code>failure@razorpay</code> · Google’s and Facebook’s faults are chosen in their own popups.
      </p>
      <p id="reply" role="status"></p>
      ${CONTROL_BUTTONS.map(({ title, buttons }) => section(title, title, html`<p class="buttons">${buttons.map((each) => button(each))}</p>`))}
      <div id="live">
        ${table(
          'Waiting scripts',
          ['Script'],
          [...razorpay.scripts, ...paypal.scripts].map((script) => ({ cells: [JSON.stringify(script)] })),
        )}
        ${table('Payments', ['Payment', 'Order', 'Amount', 'Status', 'Action'], razorpay.payments.map(paymentRow))}
        ${table('Orders', ['Order', 'Receipt', 'Amount', 'Attempts', 'Status', 'Action'], razorpay.orders.map(orderRow))}
        ${table('Refunds', ['Refund', 'Payment', 'Amount', 'Status', 'Action'], razorpay.refunds.map(refundRow))}
        ${table('PayPal captures', ['Capture', 'Order', 'Amount', 'Status', 'Action'], paypal.captures.map(captureRow))}
        ${table('PayPal orders', ['Order', 'Invoice', 'Amount', 'Status', 'Action'], paypal.orders.map(paypalOrderRow))}
        ${table('PayPal refunds', ['Refund', 'Capture', 'Amount', 'Status', 'Action'], paypal.refunds.map(paypalRefundRow))}
        ${table('Webhooks', ['Event', 'Id', 'Tries', 'State'], [...razorpay.webhooks, ...paypal.webhooks].map(webhookRow))}
      </div>
    </main>`,
  );

type Html = ReturnType<typeof html>;

const section = (name: string, heading: string, content: Html) =>
  html`<section aria-label="${name}">
    <h2>${heading}</h2>
    ${content}
  </section>`;

/** `of`: whose action it is, where a row says so only to the eye. */
const button = ({ label, script }: ControlButton, of = '') =>
  html`<button type="button" data-script="${JSON.stringify(script)}" aria-label="${of ? `${label} ${of}` : label}">
    ${label}
  </button> `;

const table = (title: string, heads: string[], rows: ControlRow[]) =>
  section(
    title,
    `${title} (${rows.length})`,
    html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, SHOWN).map(
            ({ cells, actions }) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
                ${actions ? html`<td>${actions.map((each) => button(each, String(cells[0])))}</td>` : ''}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
  );
