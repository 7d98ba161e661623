import { streamingSentences } from '#messages/refusals/streaming.ts';
import type { Page } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, publicFilmHref, tabTo, test } from '../support/browser.ts';
import { signInViewer, withInProcessServer } from '../support/in-process-server.ts';
import type { TestServer } from '../support/test-server.ts';
import { waitUntilSettled } from '../support/screens.ts';
import { testNow } from '../support/test-now.ts';

const detailsOf = ({ movieId }: { movieId: number }) => href('movieDetails', { movie_id: movieId });
const rate = (page: Page) => page.getByRole('button', { name: catalogueMessages.rateThis });
const edit = (page: Page) => page.getByRole('button', { name: text.edit });
const form = (page: Page) =>
  page.getByRole('dialog', { name: new RegExp(`^(${text.write}|${text.edit})$`) });
const comments = (page: Page) => form(page).getByLabel(text.yourComments);
const submit = (page: Page) => form(page).getByRole('button', { name: text.submit });
const ownReview = (page: Page) => page.getByRole('group', { name: text.yourReview });
const star = (page: Page, count: number) =>
  form(page).getByRole('radio', { name: text.stars(count), exact: true });
// The first test of a worker opens the in-process server.
test.beforeEach(() => test.slow());

const COMMENTS = 'Slow, and then you stop looking at the clock.';

async function fillReview(page: Page, stars: number, reviewComments: string) {
  await star(page, stars).check({ force: true });
  await comments(page).fill(reviewComments);
  await submit(page).click();
}

/** Signs in a viewer with an open ticket. */
async function signInTicketHolder(server: TestServer, page: Page) {
  server.clock.set(testNow());
  const [viewer, film] = [await server.aViewer(), await server.aFilm()];
  const order = await server.anOrder(viewer, film);
  await signInViewer(server, page, viewer);
  return { viewer, film, order };
}

const shiftTicketWindows = (server: TestServer, by: string) =>
  server.database.query(
    'update orders set booking_start_time = booking_start_time + $1::interval, booking_end_time = booking_end_time + $1::interval',
    [by],
  );

test(
  'a viewer writes a review and edits it; list and average follow',
  { tag: '@phone' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const { film } = await signInTicketHolder(server, page);
      await page.goto(detailsOf(film));
      await expect(page.getByText(text.noReviewsTitle)).toBeVisible();
      await rate(page).click();
      await expect(form(page).getByText(text.selectRatings)).toHaveCount(0);
      await submit(page).click();
      await expect(form(page).getByText(text.selectRatings)).toBeVisible();
      await expect(form(page).getByText(text.enterComments)).toBeVisible();
      await star(page, 4).check({ force: true });
      await expect(form(page).getByText(text.selectRatings)).toHaveCount(0);
      await comments(page).fill(COMMENTS);
      await expect(form(page).getByText(text.enterComments)).toHaveCount(0);
      await submit(page).click();
      await expect(page.getByText(text.thankYou)).toBeVisible();
      await expect(form(page)).toHaveCount(0);
      await expect(ownReview(page)).toContainText(COMMENTS);
      await expect(page.getByRole('img', { name: catalogueMessages.outOf('4.0') })).toBeVisible();

      await edit(page).click();
      await expect(star(page, 4)).toBeChecked();
      await expect(comments(page)).toHaveValue(COMMENTS);
      await fillReview(page, 2, 'On second thoughts');
      await expect(page.getByText(text.updated)).toBeVisible();
      await expect(ownReview(page)).toContainText('On second thoughts');
      await expect(page.getByRole('img', { name: catalogueMessages.outOf('2.0') })).toBeVisible();
      await page.reload();
      await expect(ownReview(page)).toContainText('On second thoughts');
      await expect(page.getByText(catalogueMessages.fromTicketHolders(1))).toBeVisible();

      await expect(page.getByText('On second thoughts')).toHaveCount(1);
      await page.getByRole('button', { name: text.allReviews(1) }).click();
      const list = page.getByRole('dialog', { name: text.listTitle });
      await expect(list.getByText('On second thoughts')).toHaveCount(1);
      await expect(list.getByRole('group', { name: text.yourReview })).toBeVisible();
    });
  },
);

