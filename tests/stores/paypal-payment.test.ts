import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { ticketInfo } from '#stores/booking.ts';
import { $payment } from '#stores/payment-order.ts';
import { ABROAD, chooseCountry, chooseMethod, chooseState } from '#stores/payment-place.ts';
import { drawWallet, leaveWallet } from '#stores/payment-wallet.ts';
import { pay } from '#stores/payments.ts';
import { aPaymentPage } from '../support/payment-page.ts';

const { server, page, serverFetch, now, takeNoticeTexts, waitForStep, openPaymentFor, orders, sandboxState } =
  await aPaymentPage();

/** A buyer abroad who has asked for PayPal's button, and sees it. */
async function atTheButton() {
  const film = await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
  chooseState(ABROAD);
  chooseCountry('US');
  await toTheButton();
  return film;
}
async function toTheButton() {
  await pay();
  await drawWallet({} as HTMLElement);
}
// The approval is told by webhook as well, and then the server captures without the browser.
const withoutWebhooks = () => server.scriptSandbox({ provider: 'paypal', webhook: 'drop', times: 20 });
const issue = (name: string) => server.scriptSandbox({ provider: 'paypal', pay: 'issue', issue: name });

describe('a payment by PayPal', () => {
  test('shows PayPal’s button for the server’s PayPal order, in dollars', async () => {
    await atTheButton();
    expect($payment.get()).toMatchObject({ step: 'atProvider', wallet: { currency: 'USD', amount: '2.00', rate: 88 } });
    expect(now.wallet.renderedButtons[0]!.fundingSource).toBe('paypal');
    expect(await now.wallet.renderedButtons[0]!.createOrder()).toBe($payment.get().wallet!.order_id);
  });

  test('opens the ticket on the film page after approval', async () => {
    const film = await atTheButton();
    await now.wallet.approve();
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
    expect(page.replace).toHaveBeenCalledWith(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID', paymentMode: 'PAYPAL', buyerCountry: 'US' }]);
  });

  test('continues in the same popup with another card or account if declined', async () => {
    await withoutWebhooks();
    await atTheButton();
    await issue('INSTRUMENT_DECLINED');
    await now.wallet.approve();
    expect(takeNoticeTexts()).toEqual([text.declined]);
    expect(now.wallet.restart).toHaveBeenCalledOnce();
    expect($payment.get()).toMatchObject({ step: 'atProvider', problem: text.declined });
    await now.wallet.approve();
    await waitForStep('done');
    expect(now.wallet.renderedButtons).toHaveLength(1);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('starts again if PayPal rejects it', async () => {
    await withoutWebhooks();
    await atTheButton();
    const { order_id } = $payment.get().wallet!;
    await issue('TRANSACTION_REFUSED');
    await now.wallet.approve();
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, problem: text.failed });
    expect(now.wallet.restart).not.toHaveBeenCalled();
    await toTheButton();
    expect($payment.get().wallet!.order_id).not.toBe(order_id);
    await now.wallet.approve();
    await waitForStep('done');
  });

  test.each([
    ['is cancelled in the popup', () => now.wallet.cancel()],
    ['is left for another method', () => leaveWallet()],
  ])('if it %s, the order is CANCELLED and can still be paid', async (_, leave) => {
    await atTheButton();
    leave();
    await waitForStep('ready');
    expect(takeNoticeTexts()).toEqual([text.cancelled]);
    expect($payment.get().wallet).toBeNull();
    expect(await orders()).toMatchObject([{ paymentStatus: 'CANCELLED' }]);
    await toTheButton();
    await now.wallet.approve();
    await waitForStep('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('shows a failure, and the buyer can pay again', async () => {
    await atTheButton();
    now.wallet.fail();
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, problem: text.failed });
    now.wallet.cancel();
    expect(takeNoticeTexts()).toEqual([]);
  });

  test('shows a blocked popup next to the button, which stays usable', async () => {
    await atTheButton();
    const { wallet } = $payment.get();
    now.wallet.block();
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'atProvider', wallet, problem: text.windowBlocked });
    await now.wallet.approve();
    await waitForStep('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('can be left for another method after a blocked popup', async () => {
    await atTheButton();
    now.wallet.block();
    leaveWallet();
    await waitForStep('ready');
    expect($payment.get()).toMatchObject({ wallet: null, problem: '' });
  });

  test('can be retried or replaced by another method if the button does not load', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    vi.stubGlobal('window', {});
    await pay();
    expect(takeNoticeTexts()).toEqual([text.error]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, problem: text.paymentWindowFailed });
  });

  test('redirects to the film if another tab has paid', async () => {
    const film = await atTheButton();
    const leave = $payment.listen(() => undefined); // as a screen that shows it
    const { order_id } = $payment.get().wallet!;
    await server.post('/sandbox/paypal/approve', { body: { order_id } });
    await server.sandbox.idle();
    ticketInfo.set(null);
    await waitForStep('done');
    leave();
    expect(page.replace).toHaveBeenLastCalledWith(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
  });

  test('is cancelled without an error if it is left while the button loads', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    const [slot, breakOff] = [{ isConnected: true }, now.wallet.renderSlowly()];
    const drawing = drawWallet(slot as HTMLElement);
    leaveWallet();
    await waitForStep('ready');
    chooseMethod('razorpay');
    await pay();
    slot.isConnected = false;
    breakOff();
    await drawing;
    expect(takeNoticeTexts()).toEqual([text.cancelled]);
    expect($payment.get()).toMatchObject({ step: 'atProvider', problem: '' });
  });

  test('shows an error if the button fails, and can be retried', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    const breakOff = now.wallet.renderSlowly();
    const drawing = drawWallet({ isConnected: true } as HTMLElement);
    await vi.waitFor(() => expect(now.wallet.renderedButtons).toHaveLength(1));
    breakOff();
    await drawing;
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, problem: text.failed });
  });

  test('removes its button with the page’s slot', async () => {
    await openPaymentFor(await server.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    (await drawWallet({} as HTMLElement))();
    expect(now.wallet.close).toHaveBeenCalledOnce();
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
  ])('is polled: %s', async (action, end, words) => {
    await atTheButton();
    await server.scriptSandbox({ provider: 'paypal', pay: 'pending' });
    await now.wallet.approve();
    await waitForStep('confirming');
    expect($payment.get().wallet).toBeNull();
    expect(takeNoticeTexts()).toEqual([]);
    const [capture] = (await sandboxState('paypal')).captures;
    await server.scriptSandbox({ provider: 'paypal', action, capture_id: capture.id });
    await server.sandbox.idle();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForStep(end);
    expect(takeNoticeTexts()).toEqual([words]);
  });

  test('with a lost response is reported until the server responds', async () => {
    await atTheButton();
    let isAway = true;
    setFetch((input, init) =>
      isAway && String((input as Request).url ?? input).includes('/payment')
        ? Promise.reject(new TypeError('fetch failed'))
        : serverFetch(input, init),
    );
    void now.wallet.approve();
    await waitForStep('confirming');
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });
});
