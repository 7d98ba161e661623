import type { APIRequestContext, Page } from '@playwright/test';
import { MINUTE } from '#domain/limits/durations.ts';
import { OTP_VALID_MINUTES } from '#domain/limits/session.ts';
import { accountMessages } from '#messages/accounts.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import {
  aMobile,
  codeFor,
  codeSentTo,
  expect,
  waitForNextPaint,
  failedLoadError,
  publicFilmHref,
  tabTo,
  test,
} from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { waitUntilSettled } from '../support/screens.ts';

const anEmail = () => `meena.${aMobile()}@example.com`;
const expectPath = (page: Page, path: string) =>
  expect(page).toHaveURL(new RegExp(`${path.replaceAll(/[/.?+]/g, String.raw`\$&`)}/?$`));
const expectHome = (page: Page) => expect(page).toHaveURL(/:\d+\/$/);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const country = (page: Page) => page.getByRole('button', { name: text.country });
const mobileField = (page: Page) => page.getByLabel(text.mobileNumber);
const alerts = (page: Page) => page.locator('main').getByRole('alert');
const codeField = (page: Page) => page.getByLabel(text.otpLabel);

/** The sixth digit sends the code. */
const enterCode = (page: Page, code: string) => codeField(page).fill(code);

/** A viewer who need not complete /userinfo, with an optional password, created by API. */
async function aViewer(request: APIRequestContext, password?: string) {
  const mobile = aMobile();
  const post = async (path: string, data: object, token = '') => {
    const response = await request.post(`/api/auth${path}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  await post('/users/registerbyphone', { mobileno: mobile, countryCode: '91' });
  const code = await codeFor(request, mobile);
  const { tempToken } = await post('/users/validatephoneotp', { username: mobile, otp: code });
  const session = await post('/users/login', { username: mobile, password: code });
  const headers = { authorization: `Bearer ${session.token}` };
  await request.put('/api/auth/users/updatefirstlogin', { data: {}, headers });
  if (password)
    await post(
      '/users/resetpassword',
      { username: mobile, password, confirmPassword: password },
      tempToken,
    );
  return { mobile };
}

test('a number typed key by key with its dial code gets the code itself, on a phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(href('signup'));
  const mobile = aMobile();
  const spaced = `${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  for (const typed of [
    `+91 ${spaced}`,
    `91${mobile}`,
    `0091${mobile}`,
    `0${mobile}`,
    `+91${mobile}`,
  ]) {
    await mobileField(page).fill('');
    await mobileField(page).pressSequentially(typed);
    await expect(mobileField(page), typed).toHaveValue(mobile);
    await expect(country(page)).toHaveText('India+91');
  }
  await mobileField(page).fill('');
  await mobileField(page).pressSequentially('+91 91234 56');
  await press(page, text.signUp);
  await expect(alerts(page).first()).toHaveText(text.mobileTooShort);
  await mobileField(page).fill('');
  await mobileField(page).pressSequentially('+44 7911 123456');
  await expect(country(page)).toHaveText('United Kingdom+44');
  await expect(mobileField(page)).toHaveValue('7911123456');
  await mobileField(page).fill('');
  await mobileField(page).pressSequentially(`+91${mobile}`);
  await press(page, text.signUp);
  await expectPath(page, href('otpMobile', { userdetail: mobile }));
  expect(await codeFor(request, mobile)).toMatch(/^\d{6}$/);
});

test('Sign Up with a number of +91 shows errors after the first attempt, and updates them with every edit', async ({
  page,
  request,
}) => {
  const mobile = aMobile();
  await page.goto(href('signup'));
  await expect(country(page)).toHaveText('India+91');
  await expect(page.getByLabel(text.email)).toHaveCount(0);
  await mobileField(page).fill('98a12-3');
  await expect(mobileField(page)).toHaveValue('98123');
  await expect(alerts(page)).toHaveCount(0);
  await press(page, text.signUp);
  await expect(alerts(page)).toHaveText('Mobile Number must be at least 8 digits');
  await mobileField(page).fill('');
  await expect(alerts(page)).toHaveText('Mobile Number is required!');
  await mobileField(page).fill('+44 7911 123456');
  await expect(country(page)).toHaveText('United Kingdom+44');
  await expect(mobileField(page)).toHaveValue('7911123456');
  await mobileField(page).fill(`+91 ${mobile}`);
  await expect(country(page)).toHaveText('India+91');
  await expect(mobileField(page)).toHaveValue(mobile);
  await expect(alerts(page)).toHaveCount(0);
  await press(page, text.signUp);

  await expectPath(page, href('otpMobile', { userdetail: mobile }));
  await expect(
    page.getByText('Please check your Mobile/Email ID for the Temporary Password'),
  ).toBeVisible();
  await enterCode(page, await codeFor(request, mobile));
  await expectPath(page, href('userInfo'));
  await expect(page.getByText('Login Successful')).toBeVisible();

  await expect(page.getByRole('radio', { name: accountMessages.male, exact: true })).toBeChecked();
  await press(page, accountMessages.submit);
  await expect(alerts(page)).toHaveText([
    'First Name is required!',
    'Last Name is required!',
    'Email is required!',
  ]);
  await page.getByLabel(accountMessages.firstName).fill('Meena');
  await page.getByLabel(accountMessages.lastName).fill('Nair');
  await page.getByLabel(accountMessages.email).fill('meena@');
  await expect(alerts(page)).toHaveText('Please enter a valid email address');
  await page.getByLabel(accountMessages.email).fill(anEmail());
  await press(page, accountMessages.submit);
  await expectHome(page);
  await expect(page.getByText('User Information added successfully')).toBeVisible();
});

test(
  'Sign Up in another country uses e-mail, and so does RESEND',
  { tag: '@phone' },
  async ({ page, request }) => {
    const email = anEmail();
    await page.goto(href('signup'));
    await country(page).click();
    await page.getByRole('combobox', { name: text.countrySearch }).fill('germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await expect(country(page)).toHaveText('Germany+49');
    await expect(country(page)).toBeFocused();
    await press(page, text.signUp);
    await expect(alerts(page)).toHaveText(['Mobile Number is required!', 'Email is required!']);
    await mobileField(page).fill('0151 23456789');
    await expect(mobileField(page)).toHaveValue('15123456789');
    await page.getByLabel(text.email).fill('meena');
    await expect(alerts(page)).toHaveText('Please enter a valid email address');
    await page.getByLabel(text.email).fill(email);
    await press(page, text.signUp);

    await expectPath(page, href('otpEmail', { userdetail: email }));
    await expect(page.getByText(email)).toBeVisible();
    await enterCode(page, await codeSentTo(request, email));
    await expectPath(page, href('userInfo'));
    await expect(page.getByLabel(accountMessages.email)).toHaveValue(email);
    await page.getByLabel(accountMessages.firstName).fill('Meena');
    await page.getByLabel(accountMessages.lastName).fill('Nair');
    await press(page, accountMessages.submit);
    await expectHome(page);
    expect(
      await page.evaluate(() => ['email', 'screen'].map((key) => localStorage.getItem(key))),
    ).toEqual([email, 'register']);
  },
);

test('Sign In leads a known viewer to the requested page', async ({ page, request, films }) => {
  const { mobile } = await aViewer(request, 'seven doors');
  const movie = films.paid[3]!;
  await page.goto(publicFilmHref(movie));
  await page
    .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
    .locator('visible=true')
    .click();
  await press(page, text.withPassword);
  await press(page, text.signIn);
  await expect(alerts(page)).toHaveText(['Mobile Number is required!', 'Password is required!']);
  await mobileField(page).fill(mobile);
  await page.getByLabel(text.password).fill('seven doors');
  await press(page, text.signIn);
  await expectPath(page, href('ticketBooking', { movie_id: movie.movieId }));
});

test(
  'a wrong password is refused, and a code can be requested instead',
  { tag: '@deep' },
  async ({ page, request, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(401), failedLoadError(429));
    const { mobile } = await aViewer(request, 'seven doors');
    await page.goto(href('signup'));
    await press(page, text.withPassword);
    await mobileField(page).fill(mobile);
    await page.getByLabel(text.password).fill('eight doors');
    await page.keyboard.press('Enter');
    await expect(alerts(page)).toHaveText('Use valid credentials to login');
    await press(page, text.withCode);
    await expect(alerts(page)).toHaveCount(0);
    await expect(mobileField(page)).toHaveValue(mobile);
    await press(page, text.signIn); // within two minutes of the last code: opens the code page
    await expectPath(page, href('otpMobile', { userdetail: mobile }));
    await expect(page.getByText(/^You can ask for a new code in [12]:\d\d\.$/)).toBeVisible();
  },
);

test(
  'a code signs in only once',
  { tag: '@deep' },
  async ({ page, request, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(422));
    const mobile = aMobile();
    await page.goto(href('signup'));
    await mobileField(page).fill(mobile);
    await press(page, text.signIn);
    await expectPath(page, href('otpMobile', { userdetail: mobile }));
    const code = await codeFor(request, mobile);
    const used = await request.post('/api/auth/users/login', {
      data: { username: mobile, password: code },
    });
    expect(used.status()).toBe(200);
    await enterCode(page, code);
    await expect(alerts(page)).toHaveText('Please Enter Valid OTP Number');
    await expect(page.getByText(text.codeHint)).toBeVisible();
    await codeField(page).fill('1');
    await expect(alerts(page)).toHaveText('OTP Should be 6 Numbers');
  },
);

test('a code that a password manager wrote without an event is sent', async ({ page, request }) => {
  const mobile = aMobile();
  await page.goto(href('signup'));
  await mobileField(page).evaluate(
    (field: HTMLInputElement, number) => void (field.value = number),
    mobile,
  );
  await press(page, text.signUp);
  await expectPath(page, href('otpMobile', { userdetail: mobile }));
  const code = await codeFor(request, mobile);
  await codeField(page).evaluate(
    (field: HTMLInputElement, digits) => void (field.value = digits),
    code,
  );
  await press(page, text.joinNow);
  await expectPath(page, href('userInfo'));
});

test('a code can be pasted with a space, and the wait for RESEND survives a reload', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(422));
  const mobile = aMobile();
  await page.goto(href('signup'));
  await mobileField(page).fill(mobile);
  await press(page, text.signIn);
  await expectPath(page, href('otpMobile', { userdetail: mobile }));
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '417 293');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
    );
    document.execCommand('insertText', false, '417 293');
  });
  await expect(codeField(page)).toHaveValue('417293');
  await expect(alerts(page)).toHaveText('Please Enter Valid OTP Number');

  const secondsLeft = async () => {
    const countdown = await page.getByText(/^You can ask for a new code in/).innerText();
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec(countdown)!;
    return Number(minutes) * 60 + Number(seconds);
  };
  const before = await secondsLeft();
  expect(before).toBeGreaterThan(60);
  await expect.poll(secondsLeft).toBeLessThan(before);
  await page.reload();
  const after = await secondsLeft();
  expect(after).toBeLessThan(before);
  expect(after).toBeGreaterThan(before - 60);
  await expect(page.getByRole('button', { name: text.resend })).toHaveCount(0);
});

