import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { accountMessages } from '#messages/accounts.ts';
import { bookingMessages } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages } from '#messages/details.ts';
import { nounTitle, officeScreenMessages } from '#messages/office-screens.ts';
import { paymentMessages } from '#messages/payments.ts';
import { playbackMessages } from '#messages/playback.ts';
import { producerMessages, statementMessages } from '#messages/producer.ts';
import { reviewMessages } from '#messages/reviews.ts';
import { sessionMessages } from '#messages/session.ts';
import { submissionMessages } from '#messages/submission.ts';
import { PRODUCER } from '#domain/roles.ts';
import { href } from '#routes.ts';
import {
  aMobile,
  chooseNow,
  closeTicketDialog,
  codeFor,
  collectErrors,
  expect,
  expectNoErrors,
  failedLoadError,
  payPopup,
  REDRAWN,
  SANDBOXED_FRAME,
  signInPage,
  test as base,
} from '../support/browser.ts';
import { openFilterSheet, waitForFilters } from '../support/clause-tests.ts';
import {
  closeContext,
  routeToServer,
  aWorkerServer,
  signInViewer,
} from '../support/in-process-server.ts';
import * as office from '../support/office-page.ts';
import { payButton } from '../support/payers.ts';
import { openFilm, pauseVideoAt, video } from '../support/player-page.ts';
import { addOrderHistory, aSoldFilm } from '../support/producer-fixture.ts';
import { CONTACT, DECLARED, FILM } from '../support/submission-data.ts';
import * as wizard from '../support/submission-page.ts';
import { testNow } from '../support/test-now.ts';
import { expectSameScreens } from '../support/translated-pages.ts';
import { translatePages } from '../support/translator.ts';

/** `page` is not translated. */
const test = base.extend<{ translatedPage: Page }>({
  translatedPage: async ({ browser }, use, testInfo) => {
    const context = await browser.newContext();
    const errors = collectErrors(context);
    await translatePages(context);
    await use(await context.newPage());
    await context.close();
    expectNoErrors(errors, testInfo, [REDRAWN]);
  },
});

/** The API of the page, on a server of its own with the clock of the page. */
async function openServer(page: Page, name: string, now: Date) {
  const server = await aWorkerServer({}, name);
  server.clock.set(now);
  await page.clock.setFixedTime(now);
  await routeToServer(server, page.context(), /\/(api|sandbox)([/?]|$)/);
  return server;
}

const visibleButton = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .locator('visible=true')
    .first();

test(
  'a translated page books, pays and changes a ticket, and shows what the page itself would',
  { tag: '@phone' },
  async ({ page, translatedPage }) => {
    test.slow();
    const now = testNow();
    await expectSameScreens([page, translatedPage], async function* book(tab) {
      const server = await openServer(tab, tab === page ? 'plain' : 'translated', now);
      const [viewer, movie, { couponCode }] = [
        await server.aViewer(),
        await server.aFilm(),
        await server.aCoupon(),
      ];
      await signInViewer(server, tab, viewer);
      const day = (index: number) => tab.locator('.day-button').nth(index);
      const hour = (name: RegExp) => tab.locator('.slot').filter({ hasText: name });
      await tab.goto(href('ticketBooking', { movie_id: movie.movieId }));
      await day(1).click();
      await hour(/^7\.00 PM/).click();
      yield '7.00 PM';
      await hour(/^9\.00 PM/).click();
      yield '9.00 PM';
      await day(0).click();
      await visibleButton(tab, new RegExp(`^${bookingMessages.now}`)).click();
      yield 'now';
      await day(2).click();
      await hour(/^9\.00 PM/).click();
      yield 'another day';
      await day(0).click();
      await chooseNow(tab);
      yield 'the payment';
      await tab.getByLabel(bookingMessages.discountCode).fill(couponCode);
      await visibleButton(tab, bookingMessages.apply).click();
      await expect(visibleButton(tab, bookingMessages.cancel)).toBeVisible();
      yield 'a discount';
      await visibleButton(tab, bookingMessages.cancel).click();
      await expect(visibleButton(tab, bookingMessages.apply)).toBeVisible();
      await tab.getByLabel(paymentMessages.yourState).selectOption('Karnataka');
      yield 'the tax of another state';
      await payButton(tab).click();
      await payPopup(tab)
        .getByRole('button', { name: /^Pay ₹/ })
        .click();
      await expect(tab).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
      await expect(tab.getByRole('dialog', { name: detailMessages.booked })).toBeVisible();
      yield 'the ticket';
      await closeTicketDialog(tab);
      yield 'the film';
      await tab.goto(href('purchaseHistory'));
      yield 'the tickets';
      const { json } = await server.get('/api/ott/orders', { as: viewer });
      const [{ movieOrderId }] = json.content;
      await tab.goto(href('purchasedOrder', { order_id: movieOrderId }));
      yield 'the ticket alone';
      await tab.goto(
        `${href('ticketBooking', { movie_id: movie.movieId })}?ticket=${movieOrderId}`,
      );
      await day(1).click();
      await hour(/^9\.00 PM/).click();
      await hour(/^8\.00 PM/).click();
      yield 'another hour';
      await visibleButton(tab, bookingMessages.reschedule).click();
      await expect(tab).toHaveURL(new RegExp(href('purchasedOrder', { order_id: '' })));
      yield 'the ticket of another hour';
    });
    await closeContext(page.context());
  },
);

