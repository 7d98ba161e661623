import { paymentsSentences } from '#messages/refusals/payments.ts';
import { bookingSentences } from '#messages/refusals/booking.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { bookingMessages } from '#messages/booking.ts';
import { paymentCheckMessages } from '#messages/payment-check.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { ticketInfo } from '#stores/booking/booking.ts';
import { editCouponCode, toggleCoupon } from '#stores/payments/apply-coupon.ts';
import { openPayment } from '#stores/payments/open-payment.ts';
import { checkPayment } from '#stores/payments/check-payment.ts';
import { $payment, blankPayment } from '#stores/payments/payment-state.ts';
import { chooseState } from '#stores/payments/choose-place.ts';
import { pay } from '#stores/payments/pay.ts';
import { browser } from '../support/fake-browser.ts';
import { IN_APP_BROWSERS, WINDOW_BROWSERS } from '../support/in-app-browsers.ts';
import { aPaymentPage } from '../support/payment-page.ts';

const {
  server,
  clock,
  fakeLocation,
  serverFetch,
  viewer,
  current,
  takeNoticeTexts,
  waitForStep,
  openPaymentFor,
  orders,
  sandboxState,
} = await aPaymentPage();

describe('the payment page', () => {
  test('redirects to the movies without a booking', async () => {
    await openPayment();
    expect(fakeLocation.replace).toHaveBeenCalledWith(href('movies'));
  });

  test('saves the order and shows its total', async () => {
    await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
    expect($payment.get()).toMatchObject({
      status: 'success',
      step: 'ready',
      order: { totalTaxValue: 26.82, totalRoundedValue: 176, paymentStatus: 'NEW' },
    });
  });

  test('creates one order if it is opened twice', async () => {
    const film = await openPaymentFor(await server.aFilm());
    await openPaymentFor(film);
    expect(await orders()).toHaveLength(1);
  });

  test('shows the server’s text for an unavailable hour', async () => {
    await openPaymentFor(
      await server.aFilm({ streamingStartDate: new Date('2026-12-01T00:00:00Z') }),
    );
    expect($payment.get()).toMatchObject({
      status: 'error',
      problem: { sentence: bookingSentences.slot_before_streaming },
      isSlotRefused: true,
    });
  });

  test('can be retried if the server is unreachable', async () => {
    const film = await server.aFilm();
    setFetch(() => Promise.reject(new TypeError('fetch failed')));
    await openPaymentFor(film);
    expect($payment.get()).toMatchObject({ status: 'error', problem: 'orderFailed' });
    setFetch(serverFetch);
    await openPayment();
    expect($payment.get().status).toBe('success');
  });
});