test(
  'a code that is ten minutes old is refused; RESEND after two minutes sends another',
  { tag: '@deep' },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(422));
    await page.clock.install();
    await withInProcessServer(context, async (server) => {
      const mobile = aMobile();
      const newestCode = async () => {
        const { json } = await server.get(`/sandbox/inbox.json?to=91${mobile}`);
        return /\d{6}/.exec(json[0].text)![0];
      };
      /** Moves the clock of the browser and of the server. */
      const wait = async (minutes: number) => {
        server.clock.advance(minutes * MINUTE);
        await page.clock.fastForward(minutes * MINUTE);
      };
      await page.goto(href('signup'));
      await mobileField(page).fill(mobile);
      await press(page, text.signUp);
      await expectPath(page, href('otpMobile', { userdetail: mobile }));
      const first = await newestCode();
      await expect(page.getByRole('button', { name: text.resend })).toHaveCount(0);
      await wait(1.5);
      await page.reload();
      await expect(page.getByText(/^You can ask for a new code in 0:[23]\d\.$/)).toBeVisible();
      await wait(OTP_VALID_MINUTES);
      await enterCode(page, first);
      await expect(alerts(page)).toHaveText('Please Enter Valid OTP Number');

      await press(page, 'RESEND');
      await expect(page.getByText('OTP re-send Succesful')).toBeVisible();
      await expect(page.getByRole('button', { name: text.resend })).toHaveCount(0);
      await enterCode(page, await newestCode());
      await expectPath(page, href('userInfo'));
    });
  },
);

