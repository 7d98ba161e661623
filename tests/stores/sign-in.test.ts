import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { setFetch } from '#api/http.ts';
import { endSession, readItem } from '#api/browser-storage.ts';
import { allCountries } from '#domain/all-countries.ts';
import { type Country, DOMESTIC } from '#domain/countries.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { OTP_RESEND_SECONDS, OTP_TRIES, OTP_VALID_MINUTES } from '#domain/limits/session.ts';
import { accountMessages } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages as text } from '#messages/session.ts';
import {
  $user,
  submitUserInfo,
  userInfoDraft,
  userInfoResolver,
} from '#stores/accounts/accounts.ts';
import { canStaySignedIn } from '#stores/session/complete-sign-in.ts';
import { saveReturnPath } from '#stores/lib/return-path.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import {
  $secondsToResend,
  openOtp,
  otpResolver,
  resendCode,
  verifyCode,
} from '#stores/session/one-time-code.ts';
import { $userId, signOut } from '#stores/session/session.ts';
import {
  countryOfNumber,
  initialSignInDraft,
  guessCountry,
  blankSignInDraft,
  requestCode,
  signInByPassword,
  signInResolver,
} from '#stores/session/sign-in.ts';
import { testNow } from '../support/test-now.ts';

const server = await aServerForStores();
const countries = allCountries();
const germany = countries.find(({ code }) => code === 'DE')!;
let count = 0;
const aNumber = () => `98765${String(++count).padStart(5, '0')}`;
const anAddress = () => `viewer${++count}@example.com`;
const takeNoticeTexts = () => takeNotices().map(({ text: message }) => message);
const requestCodeFor = (screen: 'login' | 'register', mobileno: string) =>
  requestCode.run(screen, { ...blankSignInDraft(), mobileno });
const requestCodeAbroad = (screen: 'login' | 'register', emailId: string) =>
  requestCode.run(screen, {
    ...blankSignInDraft(),
    country: germany,
    mobileno: '15123456789',
    emailId,
  });
const advanceClock = (milliseconds: number) => server.clock.advance(milliseconds);
const codeMailedTo = async (address: string) => {
  const { json } = await server.get(`/sandbox/inbox.json?to=${encodeURIComponent(address)}`);
  return /\d{6}/.exec(json[0]?.text ?? '')?.[0] ?? '';
};
const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000');
/** An existing viewer. */
async function aRegisteredNumber() {
  const mobile = aNumber();
  await server.aViewer({ mobile, firstLogin: false, mobileVerifiedAt: server.clock.now() });
  return mobile;
}

beforeEach(() => {
  takeNotices();
  server.connection.isUp = true;
  [requestCode, signInByPassword, resendCode, verifyCode].forEach((task) => task.clear());
});

