import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/tokens.ts';
import { signUserToken } from '#server/tokens.ts';
import { ticketInfo } from '#stores/booking.ts';
import { takeNotices } from '#stores/notices.ts';
import { openPayment } from '#stores/payment-opening.ts';
import { $payment } from '#stores/payment-order.ts';
import { aClock, aHouse } from './house.ts';
import { aPaypalButton } from './paypal-button.ts';
import { aPopup } from './razorpay-popup.ts';

interface PaidOrder {
  paymentStatus: string;
  paymentMode: string;
  movieOrderId: number;
  couponCode: string | null;
  buyerState: string | null;
  buyerCountry: string | null;
}

/** The payment page of a house of its own, without a screen; before each test somebody new stands there. */
export async function aPaymentPage(settings: Record<string, string> = {}) {
  const clock = aClock();
  const house = await aHouse({ clock, settings });
  const page = { pathname: '/movies/payment', origin: 'http://house.test', assign: vi.fn(), replace: vi.fn() };
  const reach: typeof fetch = (input, init) => Promise.resolve(house.app.request(new Request(input, init)));
  const now = { popup: {} as ReturnType<typeof aPopup>, wallet: {} as ReturnType<typeof aPaypalButton> };
  const viewer = { userId: 0 };

  beforeEach(async () => {
    endSession({ keepRememberMe: false });
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    vi.stubGlobal('location', page);
    page.replace.mockClear();
    now.popup = aPopup(house.app);
    now.wallet = aPaypalButton(house.app);
    setFetch(reach);
    viewer.userId = (await house.aViewer()).userId;
    const token = await signUserToken(
      house.config.secrets.tokenSecret,
      { userId: viewer.userId, roles: [] },
      clock.now(),
    );
    saveTokens({ token, refreshtoken: 'none' });
    takeNotices();
  });
  afterEach(async () => {
    for (const provider of ['razorpay', 'paypal']) await house.script({ provider, action: 'forget' });
  });

  return {
    house,
    clock,
    page,
    reach,
    viewer,
    now,
    said: () => takeNotices().map((notice) => notice.text),
    step: (wanted: string) => vi.waitFor(() => expect($payment.get().step).toBe(wanted)),
    /** A viewer who chose 7.00 PM and stands before the till. */
    async atTheTill<Film extends { movieId: number }>(film: Film): Promise<Film> {
      ticketInfo.set({ movieId: film.movieId, date: '2026-11-21', time: '7.00 PM', startTime: '21-11-2026 13:30:00' });
      await openPayment();
      return film;
    },
    orders: async () => (await house.get('/api/ott/orders', { as: viewer })).json.content as PaidOrder[],
    /** What a sandbox holds. */
    at: async (provider: string) => (await house.script({ provider, action: 'list' })).json() as Promise<any>,
  };
}
