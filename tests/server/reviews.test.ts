import { streamingSentences } from '#messages/refusals/streaming.ts';
import fc from '../support/fast-check.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { COMMENTS_MAX_LENGTH } from '#domain/review.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import { reviewRefusals } from '#messages/review-refusals.ts';
import { recalculateRatings } from '#server/db/ratings.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { reviews } from '#server/db/schema/reviews.ts';
import { findNewestReviews, updateReviewVisibility } from '#server/streaming/reviews/moderation.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
const clock = aClock();
const noon = clock.now();
type Person = Awaited<ReturnType<TestServer['aViewer']>>;
type Film = Awaited<ReturnType<TestServer['aFilm']>>;

beforeAll(async () => {
  server = await aServer({ clock });
});
beforeEach(() => server.clock.set(noon));

const draft = { rating: 4, reviewComments: 'The rain stays in your ears.' };
const post = (as: Person, { movieId }: { movieId: number }, body: object = draft, headers = {}) =>
  server.post(`/api/ott/movies/${movieId}/moviereviews`, { as, body, headers });
const put = (as: Person, { reviewId }: { reviewId: number }, body: object = draft) =>
  server.put(`/api/ott/moviereviews/${reviewId}`, { as, body });
const publicList = async ({ movieId }: Film, query = '') =>
  (await server.get(`/api/ott/public/moviereviewsbymovie/${movieId}${query}`)).json;
const average = async ({ movieId }: Film) => {
  const [row] = await server.database.db.select().from(movies).where(eq(movies.movieId, movieId));
  return { average: row!.avgRating, count: row!.overallRank };
};

/** A film and a viewer with an open ticket for it. */
async function aHolder(given: Parameters<TestServer['anOrder']>[2] = {}) {
  const [viewer, film] = [await server.aViewer(), await server.aFilm()];
  const order = await server.anOrder(viewer, film, given);
  return { viewer, film, order };
}
async function aWriter() {
  const { viewer, film } = await aHolder();
  const { json: review } = await post(viewer, film);
  return { viewer, film, review };
}
const errorOf = ({ status, json }: { status: number; json: any }) => [
  status,
  json.code,
  json.message,
];
const NO_TICKET = [402, 'ticket_required', streamingSentences.review_ticket_required];