for (const list of ['movies', 'shortFilms'] as const)
  test(`a translated list of ${list} can be sorted, filtered and reset`, async ({
    page,
    translatedPage,
  }) => {
    test.slow();
    await expectSameScreens([page, translatedPage], async function* sort(tab) {
      await tab.goto(href(list));
      await waitForFilters(tab);
      for (const [name, sorted] of [
        [catalogueMessages.byRating, catalogueMessages.bestRatedFirst],
        [catalogueMessages.byDates, catalogueMessages.bestRatedThenNewest],
      ] as const) {
        await tab.getByRole('button', { name }).click();
        await expect(tab.locator('.list-head p')).toContainText(sorted);
        yield sorted;
      }
      await tab.getByRole('button', { name: commonMessages.loadMore }).click();
      yield 'more films';
      await openFilterSheet(tab);
      await tab.getByRole('button', { name: catalogueMessages.selectLanguage }).click();
      await tab.getByRole('checkbox', { name: 'Tamil' }).check();
      yield 'a language';
      await tab.keyboard.press('Escape');
      await tab.getByRole('button', { name: catalogueMessages.apply }).click();
      yield 'films of a language';
      await openFilterSheet(tab);
      await visibleButton(tab, catalogueMessages.reset).click();
      yield 'all films';
      await tab.getByRole('combobox', { name: catalogueMessages.searchLabel }).fill('rain');
      await expect(tab.getByRole('option').first()).toBeVisible();
      yield 'results of a search';
      await tab.getByRole('combobox', { name: catalogueMessages.searchLabel }).fill('zzqx');
      await expect(tab.getByText(catalogueMessages.movieNotFound)).toBeVisible();
      yield 'no results of a search';
    });
  });

test('a translated sign-up shows the chosen country, the errors and the code', async ({
  page,
  translatedPage,
}) => {
  test.slow();
  await expectSameScreens([page, translatedPage], async function* signUp(tab) {
    const country = tab.getByRole('button', { name: sessionMessages.country });
    const mobile = aMobile();
    await tab.goto(href('signup'));
    for (const name of ['Germany', 'United States', 'India']) {
      await country.click();
      await tab.getByLabel(sessionMessages.countrySearch).fill(name);
      yield `searching ${name}`;
      await tab.keyboard.press('Enter');
      await visibleButton(tab, sessionMessages.signUp).click();
      yield name;
    }
    await visibleButton(tab, sessionMessages.withPassword).click();
    yield 'with a password';
    await visibleButton(tab, sessionMessages.withCode).click();
    await tab.getByLabel(sessionMessages.mobileNumber).fill(mobile);
    await visibleButton(tab, sessionMessages.signUp).click();
    await tab.getByLabel(sessionMessages.otpLabel).fill('1');
    await visibleButton(tab, sessionMessages.joinNow).click();
    await expect(tab.locator('main').getByRole('alert')).toBeVisible();
    await tab.getByLabel(sessionMessages.otpLabel).fill(await codeFor(tab.request, mobile));
    await expect(tab).toHaveURL(new RegExp(href('userInfo')));
    await visibleButton(tab, accountMessages.submit).click();
    yield 'about you';
  });
});