describe('a discount code', () => {
  test('is required if the field is empty', async () => {
    await openPaymentFor(await server.aFilm());
    await toggleCoupon();
    expect($payment.get().codeError).toBe(bookingMessages.couponEmpty);
    expect(takeNoticeTexts()).toEqual([]);
    editCouponCode('A');
    expect($payment.get().codeError).toBe('');
  });

  test('is applied and then cancelled', async () => {
    const coupon = await server.aCoupon({ couponValue: 50 });
    await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
    editCouponCode(` ${coupon.couponCode} `);
    await toggleCoupon();
    expect(takeNoticeTexts()).toEqual([bookingMessages.couponApplied]);
    expect($payment.get().order).toMatchObject({
      couponCode: coupon.couponCode,
      discountValue: 74.5,
      totalRoundedValue: 88,
    });
    await toggleCoupon();
    expect($payment.get()).toMatchObject({
      code: '',
      order: { couponCode: null, totalRoundedValue: 176 },
    });
  });

  test('is checked for the film before it is saved in the order', async () => {
    const coupon = await server.aCoupon({ couponValue: 50 });
    const { movieId } = await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
    const sent: unknown[] = [];
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      sent.push([request.method, new URL(request.url).pathname, await request.clone().json()]);
      return serverFetch(request);
    });
    editCouponCode(coupon.couponCode);
    await toggleCoupon();
    const { movieOrderId } = $payment.get().order!;
    const { couponCode } = coupon;
    expect(sent).toEqual([
      ['POST', '/api/ott/coupons/validate', { movieId, couponCode }],
      ['PUT', `/api/ott/orders/${movieOrderId}`, { couponCode }],
    ]);
    setFetch(serverFetch);
  });

  test('shows the reason at the field, and no toast, if it is unknown', async () => {
    await openPaymentFor(await server.aFilm());
    editCouponCode('NOSUCH');
    await toggleCoupon();
    expect(takeNoticeTexts()).toEqual([]);
    expect($payment.get()).toMatchObject({
      code: 'NOSUCH',
      codeError: bookingMessages.couponUnknown,
      isSavingCode: false,
    });
  });

  describe('used up between Apply and Pay', () => {
    async function anAppliedCode() {
      const coupon = await server.aCoupon({ couponValue: 50 });
      await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
      editCouponCode(coupon.couponCode);
      await toggleCoupon();
      takeNoticeTexts();
      return coupon.couponCode;
    }
    const useUp = (couponCode: string) =>
      server.database.query('update coupons set total_limit = 0 where coupon_code = $1', [
        couponCode,
      ]);

    async function expectUsedUp(code: string) {
      expect(takeNoticeTexts()).toEqual([]);
      expect($payment.get()).toMatchObject({
        step: 'ready',
        code,
        codeError: bookingSentences.coupon_used_up,
        problem: null,
        order: { couponCode: null, totalRoundedValue: 176 },
      });
      expect(current.popup.opened).toHaveLength(0);
      await pay();
      expect(current.popup.opened).toMatchObject([{ amount: 17600 }]);
    }

    test('shows the reason, stays in its field, and shows the full total before the charge', async () => {
      const code = await anAppliedCode();
      await useUp(code);
      await pay();
      await expectUsedUp(code);
    });

    test('is not removed silently when a State is chosen', async () => {
      const code = await anAppliedCode();
      await useUp(code);
      chooseState('29');
      await pay();
      await expectUsedUp(code);
      expect(await orders()).toMatchObject([{ buyerState: '29' }]);
    });
  });

  test('is cleared after status 500, with the server’s text', async () => {
    await openPaymentFor(await server.aFilm());
    setFetch(() =>
      Promise.resolve(
        Response.json({ message: 'The coupon book is closed', code: 'internal' }, { status: 500 }),
      ),
    );
    editCouponCode('FIRST50');
    await toggleCoupon();
    expect($payment.get()).toMatchObject({ code: '', codeError: 'The coupon book is closed' });
    expect(takeNoticeTexts()).toEqual([]);
  });
});

