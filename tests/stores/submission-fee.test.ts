import { paymentsSentences } from '#messages/refusals/payments.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aPaypalButton } from '../support/paypal-button.ts';
import { aRazorpayPopup } from '../support/razorpay-popup.ts';
import { aServerForStores } from '../support/stores.ts';
import { fillDraft } from '../support/fill-draft.ts';
import { setFetch } from '#api/http.ts';
import { endSession } from '#api/browser-storage.ts';
import { paymentMessages } from '#messages/payments.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { submissionFeeMessages } from '#messages/submission-fee.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { genres } from '#server/db/schema/catalogue.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { declarationDraft, removeDrafts } from '#stores/submission/draft.ts';
import {
  $fee,
  blankFee,
  drawFeeWallet,
  leaveFeeWallet,
  openFee,
  payFee,
} from '#stores/submission/fee.ts';
import { $isSent, submitFilm } from '#stores/submission/submission.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
const noon = server.clock.now();
let viewer = { userId: 0 };
let popup: ReturnType<typeof aRazorpayPopup>;
let wallet: ReturnType<typeof aPaypalButton>;
const [genre] = await server.database.db
  .insert(genres)
  .values({ genreName: 'Drama', ordering: 1 })
  .returning();

beforeEach(async () => {
  server.connection.isUp = true;
  server.routeFetch();
  server.clock.set(noon);
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  endSession({ keepRememberMe: false });
  viewer = await server.signIn();
  popup = aRazorpayPopup(server.app);
  wallet = aPaypalButton(server.app);
  for (const provider of ['razorpay', 'paypal'])
    await server.scriptSandbox({ provider, action: 'clear_scripts' });
  browser.visits.length = 0;
  submitFilm.clear();
  $isSent.set(false);
  $fee.set({ ...blankFee });
  takeNotices();
});

const takeShownNotices = () => takeNotices().map(({ kind, text: message }) => [kind, message]);
const waitForFee = (expected: object) => waitFor(() => expect($fee.get()).toMatchObject(expected));
const fees = async () =>
  (
    await server.database.query(
      `select amount, payment_status, payment_mode from submission_fees where user_id = ${viewer.userId} order by fee_id`,
    )
  ).rows;
const feesOfSubmissions = async () =>
  (
    await server.database.query(
      `select fee.amount, fee.payment_status from submissions film left join submission_fees fee using (fee_id)
       where film.user_id = ${viewer.userId}`,
    )
  ).rows;
const fillDraftWithFee = (contactPayment: string) =>
  fillDraft([genre!.genreId], { contactPayment, contactPaymentMethod: 'razorpay' });

async function payByRazorpay(amount = 500) {
  await payFee(amount, 'razorpay');
  await popup.pay();
  await waitForFee({ step: 'ready', fee: { paymentStatus: 'PAID' } });
}

