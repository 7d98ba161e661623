import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aPaypalButton } from '../support/paypal-button.ts';
import { aPopup } from '../support/razorpay-popup.ts';
import { aHouseForStores } from '../support/stores.ts';
import { writeDraft } from '../support/submission.ts';
import { setFetch } from '#api/http.ts';
import { endSession } from '#api/tokens.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionFeeMessages } from '#messages/submission-fee.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { genres } from '#server/db/schema/catalogue.ts';
import { takeNotices } from '#stores/notices.ts';
import { declarationDraft, removeDrafts } from '#stores/submission-draft.ts';
import { $fee, blankFee } from '#stores/submission-fee-state.ts';
import { openFee, payFee } from '#stores/submission-fee.ts';
import { drawFeeWallet, leaveFeeWallet } from '#stores/submission-fee-wallet.ts';
import { $isSent, submitFilm } from '#stores/submission.ts';

const house = await aHouseForStores();
const noon = house.clock.now();
let viewer = { userId: 0 };
let popup: ReturnType<typeof aPopup>;
let wallet: ReturnType<typeof aPaypalButton>;
const [genre] = await house.database.db.insert(genres).values({ genreName: 'Drama', ordering: 1 }).returning();

beforeEach(async () => {
  house.online.value = true;
  house.answer();
  house.clock.set(noon);
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  endSession({ keepRememberMe: false });
  viewer = await house.signIn();
  popup = aPopup(house.app);
  wallet = aPaypalButton(house.app);
  for (const provider of ['razorpay', 'paypal']) await house.script({ provider, action: 'forget' });
  browser.visits.length = 0;
  submitFilm.clear();
  $isSent.set(false);
  $fee.set({ ...blankFee });
  takeNotices();
});

const said = () => takeNotices().map(({ kind, text: words }) => [kind, words]);
const until = (change: object) => vi.waitFor(() => expect($fee.get()).toMatchObject(change));
const fees = async () =>
  (
    await house.database.query(
      `select amount, payment_status, payment_mode from submission_fees where user_id = ${viewer.userId} order by fee_id`,
    )
  ).rows;
const films = async () =>
  (
    await house.database.query(
      `select fee.amount, fee.payment_status from submissions film left join submission_fees fee using (fee_id)
       where film.user_id = ${viewer.userId}`,
    )
  ).rows;
const writeWithFee = (contactPayment: string) =>
  writeDraft([genre!.genreId], { contactPayment, contactPaymentMethod: 'razorpay' });

async function payByCard(amount = 500) {
  await payFee(amount, 'razorpay');
  await popup.pay();
  await until({ step: 'ready', fee: { paymentStatus: 'PAID' } });
}

