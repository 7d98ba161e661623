import { writeFileSync } from 'node:fs';
import { accountMessages } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { paymentMessages } from '#messages/payments.ts';
import { playbackMessages } from '#messages/playback.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { aMobile, codeFor, expect, publicFilmHref, test } from '../support/browser.ts';
import { openOldChromium, type OldPage } from '../support/old-browsers/chromium.ts';
import { downloadChromium, OLD_CHROMIUMS } from '../support/old-browsers/download.ts';

/** A colour that only a style sheet gives, no part wider than the page, and no icon without its size. */
const LAYOUT = `({
  background: getComputedStyle(document.body).backgroundColor,
  // A phone shows a page that is too wide smaller, so innerWidth grows.
  width: Math.max(document.documentElement.scrollWidth, innerWidth),
  wide: [].filter.call(document.querySelectorAll('body *'), function (element) {
    return element.getBoundingClientRect().right > screen.width + 1;
  }).slice(0, 3).map(function (element) { return element.outerHTML.slice(0, 150); }),
  icons: Math.max.apply(null, [0].concat([].map.call(document.querySelectorAll('svg:not([class*=chart])'), function (icon) {
    return Math.min(icon.getBoundingClientRect().width, icon.getBoundingClientRect().height);
  }))),
})`;
const MAX_ICON_PX = 160;
const DRAWN = `document.body && document.readyState === 'complete' && !document.querySelector('.skeleton, [data-skeleton]')`;
for (const version of Object.keys(OLD_CHROMIUMS))
  test.describe(`Chromium ${version}`, { tag: '@deep' }, () => {
    test.skip(({ isMobile }) => isMobile, 'sets its own sizes');
    test.setTimeout(180_000);

    /** Signed in as the viewer of Playwright's page, if there is one. */
    async function withOldPage(baseURL: string, items: Record<string, string>, run: (page: OldPage) => Promise<void>) {
      const { page, close } = await openOldChromium(await downloadChromium(version));
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

    test('shows every screen with its styles and without errors', async ({ page, baseURL, films, signIn, aTicket }) => {
      const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
      const viewer = await signIn();
      await aTicket(viewer, film);
      const items = await page.evaluate(() => ({ ...localStorage }));
      const open = async (old: OldPage, paths: string[], name: string) => {
        for (const path of paths)
          for (const [width, height] of [
            [390, 844],
            [1280, 800],
          ] as const) {
            old.errors.length = 0;
            await old.setSize(width, height);
            await old.open(baseURL + path);
            await old.until(DRAWN);
            const { background, width: shown, wide, icons } = await old.evaluate<Record<string, never>>(LAYOUT);
            const file = `${name}-${path.replaceAll('/', '_')}-${width}.png`;
            writeFileSync(test.info().outputPath(file), await old.screenshot());
            expect.soft(background, `${path} ${width}`).toMatch(/^rgb\((236, 238, 225|21, 12, 15)\)$/);
            expect.soft(shown, `${path} ${width} ${wide}`).toBe(width);
            expect.soft(icons, `${path} ${width}`).toBeLessThan(MAX_ICON_PX);
            expect.soft(old.errors, `${path} ${width}`).toEqual([]);
          }
      };
      const publicPaths = [
        'television',
        'home',
        'movies',
        'shortFilms',
        'aboutUs',
        'signup',
        'termsAndConditions',
      ] as const;
      await withOldPage(baseURL!, {}, (old) =>
        open(old, [...publicPaths.map((name) => href(name)), publicFilmHref(film)], 'public'),
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
        open(
          old,
          [
            ...privatePaths.map((name) => href(name)),
            href('movieDetails', { movie_id: film.movieId }),
            href('ticketBooking', { movie_id: film.movieId }),
          ],
          'private',
        ),
      );
    });

    test('signs up, books, pays and watches', async ({ baseURL, request, films }) => {
      const film = films.paid[0]!;
      const mobile = aMobile();
      await withOldPage(baseURL!, {}, async (old) => {
        await old.setSize(390, 844);
        const isAt = (path: string) => old.until(`location.pathname.replace(/\\/$/, '') === ${JSON.stringify(path)}`);
        const isShown = (text: string) => old.until(`document.body.innerText.indexOf(${JSON.stringify(text)}) >= 0`);
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
        await old.until(`!!document.querySelector('video') && document.querySelector('video').currentTime > 1`);
        await old.until(`!!document.querySelector('[data-watermark]')`);
      });
    });
  });