describe('a payment', () => {
  test('opens the ticket on the film page after success', async () => {
    const film = await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
    await pay();
    expect(current.popup.opened[0]).toMatchObject({ amount: 17600, currency: 'INR' });
    await current.popup.pay();
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
    expect(ticketInfo.get()).toBeNull();
    expect(fakeLocation.replace).toHaveBeenCalledWith(
      `${href('movieDetails', { movie_id: film.movieId })}#ticket`,
    );
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('without a session is no payment error: the page asks to sign in', async () => {
    await openPaymentFor(await server.aFilm());
    browser.local.clear();
    await pay();
    expect(current.popup.opened).toEqual([]);
    expect(takeNoticeTexts()).toEqual([]);
  });

  test('starts once after a double click', async () => {
    await openPaymentFor(await server.aFilm());
    await Promise.all([pay(), pay(), pay()]);
    await pay();
    expect(current.popup.opened).toHaveLength(1);
  });

  test('loads the provider’s script once', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    current.popup.dismiss();
    await waitForStep('ready');
    await pay();
    expect(current.popup.opened).toHaveLength(2);
    expect(current.popup.scripts.length).toBeLessThanOrEqual(1);
  });

  test('marks the order CANCELLED if dismissed, and the same order can be paid again', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    current.popup.dismiss();
    await waitForStep('ready');
    expect(takeNoticeTexts()).toEqual([text.cancelled]);
    expect(await orders()).toMatchObject([{ paymentStatus: 'CANCELLED' }]);
    await pay();
    await current.popup.pay();
    await waitForStep('done');
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
  });

  test('shows a failure once, although the popup then closes', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    await current.popup.fail();
    await waitForStep('ready');
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get().order?.paymentStatus).toBe('CANCELLED');
  });

  test('needs no provider for a free film', async () => {
    await openPaymentFor(await server.aFilm({ ticketRate: 0 }));
    await pay();
    expect(current.popup.opened).toHaveLength(0);
    expect(await orders()).toMatchObject([{ paymentStatus: 'PAID', paymentMode: 'FREE' }]);
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });

  test('needs no provider with a 100 % coupon', async () => {
    const coupon = await server.aCoupon({ couponValue: 100 });
    await openPaymentFor(await server.aFilm());
    editCouponCode(coupon.couponCode);
    await toggleCoupon();
    await pay();
    expect(await orders()).toMatchObject([
      { paymentStatus: 'PAID', paymentMode: 'Coupon', couponCode: coupon.couponCode },
    ]);
  });

  test('shows a changed price before the charge', async () => {
    const coupon = await server.aCoupon({ couponValue: 50 });
    const film = await openPaymentFor(await server.aFilm({ ticketRate: 149 }));
    await server.put(`/api/ott/orders/${$payment.get().order!.movieOrderId}`, {
      as: viewer,
      body: { couponCode: coupon.couponCode },
    });
    await pay();
    expect(takeNoticeTexts()).toEqual([bookingMessages.priceChanged]);
    expect($payment.get()).toMatchObject({
      step: 'ready',
      order: { movieId: film.movieId, totalRoundedValue: 88 },
    });
    expect(current.popup.opened).toHaveLength(0);
  });

  test('can be retried if the provider is unreachable', async () => {
    await openPaymentFor(await server.aFilm());
    await server.scriptSandbox({
      provider: 'razorpay',
      api: 'error_500',
      call: 'createOrder',
      times: 5,
    });
    await pay();
    expect(takeNoticeTexts()).toEqual([text.error]);
    expect($payment.get()).toMatchObject({
      step: 'ready',
      problem: { sentence: paymentsSentences.provider_away },
    });
  });

  test('starts a Now ticket at payment, not at the choice', async () => {
    const film = await server.aFilm();
    ticketInfo.set({
      movieId: film.movieId,
      date: '2026-11-21',
      time: 'now',
      startTime: '21-11-2026 06:30:00',
    });
    await openPayment();
    clock.advance(10 * MINUTE);
    vi.setSystemTime(clock.now());
    await pay();
    expect($payment.get().order?.bookingStartTime).toBe('21-11-2026 06:40:00');
    expect(current.popup.opened).toHaveLength(1);
  });

  test.each<[string, () => unknown]>([
    ['its script defines nothing', () => vi.stubGlobal('window', {})],
    ['the browser opens no windows', () => vi.stubGlobal('open', undefined)],
    ...Object.entries(IN_APP_BROWSERS).map(([name, userAgent]): [string, () => unknown] => [
      `the browser is that of ${name}`,
      () => vi.stubGlobal('navigator', { userAgent }),
    ]),
  ])('opens Razorpay’s own page if %s', async (_, restrict) => {
    await openPaymentFor(await server.aFilm());
    restrict();
    await pay();
    const { movieOrderId } = $payment.get().order!;
    expect(current.popup.opened).toEqual([]);
    expect(current.popup.sentForms).toEqual([
      {
        action: 'http://server.test/sandbox/razorpay/v1/checkout/embedded',
        fields: expect.objectContaining({
          amount: '17600',
          callback_url: `http://server.test/api/ott/payments/return/razorpay?order=${movieOrderId}`,
          cancel_url: `http://server.test/movies/payment?order=${movieOrderId}&outcome=cancelled`,
        }),
      },
    ]);
  });

  test.each(Object.entries(WINDOW_BROWSERS))(
    'opens Razorpay’s window in %s',
    async (_, userAgent) => {
      await openPaymentFor(await server.aFilm());
      vi.stubGlobal('navigator', { userAgent });
      await pay();
      expect([current.popup.opened.length, current.popup.sentForms.length]).toEqual([1, 0]);
    },
  );

  test('opens Razorpay’s own page on request, also while its window is open', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    await pay(true);
    const orderIds = current.popup.sentForms.map(({ fields }) => fields['order_id']);
    expect(orderIds).toEqual(current.popup.opened.map(({ order_id }) => order_id));
  });

  test('shows the ticket of a viewer who paid on Razorpay’s own page, also in a browser that knows no booking', async () => {
    await openPaymentFor(await server.aFilm());
    const { movieOrderId } = $payment.get().order!;
    await pay(true);
    await server.scriptSandbox({
      provider: 'razorpay',
      action: 'pay',
      order_id: current.popup.sentForms[0]!.fields['order_id'],
    });
    await server.sandbox.waitUntilIdle();
    $payment.set({ ...blankPayment });
    ticketInfo.set(null);
    Object.assign(fakeLocation, { search: `?order=${movieOrderId}` });
    await openPayment();
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });

  test.each([
    ['failed', text.failed, 'failed'],
    ['cancelled', text.cancelled, null],
  ])(
    'can be paid again by a viewer whose payment on Razorpay’s own page has %s',
    async (outcome, notice, problem) => {
      await openPaymentFor(await server.aFilm());
      const { movieOrderId } = $payment.get().order!;
      await pay(true);
      ticketInfo.set(null);
      Object.assign(fakeLocation, { search: `?order=${movieOrderId}&outcome=${outcome}` });
      await openPayment();
      await waitForStep('ready');
      expect(takeNoticeTexts()).toEqual([notice]);
      expect($payment.get()).toMatchObject({ status: 'success', problem });
      await pay();
      await current.popup.pay();
      await waitForStep('done');
      expect(await orders()).toMatchObject([{ paymentStatus: 'PAID' }]);
    },
  );

  test('is shown when only the server learns of it, while the provider’s window is open', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    await server.scriptSandbox({
      provider: 'razorpay',
      action: 'pay',
      order_id: current.popup.opened[0]!.order_id,
    });
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });

  test('is shown on a page that was opened again, without a press', async () => {
    const film = await openPaymentFor(await server.aFilm());
    await pay();
    const { order_id } = current.popup.opened[0]!;
    $payment.set({ ...blankPayment });
    await openPaymentFor(film);
    expect($payment.get()).toMatchObject({ step: 'ready', order: { isPaymentBegun: true } });
    await server.scriptSandbox({ provider: 'razorpay', action: 'pay', order_id });
    await waitForStep('done');
  });

  test('that the viewer asks for is shown at once, or said to be missing', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    const { order } = $payment.get();
    await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 10 });
    expect(await checkPayment.run(order!)).toMatchObject({ paymentStatus: 'NEW' });
    expect(takeNoticeTexts()).toEqual([paymentCheckMessages.notReceived]);
    await server.scriptSandbox({
      provider: 'razorpay',
      action: 'pay',
      order_id: current.popup.opened[0]!.order_id,
    });
    expect(await checkPayment.run(order!)).toMatchObject({ paymentStatus: 'PAID' });
  });

  test('of another account is not shown', async () => {
    await openPaymentFor(await server.aFilm());
    ticketInfo.set(null);
    Object.assign(fakeLocation, { search: `?order=${$payment.get().order!.movieOrderId - 1}` });
    await openPayment();
    expect(fakeLocation.replace).toHaveBeenCalledWith(href('movies'));
  });

  test('redirects to the film if another tab has paid', async () => {
    const stopListening = $payment.listen(() => undefined); // mounts the store, as a screen does
    const film = await openPaymentFor(await server.aFilm({ ticketRate: 0 }));
    await server.put(`/api/ott/orders/${$payment.get().order!.movieOrderId}/payment`, {
      as: viewer,
      body: { paymentStatus: 'PAID', paymentMode: 'FREE' },
    });
    ticketInfo.set(null);
    await waitForStep('done');
    stopListening();
    expect(fakeLocation.replace).toHaveBeenLastCalledWith(
      `${href('movieDetails', { movie_id: film.movieId })}#ticket`,
    );
  });

  test('uses this page’s hour, even if another tab has chosen a different one', async () => {
    await openPaymentFor(await server.aFilm());
    const otherFilm = await server.aFilm();
    const chosen = {
      movieId: otherFilm.movieId,
      date: '2026-11-22',
      time: 'hour' as const,
      startTime: '22-11-2026 15:30:00',
    };
    ticketInfo.set(chosen);
    await pay();
    await current.popup.pay();
    await waitForStep('done');
    expect($payment.get().order).toMatchObject({
      bookingStartTime: '21-11-2026 13:30:00',
      paymentStatus: 'PAID',
    });
    expect(ticketInfo.get()).toEqual(chosen);
  });

  test('redirects to the film if the viewer already has a ticket', async () => {
    const film = await openPaymentFor(await server.aFilm({ ticketRate: 0 }));
    await server.put(`/api/ott/orders/${$payment.get().order!.movieOrderId}/payment`, {
      as: viewer,
      body: { paymentStatus: 'PAID', paymentMode: 'FREE' },
    });
    await openPaymentFor(film);
    expect(takeNoticeTexts()).toEqual([bookingMessages.alreadyBooked]);
    expect(fakeLocation.replace).toHaveBeenLastCalledWith(
      href('movieDetails', { movie_id: film.movieId }),
    );
  });
});

