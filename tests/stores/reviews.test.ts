import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { DAY } from '#domain/limits.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $details, detailsHref, openDetails } from '#stores/details.ts';
import { takeNotices } from '#stores/notices.ts';
import { saveReviewDraft, reviewDraft, reviewResolver, submitReview } from '#stores/review-form.ts';
import { $reviewWindow, canRate, openReviewForm, reviews, writtenReview } from '#stores/reviews.ts';

const server = await aServerForStores();
const noon = server.clock.now();
const words = { rating: 4, reviewComments: 'The rain stays in your ears.', hasSpoilers: false };
let viewer = { userId: 0 };

beforeEach(async () => {
  server.clock.set(noon);
  server.connection.value = true;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  viewer = await server.signIn();
  $reviewWindow.set(null);
  takeNotices();
});

const film = () => $details.get().movie!;
const said = () => takeNotices().map(({ kind, text: words }) => [kind, words]);
const settled = () => vi.waitFor(() => expect(server.pendingRequests.count).toBe(0));

/** Opens the review form on the details page of a booked film. */
async function openForm() {
  const movie = await server.aFilm();
  await server.anOrder(viewer, movie);
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
  ])('playStatus %s: %s', (playStatus, may) => expect(canRate({ playStatus })).toBe(may));
});

describe('errors of a draft (spec §5)', () => {
  test.each([
    ['no stars', { rating: 0 }, { rating: text.selectRatings }],
    ['no comments', { reviewComments: '' }, { reviewComments: text.enterComments }],
    ['blank comments', { reviewComments: ' \n ' }, { reviewComments: text.enterComments }],
    ['comments that are too long', { reviewComments: 'x'.repeat(2001) }, { reviewComments: text.tooLong(2000) }],
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
  test('a first review shows thanks, closes the window, and updates list and average', async () => {
    await openForm();
    await submitReview.run(film(), words);
    expect(said()).toEqual([['success', text.thankYou]]);
    expect($reviewWindow.get()).toBeNull();
    expect(writtenReview(film())).toMatchObject(words);
    await vi.waitFor(() => expect(film()).toMatchObject({ avgRating: 4, overallRank: 1 }));
    await vi.waitFor(() => expect(reviews.$state.get().items).toMatchObject([words]));
  });

  test('an edited review shows that it has been updated', async () => {
    const { movieId } = await openForm();
    await submitReview.run(film(), words);
    await settled();
    said();
    await submitReview.run(film(), { ...words, rating: 2 });
    expect(said()).toEqual([['success', text.updated]]);
    await vi.waitFor(() => expect(film().avgRating).toBe(2));
    const posts = server.calls.filter((call) => call === `POST /api/ott/movies/${movieId}/moviereviews`);
    expect(posts).toHaveLength(1);
  });

  test('two clicks create one review', async () => {
    await openForm();
    await Promise.all([submitReview.run(film(), words), submitReview.run(film(), words)]);
    expect(said()).toEqual([['success', text.thankYou]]);
  });

  test('without a connection, an error is shown and the form stays', async () => {
    await openForm();
    saveReviewDraft(film(), words);
    server.connection.value = false;
    await submitReview.run(film(), words);
    expect(submitReview.$state.get()).toEqual({ status: 'error', error: commonMessages.offline });
    expect($reviewWindow.get()).toBe('form');
    expect(reviewDraft(film())).toEqual({ words, isKept: true });
    server.connection.value = true;
    await submitReview.run(film(), words);
    expect(said().at(-1)).toEqual(['success', text.thankYou]);
    expect(reviewDraft(film())).toEqual({ words, isKept: false });
  });

  test('is rejected after the window has closed, and the page is refreshed', async () => {
    await openForm();
    saveReviewDraft(film(), words);
    server.clock.advance(DAY);
    await submitReview.run(film(), words);
    expect(submitReview.$state.get().error).toBe(text.ticketNeeded);
    expect(canRate(film())).toBe(false);
    expect($reviewWindow.get()).toBe('form');
    expect(reviewDraft(film()).isKept).toBe(true);
  });

  test('a review from another tab is overwritten only by a second submit', async () => {
    const movie = await openForm();
    await server.aReview(viewer, movie, { rating: 1, reviewComments: 'From the other tab' });
    await submitReview.run(film(), words);
    expect(submitReview.$state.get().error).toBe(text.writtenAlready);
    expect(writtenReview(film())).toMatchObject({ reviewComments: 'From the other tab' });
    said();
    await submitReview.run(film(), words);
    expect(said()).toEqual([['success', text.updated]]);
    expect(writtenReview(film())).toMatchObject(words);
  });

  test('a withdrawn review is replaced by a new one', async () => {
    const movie = await server.aFilm();
    await server.anOrder(viewer, movie);
    await server.aReview(viewer, movie, { active: 'N' });
    browser.open(detailsHref(movie));
    await openDetails();
    expect(writtenReview(film())).toBeNull();
    await submitReview.run(film(), words);
    expect(said()).toEqual([['success', text.thankYou]]);
  });
});

describe('the draft', () => {
  test('starts blank or with the existing review', async () => {
    const movie = await openForm();
    expect(reviewDraft(film())).toEqual({
      words: { rating: 0, reviewComments: '', hasSpoilers: false },
      isKept: false,
    });
    await server.aReview(viewer, movie, words);
    await openDetails();
    expect(reviewDraft(film())).toEqual({ words, isKept: false });
  });

  test('belongs to one film and one viewer', async () => {
    await openForm();
    saveReviewDraft(film(), words);
    expect(reviewDraft({ ...film(), movieId: film().movieId + 1 }).isKept).toBe(false);
    const mine = film();
    await server.signIn();
    expect(reviewDraft(mine).isKept).toBe(false);
  });

  test('is not stored if it equals the existing review', async () => {
    await openForm();
    saveReviewDraft(film(), words);
    saveReviewDraft(film(), { rating: 0, reviewComments: '', hasSpoilers: false });
    expect(reviewDraft(film()).isKept).toBe(false);
  });
});