test(
  'without an open ticket there is no button, and the server rejects a review',
  { tag: '@deep' },
  async ({ page, request, signIn, films }) => {
    const film = films.paid[3]!;
    const { token } = await signIn();
    await page.goto(detailsOf(film));
    await expect(page.getByRole('heading', { name: catalogueMessages.reviews })).toBeVisible();
    await waitUntilSettled(page);
    await expect(rate(page)).toHaveCount(0);
    const response = await request.post(`/api/ott/movies/${film.movieId}/moviereviews`, {
      headers: { authorization: `Bearer ${token}` },
      data: { rating: 5, reviewComments: COMMENTS },
    });
    expect([response.status(), (await response.json()).message]).toEqual([
      402,
      streamingSentences.review_ticket_required,
    ]);
  },
);

test(
  'the draft survives a closed dialog, a lost connection, an ended ticket and a reload',
  { tag: '@deep' },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(402), /net::ERR_FAILED/);
    await withInProcessServer(context, async (server) => {
      const { film } = await signInTicketHolder(server, page);
      await page.goto(detailsOf(film));
      await rate(page).click();
      await star(page, 5).check({ force: true });
      await comments(page).fill(COMMENTS);
      await page.keyboard.press('Escape');
      await expect(rate(page)).toBeFocused();
      await rate(page).click();
      await expect(comments(page)).toHaveValue(COMMENTS);
      await expect(star(page, 5)).toBeChecked();

      await context.route('**/moviereviews', (route) => route.abort());
      await submit(page).click();
      await expect(form(page).getByText(commonMessages.offline)).toBeVisible();
      await context.unroute('**/moviereviews');
      await shiftTicketWindows(server, '-2 days');
      await submit(page).click();
      await expect(form(page).getByText(streamingSentences.review_ticket_required)).toBeVisible();
      await expect(comments(page)).toHaveValue(COMMENTS);
      await shiftTicketWindows(server, '2 days');
      await page.reload();
      await rate(page).click();
      await expect(form(page).getByText(text.draftKept)).toBeVisible();
      await expect(comments(page)).toHaveValue(COMMENTS);
      await submit(page).click();
      await expect(page.getByText(text.thankYou)).toBeVisible();
      await expect(ownReview(page)).toContainText(COMMENTS);
    });
  },
);

test(
  'two tabs create one review, and both keep their text',
  { tag: '@deep' },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(409));
    await withInProcessServer(context, async (server) => {
      const { film, viewer } = await signInTicketHolder(server, page);
      const otherTab = await context.newPage();
      await signInViewer(server, otherTab, viewer);
      for (const tab of [page, otherTab]) {
        await tab.goto(detailsOf(film));
        await rate(tab).click();
      }
      await fillReview(page, 5, 'From the first tab');
      await expect(ownReview(page)).toContainText('From the first tab');
      await fillReview(otherTab, 1, 'From the second tab');
      await expect(form(otherTab).getByText(streamingSentences.already_reviewed)).toBeVisible();
      await expect(ownReview(otherTab)).toContainText('From the first tab');
      await submit(otherTab).click();
      await expect(otherTab.getByText(text.updated)).toBeVisible();
      await expect(ownReview(otherTab)).toContainText('From the second tab');
    });
  },
);

test(
  'a review is written with the keyboard alone',
  { tag: '@deep' },
  async ({ page, context, isMobile }) => {
    test.skip(isMobile, 'phones have no keyboard');
    await withInProcessServer(context, async (server) => {
      const { film } = await signInTicketHolder(server, page);
      await page.goto(detailsOf(film));
      await expect(rate(page)).toBeVisible();
      await tabTo(page, rate(page));
      await page.keyboard.press('Enter');
      await tabTo(page, submit(page), 10);
      await page.keyboard.press('Enter');
      await expect(star(page, 1)).toBeFocused();
      await expect(
        form(page).getByRole('radiogroup', { name: text.yourRating }),
      ).toHaveAccessibleDescription(text.selectRatings);
      // react-hook-form focuses the field again by a timer; the next key must come after it.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      await page.keyboard.press('Space');
      for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
      await expect(star(page, 4)).toBeChecked();
      await page.keyboard.press('Tab');
      await expect(comments(page)).toBeFocused();
      await page.keyboard.type(COMMENTS);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await tabTo(page, submit(page), 4);
      await page.keyboard.press('Enter');
      await expect(page.getByText(text.thankYou)).toBeVisible();
      await expect(ownReview(page)).toContainText(COMMENTS);
      await expect(edit(page)).toBeFocused();
    });
  },
);

