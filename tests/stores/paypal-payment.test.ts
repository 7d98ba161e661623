import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { href } from '#routes.ts';
import { ticketInfo } from '#stores/booking/booking.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import {
  ABROAD,
  chooseCountry,
  chooseProvider,
  chooseState,
} from '#stores/payments/choose-place.ts';
import { pay } from '#stores/payments/pay.ts';
import { drawWallet, leaveWallet } from '#stores/payments/finish-ticket.ts';
import { aPaymentPage } from '../support/payment-page.ts';
import { waitFor } from '../support/wait-for.ts';

const {
  server,
  fakeLocation,
  serverFetch,
  current,
  takeNoticeTexts,
  waitForStep,
  openPaymentFor,
  orders,
  sandboxState,
} = await aPaymentPage();

/** Opens the payment page for a buyer abroad and shows PayPal's button. */
async function openPaypalButton() {
  const film = await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
  chooseState(ABROAD);
  chooseCountry('US');
  await showPaypalButton();
  return film;
}
async function showPaypalButton() {
  await pay();
  await drawWallet(current.wallet.container());
}
// With the approval webhook, the server would capture before the browser reports the approval.
const dropWebhooks = () => server.scriptSandbox({ provider: 'paypal', webhook: 'drop', times: 20 });
const refuseNextCapture = (issue: string) =>
  server.scriptSandbox({ provider: 'paypal', pay: 'issue', issue });