describe('invalid form entries (spec §5)', () => {
  type Resolve = (values: never, context: undefined, options: never) => unknown;
  const errorsOf = async (resolver: unknown, values: object) => {
    const { errors } = (await (resolver as Resolve)(values as never, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    } as never)) as { errors: Record<string, { message: string }> };
    return Object.fromEntries(
      Object.entries(errors).map(([field, { message }]) => [field, message]),
    );
  };
  const abroad = { country: germany, mobileno: '15123456789' };

  test.each<[string, object, Record<string, string>]>([
    ['no number', { mobileno: '' }, { mobileno: 'Mobile Number is required!' }],
    [
      'seven digits',
      { mobileno: '9000000' },
      { mobileno: 'Mobile Number must be at least 8 digits' },
    ],
    [
      'blanks for digits',
      { mobileno: '9 0 0 0 0 0' },
      { mobileno: 'Mobile Number must be at least 8 digits' },
    ],
    ['eight digits', { mobileno: '90000000' }, {}],
    ['no e-mail address in India', { mobileno: '9000000002', emailId: '' }, {}],
    ['no e-mail address abroad', { ...abroad }, { emailId: 'Email is required!' }],
    [
      'an address without @',
      { ...abroad, emailId: 'meena' },
      { emailId: 'Please enter a valid email address' },
    ],
    [
      'an address without a top-level domain',
      { ...abroad, emailId: 'meena@example' },
      { emailId: 'Please enter a valid email address' },
    ],
    ['digits of Devanagari', { mobileno: '९००००००००२' }, {}],
    ['an ending of six letters', { ...abroad, emailId: 'meena@example.cinema' }, {}],
    ['an address abroad', { ...abroad, emailId: 'meena.nair@example.co.in' }, {}],
    [
      'no number and no e-mail address, abroad',
      { country: germany },
      { mobileno: 'Mobile Number is required!', emailId: 'Email is required!' },
    ],
    [
      'no password',
      { method: 'password', mobileno: '9000000002' },
      { password: 'Password is required!' },
    ],
    [
      'a password abroad, without a number',
      { method: 'password', country: germany, emailId: 'm@example.com', password: 'x' },
      {},
    ],
  ])('on /signup: %s', async (_, entries, errors) =>
    expect(await errorsOf(signInResolver, { ...blankSignInDraft(), ...entries })).toEqual(errors),
  );

  test.each([
    ['', 'OTP is required!'],
    ['12345', 'OTP Should be 6 Numbers'],
    ['12345a', 'OTP Should be 6 Numbers'],
    ['123456', undefined],
    ['४१७२९३', undefined],
    ['௪௧௭', 'OTP Should be 6 Numbers'],
  ])('on /otp: "%s"', async (otp, message) =>
    expect((await errorsOf(otpResolver, { otp }))['otp']).toBe(message),
  );

  const me = { firstName: 'Meena', lastName: 'Nair', emailId: 'meena@example.com', gender: 1 };
  test.each([
    [{ firstName: ' ' }, { firstName: 'First Name is required!' }],
    [{ lastName: '' }, { lastName: 'Last Name is required!' }],
    [{ emailId: '' }, { emailId: 'Email is required!' }],
    [{ emailId: 'meena@' }, { emailId: 'Please enter a valid email address' }],
    [{}, {}],
  ])('on /userinfo: %j', async (entries, errors) =>
    expect(await errorsOf(userInfoResolver, { ...me, ...entries })).toEqual(errors),
  );

  test('on /userinfo, Male is preselected', () => expect(userInfoDraft(null).gender).toBe(0));
});

describe('requesting a code', () => {
  test.each(['login', 'register'] as const)(
    'with %s sends one and opens its page',
    async (screen) => {
      const mobile = aNumber();
      await requestCodeFor(screen, mobile);
      expect(browser.visits).toEqual([`/otp/mobile/${mobile}`]);
      expect(takeNoticeTexts()).toEqual([text.codeSent]);
      expect(await server.lastCodeFor(mobile)).toMatch(/^\d{6}$/);
      expect([readItem('screen'), readItem('mobileNumber')]).toEqual([screen, mobile]);
    },
  );

  test.each([
    ['login', 'POST /api/auth/users/forgotpassword'],
    ['register', 'POST /api/auth/users/registerbyemail'],
  ] as const)('abroad with %s sends it to the e-mail address', async (screen, call) => {
    const address = anAddress();
    server.calls.length = 0;
    await requestCodeAbroad(screen, address);
    expect(server.calls).toEqual([call]);
    expect(browser.visits).toEqual([`/otp/email/${encodeURIComponent(address)}`]);
    expect(await codeMailedTo(address)).toMatch(/^\d{6}$/);
    expect([readItem('email'), readItem('mobileNumber')]).toEqual([address, '15123456789']);
  });

  test('twice within two minutes opens the page of the first code, with a toast', async () => {
    const mobile = aNumber();
    await requestCodeFor('login', mobile);
    takeNoticeTexts();
    advanceClock(30_000);
    await requestCodeFor('register', mobile);
    expect(takeNoticeTexts()).toEqual([text.codeTooSoon]);
    expect(browser.visits).toEqual([`/otp/mobile/${mobile}`, `/otp/mobile/${mobile}`]);
    const { at } = JSON.parse(browser.session.getItem('lastCode')!);
    expect(Math.round((testNow().getTime() - at) / 1000)).toBe(30);
    expect(readItem('screen')).toBe('register');
  });

  test('too often in an hour shows the wait and stays on the page', async () => {
    const mobile = aNumber();
    for (let sent = 0; sent < 5; sent++) {
      await requestCodeFor('login', mobile);
      advanceClock(OTP_RESEND_SECONDS * 1000);
    }
    browser.visits.length = 0;
    setFetch(async () =>
      Response.json(
        { code: 'too_many', message: 'Enough' },
        { status: 429, headers: { 'Retry-After': '3661' } },
      ),
    );
    await requestCodeFor('login', mobile);
    server.routeFetch();
    expect(requestCode.$state.get().error).toBe(`Enough ${text.resendIn('1:01:01')}`);
    expect(browser.visits).toEqual([]);
  });

  test('without a connection shows an error and stays on the page', async () => {
    server.connection.isUp = false;
    await requestCodeFor('login', aNumber());
    expect(requestCode.$state.get().error).toBe(commonMessages.offline);
    expect(browser.visits).toEqual([]);
  });
});

