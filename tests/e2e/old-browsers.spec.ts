import { writeFileSync } from 'node:fs';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { accountMessages } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { paymentMessages } from '#messages/payments.ts';
import { playbackMessages } from '#messages/playback.ts';
import { reviewMessages } from '#messages/reviews.ts';
import { sessionMessages } from '#messages/session.ts';
import { televisionCodeMessages as phoneText } from '#messages/television-code.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { giveFilmPath, href, televisionFilmPath } from '#routes.ts';
import {
  aMobile,
  codeFor,
  expect,
  failedLoadError,
  publicFilmHref,
  test,
  waitForNetworkIdle,
} from '../support/browser.ts';
import { openOldChromium } from '../support/old-browsers/chromium.ts';
import { downloadChromium, OLD_CHROMIUMS } from '../support/old-browsers/download.ts';
import { hasFirefox, openFirefox } from '../support/old-browsers/firefox.ts';
import type { BrowserPage } from '../support/old-browsers/page.ts';
import { hasWebKit, openWebKit } from '../support/old-browsers/webkit.ts';
import { aWorkerServer, startViewerSession, withSite } from '../support/in-process-server.ts';
import { expectPlayback, openFilm, watchFilm } from '../support/player-page.ts';
import { addOrderHistory, aProducer, aSoldFilm } from '../support/producer-fixture.ts';

/** A colour that only a style sheet gives, no part wider than the page, no icon without its size, and none at its text. */
const LAYOUT = `({
  background: getComputedStyle(document.body).backgroundColor,
  // A phone shows a page that is too wide smaller, so innerWidth grows.
  width: Math.max(document.documentElement.scrollWidth, innerWidth),
  wide: [].filter.call(document.querySelectorAll('body *'), function (element) {
    return element.getBoundingClientRect().right > screen.width + 1;
  }).slice(0, 3).map(function (element) { return element.outerHTML.slice(0, 150); }),
  touching: [].filter.call(document.querySelectorAll('svg'), function (icon) {
    var text = icon.nextSibling;
    if (!text || text.nodeType !== 3 || !text.data.trim() || !icon.getClientRects().length) return false;
    var range = document.createRange();
    range.selectNode(text);
    return range.getBoundingClientRect().left - icon.getBoundingClientRect().right < 2;
  }).map(function (icon) { return icon.parentNode.outerHTML.slice(0, 150); }),
  icons: Math.max.apply(null, [0].concat([].map.call(document.querySelectorAll('svg:not([class*=chart]):not([class*=qr])'), function (icon) {
    return Math.min(icon.getBoundingClientRect().width, icon.getBoundingClientRect().height);
  }))),
})`;
const MAX_ICON_PX = 160;
/** The page is complete, and its text has not changed for half a second: a skeleton is only shown after a delay. */
const DRAWN = `document.body && document.readyState === 'complete' &&
  !document.querySelector('.skeleton, [data-skeleton], astro-island[ssr][client="load"], astro-island[ssr][client="only"]') &&
  (function (text) {
    if (text !== window.shownText) window.textChangedAt = performance.now();
    window.shownText = text;
    return text && performance.now() - window.textChangedAt > 500;
  })(document.querySelector('main').innerText.trim())`;
/** The windows of WebKitGTK's browser are not narrower. */
const NARROWEST_WEBKIT = 450;
const BROWSERS = [
  ...Object.keys(OLD_CHROMIUMS).map((version) => ({
    name: `Chromium ${version}`,
    start: async () => openOldChromium(await downloadChromium(version)),
    missing: '',
    phoneWidth: 390,
  })),
  {
    name: 'Firefox',
    start: openFirefox,
    missing: hasFirefox() ? '' : 'apt-get install firefox-esr, or name a Firefox in FIREFOX',
    phoneWidth: 390,
  },
  {
    name: 'WebKit',
    start: openWebKit,
    missing: hasWebKit() ? '' : 'apt-get install webkit2gtk-driver xvfb',
    phoneWidth: NARROWEST_WEBKIT,
  },
];
/** Debian's Firefox decodes H.264 by the libraries of ffmpeg, its WebKit by gstreamer1.0-libav. */
const CAN_PLAY = `MediaSource.isTypeSupported('video/mp4; codecs="avc1.64001f, mp4a.40.2"')`;

