import type { Locator, Page } from '@playwright/test';
import { displayRupees } from '#domain/format/numbers.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { accountMessages } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { paymentMessages } from '#messages/payments.ts';
import { playbackMessages } from '#messages/playback.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import {
  aMobile,
  chooseNow,
  closeTicketDialog,
  codeFor,
  expect,
  payPopup,
  publicFilmHref,
  tabTo,
  test,
} from '../support/browser.ts';
import { IN_APP_BROWSERS } from '../support/in-app-browsers.ts';
import { expectPlayback, pauseFilm, playhead } from '../support/player-page.ts';
import { recordPresses } from '../support/presses.ts';
import { shiftClock } from '../support/test-now.ts';

/** The page has focused the field. */
async function typeInto(page: Page, label: string, typed: string) {
  await expect(page.getByLabel(label)).toBeFocused();
  await page.keyboard.type(typed);
}

async function fillUserInfo(page: Page) {
  await expect(page).toHaveURL(new RegExp(href('userInfo')));
  await typeInto(page, accountMessages.firstName, 'Kamala');
  await page.keyboard.press('Tab');
  await typeInto(page, accountMessages.lastName, 'Devi');
  await page.keyboard.press('Tab');
  await typeInto(page, accountMessages.email, 'kamala@matinee.in');
}

