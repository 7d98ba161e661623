import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { setFetch } from '#api/http.ts';
import { endSession, readItem } from '#api/tokens.ts';
import { allCountries } from '#domain/all-countries.ts';
import { type Country, DOMESTIC } from '#domain/countries.ts';
import { MINUTE, OTP_RESEND_SECONDS, OTP_TRIES, OTP_VALID_MINUTES } from '#domain/limits.ts';
import { accountMessages } from '#messages/accounts.ts';
import { commonMessages } from '#messages/common.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { $user, submitUserInfo, userInfoDraft, userInfoResolver } from '#stores/accounts.ts';
import { canStaySignedIn } from '#stores/arrival.ts';
import { rememberReturn } from '#stores/lib/return-path.ts';
import { takeNotices } from '#stores/notices.ts';
import { $secondsToResend, openOtp, otpResolver, resendCode, verifyCode } from '#stores/one-time-code.ts';
import { $userId, signOut } from '#stores/session.ts';
import { draftBegun, guessCountry, newDraft, requestCode, signInByPassword, signInResolver } from '#stores/sign-in.ts';

const house = await aHouseForStores();
const countries = allCountries();
const germany = countries.find(({ code }) => code === 'DE')!;
let count = 0;
const aNumber = () => `98765${String(++count).padStart(5, '0')}`;
const anAddress = () => `viewer${++count}@example.com`;
const said = () => takeNotices().map(({ text: words }) => words);
const ask = (screen: 'login' | 'register', mobileno: string) => requestCode.run(screen, { ...newDraft(), mobileno });
const askElsewhere = (screen: 'login' | 'register', emailId: string) =>
  requestCode.run(screen, { ...newDraft(), country: germany, mobileno: '15123456789', emailId });