test(
  'spoilers are folded, but not for their author',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const { film } = await signInTicketHolder(server, page);
      await server.aReview(await server.aViewer(), film, {
        reviewComments: 'The butler',
        hasSpoilers: true,
      });
      await page.goto(detailsOf(film));
      const spoiler = page.getByText(text.spoilerAhead);
      await expect(spoiler).toBeVisible();
      await expect(page.getByText('The butler')).toBeHidden();
      await spoiler.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('The butler')).toBeVisible();

      await rate(page).click();
      await form(page).getByRole('checkbox', { name: text.containsSpoilers }).check();
      await fillReview(page, 3, 'The cook');
      await expect(ownReview(page).getByText('The cook')).toBeVisible();
      await expect(page.getByText(text.spoilerAhead)).toHaveCount(1);
    });
  },
);

test(
  'the list loads ten at a time, in the page and in its dialog',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const { film } = await signInTicketHolder(server, page);
      const hidden = await server.aReview(await server.aViewer(), film, {
        reviewComments: 'Hidden',
        hiddenAt: testNow(),
      });
      for (let each = 1; each <= 12; each++)
        await server.aReview(await server.aViewer(), film, {
          reviewComments: `Review ${each}`,
          createdOn: new Date(hidden.createdOn.getTime() + each),
        });
      await server.database.query(`update movies set avg_rating = 4, overall_rank = 12`);
      await page.goto(detailsOf(film));
      await expect(page.locator('.film-reviews > * .review-list > li')).toHaveCount(10);
      await page.getByRole('button', { name: text.allReviews(12) }).click();
      const list = page.getByRole('dialog', { name: text.listTitle });
      await expect(list.getByRole('listitem')).toHaveCount(10);
      await list.getByRole('button', { name: commonMessages.loadMore }).click();
      await expect(list.getByRole('listitem')).toHaveCount(12);
      await expect(list.getByRole('listitem').filter({ hasText: /Review 2(?!\d)/ })).toBeFocused();
      await expect(list.getByText('Hidden')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: text.allReviews(12) })).toBeFocused();
    });
  },
);

test(
  'a hidden review is still shown to its author, with a note',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const { film, viewer } = await signInTicketHolder(server, page);
      await server.aReview(viewer, film, { reviewComments: 'Mine alone', hiddenAt: testNow() });
      await page.goto(detailsOf(film));
      await expect(ownReview(page)).toContainText(text.hiddenByCinema);
      await expect(ownReview(page)).toContainText('Mine alone');
    });
  },
);

test('the form, its errors and the list are accessible', async ({ page, context }) => {
  await withInProcessServer(context, async (server) => {
    const { film, viewer } = await signInTicketHolder(server, page);
    await server.aReview(viewer, film, { hasSpoilers: true });
    await server.aReview(await server.aViewer(), film, { hasSpoilers: true });
    await server.database.query(`update movies set avg_rating = 4, overall_rank = 2`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(detailsOf(film));
    await edit(page).click();
    await comments(page).fill('');
    await submit(page).click();
    await expect(form(page).getByText(text.enterComments)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text.allReviews(2) }).click();
    await expect(page.getByRole('dialog', { name: text.listTitle })).toBeVisible();
    await expectAccessible(page);
  });
});

test('the public page folds spoilers without a script', async ({ browser, films }) => {
  const film = films.paid.find(({ movieNameEn, movieName }) =>
    [movieNameEn, movieName].includes('Nine Lights'),
  )!;
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(publicFilmHref(film));
  const spoiler = page.getByText('look at whose hand is in the log');
  await expect(spoiler).toBeHidden();
  await page.getByText(text.spoilerAhead).click();
  await expect(spoiler).toBeVisible();
  await page.close();
});