describe('a fee by Razorpay', () => {
  test('is a hundred times the rupees, in paise; paid, it goes with the film', async () => {
    await writeWithFee('500');
    await openFee();
    expect($fee.get()).toMatchObject({ methods: { razorpay: true }, fee: null });
    await payFee(500, 'razorpay');
    expect(popup.opened).toMatchObject([{ amount: 50_000, currency: 'INR' }]);
    await popup.pay();
    await until({ step: 'ready', fee: { paymentStatus: 'PAID', amount: 500 } });
    const { paymentTransactionNo } = $fee.get().fee!;
    expect(said()).toEqual([['success', `Payment has been Success: ${paymentTransactionNo}`]]);
    await submitFilm.run();
    expect(said()).toEqual([['success', text.created]]);
    expect(browser.visits).toEqual([href('home')]);
    expect(await films()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });

  test('that is dismissed is CANCELLED, and a paid amount of 0; it may be paid all the same', async () => {
    await writeWithFee('500');
    await payFee(500, 'razorpay');
    popup.dismiss();
    await until({ step: 'ready', fee: { paymentStatus: 'CANCELLED' } });
    expect(said()).toEqual([['warning', 'Payment has been cancelled']]);
    expect(await fees()).toMatchObject([{ payment_status: 'CANCELLED' }]);
    await submitFilm.run();
    expect(said()).toEqual([['error', 'Please select the paymentMethod']]);
    expect(await films()).toEqual([]);
    await payByCard();
    expect(await fees()).toMatchObject([{ payment_status: 'PAID' }]);
  });

  test('that fails is said once, though the popup then closes', async () => {
    await writeWithFee('500');
    await payFee(500, 'razorpay');
    await popup.fail();
    await until({ step: 'ready', trouble: 'Payment has been failed!' });
    expect(said()).toEqual([['error', 'Payment has been failed!']]);
    await payByCard();
  });

  test('whose provider is away can be tried again', async () => {
    await house.script({ provider: 'razorpay', api: 'error_500', call: 'createOrder', times: 5 });
    await payFee(500, 'razorpay');
    expect(said()).toEqual([['error', 'There was an error in the payment please try again']]);
    expect($fee.get()).toMatchObject({ step: 'ready', trouble: paymentMessages.providerAway });
  });

  test('whose window does not come can be tried again', async () => {
    vi.stubGlobal('window', {});
    await payFee(500, 'razorpay');
    expect($fee.get()).toMatchObject({ step: 'ready', trouble: paymentMessages.windowAway });
  });

  test('begun twice at once is one', async () => {
    await Promise.all([payFee(500, 'razorpay'), payFee(500, 'razorpay')]);
    expect(popup.opened).toHaveLength(1);
    expect(await fees()).toHaveLength(1);
  });

  test('is not begun again once it is paid', async () => {
    await payByCard();
    await payFee(500, 'razorpay');
    expect(popup.opened).toHaveLength(1);
  });
});

describe('a fee by PayPal', () => {
  test('is one dollar, whatever was entered', async () => {
    await writeWithFee('500');
    await payFee(500, 'paypal');
    expect($fee.get()).toMatchObject({ step: 'atBank', wallet: { currency: 'USD', amount: '1.00' } });
    await drawFeeWallet({} as HTMLElement);
    await wallet.approve();
    await until({ step: 'ready', wallet: null, fee: { paymentStatus: 'PAID', amount: 500, paymentMode: 'PAYPAL' } });
    expect(said()).toEqual([['success', text.paymentSuccess($fee.get().fee!.paymentTransactionNo!)]]);
    await submitFilm.run();
    expect(await films()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });

  test.each([
    ['is cancelled in the popup', () => wallet.cancel()],
    ['is left for another way', () => leaveFeeWallet()],
  ])('that %s is CANCELLED, and may be paid by card', async (_, leave) => {
    await payFee(500, 'paypal');
    await drawFeeWallet({} as HTMLElement);
    leave();
    await until({ step: 'ready', wallet: null, fee: { paymentStatus: 'CANCELLED' } });
    expect(said()).toEqual([['warning', paymentMessages.cancelled]]);
    await payByCard();
  });

  test('that stumbles is said', async () => {
    await payFee(500, 'paypal');
    await drawFeeWallet({} as HTMLElement);
    wallet.fail();
    expect($fee.get()).toMatchObject({ step: 'ready', wallet: null, trouble: paymentMessages.failed });
  });

  test('whose window the browser blocks says so beside the button, which may be pressed again', async () => {
    await payFee(500, 'paypal');
    await drawFeeWallet({} as HTMLElement);
    wallet.block();
    expect(said()).toEqual([['error', paymentMessages.failed]]);
    expect($fee.get()).toMatchObject({ step: 'atBank', trouble: paymentMessages.windowBlocked });
    await wallet.approve();
    await until({ step: 'ready', wallet: null, trouble: '', fee: { paymentStatus: 'PAID' } });
  });

  test('whose button breaks off because the page has gone on has not failed', async () => {
    await payFee(500, 'paypal');
    const [slot, breakOff] = [{ isConnected: true }, wallet.drawSlowly()];
    const drawing = drawFeeWallet(slot as HTMLElement);
    await vi.waitFor(() => expect(wallet.drawn).toHaveLength(1));
    slot.isConnected = false;
    breakOff();
    await drawing;
    expect(said()).toEqual([]);
    expect($fee.get()).toMatchObject({ step: 'atBank', trouble: '' });
  });

  test('that is declined goes on in the same popup', async () => {
    await house.script({ provider: 'paypal', webhook: 'drop', times: 20 });
    await payFee(500, 'paypal');
    await drawFeeWallet({} as HTMLElement);
    await house.script({ provider: 'paypal', pay: 'issue', issue: 'INSTRUMENT_DECLINED' });
    await wallet.approve();
    expect(said()).toEqual([['error', paymentMessages.declined]]);
    expect(wallet.restart).toHaveBeenCalledOnce();
    await wallet.approve();
    await until({ step: 'ready', fee: { paymentStatus: 'PAID' } });
  });
});

describe('a fee that was paid', () => {
  test('is found again by who has lost the draft, with its amount', async () => {
    await payByCard();
    removeDrafts();
    await writeWithFee('300');
    await openFee();
    expect($fee.get()).toMatchObject({ isFound: true, fee: { paymentStatus: 'PAID', amount: 500 } });
    expect(declarationDraft.read().contactPayment).toBe('500');
    await submitFilm.run();
    expect(await films()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
  });

  test('is the draft’s own after a reload, and not called found', async () => {
    await writeWithFee('500');
    await payByCard();
    $fee.set({ ...blankFee });
    await openFee();
    expect($fee.get()).toMatchObject({ isFound: false, fee: { paymentStatus: 'PAID' } });
  });

  test('is found where another one is about to be paid', async () => {
    await payByCard();
    removeDrafts();
    $fee.set({ ...blankFee });
    await payFee(300, 'razorpay');
    await until({ step: 'ready', isFound: true, fee: { paymentStatus: 'PAID', amount: 500 } });
    expect(popup.opened).toHaveLength(1);
  });

  test('of another film is not used twice', async () => {
    await writeWithFee('500');
    await payByCard();
    const { fee } = $fee.get();
    await submitFilm.run();
    $isSent.set(false);
    await writeWithFee('500');
    declarationDraft.keep({ fee });
    $fee.set({ ...blankFee, fee });
    takeNotices();
    await submitFilm.run();
    expect(said()).toEqual([['error', submissionFeeMessages.used]]);
    expect($fee.get().fee).toBeNull();
    expect(await films()).toHaveLength(1);
  });

  test('stays with its film where a genre was missing', async () => {
    await writeWithFee('500');
    await payByCard();
    setFetch((input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/moviegenres')) throw new TypeError('Failed to fetch');
      return Promise.resolve(house.app.request(request));
    });
    await submitFilm.run();
    house.answer();
    $fee.set({ ...blankFee });
    await openFee();
    expect($fee.get().fee).toMatchObject({ paymentStatus: 'PAID' });
    takeNotices();
    await submitFilm.run();
    expect(said()).toEqual([['success', text.created]]);
    expect(await films()).toEqual([{ amount: 50_000, payment_status: 'PAID' }]);
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
    const { payments } = (await (await house.script({ provider: 'razorpay', action: 'list' })).json()) as any;
    const { id } = payments.find(({ status }: { status: string }) => status === 'authorized');
    await house.script({ provider: 'razorpay', action: 'capture', payment_id: id });
    await house.sandbox.idle();
  }

  test('keeps the page asking, also after a reload, until the fee is paid', async () => {
    await writeWithFee('500');
    await house.script({ provider: 'razorpay', pay: 'authorise_only' });
    await payFee(500, 'razorpay');
    await popup.pay();
    await until({ step: 'confirming', fee: { paymentStatus: 'PROCESSING' } });
    void openFee();
    await until({ step: 'confirming' });
    await payFee(500, 'razorpay');
    expect(popup.opened).toHaveLength(1);
    await captureAuthorised();
    await vi.advanceTimersByTimeAsync(10_000);
    await until({ step: 'ready', fee: { paymentStatus: 'PAID' } });
    expect(said().map(([, words]) => words)).toEqual([text.paymentSuccess($fee.get().fee!.paymentTransactionNo!)]);
  });

  test('or a lost answer is the same: the report goes out until somebody hears it', async () => {
    await payFee(500, 'razorpay');
    let isAway = true;
    setFetch((input, init) => {
      const request = new Request(input, init);
      if (isAway && request.url.endsWith('/payment')) return Promise.reject(new TypeError('fetch failed'));
      return Promise.resolve(house.app.request(request));
    });
    await popup.pay();
    await until({ step: 'confirming' });
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await until({ step: 'ready', fee: { paymentStatus: 'PAID' } });
  });
});