describe('a browser without storage', () => {
  test.each(['forbidden', 'full'] as const)('is detected if storage is %s', (how) => {
    expect(canStaySignedIn()).toBe(true);
    browser.blockStorage(how);
    expect(canStaySignedIn()).toBe(false);
  });

  test('is detected without leaving data in the storage', () => {
    browser.local.clear();
    expect(canStaySignedIn()).toBe(true);
    expect(browser.local.length).toBe(0);
  });

  test.each(['forbidden', 'full'] as const)(
    'with %s storage gets no code and shows what to do',
    async (how) => {
      browser.blockStorage(how);
      server.calls.length = 0;
      const mobile = aNumber();
      await requestCodeFor('register', mobile);
      expect(requestCode.$state.get()).toEqual({ status: 'error', error: text.storageBlocked });
      expect([server.calls, browser.visits]).toEqual([[], []]);
      expect(await server.lastCodeFor(mobile)).toBe('');
    },
  );

  test('uses no code and sends no password: the code is still valid after storage is allowed', async () => {
    const mobile = await aRegisteredNumber();
    await requestCodeFor('login', mobile);
    const code = await server.lastCodeFor(mobile);
    server.calls.length = 0;
    browser.blockStorage('full');
    await verifyCode.run(mobile, code);
    await resendCode.run({ by: 'mobile', username: mobile });
    await signInByPassword.run({
      ...blankSignInDraft(),
      method: 'password',
      mobileno: mobile,
      password: 'seven doors',
    });
    for (const { $state } of [verifyCode, resendCode, signInByPassword])
      expect($state.get().error).toBe(text.storageBlocked);
    expect(server.calls).toEqual([]);
    expect(
      (await server.post('/api/auth/users/login', { body: { username: mobile, password: code } }))
        .status,
    ).toBe(200);
  });
});

describe('the entered data', () => {
  test('is in the form again after Back from the code page', async () => {
    const mobile = aNumber();
    await requestCodeFor('login', mobile);
    expect(initialSignInDraft(countries)).toEqual({ ...blankSignInDraft(), mobileno: mobile });
    const address = anAddress();
    await requestCodeAbroad('login', address);
    expect(initialSignInDraft(countries)).toEqual({
      ...blankSignInDraft(),
      country: germany,
      mobileno: '15123456789',
      emailId: address,
    });
  });

  test('stays after the session ends, and Sign out clears it', async () => {
    const mobile = await aRegisteredNumber();
    await requestCodeFor('login', mobile);
    await verifyCode.run(mobile, await server.lastCodeFor(mobile));
    endSession({ keepRememberMe: true });
    expect(initialSignInDraft(countries).mobileno).toBe(mobile);
    advanceClock(OTP_RESEND_SECONDS * 1000);
    await requestCodeFor('login', mobile);
    await verifyCode.run(mobile, await server.lastCodeFor(mobile));
    await signOut();
    expect(initialSignInDraft(countries)).toEqual(blankSignInDraft());
    expect(readItem('rememberMe')).toBeNull();
  });

  test.each(['yes', '{"country":"XX","countryCode":"0","mobileno":"1","emailId":""}'])(
    'ignores invalid stored data: %s',
    (stored) => {
      browser.writeInOtherTab('rememberMe', stored);
      expect(initialSignInDraft(countries)).toEqual(blankSignInDraft());
    },
  );

  test.each(['login', 'register'] as const)(
    'abroad with %s is in the profile of the new account',
    async (screen) => {
      const address = anAddress();
      await requestCodeAbroad(screen, address);
      await verifyCode.run(address, await codeMailedTo(address));
      expect($user.get()).toMatchObject({
        emailId: address,
        dialCode: '49',
        mobile: '15123456789',
      });
    },
  );

  test('is sent with RESEND too, after the first code has expired', async () => {
    const address = anAddress();
    await requestCodeAbroad('login', address);
    advanceClock(OTP_VALID_MINUTES * MINUTE + 1000);
    await resendCode.run({ by: 'email', username: address });
    await verifyCode.run(address, await codeMailedTo(address));
    expect($user.get()).toMatchObject({ emailId: address, dialCode: '49', mobile: '15123456789' });
  });

  test('is not sent with a code for another address', async () => {
    await requestCodeAbroad('login', anAddress());
    const otherAddress = anAddress();
    await resendCode.run({ by: 'email', username: otherAddress });
    await verifyCode.run(otherAddress, await codeMailedTo(otherAddress));
    expect($user.get()).toMatchObject({ emailId: otherAddress, dialCode: null, mobile: null });
  });
});

