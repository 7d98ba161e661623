import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { DAY } from '#domain/limits.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $details, detailsHref, openDetails } from '#stores/details.ts';
import { takeNotices } from '#stores/notices.ts';
import { keepDraft, reviewDraft, reviewResolver, submitReview } from '#stores/review-form.ts';
import { $reviewWindow, mayRate, openReviewForm, reviews, writtenReview } from '#stores/reviews.ts';

const house = await aHouseForStores();
const noon = house.clock.now();
const words = { rating: 4, reviewComments: 'The rain stays in your ears.', hasSpoilers: false };
let viewer = { userId: 0 };

beforeEach(async () => {
  house.clock.set(noon);
  house.online.value = true;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  viewer = await house.signIn();
  $reviewWindow.set(null);
  takeNotices();
});

const film = () => $details.get().movie!;
const said = () => takeNotices().map(({ kind, text: words }) => [kind, words]);
const settled = () => vi.waitFor(() => expect(house.underway.count).toBe(0));

/** The details page of a film that the viewer has a ticket for, with the form open. */
async function openForm() {
  const movie = await house.aFilm();
  await house.anOrder(viewer, movie);
  browser.open(detailsHref(movie));
  await openDetails();
  await reviews.open(movie.movieId);
  openReviewForm();
  return movie;
}

describe('who may rate (spec §6)', () => {
  test.each([
    ['PAID', true],
    [null, false],
    ['CANCELLED', false],
  ])('playStatus %s: %s', (playStatus, may) => expect(mayRate({ playStatus })).toBe(may));
});

describe('what is wrong with a draft (spec §5)', () => {
  test.each([
    ['no stars', { rating: 0 }, { rating: text.selectRatings }],
    ['no comments', { reviewComments: '' }, { reviewComments: text.enterComments }],
    ['blank comments', { reviewComments: ' \n ' }, { reviewComments: text.enterComments }],
    ['a book', { reviewComments: 'x'.repeat(2001) }, { reviewComments: text.tooLong(2000) }],
    ['neither', { rating: 0, reviewComments: '' }, { rating: text.selectRatings, reviewComments: text.enterComments }],
    ['nothing', {}, {}],
  ])('%s', async (_, change, messages) => {
    const given = { ...words, ...change };
    const { errors } = await reviewResolver(given, undefined, { fields: {}, shouldUseNativeValidation: false });
    const found = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
    expect(found).toEqual(messages);
  });
});

describe('sending', () => {
  test('a first review: thanks, the window closes, list and average follow', async () => {
    await openForm();
    await submitReview.run(film(), words);
    expect(said()).toEqual([['success', text.thankYou]]);
    expect($reviewWindow.get()).toBeNull();
    expect(writtenReview(film())).toMatchObject(words);
    await vi.waitFor(() => expect(film()).toMatchObject({ avgRating: 4, overallRank: 1 }));
    await vi.waitFor(() => expect(reviews.$state.get().items).toMatchObject([words]));
  });

  test('new words for it: it has been updated', async () => {
    const { movieId } = await openForm();
    await submitReview.run(film(), words);
    await settled();
    said();
    await submitReview.run(film(), { ...words, rating: 2 });
    expect(said()).toEqual([['success', text.updated]]);
    await vi.waitFor(() => expect(film().avgRating).toBe(2));
    const posts = house.calls.filter((call) => call === `POST /api/ott/movies/${movieId}/moviereviews`);
    expect(posts).toHaveLength(1);
  });

  test('pressed twice is one review', async () => {
    await openForm();
    await Promise.all([submitReview.run(film(), words), submitReview.run(film(), words)]);
    expect(said()).toEqual([['success', text.thankYou]]);
  });

  test('without a connection says so and keeps the form', async () => {
    await openForm();
    keepDraft(film(), words);
    house.online.value = false;
    await submitReview.run(film(), words);
    expect(submitReview.$state.get()).toEqual({ status: 'error', error: commonMessages.offline });
    expect($reviewWindow.get()).toBe('form');
    expect(reviewDraft(film())).toEqual({ words, isKept: true });
    house.online.value = true;
    await submitReview.run(film(), words);
    expect(said().at(-1)).toEqual(['success', text.thankYou]);
    expect(reviewDraft(film())).toEqual({ words, isKept: false });
  });

  test('after the window closed is refused, and the page learns it', async () => {
    await openForm();
    keepDraft(film(), words);
    house.clock.advance(DAY);
    await submitReview.run(film(), words);
    expect(submitReview.$state.get().error).toBe(text.ticketNeeded);
    expect(mayRate(film())).toBe(false);
    expect($reviewWindow.get()).toBe('form');
    expect(reviewDraft(film()).isKept).toBe(true);
  });

  test('what another tab wrote is not overwritten unasked; the second time it is', async () => {
    const movie = await openForm();
    await house.aReview(viewer, movie, { rating: 1, reviewComments: 'From the other tab' });
    await submitReview.run(film(), words);
    expect(submitReview.$state.get().error).toBe(text.writtenAlready);
    expect(writtenReview(film())).toMatchObject({ reviewComments: 'From the other tab' });
    said();
    await submitReview.run(film(), words);
    expect(said()).toEqual([['success', text.updated]]);
    expect(writtenReview(film())).toMatchObject(words);
  });

  test('a review that was taken back is begun anew', async () => {
    const movie = await house.aFilm();
    await house.anOrder(viewer, movie);
    await house.aReview(viewer, movie, { active: 'N' });
    browser.open(detailsHref(movie));
    await openDetails();
    expect(writtenReview(film())).toBeNull();
    await submitReview.run(film(), words);
    expect(said()).toEqual([['success', text.thankYou]]);
  });
});

describe('the draft', () => {
  test('begins blank, or with what stands already', async () => {
    const movie = await openForm();
    expect(reviewDraft(film())).toEqual({
      words: { rating: 0, reviewComments: '', hasSpoilers: false },
      isKept: false,
    });
    await house.aReview(viewer, movie, words);
    await openDetails();
    expect(reviewDraft(film())).toEqual({ words, isKept: false });
  });

  test('is of this film and this viewer only', async () => {
    await openForm();
    keepDraft(film(), words);
    expect(reviewDraft({ ...film(), movieId: film().movieId + 1 }).isKept).toBe(false);
    const mine = film();
    await house.signIn();
    expect(reviewDraft(mine).isKept).toBe(false);
  });

  test('is none when it says what stands already', async () => {
    await openForm();
    keepDraft(film(), words);
    keepDraft(film(), { rating: 0, reviewComments: '', hasSpoilers: false });
    expect(reviewDraft(film()).isKept).toBe(false);
  });
});
