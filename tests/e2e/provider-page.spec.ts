import type { Page } from '@playwright/test';
import { detailMessages } from '#messages/details.ts';
import { otherBrowserMessages as otherBrowser } from '#messages/other-browser.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { bookNow, closeTicketDialog, expect, failedLoadError, test } from '../support/browser.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { IN_APP_BROWSERS } from '../support/in-app-browsers.ts';
import { payButton } from '../support/payers.ts';

// Only the sandbox's pages stand at the site's own origin, where the browser tries the transition between pages.
const NO_TRANSITION = /ViewTransition opt-in disabled/;
test.beforeEach(({ allowConsoleErrors }) => allowConsoleErrors(NO_TRANSITION));

const onRazorpay = (page: Page) => page.waitForURL('**/sandbox/razorpay/v1/checkout/embedded');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const expectTicket = async (page: Page, { movieId }: { movieId: number }) => {
  await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movieId })));
  await expect(page.getByText(text.successful)).toBeVisible();
  await closeTicketDialog(page);
};

test.describe('in the browser of an app', () => {
  test.use({ userAgent: IN_APP_BROWSERS.Instagram });

  test(
    'a payment that fails on Razorpay’s own page is shown, and the next one opens the ticket',
    { tag: '@phone' },
    async ({ page, signIn, films, allowConsoleErrors }) => {
      allowConsoleErrors(NO_TRANSITION, failedLoadError(400));
      const movie = films.paid[2]!;
      await signIn();
      await bookNow(page, movie);
      await payButton(page).click();
      await onRazorpay(page);
      await button(page, 'Fail this payment').click();
      await expect(page.getByRole('main').getByText(text.failed)).toBeVisible();
      await payButton(page).click();
      await onRazorpay(page);
      await button(page, /^Pay ₹/).click();
      await expectTicket(page, movie);
    },
  );

  test(
    'whoever leaves Razorpay’s own page, or goes Back from it, can pay again',
    { tag: '@deep' },
    async ({ page, signIn, films }) => {
      const movie = films.paid[3]!;
      await signIn();
      await bookNow(page, movie);
      await payButton(page).click();
      await onRazorpay(page);
      await button(page, 'Close').click();
      await button(page, 'Leave without paying').click();
      await expect(page.getByText(text.cancelled)).toBeVisible();
      await page.reload();
      await expect(payButton(page)).toBeEnabled();
      await expect(page.getByText(text.cancelled)).toHaveCount(0);
      await payButton(page).click();
      await onRazorpay(page);
      await page.goBack();
      await expect(payButton(page)).toBeEnabled();
      await payButton(page).click();
      await onRazorpay(page);
      await button(page, /^Pay ₹/).click();
      await expectTicket(page, movie);
    },
  );

  test('the same order continues in the viewer’s own browser, without another sign-in', async ({
    page,
    browser,
    signIn,
    films,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(NO_TRANSITION, /intent:/);
    const movie = films.paid[8]!;
    await signIn();
    await bookNow(page, movie);
    await button(page, otherBrowser.open).click();
    const link = await page.getByLabel(otherBrowser.link).inputValue();
    await expectAccessible(page);
    const ownBrowser = await browser.newContext();
    const tab = await ownBrowser.newPage();
    await tab.goto(link);
    await button(tab, otherBrowser.continue).click();
    await expect(tab).toHaveURL(new RegExp(href('payment')));
    await expect(payButton(tab)).toBeEnabled();
    await tab.goto(link);
    await expect(tab).toHaveURL(new RegExp(href('payment')));
    await ownBrowser.close();
  });

  test(
    'a buyer abroad pays on PayPal’s own page',
    { tag: '@deep' },
    async ({ page, signIn, films }) => {
      const movie = films.paid[5]!;
      await signIn();
      await bookNow(page, movie);
      await page.getByLabel(text.yourState).selectOption(text.outsideIndia);
      await page.getByLabel(text.country).selectOption('Germany');
      await payButton(page).click();
      await page.waitForURL('**/sandbox/paypal/checkoutnow?*');
      await button(page, 'Pay with PayPal').click();
      await expectTicket(page, movie);
    },
  );
});

test.describe('in the browser of an unknown app on an iPhone', () => {
  test.use({ userAgent: IN_APP_BROWSERS['an unknown app on an iPhone'] });

  test(
    'the ticket is paid on Razorpay’s own page',
    { tag: '@deep' },
    async ({ page, signIn, films }) => {
      const movie = films.paid[6]!;
      await signIn();
      await bookNow(page, movie);
      await payButton(page).click();
      await onRazorpay(page);
      await button(page, /^Pay ₹/).click();
      await expectTicket(page, movie);
    },
  );
});

test('any viewer can choose the provider’s own page, and a payment whose tab was closed opens the ticket', async ({
  page,
  context,
  signIn,
  films,
}) => {
  const movie = films.paid[1]!;
  await signIn();
  await bookNow(page, movie);
  await button(page, text.onProviderPage('Razorpay')).click();
  await onRazorpay(page);
  await expectAccessible(page);
  const returning = page.waitForRequest('**/api/ott/payments/return/razorpay*');
  await page.route('**/api/ott/payments/return/razorpay*', (route) => route.abort());
  await button(page, /^Pay ₹/).click();
  await returning;
  await page.close();
  const nextTab = await context.newPage();
  await nextTab.goto(href('movieDetails', { movie_id: movie.movieId }));
  await expect(button(nextTab, detailMessages.watchNow).locator('visible=true')).toBeVisible();
});
