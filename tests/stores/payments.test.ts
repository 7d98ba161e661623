import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { MINUTE } from '#domain/limits.ts';
import { bookingMessages } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { ticketInfo } from '#stores/booking.ts';
import { editCode, toggleCode } from '#stores/payment-code.ts';
import { openPayment } from '#stores/payment-opening.ts';
import { $payment } from '#stores/payment-order.ts';
import { chooseState } from '#stores/payment-place.ts';
import { pay } from '#stores/payments.ts';
import { aPaymentPage } from '../support/payment-page.ts';

const { house, clock, page, reach, viewer, now, said, step, atTheTill, orders, at } = await aPaymentPage();

describe('the payment page', () => {
  test('leads to the movies without a booking', async () => {
    await openPayment();
    expect(page.replace).toHaveBeenCalledWith(href('movies'));
  });

  test('writes the order and shows its sum', async () => {
    await atTheTill(await house.aFilm({ ticketRate: 149 }));
    expect($payment.get()).toMatchObject({
      status: 'success',
      step: 'ready',
      order: { totalTaxValue: 26.82, totalRoundedValue: 176, paymentStatus: 'NEW' },
    });
  });

  test('opened twice, it stays one order', async () => {
    const film = await atTheTill(await house.aFilm());
    await atTheTill(film);
    expect(await orders()).toHaveLength(1);
  });

  test('keeps what the server said of an hour that may not be booked', async () => {
    await atTheTill(await house.aFilm({ streamingStartDate: new Date('2026-12-01T00:00:00Z') }));
    expect($payment.get()).toMatchObject({
      status: 'error',
      trouble: bookingMessages.slotBeforeStreaming,
      isHourRefused: true,
    });
  });

  test('can be tried again when the server is away', async () => {
    const film = await house.aFilm();
    setFetch(() => Promise.reject(new TypeError('fetch failed')));
    await atTheTill(film);
    expect($payment.get()).toMatchObject({ status: 'error', trouble: text.orderFailed });
    setFetch(reach);
    await openPayment();
    expect($payment.get().status).toBe('success');
  });
});

describe('a discount code', () => {
  test('is asked for when the field is empty', async () => {
    await atTheTill(await house.aFilm());
    await toggleCode();
    expect($payment.get().codeError).toBe(bookingMessages.couponEmpty);
    expect(said()).toEqual([bookingMessages.couponEmpty]);
    editCode('A');
    expect($payment.get().codeError).toBe('');
  });

  test('is applied, and cancelled again', async () => {
    const coupon = await house.aCoupon({ couponValue: 50 });
    await atTheTill(await house.aFilm({ ticketRate: 149 }));
    editCode(` ${coupon.couponCode} `);
    await toggleCode();
    expect(said()).toEqual([bookingMessages.couponApplied]);
    expect($payment.get().order).toMatchObject({
      couponCode: coupon.couponCode,
      discountValue: 74.5,
      totalRoundedValue: 88,
    });
    await toggleCode();
    expect($payment.get()).toMatchObject({ code: '', order: { couponCode: null, totalRoundedValue: 176 } });
  });

  test('that is not known gets a generic error, and its reason at the field', async () => {
    await atTheTill(await house.aFilm());
    editCode('NOSUCH');
    await toggleCode();
    expect(said()).toEqual([commonMessages.tryAgain]);
    expect($payment.get()).toMatchObject({
      code: 'NOSUCH',
      codeError: bookingMessages.couponUnknown,
      isCodeSent: false,
    });
  });

  describe('that is used up between Apply and Pay', () => {
    async function anAppliedCode() {
      const coupon = await house.aCoupon({ couponValue: 50 });
      await atTheTill(await house.aFilm({ ticketRate: 149 }));
      editCode(coupon.couponCode);
      await toggleCode();
      said();
      return coupon.couponCode;
    }
    const useUp = (couponCode: string) =>
      house.database.query('update coupons set total_limit = 0 where coupon_code = $1', [couponCode]);

    async function isShownAsUsedUp(code: string) {
      expect(said()).toEqual([bookingMessages.couponUsedUp]);
      expect($payment.get()).toMatchObject({
        step: 'ready',
        code,
        codeError: bookingMessages.couponUsedUp,
        trouble: '',
        order: { couponCode: null, totalRoundedValue: 176 },
      });
      expect(now.popup.opened).toHaveLength(0);
      await pay();
      expect(now.popup.opened).toMatchObject([{ amount: 17600 }]);
    }

    test('is named as used up, stays in its field, and the full sum is shown before it is charged', async () => {
      const code = await anAppliedCode();
      await useUp(code);
      await pay();
      await isShownAsUsedUp(code);
    });

    test('is not dropped without a word by choosing a State', async () => {
      const code = await anAppliedCode();
      await useUp(code);
      chooseState('29');
      await pay();
      await isShownAsUsedUp(code);
      expect(await orders()).toMatchObject([{ buyerState: '29' }]);
    });
  });

  test('that the server stumbles over is cleared, and the server heard', async () => {
    await atTheTill(await house.aFilm());
    setFetch(() =>
      Promise.resolve(Response.json({ message: 'The coupon book is closed', code: 'internal' }, { status: 500 })),
    );
    editCode('FIRST50');
    await toggleCode();
    expect(said()).toEqual(['The coupon book is closed']);
    expect($payment.get().code).toBe('');
  });
});

