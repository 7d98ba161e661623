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
import { sandboxPage } from './page.ts';
import type { Capture, Order as PaypalOrder, Refund as PaypalRefund } from './paypal/state.ts';
import type { Order, Payment, Refund } from './razorpay/entities.ts';

const MAX_SHOWN = 50;

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

export const controlPage = ({ origin, webhookUrl, razorpay, paypal }: ControlPage) =>
  sandboxPage(
    'Control · Sandbox',
    'control.js',
    html`<main>
      <h1>Sandbox</h1>
      <p>
        No real money, no real messages. <a href="/sandbox/inbox">Inbox</a> · <a href="${origin}">the cinema</a> ·
        webhooks go to <code>${webhookUrl}</code> · test UPI IDs are <code>success@razorpay</code> and
        <code>failure@razorpay</code> · choose the faults of Google and Facebook in their popups.
      </p>
      <p id="reply" role="status"></p>
      ${CONTROL_BUTTONS.map(({ title, buttons }) => section(title, title, html`<p class="buttons">${buttons.map((item) => button(item))}</p>`))}
      <div id="live">
        ${table(
          'Pending scripts',
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

/** `rowId` completes the button's label for screen readers. */
const button = ({ label, script }: ControlButton, rowId = '') =>
  html`<button
    type="button"
    data-script="${JSON.stringify(script)}"
    aria-label="${rowId ? `${label} ${rowId}` : label}"
  >
    ${label}
  </button> `;

const table = (title: string, headings: string[], rows: ControlRow[]) =>
  section(
    title,
    `${title} (${rows.length})`,
    html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, MAX_SHOWN).map(
            ({ cells, actions }) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
                ${actions ? html`<td>${actions.map((action) => button(action, String(cells[0])))}</td>` : ''}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
  );