describe('a fee by Razorpay', () => {
  test('is charged in paise, and after payment is submitted with the film', async () => {
    await fillDraftWithFee('500');
    await openFee();
    expect($fee.get()).toMatchObject({ methods: { razorpay: true }, fee: null });
    await payFee(500, 'razorpay');
    expect(popup.opened).toMatchObject([{ amount: 50_000, currency: 'INR' }]);
    await popup.pay();
    await waitForFee({ step: 'ready', fee: { paymentStatus: 'PAID', amount: 500 } });
    const { paymentTransactionNo } = $fee.get().fee!;
    expect(takeShownNotices()).toEqual([
      ['success', `Payment has been Success: ${paymentTransactionNo}`],
    ]);
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['success', text.created]]);
    expect(browser.visits).toEqual([expect.stringMatching(/^\/submit-film\?film=\d+$/)]);
    expect(await feesOfSubmissions()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });

  test('is CANCELLED if dismissed, and can still be paid', async () => {
    await fillDraftWithFee('500');
    await payFee(500, 'razorpay');
    popup.dismiss();
    await waitForFee({ step: 'ready', fee: { paymentStatus: 'CANCELLED' } });
    expect(takeShownNotices()).toEqual([['warning', 'Payment has been cancelled']]);
    expect(await fees()).toMatchObject([{ payment_status: 'CANCELLED' }]);
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['error', 'Please select the paymentMethod']]);
    expect(await feesOfSubmissions()).toEqual([]);
    await payByRazorpay();
    expect(await fees()).toMatchObject([{ payment_status: 'PAID' }]);
  });

  test('shows a failure once, although the popup then closes', async () => {
    await fillDraftWithFee('500');
    await payFee(500, 'razorpay');
    await popup.fail();
    await waitForFee({ step: 'ready', problem: 'failed' });
    expect(takeShownNotices()).toEqual([['error', 'Payment has been failed!']]);
    await payByRazorpay();
  });

  test('can be retried if the provider is unreachable', async () => {
    await server.scriptSandbox({
      provider: 'razorpay',
      api: 'error_500',
      call: 'createOrder',
      times: 5,
    });
    await payFee(500, 'razorpay');
    expect(takeShownNotices()).toEqual([
      ['error', 'There was an error in the payment please try again'],
    ]);
    expect($fee.get()).toMatchObject({
      step: 'ready',
      problem: { sentence: paymentsSentences.provider_away },
    });
  });

  test('opens Razorpay’s own page, which leads back to the wizard, if its window does not open', async () => {
    vi.stubGlobal('window', {});
    await payFee(500, 'razorpay');
    expect(popup.sentForms.map(({ fields }) => fields)).toMatchObject([
      {
        callback_url: 'http://server.test/api/ott/payments/return/razorpay',
        cancel_url: 'http://server.test/submit-film?outcome=cancelled',
      },
    ]);
  });

  test.each([
    ['failed', 'error', paymentMessages.failed, 'failed'],
    ['cancelled', 'warning', paymentMessages.cancelled, null],
  ])(
    'that has %s on Razorpay’s own page can be paid again',
    async (outcome, kind, notice, problem) => {
      await payFee(500, 'razorpay');
      browser.open(`${href('submitFilm')}?outcome=${outcome}`);
      await openFee();
      await waitForFee({ step: 'ready', wallet: null, problem });
      expect(takeShownNotices()).toEqual([[kind, notice]]);
      await payByRazorpay();
    },
  );

  test('starts once after a double click', async () => {
    await Promise.all([payFee(500, 'razorpay'), payFee(500, 'razorpay')]);
    expect(popup.opened).toHaveLength(1);
    expect(await fees()).toHaveLength(1);
  });

  test('does not start again after it was paid', async () => {
    await payByRazorpay();
    await payFee(500, 'razorpay');
    expect(popup.opened).toHaveLength(1);
  });
});

