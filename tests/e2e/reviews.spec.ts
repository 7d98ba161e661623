import type { Page } from '@playwright/test';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { href } from '#routes.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { expect, refused, sharedLink, tabTo, test } from '../support/browser.ts';
import { signInTo, withHouseBehind } from '../support/house-behind-page.ts';
import type { TestHouse } from '../support/house.ts';
import { settled } from '../support/screens.ts';

const detailsOf = ({ movieId }: { movieId: number }) => href('movieDetails', { movie_id: movieId });
const rate = (page: Page) => page.getByRole('button', { name: catalogueMessages.rateThis });
const edit = (page: Page) => page.getByRole('button', { name: text.edit });
const form = (page: Page) => page.getByRole('dialog', { name: new RegExp(`^(${text.write}|${text.edit})$`) });
const comments = (page: Page) => form(page).getByLabel(text.yourComments);
const submit = (page: Page) => form(page).getByRole('button', { name: text.submit });
const own = (page: Page) => page.getByRole('group', { name: text.yourReview });
const star = (page: Page, count: number) => form(page).getByRole('radio', { name: text.stars(count), exact: true });
// Each opens a house of its own.
test.beforeEach(() => test.slow());

const WORDS = 'Slow, and then you stop looking at the clock.';

async function write(page: Page, stars: number, words: string) {
  await star(page, stars).check({ force: true });
  await comments(page).fill(words);
  await submit(page).click();
}

/** Somebody with an open ticket, on the film's page, in a house where nobody else writes. */
async function aHolderIn(house: TestHouse, page: Page) {
  house.clock.set(new Date());
  const [viewer, film] = [await house.aViewer(), await house.aFilm()];
  const order = await house.anOrder(viewer, film);
  await signInTo(house, page, viewer);
  return { viewer, film, order };
}

const moveTicket = (house: TestHouse, by: string) =>
  house.database.query(
    'update orders set booking_start_time = booking_start_time + $1::interval, booking_end_time = booking_end_time + $1::interval',
    [by],
  );

test('a viewer writes a review and edits it; list and average follow', { tag: '@phone' }, async ({ page, context }) => {
  await withHouseBehind(context, async (house) => {
    const { film } = await aHolderIn(house, page);
    await page.goto(detailsOf(film));
    await expect(page.getByText(text.noReviewsTitle)).toBeVisible();
    await rate(page).click();
    await expect(form(page).getByText(text.selectRatings)).toHaveCount(0);
    await submit(page).click();
    await expect(form(page).getByText(text.selectRatings)).toBeVisible();
    await expect(form(page).getByText(text.enterComments)).toBeVisible();
    await star(page, 4).check({ force: true });
    await expect(form(page).getByText(text.selectRatings)).toHaveCount(0);
    await comments(page).fill(WORDS);
    await expect(form(page).getByText(text.enterComments)).toHaveCount(0);
    await submit(page).click();
    await expect(page.getByText(text.thankYou)).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await expect(own(page)).toContainText(WORDS);
    await expect(page.getByRole('img', { name: catalogueMessages.outOf('4.0') })).toBeVisible();

    await edit(page).click();
    await expect(star(page, 4)).toBeChecked();
    await expect(comments(page)).toHaveValue(WORDS);
    await write(page, 2, 'On second thoughts');
    await expect(page.getByText(text.updated)).toBeVisible();
    await expect(own(page)).toContainText('On second thoughts');
    await expect(page.getByRole('img', { name: catalogueMessages.outOf('2.0') })).toBeVisible();
    await page.reload();
    await expect(own(page)).toContainText('On second thoughts');
    await expect(page.getByText(catalogueMessages.fromTicketHolders(1))).toBeVisible();
  });
});