describe('entering the code', () => {
  const signIn = async (screen: 'login' | 'register', mobile = aNumber()) => {
    await requestCodeFor(screen, mobile);
    browser.visits.length = 0;
    takeNoticeTexts();
    await verifyCode.run(mobile, await server.lastCodeFor(mobile));
    return mobile;
  };

  test('signs in, stores remember-me, and opens the home page', async () => {
    const mobile = await signIn('login', await aRegisteredNumber());
    expect(takeNoticeTexts()).toEqual([text.otpVerified, text.loginSuccessful]);
    expect(browser.visits).toEqual(['/']);
    expect(readItem('userId')).toBe(String($userId.get()));
    expect(readItem('tempToken')).toBeNull();
    expect($user.get()?.mobile).toBe(mobile);
    expect(JSON.parse(readItem('user')!).data.mobile).toBe(mobile);
  });

  test('from an e-mail signs in the viewer of that address', async () => {
    const address = anAddress();
    await requestCodeAbroad('register', address);
    browser.visits.length = 0;
    await verifyCode.run(address, await codeMailedTo(address));
    expect(browser.visits).toEqual(['/userinfo']);
    expect($user.get()).toMatchObject({ emailId: address });
    expect(userInfoDraft($user.get()).emailId).toBe(address);
  });

  test('after Sign In returns once to the page that required it', async () => {
    saveReturnPath('?next=/movies/ticket-booking/12');
    const mobile = await signIn('login', await aRegisteredNumber());
    expect(browser.visits).toEqual(['/movies/ticket-booking/12']);
    advanceClock(OTP_RESEND_SECONDS * 1000);
    await signIn('login', mobile);
    expect(browser.visits).toEqual(['/']);
  });

  test('after Sign Up opens /userinfo, and then returns', async () => {
    saveReturnPath('?next=/movies/ticket-booking/12');
    await signIn('register');
    expect(browser.visits).toEqual(['/userinfo']);
    takeNoticeTexts();
    server.calls.length = 0;
    await submitUserInfo.run({
      firstName: 'Meena',
      lastName: 'Nair',
      emailId: 'meena@example.com',
      gender: 1,
    });
    expect(takeNoticeTexts()).toEqual([accountMessages.userInfoAdded]);
    expect(browser.visits).toEqual(['/userinfo', '/movies/ticket-booking/12']);
    expect($user.get()).toMatchObject({ firstName: 'Meena', gender: 1 });
    expect(server.calls.at(-1)).toBe('PUT /api/auth/users/updatefirstlogin');
  });

  test('after Sign In opens the home page, also for a new viewer', async () => {
    await signIn('login');
    expect(browser.visits).toEqual(['/']);
  });

  const REJECTED_CODES: [string, (mobile: string, code: string) => string | Promise<string>][] = [
    ['a wrong code', (_, code) => wrongCodeFor(code)],
    ['an expired code', (_, code) => (advanceClock(OTP_VALID_MINUTES * MINUTE + 1000), code)],
    [
      'a code replaced by a newer one',
      async (mobile, code) => {
        advanceClock(OTP_RESEND_SECONDS * 1000);
        await requestCodeFor('login', mobile);
        return code === (await server.lastCodeFor(mobile)) ? wrongCodeFor(code) : code;
      },
    ],
    [
      'a code that has signed in already',
      async (mobile, code) => (await verifyCode.run(mobile, code), code),
    ],
    [
      'the right code after five wrong ones',
      async (mobile, code) => {
        for (let guess = 0; guess < OTP_TRIES; guess++)
          await verifyCode.run(mobile, wrongCodeFor(code));
        return code;
      },
    ],
  ];
  test.each(REJECTED_CODES)('%s shows an error in the form and as a toast', async (_, prepare) => {
    const mobile = aNumber();
    await requestCodeFor('login', mobile);
    const code = await prepare(mobile, await server.lastCodeFor(mobile));
    takeNoticeTexts();
    browser.local.clear();
    await verifyCode.run(mobile, code);
    expect(verifyCode.$state.get()).toEqual({
      status: 'error',
      error: 'Please Enter Valid OTP Number',
    });
    expect(takeNoticeTexts()).toEqual(['Please Enter Valid OTP Number']);
    expect(readItem('userToken')).toBeNull();
  });

  test('twice at the same time signs in once', async () => {
    const mobile = aNumber();
    await requestCodeFor('login', mobile);
    const code = await server.lastCodeFor(mobile);
    server.calls.length = 0;
    await Promise.all([verifyCode.run(mobile, code), verifyCode.run(mobile, code)]);
    expect(server.calls.filter((each) => each.endsWith('/login'))).toHaveLength(1);
  });
});