/** The bank's app is another device, which has read the code of the waiting page. */
async function payByUpi(old: BrowserPage, request: APIRequestContext) {
  await old.click('button', 'Pay ₹');
  await old.click('[role=dialog] button, dialog button', 'UPI');
  const asked = `performance.getEntriesByType('resource').map(function (entry) { return entry.name; }).filter(function (name) {
    return name.indexOf('/sandbox/razorpay/upi/') >= 0;
  })[0]`;
  await old.until(`!!${asked}`);
  const bank = new URL(new URL(await old.evaluate<string>(asked)).searchParams.get('bankUrl')!);
  const data = { order_id: bank.pathname.split('/').at(-1), answer: 'paid' };
  expect((await request.post(new URL('.', bank).href.replace(/\/$/, ''), { data })).status()).toBe(
    200,
  );
}

/** These drivers have one page, so the payment opens on PayPal's own page. */
async function payByPaypal(old: BrowserPage) {
  await old.click('main input[type=radio]:not(:checked)');
  await old.until(`!!document.querySelector('main option[value=US]')`);
  await old.evaluate(`(function (select) {
    select.value = 'US';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  })(document.querySelector('main option[value=US]').parentNode)`);
  await old.click('button', paymentMessages.onProviderPage('PayPal'));
  await old.until(`location.pathname.indexOf('/sandbox/') === 0`);
  await old.click('button', 'Pay with PayPal');
}

