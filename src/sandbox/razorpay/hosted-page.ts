import { html } from 'hono/html';
import { z } from 'zod';
import { sandboxPage } from '../page.ts';
import { ApiError, parseBody, requiredField } from './api-error.ts';
import { findOrder } from './orders.ts';
import type { RazorpayState } from './state.ts';

const httpUrl = (name: string) =>
  z.url({ protocol: /^https?$/, ...requiredField(name, `The ${name} must be a valid URL.`) });

const HostedForm = z.object({
  key_id: z.string(requiredField('key_id', 'The key id field is required.')),
  order_id: z.string(requiredField('order_id', 'The order id field is required.')),
  amount: z.string().optional(),
  name: z.string().default(''),
  description: z.string().default(''),
  callback_url: httpUrl('callback_url'),
  cancel_url: httpUrl('cancel_url').optional(),
});

/**
 * Razorpay's own page, to which a form of the merchant leads. It posts the proof or the error to
 * `callback_url`. Throws ApiError.
 */
export function hostedPage(state: RazorpayState, keyId: string, fields: unknown) {
  const form = parseBody(HostedForm, fields);
  if (form.key_id !== keyId) throw new ApiError('The api key provided is invalid');
  const order = findOrder(state, form.order_id);
  if (form.amount !== undefined && form.amount !== String(order.amount))
    throw new ApiError('The amount is different from your order amount', { field: 'amount' });
  return sandboxPage(
    'Razorpay · Sandbox',
    ['razorpay/checkout.js', 'razorpay/hosted.js'],
    html`<main
      data-key="${keyId}"
      data-order="${order.id}"
      data-amount="${order.amount}"
      data-callback="${form.callback_url}"
      data-cancel="${form.cancel_url ?? ''}"
    >
      <h1>${form.name || 'Razorpay sandbox'}</h1>
      <p>${form.description}</p>
    </main>`,
  );
}