test(
  'a translated wizard shows the suggestions, the errors and the film that was submitted',
  { tag: '@deep' },
  async ({ page, translatedPage }) => {
    test.slow();
    const poster = await sharp({
      create: { width: 800, height: 1200, channels: 3, background: '#0E2B2D' },
    })
      .jpeg()
      .toBuffer();
    const text = submissionMessages;
    for (const each of [page, translatedPage]) await signInPage(each);
    await expectSameScreens([page, translatedPage], async function* submit(tab) {
      await wizard.openWizard(tab);
      await wizard.button(tab, text.continue).click();
      yield 'an empty film';
      const country = tab.getByLabel(text.film.countryOfProduction, { exact: true });
      await country.fill('sri');
      await expect(tab.getByRole('option').first()).toBeVisible();
      yield 'suggestions';
      await country.fill('');
      yield 'all suggestions';
      await tab.keyboard.press('Escape');
      await wizard.fillFilm(tab);
      await tab
        .getByLabel(text.choosePoster)
        .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: poster });
      await expect(tab.getByAltText(text.posterAlt)).toBeVisible();
      yield 'a film with its poster';
      await wizard.continueTo(tab, 2);
      await wizard.button(tab, text.continue).click();
      yield 'an empty contact';
      await tab.getByLabel(text.contact.contactPhone).fill('+91 98765-43210');
      await wizard.fillContact(tab);
      yield 'a contact';
      await wizard.continueTo(tab, 3);
      await wizard.button(tab, text.submit).click();
      yield 'empty declarations';
      await wizard.fillDeclarations(tab, '500');
      yield 'a fee';
      await tab.getByRole('radio').first().check();
      yield 'a way of payment';
      await tab.getByLabel(text.payAmount).fill(DECLARED.contactPayment);
      yield 'no fee';
      await wizard.button(tab, text.back).click();
      yield 'back';
      await wizard.continueTo(tab, 3);
      await wizard.button(tab, text.submit).click();
      await wizard.expectSubmitted(tab);
      await expect(tab.getByRole('main')).toContainText(CONTACT.contactEmail);
      yield 'the submitted film';
      await tab.goto(href('submitFilm') + '?films');
      await expect(tab.getByRole('main')).toContainText(FILM.movieName);
      yield 'the submitted films';
    });
  },
);

test(
  'a translated profile shows what was changed',
  { tag: '@deep' },
  async ({ page, translatedPage }) => {
    test.slow();
    const text = accountMessages;
    for (const each of [page, translatedPage]) await signInPage(each, undefined, 'lights out');
    await expectSameScreens([page, translatedPage], async function* edit(tab) {
      const press = (name: string) =>
        tab.getByRole('button', { name, exact: true }).first().click();
      await tab.goto(href('profile'));
      yield 'an empty profile';
      await tab.goto(href('editProfile'));
      await press(text.update);
      yield 'a missing name';
      await tab.getByLabel(text.name, { exact: true }).fill('Meena');
      await tab.getByLabel(text.female, { exact: true }).check();
      await press(text.update);
      await expect(tab).toHaveURL(new RegExp(href('profile')));
      yield 'a profile';
      await tab.goto(href('resetPassword'));
      await press(text.resetPassword);
      yield 'no password';
      await tab.getByLabel(text.newPassword, { exact: true }).fill('12345');
      await tab.getByLabel(text.confirmPassword, { exact: true }).fill('123456');
      yield 'a short password';
      await press(`${text.show} ${text.newPassword}`);
      yield 'a password in letters';
      await tab.goto(href('language'));
      await tab.getByLabel(text.languageSearch).fill('nothing such');
      yield 'no language';
      await tab.getByLabel(text.languageSearch).fill('tamil');
      await tab.getByRole('checkbox', { name: 'Tamil' }).check();
      yield 'a language';
      await press(text.save);
      await expect(tab).toHaveURL(new RegExp(href('profileSettings')));
      yield 'the settings';
      await press(text.deleteAccount);
      yield 'the deletion';
      await tab.getByRole('dialog').getByLabel(text.typeToDelete).press('Enter');
      yield 'the word was not typed';
    });
  },
);