const watchFromLink = (title: string, tag: string) =>
  test(title, { tag }, async ({ page, request, films, allowConsoleErrors }) => {
    test.setTimeout(120_000);
    // Only the sandbox's pages stand at the site's own origin, where the browser tries the transition between pages.
    allowConsoleErrors(/ViewTransition opt-in disabled/);
    const movie = films.paid[0]!;
    const mobile = aMobile();
    const presses = await recordPresses(page);
    const keyRequests: string[] = [];
    page.on(
      'request',
      (each) =>
        /\/playback\/.+\/key/.test(each.url()) &&
        keyRequests.push(each.headers()['authorization'] ?? 'nothing'),
    );

    await test.step('reads the film', async () => {
      await page.goto(publicFilmHref(movie));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
      await expect(page.getByRole('heading', { name: catalogueMessages.synopsis })).toBeVisible();
      await expect(page.getByText(movie.movieDescription.slice(0, 60)).first()).toBeVisible();
      await expect(page.getByText(movie.movieActors[0]!.actor.actorName).first()).toBeVisible();
      await expect(
        page.getByText(displayRupees(movie.ticketRate)).locator('visible=true').first(),
      ).toBeVisible();
    });

    await test.step('signs up with a mobile number and the code by SMS', async () => {
      await page
        .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
        .locator('visible=true')
        .click();
      await expect(page).toHaveURL(new RegExp(href('signup')));
      await typeInto(page, sessionMessages.mobileNumber, mobile);
      await page.getByRole('button', { name: sessionMessages.signUp }).click();
      await expect(page).toHaveURL(new RegExp(href('otpMobile', { userdetail: mobile })));
      await typeInto(page, sessionMessages.otpLabel, await codeFor(request, mobile));
      await fillUserInfo(page);
      await page.getByRole('button', { name: accountMessages.submit }).click();
    });

    await test.step('returns to the booking page of the same film, and pays for a Now ticket', async () => {
      await expect(page).toHaveURL(
        new RegExp(`${href('ticketBooking', { movie_id: movie.movieId })}/?$`),
      );
      await chooseNow(page);
      await page
        .getByRole('button', { name: /^Pay ₹/ })
        .locator('visible=true')
        .click();
      await payPopup(page).getByRole('button', { name: /^Pay/ }).click();
      await expect(page).toHaveURL(
        new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`),
      );
      await expect(page.getByText(paymentMessages.successful)).toBeVisible();
    });

    await test.step('starts the film from the ticket, accepts the warning and watches, with a watermark', async () => {
      const ticket = page.getByRole('dialog', { name: detailMessages.booked });
      await ticket.getByRole('button', { name: detailMessages.watchNow }).click();
      await expect(page.getByText(playbackMessages.copyrightWarning)).toBeVisible();
      await page.getByRole('button', { name: playbackMessages.accept }).click();
      await expectPlayback(page);
      // Tab between the fields of a form belongs to typing.
      expect(presses.filter((press) => press !== 'Tab').length).toBeLessThanOrEqual(9);
      await expect(page.locator('[data-watermark]')).toBeVisible();
      await expect(page.locator('[data-watermark]')).toContainText(/\d/);
      expect(keyRequests.length).toBeGreaterThan(0);
      expect(keyRequests.filter((authorization) => !authorization.startsWith('Bearer '))).toEqual(
        [],
      );
    });

    await test.step('pauses, comes back, and finds the ticket', async () => {
      await expect.poll(() => playhead(page), { timeout: 20_000 }).toBeGreaterThan(3);
      const leftAt = await pauseFilm(page);
      await page.reload();
      await page
        .getByRole('button', { name: detailMessages.watchNow })
        .locator('visible=true')
        .click();
      await expectPlayback(page);
      expect(await playhead(page)).toBeGreaterThan(leftAt - 3);
      await page.goto(href('purchaseHistory'));
      const order = page.getByRole('listitem').filter({ hasText: movie.movieName });
      await expect(order).toContainText('PAID');
      await order.getByRole('link', { name: movie.movieName }).first().click();
      await expect(page.getByText('PAID', { exact: true })).toBeVisible();
    });
  });

watchFromLink(
  'a visitor opens a shared link, signs up, books, pays and watches in nine presses',
  '@phone',
);

test.describe('in the browser of Instagram', () => {
  test.use({ userAgent: IN_APP_BROWSERS.Instagram });
  watchFromLink(
    'a visitor does the same in nine presses, and pays on Razorpay’s own page',
    '@deep',
  );
});

test(
  'a visitor gets from a shared link to the film by keys alone, in 60 presses',
  { tag: '@deep' },
  async ({ page, request, films, isMobile }) => {
    test.skip(isMobile, 'phones have no keyboard');
    test.setTimeout(120_000);
    const mobile = aMobile();
    const presses = await recordPresses(page);
    const press = async (target: Locator) => {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    };
    /** Starts with the skip link. */
    const pressInMain = async (target: Locator) => {
      await target.waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await press(target);
    };
    await page.goto(publicFilmHref(films.paid[1]!));
    await pressInMain(
      page
        .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
        .locator('visible=true'),
    );
    await typeInto(page, sessionMessages.mobileNumber, mobile);
    await page.keyboard.press('Enter');
    await typeInto(page, sessionMessages.otpLabel, await codeFor(request, mobile));
    await fillUserInfo(page);
    await page.keyboard.press('Enter');
    await pressInMain(page.getByRole('button', { name: bookingMessages.now }).first());
    await press(
      page.getByRole('button', { name: bookingMessages.continue }).locator('visible=true'),
    );
    await pressInMain(page.getByRole('button', { name: /^Pay ₹/ }).locator('visible=true'));
    await expect(payPopup(page)).toBeVisible();
    await page.keyboard.press('Enter'); // the popup focuses its first field
    const ticket = page.getByRole('dialog', { name: detailMessages.booked });
    await ticket.waitFor();
    await press(ticket.getByRole('button', { name: detailMessages.watchNow }));
    await page.getByText(playbackMessages.copyrightWarning).waitFor();
    await press(page.getByRole('button', { name: playbackMessages.accept }));
    await expectPlayback(page);
    expect(presses.length, presses.join(' ')).toBeLessThanOrEqual(60);
  },
);

for (const hours of [-3, 3])
  test(
    `with a clock that is ${hours} h off, a viewer books a Now ticket, pays and watches`,
    { tag: '@deep' },
    async ({ page, signIn, films }) => {
      test.setTimeout(120_000);
      const movie = films.paid[0]!;
      await page.addInitScript(shiftClock, hours * HOUR);
      await signIn();
      await page.goto(href('movieDetails', { movie_id: movie.movieId }));
      await page
        .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
        .locator('visible=true')
        .click();
      await chooseNow(page);
      await page
        .getByRole('button', { name: /^Pay ₹/ })
        .locator('visible=true')
        .click();
      await payPopup(page).getByRole('button', { name: /^Pay/ }).click();
      await expect(page).toHaveURL(
        new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`),
      );
      await closeTicketDialog(page);
      await page
        .getByRole('button', { name: detailMessages.watchNow })
        .locator('visible=true')
        .click();
      await page.getByRole('button', { name: playbackMessages.accept }).click();
      await expectPlayback(page);
    },
  );