describe('a payment by PayPal', () => {
  test('shows PayPal’s button for the server’s PayPal order, in dollars', async () => {
    await openPaypalButton();
    expect($payment.get()).toMatchObject({
      step: 'atProvider',
      wallet: { currency: 'USD', amount: '2.00', rate: 88 },
    });
    expect(current.wallet.sessions).toHaveLength(1);
  });

  test('opens the ticket on the film page after approval', async () => {
    const film = await openPaypalButton();
    await current.wallet.approve();
    await waitForStep('done');
    expect(current.wallet.startedModes).toEqual(['payment-handler', 'popup']);
    expect(takeNoticeTexts()).toEqual([text.successful]);
    expect(fakeLocation.replace).toHaveBeenCalledWith(
      `${href('movieDetails', { movie_id: film.movieId })}#ticket`,
    );
    expect(await orders()).toMatchObject([
      { paymentStatus: 'PAID', paymentMode: 'PAYPAL', buyerCountry: 'US' },
    ]);
  });

  test('can be repeated at the same button with another card or account if declined', async () => {
    await dropWebhooks();
    await openPaypalButton();
    await refuseNextCapture('INSTRUMENT_DECLINED');
    await current.wallet.approve();
    expect(takeNoticeTexts()).toEqual([paymentRefusals.declined]);
    expect($payment.get()).toMatchObject({
      step: 'atProvider',
      problem: { sentence: paymentRefusals.declined },
    });
    await current.wallet.approve();
    await waitForStep('done');
    expect(current.wallet.sessions).toHaveLength(1);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('starts again if PayPal rejects it', async () => {
    await dropWebhooks();
    await openPaypalButton();
    const { order_id } = $payment.get().wallet!;
    await refuseNextCapture('TRANSACTION_REFUSED');
    await current.wallet.approve();
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, problem: 'failed' });
    await showPaypalButton();
    expect($payment.get().wallet!.order_id).not.toBe(order_id);
    await current.wallet.approve();
    await waitForStep('done');
  });

  test.each([
    ['is cancelled in the popup', () => current.wallet.cancel()],
    ['is left for another provider', () => leaveWallet()],
  ])('if it %s, the order is CANCELLED and can still be paid', async (_, abandon) => {
    await openPaypalButton();
    abandon();
    await waitForStep('ready');
    expect(takeNoticeTexts()).toEqual([text.cancelled]);
    expect($payment.get().wallet).toBeNull();
    expect(await orders()).toMatchObject([{ paymentStatus: 'CANCELLED' }]);
    await showPaypalButton();
    await current.wallet.approve();
    await waitForStep('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('shows a failure, and the buyer can pay again', async () => {
    await openPaypalButton();
    await current.wallet.breakDown();
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, problem: 'failed' });
    current.wallet.cancel();
    expect(takeNoticeTexts()).toEqual([]);
  });

  test.each([
    ['the browser blocks its window', () => current.wallet.block()],
    ['its script does not load', undefined],
  ])('opens PayPal’s own page if %s', async (_, block) => {
    if (block) {
      await openPaypalButton();
      await block();
    } else {
      await openPaymentFor(await server.aFilm());
      chooseState(ABROAD);
      chooseCountry('US');
      vi.stubGlobal('window', {});
      await pay();
    }
    expect(fakeLocation.assign.mock.calls).toEqual([
      [expect.stringMatching(/^http:\/\/server\.test\/sandbox\/paypal\/checkoutnow\?token=\w+$/)],
    ]);
    expect($payment.get()).toMatchObject({ step: 'atProvider', problem: null });
    expect(takeNoticeTexts()).toEqual([]);
  });

  test('redirects to the film if another tab has paid', async () => {
    const film = await openPaypalButton();
    const stopListening = $payment.listen(() => undefined); // mounts the store, as a screen does
    const { order_id } = $payment.get().wallet!;
    await server.post('/sandbox/paypal/approve', { body: { order_id } });
    await waitFor(async () => expect((await orders())[0]).toMatchObject({ paymentStatus: 'PAID' }));
    ticketInfo.set(null);
    await waitForStep('done');
    stopListening();
    expect(fakeLocation.replace).toHaveBeenLastCalledWith(
      `${href('movieDetails', { movie_id: film.movieId })}#ticket`,
    );
  });

  test('is cancelled without an error if it is left while the button loads', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    const [container, failDrawing] = [current.wallet.container(), current.wallet.drawSlowly()];
    const drawing = drawWallet(container);
    leaveWallet();
    await waitForStep('ready');
    chooseProvider('razorpay');
    await pay();
    Object.assign(container, { isConnected: false });
    failDrawing();
    await drawing;
    expect(takeNoticeTexts()).toEqual([text.cancelled]);
    expect($payment.get()).toMatchObject({ step: 'atProvider', problem: null });
  });

  test('opens PayPal’s own page if the button fails', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    const failDrawing = current.wallet.drawSlowly();
    const drawing = drawWallet(current.wallet.container());
    failDrawing();
    await drawing;
    expect(fakeLocation.assign.mock.calls).toEqual([
      [expect.stringContaining('/sandbox/paypal/checkoutnow?token=')],
    ]);
    expect(takeNoticeTexts()).toEqual([]);
  });

  test('removes PayPal’s button when the page removes its container', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    (await drawWallet(current.wallet.container()))();
    expect(current.wallet.destroy).toHaveBeenCalledOnce();
  });
});

describe('a slow PayPal payment', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: server.clock.now(),
      shouldAdvanceTime: true,
      advanceTimeDelta: 500,
    });
  });

  test.each([
    ['complete', 'done', text.successful],
    ['deny', 'ready', text.failed],
  ])('is polled: %s', async (action, end, message) => {
    await openPaypalButton();
    await server.scriptSandbox({ provider: 'paypal', pay: 'pending' });
    await current.wallet.approve();
    await waitForStep('confirming');
    expect($payment.get().wallet).toBeNull();
    expect(takeNoticeTexts()).toEqual([]);
    const [capture] = (await sandboxState('paypal')).captures;
    await server.scriptSandbox({ provider: 'paypal', action, capture_id: capture.id });
    await server.sandbox.waitUntilIdle();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForStep(end);
    expect(takeNoticeTexts()).toEqual([message]);
  });

  test('with a lost response is reported until the server responds', async () => {
    await openPaypalButton();
    let isUnreachable = true;
    setFetch((input, init) =>
      isUnreachable && String((input as Request).url ?? input).includes('/payment')
        ? Promise.reject(new TypeError('fetch failed'))
        : serverFetch(input, init),
    );
    void current.wallet.approve();
    await waitForStep('confirming');
    isUnreachable = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });
});
