import { streamingSentences } from '#messages/refusals/streaming.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { setFetch } from '#api/http.ts';
import { DAY } from '#domain/limits/durations.ts';
import { commonMessages } from '#messages/common.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { $details, detailsHref, openDetails, refreshDetails } from '#stores/details/details.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import {
  saveReviewDraft,
  reviewDraft,
  reviewResolver,
  submitReview,
} from '#stores/reviews/review-form.ts';
import {
  $reviewDialog,
  canRate,
  openReviewForm,
  reviews,
  writtenReview,
} from '#stores/reviews/reviews.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
const noon = server.clock.now();
const reviewFields = {
  rating: 4,
  reviewComments: 'The rain stays in your ears.',
  hasSpoilers: false,
};
let viewer = { userId: 0 };

beforeEach(async () => {
  server.clock.set(noon);
  server.connection.isUp = true;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  viewer = await server.signIn();
  $reviewDialog.set(null);
  takeNotices();
});

const film = () => $details.get().movie!;
const takeShownNotices = () => takeNotices().map(({ kind, text: message }) => [kind, message]);
const waitForResponses = () => waitFor(() => expect(server.pendingRequests.count).toBe(0));

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
    [
      'comments that are too long',
      { reviewComments: 'x'.repeat(2001) },
      { reviewComments: text.tooLong(2000) },
    ],
    [
      'no stars and no comments',
      { rating: 0, reviewComments: '' },
      { rating: text.selectRatings, reviewComments: text.enterComments },
    ],
    ['no errors', {}, {}],
  ])('%s', async (_, change, messages) => {
    const draft = { ...reviewFields, ...change };
    const { errors } = await reviewResolver(draft, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    const found = Object.fromEntries(
      Object.entries(errors).map(([name, error]) => [name, error?.message]),
    );
    expect(found).toEqual(messages);
  });
});