test('a code is read from its SMS if the browser can, until the viewer leaves the page', async ({
  page,
  request,
}) => {
  const mobile = aMobile();
  await page.exposeFunction('codeOfSms', () => codeFor(request, mobile));
  await page.addInitScript(() => {
    Object.assign(globalThis, { OTPCredential: true });
    const get = async ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => sessionStorage.setItem('aborted', 'yes'));
      if (location.hash === '#never') return new Promise(() => undefined);
      return {
        code: await (globalThis as unknown as { codeOfSms: () => Promise<string> }).codeOfSms(),
      };
    };
    Object.defineProperty(navigator, 'credentials', { value: { get } });
  });
  await page.goto(`${href('otpMobile', { userdetail: mobile })}#never`);
  await codeField(page).waitFor();
  await page.getByRole('link', { name: text.changeDestination }).click();
  await expectPath(page, href('signup'));
  expect(await page.evaluate(() => sessionStorage.getItem('aborted'))).toBe('yes');

  await mobileField(page).fill(mobile);
  await press(page, text.signUp);
  await expectPath(page, href('userInfo'));
});

test.describe('the country', () => {
  const setGeoCountry = (page: Page, code: string, when = Promise.resolve()) =>
    page.route('**/api/ott/public/geo', async (route) => {
      await when;
      await route.fulfill({ json: { ip: '203.0.113.7', country: code } }).catch(() => undefined);
    });

  test('is the viewer’s, if it is known', async ({ page }) => {
    await setGeoCountry(page, 'DE');
    await page.goto(href('signup'));
    await expect(country(page)).toHaveText('Germany+49');
    await expect(page.getByLabel(text.email)).toBeVisible();
  });

  test('does not change once the viewer has used the form', { tag: '@deep' }, async ({ page }) => {
    let sendReply = () => {};
    await setGeoCountry(page, 'DE', new Promise<void>((resolve) => (sendReply = resolve)));
    const geoRequest = page.waitForRequest('**/api/ott/public/geo');
    const late = page.waitForResponse('**/api/ott/public/geo');
    await page.goto(href('signup'));
    await geoRequest;
    await mobileField(page).click();
    sendReply();
    await (await late).finished();
    await waitForNextPaint(page);
    await expect(country(page)).toHaveText('India+91');
  });

  test(
    'is found by name, dial code and ISO code, with the keyboard',
    { tag: '@deep' },
    async ({ page, isMobile }) => {
      test.skip(isMobile, 'phones have no keyboard');
      await page.goto(href('signup'));
      const search = page.getByRole('combobox', { name: text.countrySearch });
      await country(page).focus();
      await page.keyboard.press('ArrowDown');
      await expect(search).toBeFocused();
      const active = page.locator('[role=option][data-active]');
      await expect(active).toHaveText('India+91');
      await expect(active).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowDown');
      await expect(active).toHaveText('Indonesia+62');
      await expect(search).toHaveAttribute(
        'aria-activedescendant',
        (await active.getAttribute('id'))!,
      );
      await page.keyboard.press('Escape');
      await expect(search).toHaveCount(0);
      await expect(country(page)).toBeFocused();
      for (const [typed, found] of [
        ['brazil', 'Brazil+55'],
        ['+971', 'United Arab Emirates+971'],
        ['jp', 'Japan+81'],
      ]) {
        await page.keyboard.type(typed!);
        await page.keyboard.press('Enter');
        await expect(country(page)).toHaveText(found!);
        await expect(country(page)).toBeFocused();
      }
      await page.keyboard.type('atlantis');
      await expect(page.getByText(text.noCountry)).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(search).toHaveCount(0);
      await expect(country(page)).toHaveText('Japan+81');
    },
  );
});