describe('the password', () => {
  const PASSWORD = 'seven doors';
  const enter = (mobileno: string, password: string, country: Country = DOMESTIC, emailId = '') =>
    signInByPassword.run({
      ...blankSignInDraft(),
      method: 'password',
      country,
      mobileno,
      emailId,
      password,
    });

  async function aViewerWithPassword() {
    const mobile = await aRegisteredNumber();
    await requestCodeFor('login', mobile);
    const { json } = await server.post('/api/auth/users/validatephoneotp', {
      body: { username: mobile, otp: await server.lastCodeFor(mobile) },
    });
    const body = { username: mobile, password: PASSWORD, confirmPassword: PASSWORD };
    const { status } = await server.post('/api/auth/users/resetpassword', {
      token: json.tempToken,
      body,
    });
    expect(status).toBe(200);
    browser.local.clear();
    browser.visits.length = 0;
    takeNoticeTexts();
    return mobile;
  }

  test('signs in without a code', async () => {
    const mobile = await aViewerWithPassword();
    saveReturnPath('?next=/purchasehistory');
    server.calls.length = 0;
    await enter(mobile, PASSWORD);
    expect(takeNoticeTexts()).toEqual([text.loginSuccessful]);
    expect(browser.visits).toEqual(['/purchasehistory']);
    expect(server.calls).toEqual(['POST /api/auth/users/login', 'GET /api/auth/myprofile']);
  });

  test('shows the same error for a wrong password and an unknown account', async () => {
    const mobile = await aViewerWithPassword();
    await enter(mobile, 'eight doors');
    expect(takeNoticeTexts()).toEqual(['Use valid credentials to login']);
    await enter(aNumber(), PASSWORD);
    expect(takeNoticeTexts()).toEqual(['Use valid credentials to login']);
    await enter('', PASSWORD, germany, anAddress());
    expect(takeNoticeTexts()).toEqual(['Use valid credentials to login']);
    expect(readItem('userToken')).toBeNull();
  });
});

test('a failed profile update shows the specification’s text', async () => {
  await server.signIn();
  setFetch(async () =>
    Response.json({ code: 'internal', message: 'The server has failed' }, { status: 500 }),
  );
  await submitUserInfo.run({
    firstName: 'Meena',
    lastName: 'Nair',
    emailId: 'meena@example.com',
    gender: 1,
  });
  server.routeFetch();
  expect(takeNoticeTexts()).toEqual([accountMessages.updateFailed]);
});