/** The provider captures the authorized payment. */
async function captureAuthorised() {
  const { payments } = await sandboxState('razorpay');
  const { id } = payments.find(({ status }: { status: string }) => status === 'authorized');
  await server.scriptSandbox({ provider: 'razorpay', action: 'capture', payment_id: id });
  await server.sandbox.waitUntilIdle();
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

  test('is polled until the ticket is paid', async () => {
    await openPaymentFor(await server.aFilm());
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await current.popup.pay();
    await waitForStep('confirming');
    expect(takeNoticeTexts()).toEqual([]);
    expect($payment.get().order?.paymentStatus).toBe('PROCESSING');
    await captureAuthorised();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });

  test('is polled again after the page is reopened', async () => {
    const film = await openPaymentFor(await server.aFilm());
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await current.popup.pay();
    await waitForStep('confirming');
    await openPaymentFor(film);
    await waitForStep('confirming');
    await pay();
    expect(current.popup.opened).toHaveLength(1);
  });

  test('offers another hour or a refund if it confirms after the booked hour', async () => {
    await openPaymentFor(await server.aFilm());
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await current.popup.pay();
    await waitForStep('confirming');
    await server.database.query(
      `update orders set chosen_start_time = chosen_start_time - interval '9 hours' where user_id = ${viewer.userId}`,
    );
    await captureAuthorised();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForStep('late');
    expect($payment.get().order).toMatchObject({ paymentStatus: 'PAID', slotPassed: true });
    expect(fakeLocation.replace).not.toHaveBeenCalled();
    expect(ticketInfo.get()).toBeNull();
  });

  test('allows another payment if it declines', async () => {
    await openPaymentFor(await server.aFilm());
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await current.popup.pay();
    await waitForStep('confirming');
    await server.database.query(
      `update orders set payment_status = 'CANCELLED' where movie_order_id = ${$payment.get().order!.movieOrderId}`,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForStep('ready');
    expect(takeNoticeTexts()).toEqual([text.failed]);
    expect($payment.get().problem).toBe('failed');
  });

  test('allows another payment from the same place if it declines after the page was reopened', async () => {
    const film = await openPaymentFor(await server.aFilm());
    chooseState('29');
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await pay();
    await current.popup.pay();
    await waitForStep('confirming');
    await openPaymentFor(film);
    await waitForStep('confirming');
    await server.database.query(
      `update orders set payment_status = 'CANCELLED' where movie_order_id = ${$payment.get().order!.movieOrderId}`,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForStep('ready');
    expect($payment.get()).toMatchObject({
      provider: 'razorpay',
      problem: 'failed',
      place: { state: '29' },
    });
    await pay();
    expect(current.popup.opened).toHaveLength(2);
    expect(await orders()).toMatchObject([{ buyerState: '29' }]);
  });

  test('a payment report whose response is lost is repeated until the server responds', async () => {
    await openPaymentFor(await server.aFilm());
    await pay();
    let isUnreachable = true;
    setFetch((input, init) =>
      isUnreachable && String((input as Request).url ?? input).includes('/payment')
        ? Promise.reject(new TypeError('fetch failed'))
        : serverFetch(input, init),
    );
    await current.popup.pay();
    await waitForStep('confirming');
    isUnreachable = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await waitForStep('done');
    expect(takeNoticeTexts()).toEqual([text.successful]);
  });
});