const wait = (milliseconds: number) => house.clock.advance(milliseconds);
const codeAt = async (address: string) => {
  const { json } = await house.get(`/sandbox/inbox.json?to=${encodeURIComponent(address)}`);
  return /\d{6}/.exec(json[0]?.text ?? '')?.[0] ?? '';
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
/** Somebody who has been here before. */
async function aKnownNumber() {
  const mobile = aNumber();
  await house.aViewer({ mobile, firstLogin: false, mobileVerifiedAt: house.clock.now() });
  return mobile;
}

beforeEach(() => {
  takeNotices();
  house.online.value = true;
  [requestCode, signInByPassword, resendCode, verifyCode].forEach((task) => task.clear());
});

describe('what the forms refuse (spec §5)', () => {
  type Resolve = (values: never, context: undefined, options: never) => unknown;
  const errorsOf = async (resolver: unknown, values: object) => {
    const { errors } = (await (resolver as Resolve)(values as never, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    } as never)) as { errors: Record<string, { message: string }> };
    return Object.fromEntries(Object.entries(errors).map(([field, { message }]) => [field, message]));
  };
  const elsewhere = { country: germany, mobileno: '15123456789' };

  test.each<[string, object, Record<string, string>]>([
    ['no number', { mobileno: '' }, { mobileno: 'Mobile Number is required!' }],
    ['seven digits', { mobileno: '9000000' }, { mobileno: 'Mobile Number must be at least 8 digits' }],
    ['blanks for digits', { mobileno: '9 0 0 0 0 0' }, { mobileno: 'Mobile Number must be at least 8 digits' }],
    ['eight digits', { mobileno: '90000000' }, {}],
    ['no e-mail address at home', { mobileno: '9000000002', emailId: '' }, {}],
    ['no e-mail address elsewhere', { ...elsewhere }, { emailId: 'Email is required!' }],
    ['a word for an address', { ...elsewhere, emailId: 'meena' }, { emailId: 'Please enter a valid email address' }],
    [
      'an address without an ending',
      { ...elsewhere, emailId: 'meena@example' },
      { emailId: 'Please enter a valid email address' },
    ],
    ['digits of Devanagari', { mobileno: '९००००००००२' }, {}],
    ['an ending of six letters', { ...elsewhere, emailId: 'meena@example.cinema' }, {}],
    ['an address elsewhere', { ...elsewhere, emailId: 'meena.nair@example.co.in' }, {}],
    [
      'neither, elsewhere',
      { country: germany },
      { mobileno: 'Mobile Number is required!', emailId: 'Email is required!' },
    ],
    ['no password', { way: 'password', mobileno: '9000000002' }, { password: 'Password is required!' }],
    [
      'a password elsewhere, without a number',
      { way: 'password', country: germany, emailId: 'm@example.com', password: 'x' },
      {},
    ],
  ])('on /signup: %s', async (_, given, errors) =>
    expect(await errorsOf(signInResolver, { ...newDraft(), ...given })).toEqual(errors),
  );

  test.each([
    ['', 'OTP is required!'],
    ['12345', 'OTP Should be 6 Numbers'],
    ['12345a', 'OTP Should be 6 Numbers'],
    ['123456', undefined],
    ['४१७२९३', undefined],
    ['௪௧௭', 'OTP Should be 6 Numbers'],
  ])('on /otp: "%s"', async (otp, message) => expect((await errorsOf(otpResolver, { otp }))['otp']).toBe(message));

  const me = { firstName: 'Meena', lastName: 'Nair', emailId: 'meena@example.com', gender: 1 };
  test.each([
    [{ firstName: ' ' }, { firstName: 'First Name is required!' }],
    [{ lastName: '' }, { lastName: 'Last Name is required!' }],
    [{ emailId: '' }, { emailId: 'Email is required!' }],
    [{ emailId: 'meena@' }, { emailId: 'Please enter a valid email address' }],
    [{}, {}],
  ])('on /userinfo: %j', async (given, errors) =>
    expect(await errorsOf(userInfoResolver, { ...me, ...given })).toEqual(errors),
  );

  test('on /userinfo Male stands first', () => expect(userInfoDraft(null).gender).toBe(0));
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

  test.each([
    ['login', 'POST /api/auth/users/forgotpassword'],
    ['register', 'POST /api/auth/users/registerbyemail'],
  ] as const)('elsewhere by %s sends it to the address', async (screen, call) => {
    const address = anAddress();
    house.calls.length = 0;
    await askElsewhere(screen, address);
    expect(house.calls).toEqual([call]);
    expect(browser.visits).toEqual([`/otp/email/${encodeURIComponent(address)}`]);
    expect(await codeAt(address)).toMatch(/^\d{6}$/);
    expect([readItem('email'), readItem('mobileNumber')]).toEqual([address, '15123456789']);
  });

  test('twice within two minutes leads to where the first is waited for, and says so', async () => {
    const mobile = aNumber();
    await ask('login', mobile);
    said();
    wait(30_000);
    await ask('register', mobile);
    expect(said()).toEqual([text.tooManyCodes]);
    expect(browser.visits).toEqual([`/otp/mobile/${mobile}`, `/otp/mobile/${mobile}`]);
    const { at } = JSON.parse(browser.session.getItem('lastCode')!);
    expect(Math.round((Date.now() - at) / 1000)).toBe(30);
    expect(readItem('screen')).toBe('register');
  });

  test('too often in an hour tells how long to wait, and stays', async () => {
    const mobile = aNumber();
    for (let sent = 0; sent < 5; sent++) {
      await ask('login', mobile);
      wait(OTP_RESEND_SECONDS * 1000);
    }
    browser.visits.length = 0;
    setFetch(async () =>
      Response.json({ code: 'too_many', message: 'Enough' }, { status: 429, headers: { 'Retry-After': '3661' } }),
    );
    await ask('login', mobile);
    house.answer();
    expect(requestCode.$state.get().error).toBe(`Enough ${text.resendIn('1:01:01')}`);
    expect(browser.visits).toEqual([]);
  });

  test('without a connection says so and stays', async () => {
    house.online.value = false;
    await ask('login', aNumber());
    expect(requestCode.$state.get().error).toBe(commonMessages.offline);
    expect(browser.visits).toEqual([]);
  });
});