describe('writing', () => {
  test('creates a public review under the first name only', async () => {
    const { viewer, film } = await aHolder();
    const { status, json } = await post(viewer, film, {
      ...draft,
      userId: 999_999,
      hasSpoilers: true,
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...draft,
      userId: viewer.userId,
      movieId: film.movieId,
      active: 'Y',
      isHidden: false,
    });
    expect((await publicList(film)).content).toEqual([
      {
        ...draft,
        hasSpoilers: true,
        reviewId: json.reviewId,
        createdOn: toWire(clock.now()),
        active: 'Y',
        userId: viewer.userId,
        movieId: film.movieId,
        user: { firstName: 'Meena', userImageName: null },
      },
    ]);
    expect(await average(film)).toEqual({ average: 4, count: 1 });
  });

  const at = (hours: number) => new Date(noon.getTime() + hours * HOUR);
  const window = (from: number) => ({ bookingStartTime: at(from), bookingEndTime: at(from + 24) });
  test.each([
    ['before the window', window(1), NO_TICKET],
    ['as the window opens', window(0), [201]],
    ['in the last minute', window(-23.99), [201]],
    ['as the window closes', window(-24), NO_TICKET],
    ['with an unpaid ticket', { ...window(0), paymentStatus: 'NEW' }, NO_TICKET],
    [
      'with a ticket whose payment is pending',
      { ...window(0), paymentStatus: 'PROCESSING' },
      NO_TICKET,
    ],
    ['with a refunded ticket', { ...window(0), paymentStatus: 'REFUNDED' }, NO_TICKET],
  ] as const)('%s', async (_, order, [status, ...expectedFields]) => {
    const { viewer, film } = await aHolder(order);
    const response = await post(viewer, film);
    expect(
      [response.status, response.json.code, response.json.message].slice(
        0,
        1 + expectedFields.length,
      ),
    ).toEqual([status, ...expectedFields]);
    expect((await publicList(film)).totalElements).toBe(status === 201 ? 1 : 0);
  });

  test('needs the viewer’s own ticket, for this film', async () => {
    const { viewer, film } = await aHolder();
    expect(errorOf(await post(await server.aViewer(), film))).toEqual(NO_TICKET);
    expect(errorOf(await post(viewer, await server.aFilm()))).toEqual(NO_TICKET);
    expect(errorOf(await post(viewer, { movieId: 2_000_000_000 })).slice(0, 2)).toEqual([
      404,
      'movie_not_found',
    ]);
  });

  test.each([
    ['no stars', { rating: 0 }, 'rating', text.selectRatings],
    ['six stars', { rating: 6 }, 'rating', text.selectRatings],
    ['half a star', { rating: 2.5 }, 'rating', text.selectRatings],
    ['a word as rating', { rating: 'five' }, 'rating', text.selectRatings],
    ['no rating at all', { rating: undefined }, 'rating', text.selectRatings],
    ['no comments', { reviewComments: '' }, 'reviewComments', text.enterComments],
    ['no comments at all', { reviewComments: undefined }, 'reviewComments', text.enterComments],
    ['blank comments', { reviewComments: ' \n\t ' }, 'reviewComments', text.enterComments],
    [
      'invisible comments',
      { reviewComments: '\u202E\u200B\u200D\u0007' },
      'reviewComments',
      text.enterComments,
    ],
    [
      'too long comments',
      { reviewComments: 'x'.repeat(COMMENTS_MAX_LENGTH + 1) },
      'reviewComments',
      text.tooLong(COMMENTS_MAX_LENGTH),
    ],
  ])('rejects %s', async (_, change, path, message) => {
    const { viewer, film } = await aHolder();
    const { status, json } = await post(viewer, film, { ...draft, ...change });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'validation_failed', message, errors: [{ path, message }] });
  });

  test('keeps plain text and removes control characters', async () => {
    const { viewer, film } = await aHolder();
    const reviewComments = '  <b>Not</b> \u202Ebold\u202C &amp;\r\n\r\n\r\n\r\nமழை 👨‍👩‍👧\u0007  ';
    const { json } = await post(viewer, film, { rating: 5, reviewComments });
    expect(json.reviewComments).toBe('<b>Not</b> bold &amp;\n\nமழை 👨‍👩‍👧');
    expect((await publicList(film)).content[0].reviewComments).toBe(json.reviewComments);
  });

  test('is a change for the next rebuild', async () => {
    const { viewer, film } = await aHolder();
    const changed = async (cursor?: string) =>
      (
        await server.get(
          `/api/ott/public/catalogue/changes?limit=1000${cursor ? `&since=${cursor}` : ''}`,
        )
      ).json;
    const { cursor } = await changed();
    const { json } = await post(viewer, film);
    const after = await changed(cursor);
    expect(after.changed.map(({ movieId }: Film) => movieId)).toEqual([film.movieId]);
    await updateReviewVisibility(server.deps, json.reviewId, true);
    expect((await changed(after.cursor)).changed).toMatchObject([
      { movieId: film.movieId, avgRating: null },
    ]);
  });

  test('is a change when its author is renamed, even if the review is hidden; the same name is no change', async () => {
    const changes = async (since = '') =>
      (await server.get(`/api/ott/public/catalogue/changes?limit=1000&since=${since}`)).json;
    const { viewer, film } = await aHolder();
    const hidden = await server.aFilm();
    await server.aReview(viewer, film);
    await server.aReview(viewer, hidden, { hiddenAt: server.clock.now() });
    const { cursor } = await changes();
    const rename = (firstName: string, lastName = 'Rao') =>
      server.put(`/api/auth/userinfo/${viewer.userId}`, {
        as: viewer,
        body: { firstName, lastName },
      });
    await rename(viewer.firstName!, 'Iyer');
    expect((await changes(cursor)).changed).toEqual([]);
    await rename('Kavya');
    const { changed } = await changes(cursor);
    expect(changed.map(({ movieId }: Film) => movieId).toSorted()).toEqual(
      [film.movieId, hidden.movieId].toSorted(),
    );
    expect((await publicList(film)).content).toMatchObject([{ user: { firstName: 'Kavya' } }]);
  });

  // A single connection writes one transaction after another.
  test.skipIf(!process.env['TEST_DATABASE_URL'])(
    'during a rename: the rename is a change after the review',
    async () => {
      const { viewer, film } = await aHolder();
      let commit = () => undefined as void;
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let signalWritten = (_changeNo: number) => undefined as void;
      const written = new Promise<number>((resolve) => (signalWritten = resolve));
      const writing = server.database.db.transaction(async (tx) => {
        await tx.insert(reviews).values({ ...draft, userId: viewer.userId, movieId: film.movieId });
        await recalculateRatings(tx as never, [film.movieId]);
        signalWritten(
          (await tx.select().from(movies).where(eq(movies.movieId, film.movieId)))[0]!.changeNo,
        );
        await mayCommit;
      });
      const cursor = await written;
      const renaming = server.put(`/api/auth/userinfo/${viewer.userId}`, {
        as: viewer,
        body: { firstName: 'Kavya' },
      });
      setTimeout(commit, 300);
      await Promise.all([writing, renaming]);
      const { changed } = (
        await server.get(`/api/ott/public/catalogue/changes?limit=1000&since=${cursor}`)
      ).json;
      expect(changed.map(({ movieId }: Film) => movieId)).toEqual([film.movieId]);
    },
  );

  test('is limited per hour', async () => {
    const { viewer, film } = await aHolder();
    const { json } = await post(viewer, film);
    const responses = [];
    for (let time = 0; time < 30; time++)
      responses.push(await put(viewer, json, { ...draft, rating: 1 + (time % 5) }));
    expect(responses.slice(0, 29).every(({ status }) => status === 200)).toBe(true);
    expect(responses[29]).toMatchObject({ status: 429, json: { message: reviewRefusals.tooMany } });
    expect(Number(responses[29]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('one review per viewer and film', () => {
  test('the same text twice is one review', async () => {
    const { viewer, film, review } = await aWriter();
    expect(await post(viewer, film)).toMatchObject({
      status: 200,
      json: { reviewId: review.reviewId },
    });
    expect(await average(film)).toEqual({ average: 4, count: 1 });
  });

  test('another text is rejected and changes nothing', async () => {
    const { viewer, film } = await aWriter();
    expect(errorOf(await post(viewer, film, { ...draft, rating: 1 }))).toEqual([
      409,
      'already_reviewed',
      streamingSentences.already_reviewed,
    ]);
    expect(await average(film)).toEqual({ average: 4, count: 1 });
  });

  test('one of ten concurrent reviews is stored and none fails unexpectedly', async () => {
    const { viewer, film } = await aHolder();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, each) =>
        post(viewer, film, { ...draft, rating: 1 + (each % 5) }),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true);
    expect((await publicList(film)).totalElements).toBe(1);
  });

  test('the same idempotency key repeats the first response', async () => {
    const { viewer, film } = await aHolder();
    const key = { 'idempotency-key': 'one-wish' };
    const first = await post(viewer, film, draft, key);
    const repeated = await post(viewer, film, draft, key);
    expect([repeated.status, repeated.json]).toEqual([first.status, first.json]);
  });
});

describe('editing', () => {
  test('changes rating, text and spoiler flag, and keeps the date', async () => {
    const { viewer, film, review } = await aWriter();
    server.clock.advance(2 * HOUR);
    const change = { rating: 1, reviewComments: 'On second thoughts', hasSpoilers: true };
    expect(await put(viewer, review, change)).toMatchObject({
      status: 200,
      json: { ...review, ...change },
    });
    expect((await publicList(film)).content).toMatchObject([
      { ...change, createdOn: review.createdOn },
    ]);
    expect(await average(film)).toEqual({ average: 1, count: 1 });
  });

  test('ends with the window; reading and withdrawing do not', async () => {
    const { viewer, film, review } = await aWriter();
    server.clock.advance(24 * HOUR);
    expect(errorOf(await put(viewer, review))).toEqual(NO_TICKET);
    expect(
      (await server.get(`/api/ott/movies/${film.movieId}`, { as: viewer })).json.myReview,
    ).toEqual(review);
    expect(await put(viewer, review, { active: 'N' })).toMatchObject({
      status: 200,
      json: { ...draft, active: 'N' },
    });
    expect((await publicList(film)).content).toEqual([]);
    expect(await average(film)).toEqual({ average: null, count: 0 });
  });

  test('a withdrawn review can be written again with the same id', async () => {
    const { viewer, film, review } = await aWriter();
    await put(viewer, review, { active: 'N' });
    server.clock.advance(HOUR);
    const rewritten = await post(viewer, film, { ...draft, rating: 2 });
    expect(rewritten).toMatchObject({
      status: 201,
      json: { reviewId: review.reviewId, rating: 2, createdOn: toWire(clock.now()) },
    });
    expect(await average(film)).toEqual({ average: 2, count: 1 });
  });

  test('a review of another person is not found', async () => {
    const { film, review } = await aWriter();
    const stranger = await server.aViewer();
    await server.anOrder(stranger, film);
    expect(errorOf(await put(stranger, review))).toEqual([
      404,
      'review_not_found',
      reviewRefusals.notFound,
    ]);
    expect((await publicList(film)).content).toMatchObject([draft]);
  });

  test.each([{ rating: 0 }, { reviewComments: ' ' }, { active: 'X' }])(
    'rejects %j',
    async (change) => {
      const { viewer, review } = await aWriter();
      expect((await put(viewer, review, { ...draft, ...change })).status).toBe(422);
    },
  );
});

describe('a hidden review', () => {
  test('leaves the lists and the average; its author can read it but not show it again', async () => {
    const { viewer, film, review } = await aWriter();
    await server.aReview(await server.aViewer(), film, { rating: 2 });
    expect(await updateReviewVisibility(server.deps, review.reviewId, true)).toMatchObject({
      movieName: film.movieName,
    });
    expect(await average(film)).toEqual({ average: 2, count: 1 });
    expect((await publicList(film)).content).toHaveLength(1);

    expect(await put(viewer, review, { ...draft, rating: 5 })).toMatchObject({
      status: 200,
      json: { isHidden: true },
    });
    expect(await average(film)).toEqual({ average: 2, count: 1 });
    const mine = await server.get(`/api/ott/mymoviereview/${film.movieId}`, { as: viewer });
    expect(mine.json).toMatchObject({ content: [{ rating: 5, isHidden: true }], totalElements: 1 });
    for (const path of ['getallmoviereviews?size=100', `moviereviewsbymovie/${film.movieId}`]) {
      const { json } = await server.get(`/api/ott/${path}`, { as: viewer });
      expect(json.content.map(({ reviewId }: typeof review) => reviewId)).not.toContain(
        review.reviewId,
      );
    }

    await updateReviewVisibility(server.deps, review.reviewId, false);
    expect(await average(film)).toEqual({ average: 3.5, count: 2 });
  });

  test('is listed for the operator; an unknown id is rejected', async () => {
    const { review } = await aWriter();
    await updateReviewVisibility(server.deps, review.reviewId, true);
    expect(
      (await findNewestReviews(server.deps, { limit: 50 })).rows.map(
        ({ review: each }) => each.reviewId,
      ),
    ).toContain(review.reviewId);
    await expect(updateReviewVisibility(server.deps, 2_000_000_000, true)).rejects.toMatchObject({
      code: 'review_not_found',
    });
  });
});

describe('reading', () => {
  test('is paged, newest first, and page 0 is the first page too', async () => {
    const film = await server.aFilm();
    for (let hour = 0; hour < 12; hour++)
      await server.aReview(await server.aViewer(), film, {
        reviewComments: `No. ${hour}`,
        createdOn: new Date(noon.getTime() + hour * HOUR),
      });
    const words = (page: { content: { reviewComments: string }[] }) =>
      page.content.map((each) => each.reviewComments);
    const first = await publicList(film);
    expect(first).toMatchObject({ totalElements: 12, totalPages: 2, size: 10 });
    expect(words(first)[0]).toBe('No. 11');
    expect(words(await publicList(film, '?page=0'))).toEqual(words(first));
    expect(words(await publicList(film, '?page=2'))).toEqual(['No. 1', 'No. 0']);
    expect(
      (await server.get(`/api/ott/public/moviereviewsbymovie/${film.movieId}?sort=userId`)).status,
    ).toBe(400);
  });

  test('lists only the viewer’s own reviews', async () => {
    const { viewer, film, review } = await aWriter();
    const byUser = (as: Person, { userId }: Person) =>
      server.get(`/api/ott/moviereviewsbyuser/${userId}`, { as });
    expect((await byUser(viewer, viewer)).json).toMatchObject({
      content: [review],
      totalElements: 1,
    });
    expect((await byUser(await server.aViewer(), viewer)).status).toBe(404);
    const mine = (as: Person) => server.get(`/api/ott/mymoviereview/${film.movieId}`, { as });
    expect((await mine(viewer)).json.content).toEqual([review]);
    expect((await mine(await server.aViewer())).json.content).toEqual([]);
  });

  test('lists no reviews of a withdrawn film', async () => {
    const { viewer, film, review } = await aWriter();
    await server.database.db
      .update(movies)
      .set({ active: 'N' })
      .where(eq(movies.movieId, film.movieId));
    expect((await publicList(film)).totalElements).toBe(0);
    expect(
      (await server.get('/api/ott/getallmoviereviews?size=100', { as: viewer })).text,
    ).not.toContain(`"reviewId":${review.reviewId},`);
  });
});

describe('average and count', () => {
  interface Write {
    who: number;
    what: 'post' | 'put' | 'withdraw' | 'hide' | 'show' | 'delete account';
    rating: number;
  }
  const write: fc.Arbitrary<Write> = fc.record({
    who: fc.nat(5),
    what: fc.constantFrom(
      'post',
      'post',
      'put',
      'put',
      'withdraw',
      'hide',
      'show',
      'delete account',
    ),
    rating: fc.integer({ min: 1, max: 5 }),
  });

  test('match the public reviews after any concurrent writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(write, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const films = [await server.aFilm(), await server.aFilm()];
          const people = await Promise.all(Array.from({ length: 6 }, () => server.aViewer()));
          for (const film of films) for (const person of people) await server.anOrder(person, film);
          for (const round of rounds)
            for (const status of await Promise.all(
              round.flatMap((each) => films.map((film) => perform(each, film, people))),
            ))
              expect([200, 201, 204, 402, 403, 404, 409]).toContain(status);
          for (const film of films) expect(await average(film)).toEqual(await recount(film));
        },
      ),
      { numRuns: 15 },
    );
  });

  async function perform(
    { who, what, rating }: Write,
    film: Film,
    people: Person[],
  ): Promise<number> {
    const person = people[who]!;
    const body = { rating, reviewComments: `${rating} stars` };
    if (what === 'post') return (await post(person, film, body)).status;
    if (what === 'delete account')
      return (await server.delete('/api/auth/me', { as: person })).status;
    const [mine] = await server.database.db
      .select()
      .from(reviews)
      .where(and(eq(reviews.movieId, film.movieId), eq(reviews.userId, person.userId)));
    if (!mine) return 404;
    if (what === 'put') return (await put(person, mine, body)).status;
    if (what === 'withdraw') return (await put(person, mine, { active: 'N' })).status;
    // The author may be deleted concurrently.
    await updateReviewVisibility(server.deps, mine.reviewId, what === 'hide').catch(({ code }) =>
      expect(code).toBe('review_not_found'),
    );
    return 200;
  }

  async function recount({ movieId }: Film) {
    const shown = and(
      eq(reviews.movieId, movieId),
      eq(reviews.active, 'Y'),
      isNull(reviews.hiddenAt),
    );
    const [row] = await server.database.db
      .select({
        average: sql<number | null>`avg(${reviews.rating})::float8`,
        count: sql<number>`count(*)::int`,
      })
      .from(reviews)
      .where(shown);
    return row;
  }
});