test('without a live ticket there is no button, and the house refuses', async ({ page, request, signIn, films }) => {
  const film = films.paid[3]!;
  const { token } = await signIn();
  await page.goto(detailsOf(film));
  await expect(page.getByRole('heading', { name: catalogueMessages.reviews })).toBeVisible();
  await settled(page);
  await expect(rate(page)).toHaveCount(0);
  const answer = await request.post(`/api/ott/movies/${film.movieId}/moviereviews`, {
    headers: { authorization: `Bearer ${token}` },
    data: { rating: 5, reviewComments: WORDS },
  });
  expect([answer.status(), (await answer.json()).message]).toEqual([402, text.ticketNeeded]);
});

test('what was typed outlives the closed window, the lost connection, the ticket and the page', async ({
  page,
  context,
  allowComplaints,
}) => {
  allowComplaints(refused(402), /net::ERR_FAILED/);
  await withHouseBehind(context, async (house) => {
    const { film } = await aHolderIn(house, page);
    await page.goto(detailsOf(film));
    await rate(page).click();
    await star(page, 5).check({ force: true });
    await comments(page).fill(WORDS);
    await page.keyboard.press('Escape');
    await expect(rate(page)).toBeFocused();
    await rate(page).click();
    await expect(comments(page)).toHaveValue(WORDS);
    await expect(star(page, 5)).toBeChecked();

    await context.route('**/moviereviews', (route) => route.abort());
    await submit(page).click();
    await expect(form(page).getByText(commonMessages.offline)).toBeVisible();
    await context.unroute('**/moviereviews');
    await moveTicket(house, '-2 days');
    await submit(page).click();
    await expect(form(page).getByText(text.ticketNeeded)).toBeVisible();
    await expect(comments(page)).toHaveValue(WORDS);
    await moveTicket(house, '2 days');
    await page.reload();
    await rate(page).click();
    await expect(form(page).getByText(text.draftKept)).toBeVisible();
    await expect(comments(page)).toHaveValue(WORDS);
    await submit(page).click();
    await expect(page.getByText(text.thankYou)).toBeVisible();
    await expect(own(page)).toContainText(WORDS);
  });
});

test(
  'in two tabs there is one review, and neither loses its words',
  { tag: '@deep' },
  async ({ page, context, allowComplaints }) => {
    allowComplaints(refused(409));
    await withHouseBehind(context, async (house) => {
      const { film, viewer } = await aHolderIn(house, page);
      const other = await context.newPage();
      await signInTo(house, other, viewer);
      for (const tab of [page, other]) {
        await tab.goto(detailsOf(film));
        await rate(tab).click();
      }
      await write(page, 5, 'From the first tab');
      await expect(own(page)).toContainText('From the first tab');
      await write(other, 1, 'From the second tab');
      await expect(form(other).getByText(text.writtenAlready)).toBeVisible();
      await expect(own(other)).toContainText('From the first tab');
      await submit(other).click();
      await expect(other.getByText(text.updated)).toBeVisible();
      await expect(own(other)).toContainText('From the second tab');
    });
  },
);

test('all of it goes by keyboard', { tag: '@deep' }, async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'has no keyboard');
  await withHouseBehind(context, async (house) => {
    const { film } = await aHolderIn(house, page);
    await page.goto(detailsOf(film));
    await expect(rate(page)).toBeVisible();
    await tabTo(page, rate(page));
    await page.keyboard.press('Enter');
    await tabTo(page, submit(page), 10);
    await page.keyboard.press('Enter');
    await expect(star(page, 1)).toBeFocused();
    await expect(form(page).getByRole('radiogroup', { name: text.yourRating })).toHaveAccessibleDescription(
      text.selectRatings,
    );
    // The form's library takes the focus there once more, by a timer: a person's next key comes after it.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await page.keyboard.press('Space');
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    await expect(star(page, 4)).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(comments(page)).toBeFocused();
    await page.keyboard.type(WORDS);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await tabTo(page, submit(page), 4);
    await page.keyboard.press('Enter');
    await expect(page.getByText(text.thankYou)).toBeVisible();
    await expect(own(page)).toContainText(WORDS);
    await expect(edit(page)).toBeFocused();
  });
});