describe('a browser that stores nothing', () => {
  test.each(['forbidden', 'full'] as const)('is noticed when storage is %s', (how) => {
    expect(canStaySignedIn()).toBe(true);
    browser.blockStorage(how);
    expect(canStaySignedIn()).toBe(false);
  });

  test('is looked for without leaving anything there', () => {
    browser.local.clear();
    expect(canStaySignedIn()).toBe(true);
    expect(browser.local.length).toBe(0);
  });

  test.each(['forbidden', 'full'] as const)(
    'with storage %s gets no code, and a sentence that says what to do',
    async (how) => {
      browser.blockStorage(how);
      house.calls.length = 0;
      const mobile = aNumber();
      await ask('register', mobile);
      expect(requestCode.$state.get()).toEqual({ status: 'error', error: text.storageBlocked });
      expect([house.calls, browser.visits]).toEqual([[], []]);
      expect(await house.lastCodeFor(mobile)).toBe('');
    },
  );

  test('uses up no code and sends no password: the code is still good when storage is allowed', async () => {
    const mobile = await aKnownNumber();
    await ask('login', mobile);
    const code = await house.lastCodeFor(mobile);
    house.calls.length = 0;
    browser.blockStorage('full');
    await verifyCode.run(mobile, code);
    await resendCode.run({ by: 'mobile', userdetail: mobile });
    await signInByPassword.run({ ...newDraft(), way: 'password', mobileno: mobile, password: 'seven doors' });
    for (const { $state } of [verifyCode, resendCode, signInByPassword])
      expect($state.get().error).toBe(text.storageBlocked);
    expect(house.calls).toEqual([]);
    expect((await house.post('/api/auth/users/login', { body: { username: mobile, password: code } })).status).toBe(
      200,
    );
  });
});

