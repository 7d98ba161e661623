import { authSentences } from '#messages/refusals/auth.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { accountMessages } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { historyMessages } from '#messages/history.ts';
import { layoutMessages } from '#messages/layout.ts';
import { sessionMessages } from '#messages/session.ts';
import { href, type RouteName, routes } from '#routes.ts';
import {
  aMobile,
  codeFor,
  expect,
  waitForNetworkIdle,
  failedLoadError,
  publicFilmHref,
  test,
  waitForNextPaint,
} from '../support/browser.ts';
import { waitUntil } from '../support/server-process.ts';

const samplePathOf = (name: RouteName) => routes[name].path.replace(/\{\w+\}/g, '1');
const routesWithAccess = (access: string) =>
  (Object.keys(routes) as RouteName[]).filter((name) => routes[name].access === access);

test('a visitor is sent home from every page of a viewer', { tag: '@deep' }, async ({ page }) => {
  for (const name of [...routesWithAccess('member'), ...routesWithAccess('producer')]) {
    await page.goto(samplePathOf(name), { waitUntil: 'commit' });
    await expect(page, name).toHaveURL(/:\d+\/$/);
  }
});

test(
  'a viewer is sent home from the pages of guests and producers',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    for (const name of [...routesWithAccess('guest'), ...routesWithAccess('producer')]) {
      await page.goto(samplePathOf(name), { waitUntil: 'commit' });
      await expect(page, name).toHaveURL(/:\d+\/$/);
    }
  },
);