for (const { name: browser, start, missing, phoneWidth } of BROWSERS)
  test.describe(browser, { tag: '@deep' }, () => {
    test.skip(({ isMobile }) => isMobile, 'sets its own sizes');
    test.skip(missing !== '', `not installed: ${missing}`);
    test.setTimeout(180_000);

    /** Signed in as the viewer of Playwright's page, if there is one. */
    async function withOldPage(
      baseURL: string,
      items: Record<string, string>,
      run: (page: BrowserPage) => Promise<void>,
    ) {
      const { page, close } = await start();
      try {
        await page.open(`${baseURL}${href('aboutUs')}`);
        await page.evaluate(`(function (items) {
          for (var name in items) localStorage.setItem(name, items[name]);
        })(${JSON.stringify(items)})`);
        await run(page);
      } catch (error) {
        writeFileSync(test.info().outputPath('failed.png'), await page.screenshot());
        throw error;
      } finally {
        close();
      }
    }

    async function expectScreens(old: BrowserPage, origin: string, paths: string[], name: string) {
      for (const path of paths)
        for (const [width, height] of [
          [phoneWidth, 844],
          [1280, 800],
        ] as const) {
          // Leaving a page whose pictures are loading, for the new size perhaps, is an error in Firefox.
          await old.open('about:blank');
          old.errors.length = 0;
          await old.setSize(width, height);
          await old.open(origin + path);
          await old.until(DRAWN);
          const {
            background,
            width: shown,
            wide,
            icons,
            touching,
          } = await old.evaluate<Record<string, never>>(LAYOUT);
          const file = `${name}-${path.replaceAll('/', '_')}-${width}.png`;
          writeFileSync(test.info().outputPath(file), await old.screenshot());
          expect
            .soft(background, `${path} ${width}`)
            .toMatch(/^rgb\((236, 238, 225|21, 12, 15)\)$/);
          expect.soft(shown, `${path} ${width} ${wide}`).toBe(width);
          expect.soft(icons, `${path} ${width}`).toBeLessThan(MAX_ICON_PX);
          expect.soft(touching, `${path} ${width}`).toEqual([]);
          expect.soft(old.errors, `${path} ${width}`).toEqual([]);
        }
    }

    test('shows every screen with its styles and without errors', async ({
      page,
      baseURL,
      films,
      signIn,
      aTicket,
    }) => {
      const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
      const viewer = await signIn();
      await aTicket(viewer, film);
      const items = await page.evaluate(() => ({ ...localStorage }));
      const publicPaths = [
        'television',
        'home',
        'movies',
        'shortFilms',
        'aboutUs',
        'signup',
        'termsAndConditions',
        'gift',
        'otherBrowser',
      ] as const;
      await withOldPage(baseURL!, {}, (old) =>
        expectScreens(
          old,
          baseURL!,
          [...publicPaths.map((name) => href(name)), publicFilmHref(film)],
          'public',
        ),
      );
      const privatePaths = [
        'upcoming',
        'profile',
        'editProfile',
        'profileSettings',
        'purchaseHistory',
        'submitFilm',
      ] as const;
      await withOldPage(baseURL!, items, (old) =>
        expectScreens(
          old,
          baseURL!,
          [
            ...privatePaths.map((name) => href(name)),
            href('movieDetails', { movie_id: film.movieId }),
            href('ticketBooking', { movie_id: films.paid.find((each) => each !== film)!.movieId }),
            giveFilmPath(film.movieId),
          ],
          'private',
        ),
      );
    });

    test('shows a producer the sales, with styles and without errors', async ({ baseURL }) => {
      const server = await aWorkerServer();
      const producer = await aProducer(server);
      const sold = await aSoldFilm(server, producer, 31);
      await addOrderHistory(server, sold);
      const items = await startViewerSession(server, producer);
      const { moviesAddress, ordersAddress, statementsAddress } = sold;
      await withSite(server, baseURL!, (origin) =>
        withOldPage(origin, items, (old) =>
          expectScreens(
            old,
            origin,
            [href('producerChannels'), moviesAddress, ordersAddress, statementsAddress],
            'producer',
          ),
        ),
      );
    });

    test('signs up, books, pays and watches', async ({ baseURL, request, films }) => {
      const film = films.paid[0]!;
      const mobile = aMobile();
      await withOldPage(baseURL!, {}, async (old) => {
        await old.setSize(phoneWidth, 844);
        const isAt = (path: string) =>
          old.until(`location.pathname.replace(/\\/$/, '') === ${JSON.stringify(path)}`);
        const isShown = (text: string) =>
          old.until(`document.body.innerText.indexOf(${JSON.stringify(text)}) >= 0`);
        const typeInto = async (selector: string, text: string) => {
          await old.click(selector);
          await old.type(text);
        };
        await old.open(baseURL + publicFilmHref(film));
        await old.click('a', catalogueMessages.bookNow);
        await isAt(href('signup'));
        await typeInto('input[type=tel]', mobile);
        await old.click('button', sessionMessages.signUp);
        await isAt(href('otpMobile', { userdetail: mobile }));
        await typeInto('input[autocomplete=one-time-code]', await codeFor(request, mobile));
        await isAt(href('userInfo'));
        await typeInto('input[autocomplete=given-name]', 'Kamala');
        await typeInto('input[autocomplete=family-name]', 'Devi');
        await typeInto('input[type=email]', 'kamala@matinee.in');
        await old.click('button', accountMessages.submit);
        await isAt(href('ticketBooking', { movie_id: film.movieId }));
        await old.click('button', bookingMessages.now);
        await old.click('button', bookingMessages.continue);
        await isAt(href('payment'));
        await old.click('button', 'Pay ₹');
        await old.click('[role=dialog] button, dialog button', 'Pay ₹');
        await isShown(paymentMessages.successful);
        await old.click('dialog button', detailMessages.watchNow);
        await isShown(playbackMessages.copyrightWarning);
        await old.click('button', playbackMessages.accept);
        if (!(await old.evaluate(CAN_PLAY))) {
          await old.until(`!!document.querySelector('[data-player]')`);
          console.log(`${browser}: cannot decode H.264, so the test ends when the player opens`);
          return;
        }
        await old.until(
          `!!document.querySelector('video') && document.querySelector('video').currentTime > 1`,
        );
        await old.until(`!!document.querySelector('[data-watermark]')`);
      });
    });

    for (const method of ['UPI', 'PayPal'] as const)
      test(`pays by ${method}`, async ({ page, baseURL, request, films, signIn }) => {
        test.skip(
          !browser.startsWith('Chromium'),
          'the other browsers know what the current Chromium knows',
        );
        const film = films.paid[0]!;
        await signIn();
        const items = await page.evaluate(() => ({ ...localStorage }));
        await withOldPage(baseURL!, items, async (old) => {
          await old.setSize(phoneWidth, 844);
          await old.open(baseURL + href('ticketBooking', { movie_id: film.movieId }));
          await old.click('button', bookingMessages.now);
          await old.click('button', bookingMessages.continue);
          await old.until(`location.pathname.replace(/\\/$/, '') === '${href('payment')}'`);
          await (method === 'UPI' ? payByUpi(old, request) : payByPaypal(old));
          await old.until(
            `document.body.innerText.indexOf(${JSON.stringify(paymentMessages.successful)}) >= 0`,
          );
        });
      });

    test('a television with this browser is used by its keys and a phone', async ({
      page,
      baseURL,
      signIn,
      aTicket,
      films,
      allowConsoleErrors,
    }) => {
      test.skip(!browser.startsWith('Chromium'), 'televisions have Chromium');
      // A screen that another device replaced.
      allowConsoleErrors(failedLoadError(409));
      const viewer = await signIn();
      const film = films.paid[0]!;
      await withOldPage(baseURL!, {}, async (television) => {
        const takePicture = async (name: string) =>
          writeFileSync(test.info().outputPath(`${name}.png`), await television.screenshot());
        const focused = `(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent)`;
        const isFocused = (name: string) =>
          television.until(`${focused} === ${JSON.stringify(name)}`);
        const focusByKey = async (key: string, name: string) => {
          for (let press = 0; press < 6 && (await television.evaluate(focused)) !== name; press++) {
            await television.press(key);
            await new Promise((resolve) => setTimeout(resolve, 300));
          }
          await isFocused(name);
        };
        const isPlayingFrom = (seconds: number) =>
          television.until(
            `!!document.querySelector('video') && document.querySelector('video').currentTime > ${seconds}`,
          );
        const code = `((document.querySelector('.tv-code') || {}).textContent || '')`;
        const hasCode = () => television.until(`/^[A-Z]{4}-[A-Z]{4}$/.test(${code})`);
        await television.setSize(1280, 720);
        await television.open(baseURL + href('television'));

        await test.step('it is signed in with its code', async () => {
          await hasCode();
          await page.goto(
            `${href('televisionCode')}?code=${await television.evaluate<string>(code)}`,
          );
          await page.getByLabel(phoneText.deviceName).fill('Living room');
          await page.getByRole('button', { name: phoneText.confirm, exact: true }).click();
          await television.until(`document.activeElement.className.indexOf('tv-card') >= 0`);
          await takePicture('films');
          await television.press('Enter');
          await television.until(`location.search.indexOf('film=') >= 0`);
          await television.press('Backspace');
          await television.until(`document.activeElement.className.indexOf('tv-card') >= 0`);
        });

        await test.step('it plays what the phone books', async () => {
          await television.open(baseURL + televisionFilmPath(film.movieId));
          await isFocused(text.back);
          await takePicture('film');
          await aTicket(viewer, film);
          await isFocused(text.watchNow);
          await television.press('Enter');
          await television.until(
            `document.body.innerText.indexOf(${JSON.stringify(playbackMessages.accept)}) >= 0`,
          );
          await focusByKey('ArrowRight', playbackMessages.accept);
          await television.press('Enter');
          await isPlayingFrom(1);
          await television.until(`!!document.querySelector('[data-watermark]')`);
        });

        await test.step('the arrows and OK choose captions', async () => {
          await focusByKey('ArrowUp', text.captions);
          await television.press('Enter');
          await isFocused(playbackMessages.player.disabled);
          await television.press('ArrowDown');
          await television.press('Enter');
          await television.until(`document.activeElement.getAttribute('aria-pressed') === 'true'`);
          await television.press('Backspace');
          await television.until(`[].some.call(document.querySelector('video').textTracks, function (track) {
            return track.cues && track.cues.length && (document.querySelector('video').currentTime = track.cues[0].startTime + 0.5);
          })`);
          await television.until(`(document.querySelector('.plyr__caption') || {}).textContent`);
          await takePicture('captions');
        });

        await test.step('the film moves to the phone and back', async () => {
          await watchFilm(page, film);
          await expectPlayback(page);
          await isFocused(playbackMessages.watchHere);
          await television.press('Enter');
          await isPlayingFrom(1);
          await expect(page.getByText(playbackMessages.streamReplaced)).toBeVisible({
            timeout: 45_000,
          });
        });

        await test.step('the phone signs it out', async () => {
          await page.goto(href('profileSettings'));
          await page
            .getByRole('button', { name: accountMessages.signOutOf('Living room'), exact: true })
            .click();
          await hasCode();
        });
      });
    });
  });

