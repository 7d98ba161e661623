import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/browser-storage.ts';
import { signUserToken } from '#server/tokens.ts';
import { ticketInfo } from '#stores/booking/booking.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { openPayment } from '#stores/payments/open-payment.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { aClock, aServer } from './test-server.ts';
import { aPaypalButton } from './paypal-button.ts';
import { aRazorpayPopup } from './razorpay-popup.ts';
import { waitFor } from './wait-for.ts';
import { NOON } from './test-now.ts';
import { aViewerInIndia } from './viewer-in-india.ts';

interface ListedOrder {
  paymentStatus: string;
  paymentMode: string;
  movieOrderId: number;
  couponCode: string | null;
  buyerState: string | null;
  buyerCountry: string | null;
}

/** The payment stores with their own server and without a user interface. Each test has a new viewer. */
export async function aPaymentPage(settings: Record<string, string> = {}) {
  aViewerInIndia();
  const clock = aClock(NOON);
  const server = await aServer({ clock, settings });
  const fakeLocation = {
    pathname: '/movies/payment',
    search: '',
    origin: 'http://server.test',
    assign: vi.fn(),
    replace: vi.fn(),
  };
  let pendingCount = 0;
  const serverFetch: typeof fetch = async (input, init) => {
    pendingCount += 1;
    try {
      return await server.app.request(new Request(input, init));
    } finally {
      pendingCount -= 1;
    }
  };
  const current = {
    popup: {} as ReturnType<typeof aRazorpayPopup>,
    wallet: {} as ReturnType<typeof aPaypalButton>,
  };
  const viewer = { userId: 0 };

  beforeEach(async () => {
    endSession({ keepRememberMe: false });
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    vi.unstubAllGlobals();
    vi.stubGlobal('location', fakeLocation);
    fakeLocation.search = '';
    fakeLocation.assign.mockClear();
    fakeLocation.replace.mockClear();
    current.popup = aRazorpayPopup(server.app);
    current.wallet = aPaypalButton(server.app);
    setFetch(serverFetch);
    viewer.userId = (await server.aViewer()).userId;
    const token = signUserToken(
      server.config.secrets.tokenSecret,
      { userId: viewer.userId, roles: [] },
      clock.now(),
    );
    saveTokens({ token, refreshtoken: 'none' });
    takeNotices();
  });
  afterEach(async () => {
    // The buyer's place is saved in the background: a late save would change the order that the next test creates.
    await waitFor(() => expect(pendingCount).toBe(0));
    for (const provider of ['razorpay', 'paypal'])
      await server.scriptSandbox({ provider, action: 'clear_scripts' });
  });

  return {
    server,
    clock,
    fakeLocation,
    serverFetch,
    viewer,
    current,
    takeNoticeTexts: () => takeNotices().map((notice) => notice.text),
    waitForStep: (wanted: string) => waitFor(() => expect($payment.get().step).toBe(wanted)),
    /** Opens the payment page of a viewer who chose 7.00 PM. */
    async openPaymentFor<Film extends { movieId: number }>(film: Film): Promise<Film> {
      ticketInfo.set({
        movieId: film.movieId,
        date: '2026-11-21',
        time: 'hour',
        startTime: '21-11-2026 13:30:00',
      });
      await openPayment();
      return film;
    },
    orders: async () =>
      (await server.get('/api/ott/orders', { as: viewer })).json.content as ListedOrder[],
    sandboxState: async (provider: string) =>
      (await server.scriptSandbox({ provider, action: 'list' })).json() as Promise<any>,
  };
}
