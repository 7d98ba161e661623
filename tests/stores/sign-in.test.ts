import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { readItem } from '#api/tokens.ts';
import { OTP_RESEND_SECONDS } from '#domain/limits.ts';
import { accountMessages } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { $user, submitUserInfo } from '#stores/accounts.ts';
import { rememberReturn } from '#stores/lib/return-path.ts';
import { takeNotices } from '#stores/notices.ts';
import { $userId } from '#stores/session.ts';
import { $secondsToResend, openOtp, requestCode, resendCode, verifyCode } from '#stores/sign-in.ts';

const house = await aHouseForStores();
let count = 0;
const aNumber = () => `98765${String(++count).padStart(5, '0')}`;
const said = () => takeNotices().map(({ text: words }) => words);
const ask = (screen: 'login' | 'register', mobileno: string) =>
  requestCode.run(screen, { countryCode: '91', mobileno });

beforeEach(() => {
  takeNotices();
  house.online.value = true;
  [requestCode, resendCode, verifyCode].forEach((task) => task.clear());
});

describe('asking for a code', () => {
  test.each(['login', 'register'] as const)('by %s sends one and opens the page for it', async (screen) => {
    const mobile = aNumber();
    await ask(screen, mobile);
    expect(browser.visits).toEqual([`/otp/mobile/${mobile}`]);
    expect(said()).toEqual([text.codeSent]);
    expect(await house.lastCodeFor(mobile)).toMatch(/^\d{6}$/);
    expect([readItem('screen'), readItem('mobileNumber')]).toEqual([screen, mobile]);
  });

  test("twice within two minutes tells the server's words and how long to wait", async () => {
    const mobile = aNumber();
    await ask('login', mobile);
    said();
    await ask('login', mobile);
    const words = `${text.tooManyCodes} ${text.resendIn('2:00')}`;
    expect(requestCode.$state.get()).toEqual({ status: 'error', error: words });
    expect(said()).toEqual([words]);
    expect(browser.visits).toHaveLength(1);
  });

  test('without a connection says so and stays', async () => {
    house.online.value = false;
    await ask('login', aNumber());
    expect(requestCode.$state.get().error).toBe(commonMessages.offline);
    expect(browser.visits).toEqual([]);
  });
});

describe('giving the code', () => {
  const signIn = async (screen: 'login' | 'register', mobile = aNumber()) => {
    await ask(screen, mobile);
    browser.visits.length = 0;
    said();
    await verifyCode.run(mobile, await house.lastCodeFor(mobile));
    return mobile;
  };

  test('signs in, keeps who it was, and goes home', async () => {
    const mobile = await signIn('login');
    expect(said()).toEqual([text.otpVerified, text.loginSuccessful]);
    expect(browser.visits).toEqual(['/']);
    expect(readItem('userId')).toBe(String($userId.get()));
    expect($user.get()?.mobile).toBe(mobile);
    expect(JSON.parse(readItem('user')!).data.mobile).toBe(mobile);
  });

  test('after Sign In leads back to the page that asked for it, once', async () => {
    rememberReturn('?next=/movies/ticket-booking/12');
    await signIn('login');
    expect(browser.visits).toEqual(['/movies/ticket-booking/12']);
    await signIn('login');
    expect(browser.visits).toEqual(['/']);
  });

  test('after Sign Up leads to the form about oneself, and from there back', async () => {
    rememberReturn('?next=/movies/ticket-booking/12');
    await signIn('register');
    expect(browser.visits).toEqual(['/userinfo']);
    said();
    await submitUserInfo.run({ firstName: 'Meena', lastName: 'Nair', emailId: 'meena@example.com', gender: 1 });
    expect(said()).toEqual([accountMessages.userInfoAdded]);
    expect(browser.visits).toEqual(['/userinfo', '/movies/ticket-booking/12']);
    expect($user.get()).toMatchObject({ firstName: 'Meena', gender: 1 });
  });

  test('a wrong one is said in place and as a toast', async () => {
    const mobile = aNumber();
    await ask('login', mobile);
    said();
    const right = await house.lastCodeFor(mobile);
    await verifyCode.run(mobile, right === '000000' ? '000001' : '000000');
    expect(verifyCode.$state.get()).toEqual({ status: 'error', error: text.otpInvalid });
    expect(said()).toEqual([text.otpInvalid]);
    expect(readItem('userToken')).toBeNull();
  });

  test('twice at once signs in once', async () => {
    const mobile = aNumber();
    await ask('login', mobile);
    const code = await house.lastCodeFor(mobile);
    house.calls.length = 0;
    await Promise.all([verifyCode.run(mobile, code), verifyCode.run(mobile, code)]);
    expect(house.calls.filter((each) => each.endsWith('/login'))).toHaveLength(1);
  });
});

test('an update of oneself that fails is said as the specification words it', async () => {
  await house.signIn();
  house.online.value = true;
  const { setFetch } = await import('#api/http.ts');
  setFetch(async () => Response.json({ code: 'internal', message: 'A server in pain' }, { status: 500 }));
  await submitUserInfo.run({ firstName: 'Meena', lastName: 'Nair', emailId: 'meena@example.com', gender: 1 });
  house.answer();
  expect(said()).toEqual([accountMessages.updateFailed]);
});

describe('RESEND', () => {
  const open = async () => {
    const mobile = aNumber();
    await ask('login', mobile);
    browser.open(`/otp/mobile/${mobile}`);
    openOtp();
    said();
    return mobile;
  };

  test('appears 120 s after the code was sent, counted on through a reload', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const mobile = await open();
    const stop = $secondsToResend.listen(() => undefined);
    expect($secondsToResend.get()).toBe(OTP_RESEND_SECONDS);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(openOtp()).toBe(mobile);
    expect($secondsToResend.get()).toBe(30);
    await vi.advanceTimersByTimeAsync(30_000);
    expect($secondsToResend.get()).toBe(0);
    stop();
    vi.useRealTimers();
  });

  test('sends another code and counts from the start', async () => {
    const mobile = await open();
    const first = await house.lastCodeFor(mobile);
    house.clock.advance(OTP_RESEND_SECONDS * 1000);
    await resendCode.run(mobile);
    expect(said()).toEqual([text.resent]);
    expect(await house.lastCodeFor(mobile)).not.toBe(first);
  });

  test("too soon takes over the server's own count", async () => {
    const mobile = await open();
    house.clock.advance(60_000);
    await resendCode.run(mobile);
    expect(said()[0]).toContain(text.tooManyCodes);
    expect($secondsToResend.get()).toBe(60);
  });
});

test('an address that names no number leads back to sign-up', () => {
  browser.open('/otp/mobile/nobody');
  expect(openOtp()).toBeNull();
  expect(browser.visits).toEqual(['/signup']);
});