test('a guarded page says why home opened, and signing in leads to that page', async ({
  page,
  request,
}) => {
  // The notice may be gone when the home page has loaded all its pictures.
  await page.goto(href('purchasedOrder', { order_id: 7 }), { waitUntil: 'commit' });
  await expect(page.getByText(layoutMessages.signInTo.purchasedOrder)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.getByRole('link', { name: catalogueMessages.submitYourFilm }).click();
  await expect(page.getByText(layoutMessages.signInTo.submitFilm)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);

  await page.getByRole('link', { name: sessionMessages.signIn, exact: false }).first().click();
  await expect(page).toHaveURL(/next=/);
  await page.reload();
  const mobile = aMobile();
  await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
  await page.getByRole('button', { name: sessionMessages.signIn, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(href('otpMobile', { userdetail: mobile })));
  await page.getByLabel(sessionMessages.otpLabel).fill(await codeFor(request, mobile));
  await expect(page).toHaveURL(new RegExp(`${href('submitFilm')}/?$`));
});

test('a page that is open when the session ends is opened by the next sign-in', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(403));
  const { token } = await signIn();
  await page.goto(href('profileSettings'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The server refuses both tokens from now on.
  await page.evaluate((stale) => {
    localStorage.setItem('userToken', `${stale}x`);
    localStorage.setItem('refreshToken', 'gone');
  }, token);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText(layoutMessages.signInToPage)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto(href('signup'));
  await expect(page).toHaveURL(new RegExp(`next=${encodeURIComponent(href('profileSettings'))}`));
});

test('a viewer who is no producer reads why the home page opened', async ({ page, signIn }) => {
  await signIn();
  await page.goto(href('producerChannels'), { waitUntil: 'commit' });
  await expect(page.getByText(layoutMessages.producersOnly)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('on a phone, notices leave the page’s title free and do not follow to another page', async ({
  page,
  signIn,
  films,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(href('editProfile'));
  await page.getByLabel(accountMessages.name, { exact: true }).fill('Meena');
  await page.getByRole('button', { name: accountMessages.update, exact: true }).click();
  const toast = page.locator('.toast');
  await expect(toast).toHaveText(accountMessages.profileUpdated);
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  await expect
    .poll(async () => (await toast.boundingBox())!.y)
    .toBeGreaterThan(title!.y + title!.height);

  await page.goto(href('ticketBooking', { movie_id: films.paid[0]!.movieId }));
  await page
    .getByRole('button', { name: bookingMessages.continue })
    .locator('visible=true')
    .click();
  await expect(toast.filter({ hasText: bookingMessages.chooseDateAndTime })).toBeVisible();
  await page.goto(href('aboutUs'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('notices'))).toBeNull();
  await expect(toast).toHaveCount(0);
});

test('a shared link leads a viewer to the film’s details', async ({ page, signIn, films }) => {
  const movie = films.paid[7]!;
  await signIn();
  await page.goto(publicFilmHref(movie));
  await expect(page).toHaveURL(
    new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
});

test(
  'a wrong code shows an error at the field, and the right one still signs in',
  { tag: '@deep' },
  async ({ page, request, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(422));
    const mobile = aMobile();
    await page.goto(href('signup'));
    await page.getByRole('button', { name: sessionMessages.signUp }).click();
    await expect(page.getByText(sessionMessages.mobileRequired)).toBeVisible();
    await page.getByLabel(sessionMessages.mobileNumber).fill('98123');
    await expect(page.getByText(sessionMessages.mobileTooShort)).toBeVisible();
    await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
    await page.getByRole('button', { name: sessionMessages.signIn }).click();
    await expect(page).toHaveURL(new RegExp(href('otpMobile', { userdetail: mobile })));

    const code = await codeFor(request, mobile);
    await page.getByRole('button', { name: sessionMessages.joinNow }).click();
    await expect(page.getByText(sessionMessages.otpRequired)).toBeVisible();
    await page.getByLabel(sessionMessages.otpLabel).fill('12345');
    await expect(page.getByText(sessionMessages.otpTooShort)).toBeVisible();
    await page.getByLabel(sessionMessages.otpLabel).fill(code === '000000' ? '000001' : '000000');
    await expect(page.getByText(authSentences.otp_invalid).first()).toBeVisible();

    await page.getByLabel(sessionMessages.otpLabel).fill(code);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'member');
  },
);

test('Sign out deletes all stored data and goes home', async ({ page, signIn }) => {
  await signIn();
  await page.goto(href('profile'));
  // A request that is under way when the session ends fails with 403.
  await waitForNetworkIdle(page);
  await page.getByRole('button', { name: sessionMessages.signOut }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(
    await page.evaluate(() =>
      ['userToken', 'refreshToken', 'userId', 'user', 'mobileNumber'].filter((key) =>
        localStorage.getItem(key),
      ),
    ),
  ).toEqual([]);
});

test('an expired token is renewed silently; a token that cannot be renewed ends the session', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(403));
  await signIn();
  await page.evaluate(() => localStorage.setItem('userToken', 'a.b.c'));
  await page.goto(href('purchaseHistory'));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('userToken')?.length ?? 0))
    .toBeGreaterThan(20);
  await expect(page).toHaveURL(new RegExp(href('purchaseHistory')));

  await page.evaluate(() => {
    localStorage.setItem('userToken', 'a.b.c');
    localStorage.setItem('refreshToken', 'nobody’s');
    localStorage.setItem('rememberMe', 'yes');
  });
  await page.reload();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(
    await page.evaluate(() => [
      localStorage.getItem('userToken'),
      localStorage.getItem('rememberMe'),
    ]),
  ).toEqual([null, 'yes']);
});

test.describe('no frame shows the wrong page', () => {
  const MARKED_COLOUR = '#ff00ff';

  const QUIET_MS = 150;

  /**
   * Paints the content of one page in a colour that no other page has. The background and the logo, which stand before the guard's
   * script and are the same on every page, may be painted before it runs.
   */
  const paintMarked = (page: Page, path: string) =>
    page.route(
      ({ pathname }) => pathname === path,
      async (route) => {
        const response = await route.fetch();
        const html = (await response.text())
          .replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '')
          .replace(
            '<head>',
            `<head><style>main,main *{background:${MARKED_COLOUR}!important}</style>`,
          );
        await route.fulfill({ response, body: html });
      },
    );

  /** Records the frames during `act`: the number of all frames and of frames in the marked colour. */
  async function recordFrames(page: Page, act: () => Promise<void>) {
    const frames: Buffer[] = [];
    let newestAt = performance.now();
    const session = await page.context().newCDPSession(page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      frames.push(Buffer.from(data, 'base64'));
      newestAt = performance.now();
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    await act();
    await waitUntil(
      'the last frame arrives',
      async () => frames.length > 0 && performance.now() - newestAt > QUIET_MS,
    );
    await session.send('Page.stopScreencast');
    const marked = await Promise.all(frames.map(isMarked));
    return { frames: frames.length, marked: marked.filter(Boolean).length };
  }

  async function isMarked(png: Buffer) {
    const { data, info } = await sharp(png)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    let count = 0;
    for (let at = 0; at < data.length; at += info.channels)
      if (data[at]! > 240 && data[at + 1]! < 15 && data[at + 2]! > 240) count++;
    return count > 50;
  }

  for (const name of ['profile', 'purchaseHistory', 'userInfo', 'producerChannels'] as const)
    test(
      `a visitor who opens ${name} sees home`,
      { tag: name === 'profile' ? [] : ['@deep'] },
      async ({ page }) => {
        await paintMarked(page, href(name));
        await page.goto(href('aboutUs'));
        const seen = await recordFrames(page, async () => {
          await page.goto(href(name));
          await expect(page).toHaveURL(/:\d+\/$/);
        });
        expect(seen.frames).toBeGreaterThan(0);
        expect(seen.marked).toBe(0);
      },
    );

  for (const path of [
    href('signup'),
    href('otpMobile', { userdetail: '9812345678' }),
    href('otpEmail', { userdetail: 'm@example.com' }),
  ])
    test(
      `a viewer who opens ${path} sees home`,
      { tag: path === href('signup') ? [] : ['@deep'] },
      async ({ page, signIn }) => {
        await signIn();
        await paintMarked(page, path);
        await page.goto(href('aboutUs'));
        const seen = await recordFrames(page, async () => {
          await page.goto(path);
          await expect(page).toHaveURL(/:\d+\/$/);
        });
        expect(seen.frames).toBeGreaterThan(0);
        expect(seen.marked).toBe(0);
      },
    );

  test('a viewer who opens a film’s public page sees its details', async ({
    page,
    signIn,
    films,
  }) => {
    await signIn();
    const movie = films.paid[5]!;
    await paintMarked(page, publicFilmHref(movie));
    await page.goto(href('aboutUs'));
    const seen = await recordFrames(page, async () => {
      await page.goto(publicFilmHref(movie));
      await expect(page).toHaveURL(
        new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`),
      );
    });
    expect(seen.frames).toBeGreaterThan(0);
    expect(seen.marked).toBe(0);
  });

  test('the frame recorder detects a wrong page', async ({ page }) => {
    await paintMarked(page, href('signup'));
    await page.goto(href('aboutUs'));
    const seen = await recordFrames(page, async () => {
      await page.goto(href('signup'));
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      // On a busy machine, the frame comes later than the page.
      await waitForNextPaint(page);
    });
    expect(seen.marked).toBeGreaterThan(0);
  });

  test(
    'Back to a guest page after signing in does not show it',
    { tag: '@deep' },
    async ({ page, signIn }) => {
      await signIn();
      const tokens = await page.evaluate(() => ({ ...localStorage }));
      await page.evaluate(() => localStorage.clear());
      await paintMarked(page, href('signup'));
      await page.goto(href('aboutUs'));
      await page.goto(href('signup'));
      await page.evaluate(
        (items) =>
          Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
        tokens,
      );
      await page.goto(href('termsAndConditions'));
      const seen = await recordFrames(page, async () => {
        await page.goBack({ waitUntil: 'commit' });
        await expect(page).toHaveURL(/:\d+\/$/);
      });
      expect(seen.marked).toBe(0);
    },
  );
});

test.describe('a page restored by Back', () => {
  /** Simulates the back/forward cache, which browsers disable under automation. */
  const dispatchPageEvent = (page: Page, type: 'pagehide' | 'pageshow') =>
    page.evaluate(
      (name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
      type,
    );
  const replaceLocalStorage = (page: Page, items: Record<string, string>) =>
    page.evaluate((entries) => {
      localStorage.clear();
      Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value));
    }, items);

  for (const name of ['upcoming', 'purchaseHistory'] as const)
    test(
      `shows no data of another viewer: ${name}`,
      { tag: name === 'upcoming' ? ['@deep'] : [] },
      async ({ page, signIn, aTicket, films }) => {
        await signIn();
        const otherItems = await page.evaluate(() => ({ ...localStorage }));
        await aTicket(await signIn(), films.paid[2]!);
        await page.goto(href(name));
        const ticket = page
          .getByRole('main')
          .locator(
            `a[href^="${href('purchasedOrder', { order_id: 1 }).slice(0, -1)}"]:not([href$="#watch"])`,
          );
        await expect(ticket).toBeVisible();

        await dispatchPageEvent(page, 'pagehide');
        await expect(ticket).toBeHidden();
        await dispatchPageEvent(page, 'pageshow');
        await expect(ticket).toBeVisible();

        await dispatchPageEvent(page, 'pagehide');
        await replaceLocalStorage(page, otherItems);
        const [again] = await Promise.all([
          page.waitForEvent('load'),
          dispatchPageEvent(page, 'pageshow'),
        ]);
        await expect(again.locator('html')).toHaveAttribute('data-session', 'member');
        await waitForNetworkIdle(page);
        await expect(ticket).toHaveCount(0);
      },
    );
});

test.describe('two tabs', () => {
  const REFRESH = '/api/auth/users/generatetoken';

  for (const which of ['with', 'without'])
    test(
      `share one token refresh, ${which} the browser’s locks`,
      { tag: which === 'with' ? [] : ['@deep'] },
      async ({ page, context, signIn, allowConsoleErrors }) => {
        allowConsoleErrors(failedLoadError(403));
        await signIn();
        if (which === 'without')
          await context.addInitScript(() =>
            Object.defineProperty(navigator, 'locks', { value: undefined }),
          );
        const refreshes: string[] = [];
        context.on(
          'request',
          (request) => request.url().includes(REFRESH) && refreshes.push(request.url()),
        );
        const otherTab = await context.newPage();
        await page.evaluate(() => localStorage.setItem('userToken', 'a.b.c'));
        await Promise.all([page.goto(href('profile')), otherTab.goto(href('purchaseHistory'))]);
        await expect(page.getByRole('button', { name: sessionMessages.signOut })).toBeVisible();
        await expect(otherTab).toHaveURL(new RegExp(href('purchaseHistory')));
        await expect
          .poll(() => otherTab.evaluate(() => localStorage.getItem('userToken')?.length ?? 0))
          .toBeGreaterThan(20);
        await waitForNetworkIdle(page);
        expect(refreshes).toHaveLength(1);
        await expect(page).toHaveURL(new RegExp(href('profile')));
      },
    );

  test('sign out together at once', async ({ page, context, signIn }) => {
    await signIn();
    const [memberPage, publicPage] = [await context.newPage(), await context.newPage()];
    await memberPage.goto(href('purchaseHistory'));
    await publicPage.goto(href('aboutUs'));
    await expect(publicPage.locator('html')).toHaveAttribute('data-session', 'member');
    await page.goto(href('profile'));
    await page.getByRole('button', { name: sessionMessages.signOut }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(memberPage).toHaveURL(/:\d+\/$/, { timeout: 1000 });
    await expect(publicPage.locator('html')).toHaveAttribute('data-session', 'guest', {
      timeout: 1000,
    });
    await expect(publicPage).toHaveURL(new RegExp(href('aboutUs')));
  });

  test(
    'sign out together also on public pages, which remove private content',
    { tag: '@deep' },
    async ({ page, context, signIn, aTicket, films }) => {
      await aTicket(await signIn(), films.paid[2]!);
      const otherTab = await context.newPage();
      await otherTab.goto(href('upcoming'));
      const tickets = otherTab.locator('section', { hasText: historyMessages.yourTickets }).last();
      await expect(tickets).toBeVisible();
      await page.goto(href('profile'));
      await page.getByRole('button', { name: sessionMessages.signOut }).click();
      await expect(tickets).toHaveCount(0);
      await expect(otherTab).toHaveURL(new RegExp(href('upcoming')));
      await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();
    },
  );

  test(
    'sign in together: a guest page follows a sign-in in the other tab',
    { tag: '@deep' },
    async ({ page, context, signIn }) => {
      const guestPage = await context.newPage();
      await guestPage.goto(href('signup'));
      await signIn();
      await expect(guestPage).toHaveURL(/:\d+\/$/, { timeout: 2000 });
      expect(page.url()).toContain('signing-in');
    },
  );
});

test('only a producer sees the dashboard link', async ({ page, signIn }) => {
  const dashboard = page.getByRole('link', { name: layoutMessages.dashboard });
  await page.goto(href('aboutUs'));
  await expect(dashboard).toBeHidden();
  await signIn();
  await page.goto(href('aboutUs'));
  await expect(page.getByRole('link', { name: accountMessages.myProfile })).toBeVisible();
  await expect(dashboard).toBeHidden();
  // The display follows the token's claims; permissions do not.
  const claims = Buffer.from(JSON.stringify({ sub: '1', roles: ['Producer'], exp: 1 })).toString(
    'base64url',
  );
  await page.evaluate((token) => localStorage.setItem('userToken', token), `e30.${claims}.x`);
  await page.reload();
  await expect(dashboard).toBeVisible();
});