test(
  'a translated film page shows the review that was written, and its changes',
  { tag: '@deep' },
  async ({ page, translatedPage }) => {
    test.slow();
    const now = testNow();
    await expectSameScreens([page, translatedPage], async function* review(tab) {
      const server = await openServer(tab, tab === page ? 'plain' : 'translated', now);
      const [viewer, film] = [await server.aViewer({ firstName: 'Meena' }), await server.aFilm()];
      await server.anOrder(viewer, film);
      await signInViewer(server, tab, viewer);
      const form = tab.getByRole('dialog');
      const star = (count: number) =>
        form.getByRole('radio', { name: reviewMessages.stars(count), exact: true });
      const submit = () => form.getByRole('button', { name: reviewMessages.submit }).click();
      await tab.goto(href('movieDetails', { movie_id: film.movieId }));
      await tab.getByRole('button', { name: catalogueMessages.rateThis }).click();
      await submit();
      yield 'an empty review';
      await star(4).check({ force: true });
      await form
        .getByLabel(reviewMessages.yourComments)
        .fill('Slow, and then you stop looking at the clock.');
      yield 'four stars';
      await submit();
      await expect(form).toHaveCount(0);
      yield 'a review';
      await tab.getByRole('button', { name: reviewMessages.edit }).click();
      await star(2).check({ force: true });
      await submit();
      await expect(form).toHaveCount(0);
      yield 'two stars';
      await tab.getByRole('button', { name: reviewMessages.allReviews(1) }).click();
      yield 'all reviews';
    });
    await closeContext(page.context());
  },
);

test(
  'a translated player plays on, and shows its menus and captions',
  { tag: '@deep' },
  async ({ page, translatedPage, films, aTicket, isMobile }) => {
    test.setTimeout(180_000);
    const movie = films.paid[0]!;
    for (const each of [page, translatedPage]) await aTicket(await signInPage(each), movie);
    await expectSameScreens([page, translatedPage], async function* play(tab) {
      const setting = (name: string) =>
        tab
          .locator('[data-plyr="settings"]')
          .first()
          .click()
          .then(() => tab.getByRole('menuitem', { name }).click());
      await tab.goto(href('movieDetails', { movie_id: movie.movieId }));
      await openFilm(tab);
      // The watermark moves every five seconds, and is checked.
      const second = await video(tab).evaluate((film: HTMLVideoElement) => film.currentTime);
      await expect
        .poll(() => video(tab).evaluate((film: HTMLVideoElement) => film.currentTime), {
          timeout: 30_000,
        })
        .toBeGreaterThan(second + 7);
      await expect(tab.getByText(playbackMessages.watermarkHidden)).toHaveCount(0);
      await pauseVideoAt(tab, 8);
      await tab.mouse.move(200, 200);
      await setting(playbackMessages.player.speed);
      yield 'the speeds';
      await tab.locator('[data-plyr="speed"][value="1.5"]').click();
      yield 'a speed';
      await tab.keyboard.press('Escape');
      await tab.locator('[data-plyr="captions"]').first().click();
      await expect(tab.locator('.plyr__captions')).not.toBeEmpty();
      yield 'captions';
      // A phone has no keyboard.
      if (!isMobile) {
        await tab.getByRole('button', { name: playbackMessages.shortcuts }).click();
        yield 'the shortcuts';
        await tab.keyboard.press('Escape');
      }
      await tab.getByRole('button', { name: playbackMessages.close, exact: true }).first().click();
      await expect(video(tab)).toHaveCount(0);
      yield 'the film’s page';
    });
  },
);

