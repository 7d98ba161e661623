import { html } from 'hono/html';
import { sandboxPage } from '../page.ts';
import type { Order } from './state.ts';

/** PayPal adds the order to the merchant's address, and the payer after an approval. */
function backTo(address: string | undefined, orderId: string, isApproved = false): string {
  if (!address) return '';
  const url = new URL(address);
  url.searchParams.set('token', orderId);
  if (isApproved) url.searchParams.set('PayerID', 'PAYERSBX1');
  return url.href;
}

/** The popup or page in which the payer approves an order. */
export const approvalPage = ({
  id,
  amount,
  currency,
  description,
  status,
  returnUrl,
  cancelUrl,
}: Order) =>
  sandboxPage(
    'PayPal · Sandbox',
    'paypal/approval.js',
    html`<main
      data-order="${id}"
      data-return="${backTo(returnUrl, id, true)}"
      data-cancel="${backTo(cancelUrl, id)}"
    >
      <h1>PayPal sandbox</h1>
      <p>${description}</p>
      <p><strong>${(amount / 100).toFixed(2)} ${currency}</strong></p>
      <p>No real money moves.</p>
      <p id="reply" role="status"></p>
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