describe('sending', () => {
  test('a first review shows thanks, closes the dialog, and updates list and average', async () => {
    await openForm();
    await submitReview.run(film(), reviewFields);
    expect(takeShownNotices()).toEqual([['success', text.thankYou]]);
    expect($reviewDialog.get()).toBeNull();
    expect(writtenReview(film())).toMatchObject(reviewFields);
    await waitFor(() => expect(film()).toMatchObject({ avgRating: 4, overallRank: 1 }));
    await waitFor(() => expect(reviews.$state.get().items).toMatchObject([reviewFields]));
  });

  test('has the person, and with a change also the film', async () => {
    const { movieId } = await openForm();
    server.bodies.length = 0;
    await submitReview.run(film(), reviewFields);
    await waitForResponses();
    const { reviewId } = writtenReview(film())!;
    await submitReview.run(film(), { ...reviewFields, rating: 2 });
    expect(server.bodies.filter(({ call }) => !call.startsWith('GET'))).toEqual([
      {
        call: `POST /api/ott/movies/${movieId}/moviereviews`,
        body: { userId: viewer.userId, ...reviewFields },
      },
      {
        call: `PUT /api/ott/moviereviews/${reviewId}`,
        body: { movieId, userId: viewer.userId, ...reviewFields, rating: 2, active: 'Y' },
      },
    ]);
  });

  test('an edited review shows that it has been updated', async () => {
    const { movieId } = await openForm();
    await submitReview.run(film(), reviewFields);
    await waitForResponses();
    takeShownNotices();
    await submitReview.run(film(), { ...reviewFields, rating: 2 });
    expect(takeShownNotices()).toEqual([['success', text.updated]]);
    await waitFor(() => expect(film().avgRating).toBe(2));
    const posts = server.calls.filter(
      (call) => call === `POST /api/ott/movies/${movieId}/moviereviews`,
    );
    expect(posts).toHaveLength(1);
  });

  test('a late response from before the edit does not replace the edited review', async () => {
    const { movieId } = await openForm();
    await submitReview.run(film(), reviewFields);
    await waitForResponses();
    const late = Promise.withResolvers<Response>();
    const isFilm = ({ url, method }: Request) =>
      method === 'GET' && url.endsWith(`/movies/${movieId}`);
    const requests: Request[] = [];
    setFetch(async (input, init) => {
      const request = new Request(input, init);
      if (isFilm(request)) requests.push(request);
      return isFilm(request) && requests.length === 1 ? late.promise : server.app.request(request);
    });
    const outdated = refreshDetails();
    await waitFor(() => expect(requests).toHaveLength(1));
    const response = await server.app.request(requests[0]!);
    await submitReview.run(film(), { ...reviewFields, rating: 2 });
    await waitFor(() => expect(film().avgRating).toBe(2));
    late.resolve(response);
    await outdated;
    expect(film()).toMatchObject({ avgRating: 2, myReview: { rating: 2 } });
    server.routeFetch();
  });

  test('two clicks create one review', async () => {
    await openForm();
    await Promise.all([
      submitReview.run(film(), reviewFields),
      submitReview.run(film(), reviewFields),
    ]);
    expect(takeShownNotices()).toEqual([['success', text.thankYou]]);
  });

  test('without a connection, an error is shown and the form stays', async () => {
    await openForm();
    saveReviewDraft(film(), reviewFields);
    server.connection.isUp = false;
    await submitReview.run(film(), reviewFields);
    expect(submitReview.$state.get()).toEqual({ status: 'error', error: commonMessages.offline });
    expect($reviewDialog.get()).toBe('form');
    expect(reviewDraft(film())).toEqual({ reviewFields, isRestored: true });
    server.connection.isUp = true;
    await submitReview.run(film(), reviewFields);
    expect(takeShownNotices().at(-1)).toEqual(['success', text.thankYou]);
    expect(reviewDraft(film())).toEqual({ reviewFields, isRestored: false });
  });

  test('is rejected after the window has closed, and the page is refreshed', async () => {
    await openForm();
    saveReviewDraft(film(), reviewFields);
    server.clock.advance(DAY);
    await submitReview.run(film(), reviewFields);
    expect(submitReview.$state.get().error).toBe(streamingSentences.review_ticket_required);
    expect(canRate(film())).toBe(false);
    expect($reviewDialog.get()).toBe('form');
    expect(reviewDraft(film()).isRestored).toBe(true);
  });

  test('a review from another tab is overwritten only by a second submit', async () => {
    const movie = await openForm();
    await server.aReview(viewer, movie, { rating: 1, reviewComments: 'From the other tab' });
    await submitReview.run(film(), reviewFields);
    expect(submitReview.$state.get().error).toBe(streamingSentences.already_reviewed);
    expect(writtenReview(film())).toMatchObject({ reviewComments: 'From the other tab' });
    takeShownNotices();
    await submitReview.run(film(), reviewFields);
    expect(takeShownNotices()).toEqual([['success', text.updated]]);
    expect(writtenReview(film())).toMatchObject(reviewFields);
  });

  test('a withdrawn review is replaced by a new one', async () => {
    const movie = await server.aFilm();
    await server.anOrder(viewer, movie);
    await server.aReview(viewer, movie, { active: 'N' });
    browser.open(detailsHref(movie));
    await openDetails();
    expect(writtenReview(film())).toBeNull();
    await submitReview.run(film(), reviewFields);
    expect(takeShownNotices()).toEqual([['success', text.thankYou]]);
  });
});

describe('the draft', () => {
  test('starts blank or with the existing review', async () => {
    const movie = await openForm();
    expect(reviewDraft(film())).toEqual({
      reviewFields: { rating: 0, reviewComments: '', hasSpoilers: false },
      isRestored: false,
    });
    await server.aReview(viewer, movie, reviewFields);
    await openDetails();
    expect(reviewDraft(film())).toEqual({ reviewFields, isRestored: false });
  });

  test('belongs to one film and one viewer', async () => {
    await openForm();
    saveReviewDraft(film(), reviewFields);
    expect(reviewDraft({ ...film(), movieId: film().movieId + 1 }).isRestored).toBe(false);
    const mine = film();
    await server.signIn();
    expect(reviewDraft(mine).isRestored).toBe(false);
  });

  test('is deleted if the form is blank again', async () => {
    await openForm();
    saveReviewDraft(film(), reviewFields);
    saveReviewDraft(film(), { rating: 0, reviewComments: '', hasSpoilers: false });
    expect(reviewDraft(film()).isRestored).toBe(false);
  });
});
