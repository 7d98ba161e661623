import type { Page } from '@playwright/test';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { expect, payPopup } from './browser.ts';
import type { Till } from './till-house.ts';

/** Somebody who pays by one of the providers: what they do where. Every verb begins on the payment page. */
export interface Payer {
  name: string;
  /** Chooses what has to be chosen before Pay. */
  choose: (page: Page) => Promise<void>;
  /** Presses what opens the provider's popup, and gives what one can do in it. */
  open: (page: Page) => Promise<{ pay: () => Promise<unknown>; leave: () => Promise<unknown> }>;
  /** Makes the next payment fail at the provider. */
  letFail: (till: Till) => Promise<unknown>;
  /** Makes the next payment wait for its bank, until `decide`. */
  letWait: (till: Till) => Promise<unknown>;
  decide: (till: Till) => Promise<unknown>;
  /** Pays the newest order at the provider, without the page. */
  payElsewhere: (till: Till) => Promise<unknown>;
}

export const payButton = (page: Page) =>
  page.getByRole('button', { name: /^(Pay [₹$]|Confirm$)/ }).locator('visible=true');
const paypalButton = (page: Page) => page.getByRole('button', { name: 'Pay with PayPal' });

export const byCard: Payer = {
  name: 'Razorpay',
  choose: async () => undefined,
  async open(page) {
    await payButton(page).click();
    const popup = payPopup(page);
    return {
      pay: () => popup.getByRole('button', { name: /^Pay ₹/ }).click(),
      async leave() {
        await popup.getByRole('button', { name: 'Close' }).click();
        await popup.getByRole('button', { name: 'Leave without paying' }).click();
      },
    };
  },
  letFail: (till) => till.script('razorpay', { pay: 'fail' }),
  letWait: (till) => till.script('razorpay', { pay: 'authorise_only' }),
  async decide(till) {
    const { payments } = await till.script('razorpay', { action: 'list' });
    const { id } = payments.find(({ status }: { status: string }) => status === 'authorized');
    await till.script('razorpay', { action: 'capture', payment_id: id });
  },
  async payElsewhere(till) {
    const { orders } = await till.script('razorpay', { action: 'list' });
    await till.script('razorpay', { action: 'pay', order_id: orders[0].id });
  },
};

export const byWallet: Payer = {
  name: 'PayPal',
  async choose(page) {
    await page.getByRole('radio', { name: text.internationalWallet }).check();
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel(text.country).selectOption('US');
    await kept;
  },
  async open(page) {
    await payButton(page).click();
    const opening = page.waitForEvent('popup');
    await paypalButton(page).click();
    const popup = await opening;
    return {
      pay: () => popup.getByRole('button', { name: 'Pay with PayPal' }).click(),
      leave: () => popup.getByRole('button', { name: 'Cancel and return' }).click(),
    };
  },
  async letFail(till) {
    await withoutApproval(till);
    await till.script('paypal', { pay: 'issue', issue: 'TRANSACTION_REFUSED' });
  },
  letWait: (till) => till.script('paypal', { pay: 'pending' }),
  async decide(till) {
    const { captures } = await till.script('paypal', { action: 'list' });
    await till.script('paypal', { action: 'complete', capture_id: captures[0].id });
  },
  async payElsewhere(till) {
    const { orders } = await till.script('paypal', { action: 'list' });
    await till.script('paypal', { action: 'approve', order_id: orders[0].id });
  },
};

/** The approval is told by webhook as well, and the server then captures by itself: here the browser alone shall lead to it. */
export const withoutApproval = (till: Till) =>
  till.script('paypal', { webhook: 'drop', event: 'CHECKOUT.ORDER.APPROVED' });

/** Ready to pay. */
export async function atTheTill(page: Page, payer: Payer) {
  await page.goto(href('payment'));
  await expect(payButton(page)).toBeVisible();
  await payer.choose(page);
}