describe('RESEND', () => {
  const open = async () => {
    const mobile = aNumber();
    await requestCodeFor('login', mobile);
    browser.open(`/otp/mobile/${mobile}`);
    takeNoticeTexts();
    return { mobile, destination: openOtp()! };
  };

  test('appears 120 s after the code was sent, also after a reload', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { destination } = await open();
    const stop = $secondsToResend.listen(() => undefined);
    expect($secondsToResend.get()).toBe(OTP_RESEND_SECONDS);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(openOtp()).toEqual(destination);
    expect($secondsToResend.get()).toBe(30);
    await vi.advanceTimersByTimeAsync(30_000);
    expect($secondsToResend.get()).toBe(0);
    stop();
    vi.useRealTimers();
  });

  test('counts from the page load without storage', async () => {
    const { mobile } = await open();
    browser.session.clear();
    vi.resetModules();
    const reloaded = await import('#stores/session/one-time-code.ts');
    expect(reloaded.openOtp()).toEqual({ by: 'mobile', username: mobile });
    expect(reloaded.$secondsToResend.get()).toBe(OTP_RESEND_SECONDS);
  });

  test('sends another code and restarts the countdown', async () => {
    const { mobile, destination } = await open();
    const first = await server.lastCodeFor(mobile);
    advanceClock(OTP_RESEND_SECONDS * 1000);
    await resendCode.run(destination);
    expect(takeNoticeTexts()).toEqual(['OTP re-send Succesful']);
    expect(await server.lastCodeFor(mobile)).not.toBe(first);
  });

  test('also sends another e-mail', async () => {
    const address = anAddress();
    await requestCodeAbroad('register', address);
    const first = await codeMailedTo(address);
    browser.open(`/otp/email/${encodeURIComponent(address)}`);
    takeNoticeTexts();
    advanceClock(OTP_RESEND_SECONDS * 1000);
    await resendCode.run(openOtp()!);
    expect(takeNoticeTexts()).toEqual(['OTP re-send Succesful']);
    expect(await codeMailedTo(address)).not.toBe(first);
  });

  test("takes over the server's countdown if it is too early", async () => {
    const { destination } = await open();
    advanceClock(60_000);
    await resendCode.run(destination);
    expect(takeNoticeTexts()[0]).toContain(text.codeTooSoon);
    expect($secondsToResend.get()).toBe(60);
  });

  test('shows the specification’s text after a failure', async () => {
    const { destination } = await open();
    advanceClock(OTP_RESEND_SECONDS * 1000);
    await server.scriptSandbox({ provider: 'sms', next: 'error' });
    await resendCode.run(destination);
    expect(takeNoticeTexts()).toEqual(['Something went wrong please try again']);
  });
});

describe('the URL of the code page', () => {
  test.each([
    ['/otp/mobile/9000000002', { by: 'mobile', username: '9000000002' }],
    ['/otp/mobile/9000000002/', { by: 'mobile', username: '9000000002' }],
    ['/otp/email/meena%40example.com', { by: 'email', username: 'meena@example.com' }],
    ['/otp/email/ravi%2Bfilms%40gmail.com', { by: 'email', username: 'ravi+films@gmail.com' }],
    ['/otp/email/meena@example.com', { by: 'email', username: 'meena@example.com' }],
  ])('%s', (path, destination) => {
    browser.open(path);
    expect(openOtp()).toEqual(destination);
  });

  test.each(['/otp/mobile/nobody', '/otp/email/nobody', '/otp/email/%E0%A4%A', '/otp/mobile/12'])(
    '%s is invalid and opens the sign-up page',
    (path) => {
      browser.open(path);
      expect(openOtp()).toBeNull();
      expect(browser.visits).toEqual(['/signup']);
    },
  );
});

describe('the country of the viewer’s IP address', () => {
  const guessWithReply = async (country: string | null) => {
    setFetch(async () => Response.json({ ip: '203.0.113.7', country }));
    const guess = await guessCountry(countries);
    server.routeFetch();
    return guess;
  };

  test('is found in the list', async () => expect(await guessWithReply('DE')).toEqual(germany));
  test('can be unknown', async () => expect(await guessWithReply(null)).toBeNull());
  test('can be missing in the list', async () => expect(await guessWithReply('AQ')).toBeNull());
  test('shows no error if the server is unreachable', async () => {
    server.connection.isUp = false;
    expect(await guessCountry(countries)).toBeNull();
    expect(takeNoticeTexts()).toEqual([]);
  });
});

test.each([
  ['+44 7911 123456', 'GB'],
  ['0049 151 23456789', 'DE'],
  ['+1 202 555 0123', 'US'],
  ['+91 90000 00002', 'IN'],
  ['9000000002', 'IN'],
  ['+4', 'IN'],
])('the country of the number %s is %s', (typed, code) => {
  expect(countryOfNumber(typed, DOMESTIC, countries).code).toBe(code);
});