describe('a payment', () => {
  test('that succeeds opens the ticket and leads to the film', async () => {
    const film = await atTheTill(await house.aFilm({ ticketRate: 149 }));
    await pay();
    expect(now.popup.opened[0]).toMatchObject({ amount: 17600, currency: 'INR' });
    await now.popup.pay();
    await step('done');
    expect(said()).toEqual([text.successful]);
    expect(ticketInfo.get()).toBeNull();
    expect(page.replace).toHaveBeenCalledWith(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('begun twice by a double click is one', async () => {
    await atTheTill(await house.aFilm());
    await Promise.all([pay(), pay(), pay()]);
    await pay();
    expect(now.popup.opened).toHaveLength(1);
  });

  test('loads the provider’s script once', async () => {
    await atTheTill(await house.aFilm());
    await pay();
    now.popup.dismiss();
    await step('ready');
    await pay();
    expect(now.popup.opened).toHaveLength(2);
    expect(now.popup.scripts.length).toBeLessThanOrEqual(1);
  });

  test('that is dismissed leaves the order CANCELLED, and one can pay again on the same order', async () => {
    await atTheTill(await house.aFilm());
    await pay();
    now.popup.dismiss();
    await step('ready');
    expect(said()).toEqual([text.cancelled]);
    expect(await orders()).toMatchObject([{ paymentStatus: 'CANCELLED' }]);
    await pay();
    await now.popup.pay();
    await step('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('that fails is said once, though the popup then closes', async () => {
    await atTheTill(await house.aFilm());
    await pay();
    await now.popup.fail();
    await step('ready');
    expect(said()).toEqual([text.failed]);
    expect($payment.get().order?.paymentStatus).toBe('CANCELLED');
  });

  test('of nothing needs no provider: a free film', async () => {
    await atTheTill(await house.aFilm({ ticketRate: 0 }));
    await pay();
    expect(now.popup.opened).toHaveLength(0);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID', paymentMode: 'FREE' }]);
    expect(said()).toEqual([text.successful]);
  });

  test('of nothing needs no provider: a coupon for all of it', async () => {
    const coupon = await house.aCoupon({ couponValue: 100 });
    await atTheTill(await house.aFilm());
    editCode(coupon.couponCode);
    await toggleCode();
    await pay();
    expect(await orders()).toMatchObject([
      { paymentStatus: 'PAID', paymentMode: 'Coupon', couponCode: coupon.couponCode },
    ]);
  });

  test('shows a price that changed before any money moves', async () => {
    const coupon = await house.aCoupon({ couponValue: 50 });
    const film = await atTheTill(await house.aFilm({ ticketRate: 149 }));
    await house.put(`/api/ott/orders/${$payment.get().order!.movieOrderId}`, {
      as: viewer,
      body: { couponCode: coupon.couponCode },
    });
    await pay();
    expect(said()).toEqual([bookingMessages.priceChanged]);
    expect($payment.get()).toMatchObject({ step: 'ready', order: { movieId: film.movieId, totalRoundedValue: 88 } });
    expect(now.popup.opened).toHaveLength(0);
  });

  test('whose provider is away can be tried again', async () => {
    await atTheTill(await house.aFilm());
    await house.script({ provider: 'razorpay', api: 'error_500', call: 'createOrder', times: 5 });
    await pay();
    expect(said()).toEqual([text.error]);
    expect($payment.get()).toMatchObject({ step: 'ready', trouble: text.providerAway });
  });

  test('of a Now ticket begins when it is paid, not when it was chosen', async () => {
    const film = await house.aFilm();
    ticketInfo.set({
      movieId: film.movieId,
      date: '2026-11-21',
      time: bookingMessages.now,
      startTime: '21-11-2026 06:30:00',
    });
    await openPayment();
    clock.advance(10 * MINUTE);
    vi.setSystemTime(clock.now());
    await pay();
    expect($payment.get().order?.bookingStartTime).toBe('21-11-2026 06:40:00');
    expect(now.popup.opened).toHaveLength(1);
  });

  test('whose window does not come can be tried again', async () => {
    await atTheTill(await house.aFilm());
    vi.stubGlobal('window', {});
    await pay();
    expect(said()).toEqual([text.error]);
    expect($payment.get()).toMatchObject({ step: 'ready', trouble: text.windowAway });
  });

  test('that another tab has made leads to the film', async () => {
    const takeDown = $payment.listen(() => undefined); // as a screen that shows it
    const film = await atTheTill(await house.aFilm({ ticketRate: 0 }));
    await house.put(`/api/ott/orders/${$payment.get().order!.movieOrderId}/payment`, {
      as: viewer,
      body: { paymentStatus: 'PAID', paymentMode: 'FREE' },
    });
    ticketInfo.set(null);
    await step('done');
    takeDown();
    expect(page.replace).toHaveBeenLastCalledWith(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
  });

  test('is for the hour of this page, whatever another tab has chosen since', async () => {
    await atTheTill(await house.aFilm());
    const other = await house.aFilm();
    const chosen = { movieId: other.movieId, date: '2026-11-22', time: '9.00 PM', startTime: '22-11-2026 15:30:00' };
    ticketInfo.set(chosen);
    await pay();
    await now.popup.pay();
    await step('done');
    expect($payment.get().order).toMatchObject({ bookingStartTime: '21-11-2026 13:30:00', paymentStatus: 'PAID' });
    expect(ticketInfo.get()).toEqual(chosen);
  });

  test('for a film that one holds a ticket for leads to the film', async () => {
    const film = await atTheTill(await house.aFilm({ ticketRate: 0 }));
    await house.put(`/api/ott/orders/${$payment.get().order!.movieOrderId}/payment`, {
      as: viewer,
      body: { paymentStatus: 'PAID', paymentMode: 'FREE' },
    });
    await atTheTill(film);
    expect(said()).toEqual([bookingMessages.alreadyBooked]);
    expect(page.replace).toHaveBeenLastCalledWith(href('movieDetails', { movie_id: film.movieId }));
  });
});

/** The bank says yes to what it had only promised. */
async function captureAuthorised() {
  const { payments } = await at('razorpay');
  const { id } = payments.find(({ status }: { status: string }) => status === 'authorized');
  await house.script({ provider: 'razorpay', action: 'capture', payment_id: id });
  await house.sandbox.idle();
}

describe('a slow bank', () => {
  beforeEach(() =>
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: clock.now(),
      shouldAdvanceTime: true,
      advanceTimeDelta: 500,
    }),
  );

  test('keeps the page asking until the ticket opens', async () => {
    await atTheTill(await house.aFilm());
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await now.popup.pay();
    await step('confirming');
    expect(said()).toEqual([]);
    expect($payment.get().order?.paymentStatus).toBe('PROCESSING');
    await captureAuthorised();
    await vi.advanceTimersByTimeAsync(10_000);
    await step('done');
    expect(said()).toEqual([text.successful]);
  });

  test('is found waiting when the page is opened again', async () => {
    const film = await atTheTill(await house.aFilm());
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await now.popup.pay();
    await step('confirming');
    await atTheTill(film);
    await step('confirming');
    await pay();
    expect(now.popup.opened).toHaveLength(1);
  });

  test('that says yes after the hour has passed leaves the choice of another hour or the money', async () => {
    await atTheTill(await house.aFilm());
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await now.popup.pay();
    await step('confirming');
    await house.database.query(
      `update orders set chosen_start_time = chosen_start_time - interval '9 hours' where user_id = ${viewer.userId}`,
    );
    await captureAuthorised();
    await vi.advanceTimersByTimeAsync(10_000);
    await step('late');
    expect($payment.get().order).toMatchObject({ paymentStatus: 'PAID', slotPassed: true });
    expect(page.replace).not.toHaveBeenCalled();
    expect(ticketInfo.get()).toBeNull();
  });

  test('that says no lets one pay again', async () => {
    await atTheTill(await house.aFilm());
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await now.popup.pay();
    await step('confirming');
    await house.database.query(
      `update orders set payment_status = 'CANCELLED' where movie_order_id = ${$payment.get().order!.movieOrderId}`,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await step('ready');
    expect(said()).toEqual([text.failed]);
    expect($payment.get().trouble).toBe(text.failed);
  });

  test('that says no after the page was opened again lets one pay again, from the same place', async () => {
    const film = await atTheTill(await house.aFilm());
    chooseState('29');
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await now.popup.pay();
    await step('confirming');
    await atTheTill(film);
    await step('confirming');
    await house.database.query(
      `update orders set payment_status = 'CANCELLED' where movie_order_id = ${$payment.get().order!.movieOrderId}`,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await step('ready');
    expect($payment.get()).toMatchObject({ method: 'razorpay', trouble: text.failed, place: { state: '29' } });
    await pay();
    expect(now.popup.opened).toHaveLength(2);
    expect(await orders()).toMatchObject([{ buyerState: '29' }]);
  });

  test('or a lost answer is the same: the report goes out until somebody hears it', async () => {
    await atTheTill(await house.aFilm());
    await pay();
    let isAway = true;
    setFetch((input, init) =>
      isAway && String((input as Request).url ?? input).includes('/payment')
        ? Promise.reject(new TypeError('fetch failed'))
        : reach(input, init),
    );
    await now.popup.pay();
    await step('confirming');
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await step('done');
    expect(said()).toEqual([text.successful]);
  });
});
