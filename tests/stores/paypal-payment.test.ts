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

const { house, page, reach, now, said, step, atTheTill, orders, at } = await aPaymentPage();

/** A buyer abroad who has asked for PayPal's button, and sees it. */
async function atTheButton() {
  const film = await atTheTill(await house.aFilm({ ticketRate: 149 }));
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
const withoutWebhooks = () => house.script({ provider: 'paypal', webhook: 'drop', times: 20 });
const issue = (name: string) => house.script({ provider: 'paypal', pay: 'issue', issue: name });

describe('a payment by PayPal', () => {
  test('shows PayPal’s own button for the server’s order, in dollars', async () => {
    await atTheButton();
    expect($payment.get()).toMatchObject({ step: 'atBank', wallet: { currency: 'USD', amount: '2.00', rate: 88 } });
    expect(now.wallet.drawn[0]!.fundingSource).toBe('paypal');
    expect(await now.wallet.drawn[0]!.createOrder()).toBe($payment.get().wallet!.order_id);
  });

  test('that is approved opens the ticket and leads to the film', async () => {
    const film = await atTheButton();
    await now.wallet.approve();
    await step('done');
    expect(said()).toEqual([text.successful]);
    expect(page.replace).toHaveBeenCalledWith(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID', paymentMode: 'PAYPAL', buyerCountry: 'US' }]);
  });

  test('that is declined goes on in the same popup with another means', async () => {
    await withoutWebhooks();
    await atTheButton();
    await issue('INSTRUMENT_DECLINED');
    await now.wallet.approve();
    expect(said()).toEqual([text.declined]);
    expect(now.wallet.restart).toHaveBeenCalledOnce();
    expect($payment.get()).toMatchObject({ step: 'atBank', trouble: text.declined });
    await now.wallet.approve();
    await step('done');
    expect(now.wallet.drawn).toHaveLength(1);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('that PayPal refuses is made anew', async () => {
    await withoutWebhooks();
    await atTheButton();
    const { order_id } = $payment.get().wallet!;
    await issue('TRANSACTION_REFUSED');
    await now.wallet.approve();
    expect(said()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, trouble: text.failed });
    expect(now.wallet.restart).not.toHaveBeenCalled();
    await toTheButton();
    expect($payment.get().wallet!.order_id).not.toBe(order_id);
    await now.wallet.approve();
    await step('done');
  });

  test.each([
    ['is cancelled in the popup', () => now.wallet.cancel()],
    ['is left for another way', () => leaveWallet()],
  ])('that %s leaves the order CANCELLED, and may still be made', async (_, leave) => {
    await atTheButton();
    leave();
    await step('ready');
    expect(said()).toEqual([text.cancelled]);
    expect($payment.get().wallet).toBeNull();
    expect(await orders()).toMatchObject([{ paymentStatus: 'CANCELLED' }]);
    await toTheButton();
    await now.wallet.approve();
    await step('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('that stumbles is said, and one can pay again', async () => {
    await atTheButton();
    now.wallet.fail();
    expect(said()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, trouble: text.failed });
    now.wallet.cancel();
    expect(said()).toEqual([]);
  });

  test('whose window the browser blocks says so beside the button, which may be pressed again', async () => {
    await atTheButton();
    const { wallet } = $payment.get();
    now.wallet.block();
    expect(said()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'atBank', wallet, trouble: text.windowBlocked });
    await now.wallet.approve();
    await step('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('whose window was blocked can be left for another way', async () => {
    await atTheButton();
    now.wallet.block();
    leaveWallet();
    await step('ready');
    expect($payment.get()).toMatchObject({ wallet: null, trouble: '' });
  });

  test('whose button does not come can be tried again, or made another way', async () => {
    await atTheTill(await house.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    vi.stubGlobal('window', {});
    await pay();
    expect(said()).toEqual([text.error]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, trouble: text.windowAway });
  });

  test('that another tab has made meanwhile leads to the film', async () => {
    const film = await atTheButton();
    const leave = $payment.listen(() => undefined); // as a screen that shows it
    const { order_id } = $payment.get().wallet!;
    await house.post('/sandbox/paypal/approve', { body: { order_id } });
    await house.sandbox.idle();
    ticketInfo.set(null);
    await step('done');
    leave();
    expect(page.replace).toHaveBeenLastCalledWith(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
  });

  test('that is left while its button is drawn is cancelled, and no failure of what was begun since', async () => {
    await atTheTill(await house.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    const [slot, breakOff] = [{ isConnected: true }, now.wallet.drawSlowly()];
    const drawing = drawWallet(slot as HTMLElement);
    leaveWallet();
    await step('ready');
    chooseMethod('razorpay');
    await pay();
    slot.isConnected = false;
    breakOff();
    await drawing;
    expect(said()).toEqual([text.cancelled]);
    expect($payment.get()).toMatchObject({ step: 'atBank', trouble: '' });
  });

  test('whose button breaks off in its place is said, and can be tried again', async () => {
    await atTheTill(await house.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    const breakOff = now.wallet.drawSlowly();
    const drawing = drawWallet({ isConnected: true } as HTMLElement);
    await vi.waitFor(() => expect(now.wallet.drawn).toHaveLength(1));
    breakOff();
    await drawing;
    expect(said()).toEqual([text.failed]);
    expect($payment.get()).toMatchObject({ step: 'ready', wallet: null, trouble: text.failed });
  });

  test('takes its button away when the page has no more place for it', async () => {
    await atTheTill(await house.aFilm());
    chooseState(ABROAD);
    chooseCountry('US');
    await pay();
    (await drawWallet({} as HTMLElement))();
    expect(now.wallet.close).toHaveBeenCalledOnce();
  });
});

describe('a wallet that is slow', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: house.clock.now(),
      shouldAdvanceTime: true,
      advanceTimeDelta: 500,
    });
  });

  test.each([
    ['complete', 'done', text.successful],
    ['deny', 'ready', text.failed],
  ])('keeps the page asking: %s', async (action, end, words) => {
    await atTheButton();
    await house.script({ provider: 'paypal', pay: 'pending' });
    await now.wallet.approve();
    await step('confirming');
    expect($payment.get().wallet).toBeNull();
    expect(said()).toEqual([]);
    const [capture] = (await at('paypal')).captures;
    await house.script({ provider: 'paypal', action, capture_id: capture.id });
    await house.sandbox.idle();
    await vi.advanceTimersByTimeAsync(10_000);
    await step(end);
    expect(said()).toEqual([words]);
  });

  test('or whose answer is lost is reported until somebody hears it', async () => {
    await atTheButton();
    let isAway = true;
    setFetch((input, init) =>
      isAway && String((input as Request).url ?? input).includes('/payment')
        ? Promise.reject(new TypeError('fetch failed'))
        : reach(input, init),
    );
    void now.wallet.approve();
    await step('confirming');
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await step('done');
    expect(said()).toEqual([text.successful]);
  });
});