describe('a fee by PayPal', () => {
  test('is one dollar for any entered amount', async () => {
    await fillDraftWithFee('500');
    await payFee(500, 'paypal');
    expect($fee.get()).toMatchObject({
      step: 'atProvider',
      wallet: { currency: 'USD', amount: '1.00' },
    });
    await drawFeeWallet(wallet.container());
    await wallet.approve();
    await waitForFee({
      step: 'ready',
      wallet: null,
      fee: { paymentStatus: 'PAID', amount: 500, paymentMode: 'PAYPAL' },
    });
    expect(takeShownNotices()).toEqual([
      ['success', text.paymentSuccess($fee.get().fee!.paymentTransactionNo!)],
    ]);
    await submitFilm.run();
    expect(await feesOfSubmissions()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });

  test.each([
    ['is cancelled in the popup', () => wallet.cancel()],
    ['is left for another method', () => leaveFeeWallet()],
  ])('if it %s, is CANCELLED and can be paid by Razorpay', async (_, abandon) => {
    await payFee(500, 'paypal');
    await drawFeeWallet(wallet.container());
    abandon();
    await waitForFee({ step: 'ready', wallet: null, fee: { paymentStatus: 'CANCELLED' } });
    expect(takeShownNotices()).toEqual([['warning', paymentMessages.cancelled]]);
    await payByRazorpay();
  });

  test('shows a failure', async () => {
    await payFee(500, 'paypal');
    await drawFeeWallet(wallet.container());
    wallet.fail();
    expect($fee.get()).toMatchObject({
      step: 'ready',
      wallet: null,
      problem: 'failed',
    });
  });

  test('opens PayPal’s own page if the browser blocks its window', async () => {
    await payFee(500, 'paypal');
    await drawFeeWallet(wallet.container());
    await wallet.block();
    expect(browser.visits).toEqual([expect.stringContaining('/sandbox/paypal/checkoutnow?token=')]);
  });

  test('does not fail if the button is removed with its page', async () => {
    await payFee(500, 'paypal');
    const [container, failDrawing] = [wallet.container(), wallet.drawSlowly()];
    const drawing = drawFeeWallet(container);
    Object.assign(container, { isConnected: false });
    failDrawing();
    await drawing;
    expect(takeShownNotices()).toEqual([]);
    expect($fee.get()).toMatchObject({ step: 'atProvider', problem: null });
  });

  test('can be repeated at the same button if declined', async () => {
    await server.scriptSandbox({ provider: 'paypal', webhook: 'drop', times: 20 });
    await payFee(500, 'paypal');
    await drawFeeWallet(wallet.container());
    await server.scriptSandbox({ provider: 'paypal', pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
    await wallet.approve();
    expect(takeShownNotices()).toEqual([['error', paymentRefusals.declined]]);
    await wallet.approve();
    await waitForFee({ step: 'ready', fee: { paymentStatus: 'PAID' } });
  });
});

describe('a paid fee', () => {
  test('is found again if the draft is lost, with its amount', async () => {
    await payByRazorpay();
    removeDrafts();
    await fillDraftWithFee('300');
    await openFee();
    expect($fee.get()).toMatchObject({
      isPaidEarlier: true,
      fee: { paymentStatus: 'PAID', amount: 500 },
    });
    expect(declarationDraft.read().contactPayment).toBe('500');
    await submitFilm.run();
    expect(await feesOfSubmissions()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });

  test('belongs to the draft after a reload and is not shown as found', async () => {
    await fillDraftWithFee('500');
    await payByRazorpay();
    $fee.set({ ...blankFee });
    await openFee();
    expect($fee.get()).toMatchObject({ isPaidEarlier: false, fee: { paymentStatus: 'PAID' } });
  });

  test('is reused instead of a second payment', async () => {
    await payByRazorpay();
    removeDrafts();
    $fee.set({ ...blankFee });
    await payFee(300, 'razorpay');
    await waitForFee({
      step: 'ready',
      isPaidEarlier: true,
      fee: { paymentStatus: 'PAID', amount: 500 },
    });
    expect(popup.opened).toHaveLength(1);
  });

  test('is not used for a second film', async () => {
    await fillDraftWithFee('500');
    await payByRazorpay();
    const { fee } = $fee.get();
    await submitFilm.run();
    $isSent.set(false);
    await fillDraftWithFee('500');
    declarationDraft.save({ fee });
    $fee.set({ ...blankFee, fee });
    takeNotices();
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['error', submissionFeeMessages.used]]);
    expect($fee.get().fee).toBeNull();
    expect(await feesOfSubmissions()).toHaveLength(1);
  });

  test('stays with its film if a genre failed', async () => {
    await fillDraftWithFee('500');
    await payByRazorpay();
    setFetch((input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/moviegenres')) throw new TypeError('Failed to fetch');
      return Promise.resolve(server.app.request(request));
    });
    await submitFilm.run();
    server.routeFetch();
    $fee.set({ ...blankFee });
    await openFee();
    expect($fee.get().fee).toMatchObject({ paymentStatus: 'PAID' });
    takeNotices();
    await submitFilm.run();
    expect(takeShownNotices()).toEqual([['success', text.created]]);
    expect(await feesOfSubmissions()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });
});

describe('a slow bank', () => {
  beforeEach(() =>
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: noon,
      shouldAdvanceTime: true,
      advanceTimeDelta: 500,
    }),
  );

  async function captureAuthorised() {
    const { payments } = (await (
      await server.scriptSandbox({ provider: 'razorpay', action: 'list' })
    ).json()) as any;
    const { id } = payments.find(({ status }: { status: string }) => status === 'authorized');
    await server.scriptSandbox({ provider: 'razorpay', action: 'capture', payment_id: id });
    await server.sandbox.waitUntilIdle();
  }

  test('is polled, also after a reload, until the fee is paid', async () => {
    await fillDraftWithFee('500');
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await payFee(500, 'razorpay');
    await popup.pay();
    await waitForFee({ step: 'confirming', fee: { paymentStatus: 'PROCESSING' } });
    void openFee();
    await waitForFee({ step: 'confirming' });
    await payFee(500, 'razorpay');
    expect(popup.opened).toHaveLength(1);
    await captureAuthorised();
    await vi.advanceTimersByTimeAsync(10_000);
    await waitForFee({ step: 'ready', fee: { paymentStatus: 'PAID' } });
    expect(takeShownNotices().map(([, message]) => message)).toEqual([
      text.paymentSuccess($fee.get().fee!.paymentTransactionNo!),
    ]);
  });

  test('a payment report whose response is lost is repeated until the server responds', async () => {
    await payFee(500, 'razorpay');
    let isUnreachable = true;
    setFetch((input, init) => {
      const request = new Request(input, init);
      if (isUnreachable && request.url.endsWith('/payment'))
        return Promise.reject(new TypeError('fetch failed'));
      return Promise.resolve(server.app.request(request));
    });
    await popup.pay();
    await waitForFee({ step: 'confirming' });
    isUnreachable = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await waitForFee({ step: 'ready', fee: { paymentStatus: 'PAID' } });
  });
});