describe('what was typed', () => {
  test('stands in the form again after Back from the page for the code', async () => {
    const mobile = aNumber();
    await ask('login', mobile);
    expect(draftBegun(countries)).toEqual({ ...newDraft(), mobileno: mobile });
    const address = anAddress();
    await askElsewhere('login', address);
    expect(draftBegun(countries)).toEqual({
      ...newDraft(),
      country: germany,
      mobileno: '15123456789',
      emailId: address,
    });
  });

  test('outlives the end of a session, and Sign out forgets it', async () => {
    const mobile = await aKnownNumber();
    await ask('login', mobile);
    await verifyCode.run(mobile, await house.lastCodeFor(mobile));
    endSession({ keepRememberMe: true });
    expect(draftBegun(countries).mobileno).toBe(mobile);
    wait(OTP_RESEND_SECONDS * 1000);
    await ask('login', mobile);
    await verifyCode.run(mobile, await house.lastCodeFor(mobile));
    await signOut();
    expect(draftBegun(countries)).toEqual(newDraft());
    expect(readItem('rememberMe')).toBeNull();
  });

  test.each(['yes', '{"country":"XX","countryCode":"0","mobileno":"1","emailId":""}'])(
    'is not made of what others stored: %s',
    (stored) => {
      browser.writtenElsewhere('rememberMe', stored);
      expect(draftBegun(countries)).toEqual(newDraft());
    },
  );

  test.each(['login', 'register'] as const)('elsewhere by %s is in the profile of the new account', async (screen) => {
    const address = anAddress();
    await askElsewhere(screen, address);
    await verifyCode.run(address, await codeAt(address));
    expect($user.get()).toMatchObject({ emailId: address, dialCode: '49', mobile: '15123456789' });
  });

  test('goes with RESEND too, when the first code is long over', async () => {
    const address = anAddress();
    await askElsewhere('login', address);
    wait(OTP_VALID_MINUTES * MINUTE + 1000);
    await resendCode.run({ by: 'email', userdetail: address });
    await verifyCode.run(address, await codeAt(address));
    expect($user.get()).toMatchObject({ emailId: address, dialCode: '49', mobile: '15123456789' });
  });

  test('goes with no code to another address', async () => {
    await askElsewhere('login', anAddress());
    const other = anAddress();
    await resendCode.run({ by: 'email', userdetail: other });
    await verifyCode.run(other, await codeAt(other));
    expect($user.get()).toMatchObject({ emailId: other, dialCode: null, mobile: null });
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
    const mobile = await signIn('login', await aKnownNumber());
    expect(said()).toEqual([text.otpVerified, text.loginSuccessful]);
    expect(browser.visits).toEqual(['/']);
    expect(readItem('userId')).toBe(String($userId.get()));
    expect(readItem('tempToken')).toBeNull();
    expect($user.get()?.mobile).toBe(mobile);
    expect(JSON.parse(readItem('user')!).data.mobile).toBe(mobile);
  });

  test('of an e-mail signs in the viewer of that address', async () => {
    const address = anAddress();
    await askElsewhere('register', address);
    browser.visits.length = 0;
    await verifyCode.run(address, await codeAt(address));
    expect(browser.visits).toEqual(['/userinfo']);
    expect($user.get()).toMatchObject({ emailId: address });
    expect(userInfoDraft($user.get()).emailId).toBe(address);
  });

  test('after Sign In leads back to the page that asked for it, once', async () => {
    rememberReturn('?next=/movies/ticket-booking/12');
    const mobile = await signIn('login', await aKnownNumber());
    expect(browser.visits).toEqual(['/movies/ticket-booking/12']);
    wait(OTP_RESEND_SECONDS * 1000);
    await signIn('login', mobile);
    expect(browser.visits).toEqual(['/']);
  });

  test('after Sign Up leads to the form about oneself, and from there back', async () => {
    rememberReturn('?next=/movies/ticket-booking/12');
    await signIn('register');
    expect(browser.visits).toEqual(['/userinfo']);
    said();
    house.calls.length = 0;
    await submitUserInfo.run({ firstName: 'Meena', lastName: 'Nair', emailId: 'meena@example.com', gender: 1 });
    expect(said()).toEqual([accountMessages.userInfoAdded]);
    expect(browser.visits).toEqual(['/userinfo', '/movies/ticket-booking/12']);
    expect($user.get()).toMatchObject({ firstName: 'Meena', gender: 1 });
    expect(house.calls.at(-1)).toBe('PUT /api/auth/users/updatefirstlogin');
  });

  test('by Sign In leads a new viewer to that form, and only the first time', async () => {
    const mobile = await signIn('login');
    expect(browser.visits).toEqual(['/userinfo']);
    await submitUserInfo.run({ firstName: 'Meena', lastName: 'Nair', emailId: anAddress(), gender: 1 });
    wait(OTP_RESEND_SECONDS * 1000);
    await signIn('login', mobile);
    expect(browser.visits).toEqual(['/']);
  });

  const refusals: [string, (mobile: string, code: string) => string | Promise<string>][] = [
    ['a wrong one', (_, code) => wrong(code)],
    ['an expired one', (_, code) => (wait(OTP_VALID_MINUTES * MINUTE + 1000), code)],
    [
      'one that a newer one has replaced',
      async (mobile, code) => {
        wait(OTP_RESEND_SECONDS * 1000);
        await ask('login', mobile);
        return code === (await house.lastCodeFor(mobile)) ? wrong(code) : code;
      },
    ],
    ['one that has signed in already', async (mobile, code) => (await verifyCode.run(mobile, code), code)],
    [
      'the right one after five wrong ones',
      async (mobile, code) => {
        for (let guess = 0; guess < OTP_TRIES; guess++) await verifyCode.run(mobile, wrong(code));
        return code;
      },
    ],
  ];
  test.each(refusals)('%s is refused in place and as a toast', async (_, prepare) => {
    const mobile = aNumber();
    await ask('login', mobile);
    const code = await prepare(mobile, await house.lastCodeFor(mobile));
    said();
    browser.local.clear();
    await verifyCode.run(mobile, code);
    expect(verifyCode.$state.get()).toEqual({ status: 'error', error: 'Please Enter Valid OTP Number' });
    expect(said()).toEqual(['Please Enter Valid OTP Number']);
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

describe('the password', () => {
  const PASSWORD = 'seven doors';
  const enter = (mobileno: string, password: string, country: Country = DOMESTIC, emailId = '') =>
    signInByPassword.run({ ...newDraft(), way: 'password', country, mobileno, emailId, password });

  async function aViewerWithPassword() {
    const mobile = await aKnownNumber();
    await ask('login', mobile);
    const { json } = await house.post('/api/auth/users/validatephoneotp', {
      body: { username: mobile, otp: await house.lastCodeFor(mobile) },
    });
    const body = { username: mobile, password: PASSWORD, confirmPassword: PASSWORD };
    const { status } = await house.post('/api/auth/users/resetpassword', { token: json.tempToken, body });
    expect(status).toBe(200);
    browser.local.clear();
    browser.visits.length = 0;
    said();
    return mobile;
  }

  test('that was set signs in without a code', async () => {
    const mobile = await aViewerWithPassword();
    rememberReturn('?next=/purchasehistory');
    house.calls.length = 0;
    await enter(mobile, PASSWORD);
    expect(said()).toEqual([text.loginSuccessful]);
    expect(browser.visits).toEqual(['/purchasehistory']);
    expect(house.calls).toEqual(['POST /api/auth/users/login', 'GET /api/auth/myprofile']);
  });

  test('that is wrong, and one of nobody, are refused in the same words', async () => {
    const mobile = await aViewerWithPassword();
    await enter(mobile, 'eight doors');
    expect(said()).toEqual(['Use valid credentials to login']);
    await enter(aNumber(), PASSWORD);
    expect(said()).toEqual(['Use valid credentials to login']);
    await enter('', PASSWORD, germany, anAddress());
    expect(said()).toEqual(['Use valid credentials to login']);
    expect(readItem('userToken')).toBeNull();
  });
});

test('an update of oneself that fails is said as the specification words it', async () => {
  await house.signIn();
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
    said();
    return { mobile, destination: openOtp()! };
  };

  test('appears 120 s after the code was sent, counted on through a reload', async () => {
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

  test('counts from the load where nothing can be kept', async () => {
    const { mobile } = await open();
    browser.session.clear();
    vi.resetModules();
    const reloaded = await import('#stores/one-time-code.ts');
    expect(reloaded.openOtp()).toEqual({ by: 'mobile', userdetail: mobile });
    expect(reloaded.$secondsToResend.get()).toBe(OTP_RESEND_SECONDS);
  });

  test('sends another code and counts from the start', async () => {
    const { mobile, destination } = await open();
    const first = await house.lastCodeFor(mobile);
    wait(OTP_RESEND_SECONDS * 1000);
    await resendCode.run(destination);
    expect(said()).toEqual(['OTP re-send Succesful']);
    expect(await house.lastCodeFor(mobile)).not.toBe(first);
  });

  test('sends another e-mail too', async () => {
    const address = anAddress();
    await askElsewhere('register', address);
    const first = await codeAt(address);
    browser.open(`/otp/email/${encodeURIComponent(address)}`);
    said();
    wait(OTP_RESEND_SECONDS * 1000);
    await resendCode.run(openOtp()!);
    expect(said()).toEqual(['OTP re-send Succesful']);
    expect(await codeAt(address)).not.toBe(first);
  });

  test("too soon takes over the server's own count", async () => {
    const { destination } = await open();
    wait(60_000);
    await resendCode.run(destination);
    expect(said()[0]).toContain(text.tooManyCodes);
    expect($secondsToResend.get()).toBe(60);
  });

  test('that fails is said as the specification words it', async () => {
    const { destination } = await open();
    wait(OTP_RESEND_SECONDS * 1000);
    await house.script({ provider: 'sms', next: 'error' });
    await resendCode.run(destination);
    expect(said()).toEqual(['Something went wrong please try again']);
  });
});

describe('the address of the page for the code', () => {
  test.each([
    ['/otp/mobile/9000000002', { by: 'mobile', userdetail: '9000000002' }],
    ['/otp/mobile/9000000002/', { by: 'mobile', userdetail: '9000000002' }],
    ['/otp/email/meena%40example.com', { by: 'email', userdetail: 'meena@example.com' }],
    ['/otp/email/ravi%2Bfilms%40gmail.com', { by: 'email', userdetail: 'ravi+films@gmail.com' }],
    ['/otp/email/meena@example.com', { by: 'email', userdetail: 'meena@example.com' }],
  ])('%s', (path, destination) => {
    browser.open(path);
    expect(openOtp()).toEqual(destination);
  });

  test.each(['/otp/mobile/nobody', '/otp/email/nobody', '/otp/email/%E0%A4%A', '/otp/mobile/12'])(
    '%s names nobody and leads back to sign-up',
    (path) => {
      browser.open(path);
      expect(openOtp()).toBeNull();
      expect(browser.visits).toEqual(['/signup']);
    },
  );
});

describe("the caller's country", () => {
  const answering = async (country: string | null) => {
    setFetch(async () => Response.json({ ip: '203.0.113.7', country }));
    const guess = await guessCountry(countries);
    house.answer();
    return guess;
  };

  test('is found in the list', async () => expect(await answering('DE')).toEqual(germany));
  test('may be unknown', async () => expect(await answering(null)).toBeNull());
  test('may be none of the list', async () => expect(await answering('AQ')).toBeNull());
  test('is not worth a word when the server is away', async () => {
    house.online.value = false;
    expect(await guessCountry(countries)).toBeNull();
    expect(said()).toEqual([]);
  });
});