test('what tells the story is folded, but not for its author', async ({ page, context }) => {
  await withHouseBehind(context, async (house) => {
    const { film } = await aHolderIn(house, page);
    await house.aReview(await house.aViewer(), film, { reviewComments: 'The butler', hasSpoilers: true });
    await page.goto(detailsOf(film));
    const fold = page.getByText(text.spoilerAhead);
    await expect(fold).toBeVisible();
    await expect(page.getByText('The butler')).toBeHidden();
    await fold.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The butler')).toBeVisible();

    await rate(page).click();
    await form(page).getByRole('checkbox', { name: text.containsSpoilers }).check();
    await write(page, 3, 'The cook');
    await expect(own(page).getByText('The cook')).toBeVisible();
    await expect(page.getByText(text.spoilerAhead)).toHaveCount(1);
  });
});

test('the list comes ten at a time, in the page and in its window', { tag: '@deep' }, async ({ page, context }) => {
  await withHouseBehind(context, async (house) => {
    const { film } = await aHolderIn(house, page);
    const hidden = await house.aReview(await house.aViewer(), film, { reviewComments: 'Hidden', hiddenAt: new Date() });
    for (let each = 1; each <= 12; each++)
      await house.aReview(await house.aViewer(), film, {
        reviewComments: `Review ${each}`,
        createdOn: new Date(hidden.createdOn.getTime() + each),
      });
    await house.database.query(`update movies set avg_rating = 4, overall_rank = 12`);
    await page.goto(detailsOf(film));
    await expect(page.locator('.rev > * .reviews > li')).toHaveCount(10);
    await page.getByRole('button', { name: text.allReviews(12) }).click();
    const list = page.getByRole('dialog', { name: text.listTitle });
    await expect(list.getByRole('listitem')).toHaveCount(10);
    await list.getByRole('button', { name: catalogueMessages.loadMore }).click();
    await expect(list.getByRole('listitem')).toHaveCount(12);
    await expect(list.getByRole('listitem').filter({ hasText: /Review 2(?!\d)/ })).toBeFocused();
    await expect(list.getByText('Hidden')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: text.allReviews(12) })).toBeFocused();
  });
});

test('what the house hid is still read by its author, and it says so', async ({ page, context }) => {
  await withHouseBehind(context, async (house) => {
    const { film, viewer } = await aHolderIn(house, page);
    await house.aReview(viewer, film, { reviewComments: 'Mine alone', hiddenAt: new Date() });
    await page.goto(detailsOf(film));
    await expect(own(page)).toContainText(text.hiddenByHouse);
    await expect(own(page)).toContainText('Mine alone');
  });
});

test('a screen reader meets no barrier in the form, its errors and the list', async ({ page, context }) => {
  await withHouseBehind(context, async (house) => {
    const { film, viewer } = await aHolderIn(house, page);
    await house.aReview(viewer, film, { hasSpoilers: true });
    await house.aReview(await house.aViewer(), film, { hasSpoilers: true });
    await house.database.query(`update movies set avg_rating = 4, overall_rank = 2`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(detailsOf(film));
    await edit(page).click();
    await comments(page).fill('');
    await submit(page).click();
    await expect(form(page).getByText(text.enterComments)).toBeVisible();
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text.allReviews(2) }).click();
    await expect(page.getByRole('dialog', { name: text.listTitle })).toBeVisible();
    await expectNoBarriers(page);
  });
});

test('the public page folds what tells the story, without a script', async ({ browser, films }) => {
  const film = films.paid.find(({ movieNameEn, movieName }) => [movieNameEn, movieName].includes('Nine Lights'))!;
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(sharedLink(film));
  const words = page.getByText('look at whose hand is in the log');
  await expect(words).toBeHidden();
  await page.getByText(text.spoilerAhead).click();
  await expect(words).toBeVisible();
  await page.close();
});
