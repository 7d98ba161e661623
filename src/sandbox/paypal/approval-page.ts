import { html } from 'hono/html';
import { sandboxPage } from '../page.ts';
import type { Order } from './state.ts';

/** The popup in which the payer approves an order. `isRetry`: after a declined capture. */
export const approvalPage = ({ id, amount, currency, description, status }: Order, isRetry = false) =>
  sandboxPage(
    'PayPal · Sandbox',
    'paypal/approval.js',
    html`<main data-order="${id}">
      <h1>PayPal sandbox</h1>
      <p>${description}</p>
      <p><strong>${(amount / 100).toFixed(2)} ${currency}</strong></p>
      <p>No real money moves.</p>
      <p id="reply" role="status">${isRetry ? 'That card or account was declined. Choose another one.' : ''}</p>
      ${
        status === 'COMPLETED'
          ? html`<p>This payment is done.</p>`
          : html`<p class="buttons">
              <button type="button" id="approve">Pay with PayPal</button>
              <button type="button" id="cancel">Cancel and return</button>
            </p>`
      }
    </main>`,
  );
