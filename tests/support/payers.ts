import type { Page } from '@playwright/test';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { expect, payPopup } from './browser.ts';
import type { PaymentFixture } from './payment-server.ts';

/** How a viewer pays with one provider. `chooseMethod` and `openPopup` start on the payment page. */
export interface Payer {
  name: string;
  chooseMethod: (page: Page) => Promise<void>;
  openPopup: (
    page: Page,
  ) => Promise<{ pay: () => Promise<unknown>; cancel: () => Promise<unknown> }>;
  failNextPayment: (paymentFixture: PaymentFixture) => Promise<unknown>;
  /** Makes the next payment wait for the bank until `settlePendingPayment`. */
  delayNextPayment: (paymentFixture: PaymentFixture) => Promise<unknown>;
  settlePendingPayment: (paymentFixture: PaymentFixture) => Promise<unknown>;
  payWithoutPage: (paymentFixture: PaymentFixture) => Promise<unknown>;
}

export const payButton = (page: Page) =>
  page.getByRole('button', { name: /^(Pay [₹$]|Confirm$)/ }).locator('visible=true');
const paypalButton = (page: Page) => page.getByRole('button', { name: 'Pay with PayPal' });

export const razorpayPayer: Payer = {
  name: 'Razorpay',
  chooseMethod: async () => undefined,
  async openPopup(page) {
    await payButton(page).click();
    const popup = payPopup(page);
    return {
      pay: () => popup.getByRole('button', { name: /^Pay ₹/ }).click(),
      async cancel() {
        await popup.getByRole('button', { name: 'Close' }).click();
        await popup.getByRole('button', { name: 'Leave without paying' }).click();
      },
    };
  },
  failNextPayment: (paymentFixture) => paymentFixture.scriptProvider('razorpay', { pay: 'fail' }),
  delayNextPayment: (paymentFixture) =>
    paymentFixture.scriptProvider('razorpay', { pay: 'authorise_only' }),
  async settlePendingPayment(paymentFixture) {
    const { payments } = await paymentFixture.scriptProvider('razorpay', { action: 'list' });
    const { id } = payments.find(({ status }: { status: string }) => status === 'authorized');
    await paymentFixture.scriptProvider('razorpay', { action: 'capture', payment_id: id });
  },
  async payWithoutPage(paymentFixture) {
    const { orders } = await paymentFixture.scriptProvider('razorpay', { action: 'list' });
    await paymentFixture.scriptProvider('razorpay', { action: 'pay', order_id: orders[0].id });
  },
};

export const paypalPayer: Payer = {
  name: 'PayPal',
  async chooseMethod(page) {
    await page.getByRole('radio', { name: text.internationalWallet }).check();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel(text.country).selectOption('US');
    await saved;
  },
  async openPopup(page) {
    await payButton(page).click();
    const opening = page.waitForEvent('popup');
    await paypalButton(page).click();
    const popup = await opening;
    return {
      pay: () => popup.getByRole('button', { name: 'Pay with PayPal' }).click(),
      cancel: () => popup.getByRole('button', { name: 'Cancel and return' }).click(),
    };
  },
  async failNextPayment(paymentFixture) {
    await dropApprovalWebhook(paymentFixture);
    await paymentFixture.scriptProvider('paypal', { pay: 'issue', issue: 'TRANSACTION_REFUSED' });
  },
  delayNextPayment: (paymentFixture) => paymentFixture.scriptProvider('paypal', { pay: 'pending' }),
  async settlePendingPayment(paymentFixture) {
    const { captures } = await paymentFixture.scriptProvider('paypal', { action: 'list' });
    await paymentFixture.scriptProvider('paypal', {
      action: 'complete',
      capture_id: captures[0].id,
    });
  },
  async payWithoutPage(paymentFixture) {
    const { orders } = await paymentFixture.scriptProvider('paypal', { action: 'list' });
    await paymentFixture.scriptProvider('paypal', { action: 'approve', order_id: orders[0].id });
  },
};

/** Drops the approval webhook, so that the server captures only after the request of the browser. */
export const dropApprovalWebhook = (paymentFixture: PaymentFixture) =>
  paymentFixture.scriptProvider('paypal', { webhook: 'drop', event: 'CHECKOUT.ORDER.APPROVED' });

export async function openPaymentPage(page: Page, payer: Payer) {
  await page.goto(href('payment'));
  await expect(payButton(page)).toBeVisible();
  await payer.chooseMethod(page);
}