test.describe('without <dialog>', { tag: '@deep' }, () => {
  /** As scripts see Safari before 15.4 and Firefox before 98: the element has no class of its own, and no methods. */
  const removeDialogs = (page: Page) =>
    page.addInitScript(() => {
      delete (URL as Partial<typeof URL>).canParse;
      const { prototype } = HTMLDialogElement;
      for (const name of ['show', 'showModal', 'close', 'requestClose', 'open'])
        delete (prototype as unknown as Record<string, unknown>)[name];
      Object.setPrototypeOf(prototype, HTMLUnknownElement.prototype);
      delete (window as { HTMLDialogElement?: unknown }).HTMLDialogElement;
    });
  const isFocusIn = (dialog: Locator) =>
    dialog.evaluate((element) => element.contains(document.activeElement));
  /** Elements outside of the dialogs that screen readers still read, or that the pointer reaches. */
  const reachableOutside = (page: Page) =>
    page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('a[href], button')];
      return controls
        .filter(
          (element) =>
            !element.closest('dialog') && element.checkVisibility({ visibilityProperty: true }),
        )
        .filter((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return !element.closest('[aria-hidden=true]') || (hit !== null && element.contains(hit));
        })
        .map((element) => element.outerHTML.slice(0, 120));
    });

  async function expectModal(page: Page, dialog: Locator) {
    await expect(dialog).toBeVisible();
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    expect(await isFocusIn(dialog)).toBe(true);
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press(key);
        expect(await isFocusIn(dialog), `${key}, ${press + 1}`).toBe(true);
      }
    expect(await reachableOutside(page)).toEqual([]);
    const { x, y, width, height } = (await dialog.boundingBox())!;
    const view = page.viewportSize()!;
    expect(x >= 0 && y >= 0 && x + width <= view.width && y + height <= view.height).toBe(true);
  }

  async function expectClosed(page: Page, dialog: Locator, opener: Locator) {
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page.locator('body > :is(header, main)[aria-hidden=true]')).toHaveCount(0);
  }

  test('dialogs keep the focus, cover the page, and close by Escape, outside and their buttons', async ({
    page,
    films,
    signIn,
    aTicket,
  }) => {
    await removeDialogs(page);
    const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
    await aTicket(await signIn(), film);
    await page.goto(href('movieDetails', { movie_id: film.movieId }));
    const watch = page
      .getByRole('button', { name: detailMessages.watchNow })
      .locator('visible=true');
    const warning = page.getByRole('dialog', { name: playbackMessages.copyrightTitle });
    await watch.click();
    await expectModal(page, warning);
    writeFileSync(test.info().outputPath('warning.png'), await page.screenshot());
    await page.keyboard.press('Escape');
    await expectClosed(page, warning, watch);
    await watch.click();
    await page.mouse.click(4, 400);
    await expectClosed(page, warning, watch);
    await watch.click();
    await warning.getByRole('button', { name: playbackMessages.decline }).click();
    await expectClosed(page, warning, watch);

    const rate = page.getByRole('button', { name: catalogueMessages.rateThis });
    const review = page.getByRole('dialog', { name: reviewMessages.write });
    await rate.click();
    await expectModal(page, review);
    await review.getByLabel(reviewMessages.yourComments).fill('A quiet film.');
    await page.keyboard.press('Escape');
    await expectClosed(page, review, rate);

    await openFilm(page);
    const player = page.locator('dialog:has([data-player])');
    await expect(player).toBeVisible();
    expect((await player.boundingBox())!).toMatchObject({ x: 0, y: 0, ...page.viewportSize()! });
    await page.keyboard.press('Escape');
    await expectClosed(page, player, watch);
  });

  test('the trailer of the public page opens, and closes by its form and by Escape', async ({
    page,
    films,
  }) => {
    await removeDialogs(page);
    const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
    await page.goto(publicFilmHref(film));
    const trailer = page.locator('#trailer');
    await expect(trailer).toBeHidden();
    const tile = page.locator('a[data-trailer]').first();
    for (const close of [
      () => trailer.getByRole('button', { name: catalogueMessages.close }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await tile.focus();
      await page.keyboard.press('Enter');
      await expectPlayback(page);
      await expect(trailer).toBeVisible();
      writeFileSync(test.info().outputPath('trailer.png'), await page.screenshot());
      await close();
      await expectClosed(page, trailer, tile);
      await expect(page).toHaveURL(publicFilmHref(film));
    }
  });

  test('a current browser does not load the script of old browsers', async ({ page, films }) => {
    const requested: string[] = [];
    page.on('request', (each) => requested.push(new URL(each.url()).pathname));
    for (const path of [href('home'), publicFilmHref(films.paid[0]!), href('signup')]) {
      await page.goto(path);
      await waitForNetworkIdle(page);
    }
    expect(requested).toContain(href('home'));
    expect(requested).not.toContain('/old-browsers.js');
  });
});