test(
  'translated pages of a producer show other channels, orders and months',
  { tag: '@deep' },
  async ({ page, translatedPage }) => {
    test.slow();
    const now = testNow();
    await expectSameScreens([page, translatedPage], async function* produce(tab) {
      const server = await openServer(tab, tab === page ? 'plain' : 'translated', now);
      const producer = await server.aViewer({ roles: [PRODUCER] });
      await signInViewer(server, tab, producer);
      const sold = await aSoldFilm(server, producer, 31);
      await addOrderHistory(server, sold);
      await tab.goto(href('producerChannels'));
      yield 'the channels';
      await tab.goto(sold.moviesAddress);
      yield 'the films';
      await tab.goto(sold.ordersAddress);
      yield 'the orders';
      await tab.getByRole('button', { name: commonMessages.loadMore }).click();
      yield 'more orders';
      await tab.getByRole('link', { name: producerMessages.statements }).click();
      yield 'a statement';
      await tab.getByText(statementMessages.asTable).click();
      await tab.getByRole('button', { name: statementMessages.lastDays(91) }).click();
      yield 'a table of weeks';
      await tab.getByLabel(statementMessages.month).selectOption({ index: 0 });
      yield 'another month';
    });
    await closeContext(page.context());
  },
);

test(
  'a translated back office shows lists, a film, a form, its preview and a job',
  { tag: '@deep' },
  async ({ page, translatedPage, allowConsoleErrors }) => {
    test.slow();
    allowConsoleErrors(failedLoadError(422), SANDBOXED_FRAME);
    const now = testNow();
    const text = officeScreenMessages;
    await expectSameScreens([page, translatedPage], async function* operate(tab) {
      const server = await openServer(tab, tab === page ? 'plain' : 'translated', now);
      const film = await server.aFilm({
        movieName: 'The Salt Ferry',
        ticketRate: 149,
        poster: null,
      });
      await server.aFilm({ movieName: 'Another film', ticketRate: 75 });
      await office.openOffice(server, tab, '#/movie', 'owner');
      yield 'the films';
      await tab.getByLabel('Name or reference').fill('salt');
      await office.button(tab, text.applyFilters).click();
      await expect(tab.getByRole('table').getByText('Another film')).toHaveCount(0);
      yield 'filtered films';
      await tab.getByText(text.columns, { exact: true }).click();
      await tab.getByLabel('Reference', { exact: true }).uncheck();
      yield 'fewer columns';
      await tab.goto(`${href('office')}#/movie/show?film=${film.movieId}`);
      await tab.locator('.office-facts').first().waitFor();
      yield 'a film';
      await tab.goto(`${href('office')}#/movie/edit?film=${film.movieId}`);
      const card = tab.locator('.office-frame').contentFrame().locator('.card');
      await expect(card).toContainText('The Salt Ferry');
      await office.field(tab, 'Name').fill('கடல்');
      await office.field(tab, 'Minimum age').fill('16');
      await expect(card.locator('.name')).toHaveText('கடல்');
      yield 'a film and its preview';
      await tab.goto(`${href('office')}#/movie/price?film=${film.movieId}`);
      await expect(office.requiredField(tab, 'Price in rupees')).toHaveValue('149');
      await office.requiredField(tab, 'Price in rupees').fill('cheap');
      await office.button(tab, text.dryRun).click();
      await expect(tab.getByRole('alert').first()).toBeVisible();
      yield 'a wrong price';
      await office.requiredField(tab, 'Price in rupees').fill('99');
      await office.button(tab, text.dryRun).click();
      await expect(tab.getByRole('heading', { name: text.wouldChange })).toBeVisible();
      yield 'what would change';
      await office.requiredField(tab, 'Price in rupees').fill('120');
      await office.button(tab, text.dryRun).click();
      await expect(tab.getByRole('table').filter({ hasText: '120' }).first()).toBeVisible();
      yield 'what another price would change';
      await office.button(tab, text.apply).click();
      await expect(tab.getByRole('heading', { name: text.changed })).toBeVisible();
      yield 'what was changed';
      await tab.goto(`${href('office')}#/reconcile`);
      await office.button(tab, text.dryRun).click();
      await expect(tab.getByText(text.states.done, { exact: true })).toBeVisible({
        timeout: 20_000,
      });
      yield 'a job';
      await tab.goto(`${href('office')}#/jobs`);
      await expect(office.heading(tab)).toHaveText(text.jobs);
      yield 'the jobs';
      await tab.keyboard.press('Control+k');
      await tab.keyboard.type('film');
      await tab.getByRole('option', { name: nounTitle('movie'), exact: true }).waitFor();
      yield 'pages that are found';
    });
    await closeContext(page.context());
  },
);