test(
  'an account is created with the keyboard alone',
  { tag: '@deep' },
  async ({ page, request, isMobile }) => {
    test.skip(isMobile, 'phones have no keyboard');
    const email = anEmail();
    await page.goto(href('signup'));
    await country(page).waitFor();
    await tabTo(page, country(page));
    await page.keyboard.type('france');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(mobileField(page)).toBeFocused();
    await page.keyboard.type('612345678');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(text.email)).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expectPath(page, href('otpEmail', { userdetail: email }));
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(await codeSentTo(request, email));
    await expectPath(page, href('userInfo'));
    await expect(page.getByLabel(accountMessages.firstName)).toBeFocused();
    await page.keyboard.type('Meena');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Nair');
    await tabTo(page, page.getByRole('radio', { name: accountMessages.male, exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: accountMessages.female })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: accountMessages.submit }));
    await page.keyboard.press('Enter');
    await expectHome(page);
  },
);

const STATES: [string, (page: Page) => Promise<void>][] = [
  [
    'with its errors',
    async (page) => {
      await page.goto(href('signup'));
      await press(page, text.signUp);
    },
  ],
  [
    'with the list of countries',
    async (page) => {
      await page.goto(href('signup'));
      await country(page).click();
    },
  ],
  [
    'in another country',
    async (page) => {
      await page.goto(href('signup'));
      await country(page).click();
      await page.keyboard.type('uae');
      await page.keyboard.press('Enter');
    },
  ],
  [
    'with a password',
    async (page) => {
      await page.goto(href('signup'));
      await press(page, text.withPassword);
    },
  ],
  [
    'waiting for an e-mail',
    async (page) => void (await page.goto(href('otpEmail', { userdetail: 'm@example.com' }))),
  ],
  [
    'with a code that is too short',
    async (page) => {
      await page.goto(href('otpMobile', { userdetail: '9812345678' }));
      await enterCode(page, '123');
      await press(page, text.joinNow);
    },
  ],
];
const STATE_TAGS: Record<string, string[]> = {
  'with its errors': [],
  'with the list of countries': ['@phone'],
};
for (const [state, open] of STATES)
  test(
    `sign-up ${state} is accessible and does not overflow`,
    { tag: STATE_TAGS[state] ?? ['@deep'] },
    async ({ page, isMobile }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const [narrow, wide] = isMobile ? [320, 390] : [768, 1440];
      await page.setViewportSize({ width: narrow!, height: 844 });
      await open(page);
      await waitUntilSettled(page);
      for (const width of [narrow!, wide!]) {
        await page.setViewportSize({ width, height: 844 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${width} px`,
        ).toBeLessThanOrEqual(width);
      }
      await expectAccessible(page);
    },
  );
