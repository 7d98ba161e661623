import { streamingSentences } from '#messages/refusals/streaming.ts';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from '../support/fast-check.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { WAITING_FILMS_MAX } from '#domain/limits/submission.ts';
import { submissionMessages } from '#messages/submission.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import { submissionMails } from '#messages/submission-mails.ts';
import { movieGenres, movies } from '#server/db/schema/catalogue.ts';
import { submissions, submissionSteps } from '#server/db/schema/submission.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { movieState } from '#server/site/queries.ts';
import { sendSubmissionMails } from '#server/streaming/submission/mails/send.ts';
import {
  acceptSubmission,
  beginReview,
  declineSubmission,
} from '#server/streaming/submission/review/actions.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aDraft, aGenre, aSubmittedFilm, submitFilm } from '../support/submissions.ts';
import { NOON } from '../support/test-now.ts';

let server: TestServer;
const clock = aClock(NOON);
const noon = clock.now();
type Person = Awaited<ReturnType<TestServer['aViewer']>>;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
});
beforeEach(() => server.clock.set(noon));

const rows = async (sql: string) =>
  (await server.database.query(sql)).rows as Record<string, unknown>[];
const db = () => server.database.db;
const movieRow = async (movieId: number) =>
  (await db().select().from(movies).where(eq(movies.movieId, movieId)))[0]!;
const submissionRow = async (movieId: number) =>
  (await db().select().from(submissions).where(eq(submissions.movieId, movieId)))[0]!;
const linkGenre = (as: Person, movieId: number, genreId: number, change: object = {}) =>
  server.post(`/api/ott/movies/${movieId}/moviegenres`, {
    as,
    body: { genreId, active: 'Y', ordering: 0, ...change },
  });
const genresOf = (movieId: number) =>
  rows(
    `select genre_id, active, ordering from movie_genres where movie_id = ${movieId} order by ordering, genre_id`,
  );
const givePackage = async (movieId: number) =>
  db()
    .update(movies)
    .set({ packageId: await server.aPackageId() })
    .where(eq(movies.movieId, movieId));
const tracker = async (as: Person) =>
  (await server.get('/api/ott/submissions', { as })).json.content;
const refusal = ({ status, json }: { status: number; json: any }) => [
  status,
  json.code,
  json.message,
];
const filmsOf = (maker: Person) =>
  rows(`select movie_id from submissions where user_id = ${maker.userId}`);

describe('submitting a film', () => {
  test('stores all fields and keeps the film out of the catalogue', async () => {
    const maker = await server.aViewer();
    const [drama, family] = [await aGenre(server), await aGenre(server)];
    const draft = aDraft({ genres: [family, drama, family] });
    const { status, json } = await server.post('/api/ott/movies', { as: maker, body: draft });
    expect(status).toBe(201);
    expect(json).toEqual({ movieId: expect.any(Number) });

    const movie = await movieRow(json.movieId);
    expect(movie).toMatchObject({
      movieName: 'ഒരു വേനൽ',
      movieNameEn: 'One Summer',
      movieDescription: draft.movieDescription,
      primaryLanguage: 'Malayalam',
      countryOfProduction: 'India',
      yearProduced: '2025',
      yearReleased: '2026',
      runningTime: 96,
      active: 'N',
      ownerId: maker.userId,
      movieType: 'MOVIES',
      ticketRate: 0,
      ageRating: 1,
      streamingStartDate: null,
      releaseDate: null,
      poster: null,
      createdOn: noon,
    });
    expect(movie.movieKey).toMatch(/^[0-9A-Za-z]{11}$/);
    expect(await submissionRow(json.movieId)).toMatchObject({
      userId: maker.userId,
      draftKey: draft.draftKey,
      runningTime: '96 minutes',
      website: draft.website,
      contactName: 'Asha Menon',
      contactEmail: 'asha@example.com',
      contactPhone: '9812345678',
      contactSignature: 'Asha Menon',
      contactPlace: 'Kochi',
      contactSignDate: '21-11-2026',
      feeId: null,
      posterKey: null,
      submittedAt: noon,
    });
    expect(await genresOf(json.movieId)).toEqual([
      { genre_id: family, active: 'Y', ordering: 0 },
      { genre_id: drama, active: 'Y', ordering: 1 },
    ]);
  });

  test('ignores fields that the operator decides', async () => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker, {
      active: 'Y',
      ticketRate: 500,
      ageRating: 18,
      ownerId: 1,
    });
    expect(await movieRow(movieId)).toMatchObject({
      active: 'N',
      ticketRate: 0,
      ageRating: 1,
      ownerId: maker.userId,
    });
  });

  test.each([
    ['movieName', 300],
    ['movieNameEn', 300],
    ['countryOfProduction', 100],
    ['runningTime', 50],
    ['yearProduced', 50],
    ['yearReleased', 50],
    ['primaryLanguage', 100],
    ['website', 500],
    ['movieDescription', 20_000],
    ['contactName', 200],
    ['contactEmail', 254],
    ['contactPhone', 30],
    ['contactSignature', 200],
    ['contactPlace', 200],
    ['contactSignDate', 40],
  ])('requires %s and accepts any text up to %i characters', async (path, maxLength) => {
    const maker = await server.aViewer();
    for (const value of [
      undefined,
      '',
      ' \n ',
      7,
      '\u200E\u202E\u0007',
      'x'.repeat(maxLength + 1),
    ]) {
      const { status, json } = await submitFilm(server, maker, { [path]: value });
      expect([status, json.code, json.errors?.[0].path]).toEqual([422, 'validation_failed', path]);
    }
    expect((await submitFilm(server, maker, { [path]: 'ഴ'.repeat(maxLength) })).status).toBe(201);
  });

  test('removes invisible and control characters', async () => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker, {
      movieName: ' One\u001B[2J\r\nSummer\u202E ',
      movieDescription: 'One\r\n\r\n\r\n\r\nTwo\u0007',
    });
    expect(await movieRow(movieId)).toMatchObject({
      movieName: 'One[2J Summer',
      movieDescription: 'One\n\nTwo',
    });
    expect(refusal(await submitFilm(server, maker, { contactPlace: '\u202E\u0007' }))).toEqual([
      422,
      'validation_failed',
      submissionMessages.placeRequired,
    ]);
  });

  test('refuses an unknown genre and stores nothing', async () => {
    const maker = await server.aViewer();
    const genre = await aGenre(server);
    expect(refusal(await submitFilm(server, maker, { genres: [genre, 2_000_000_000] }))).toEqual([
      422,
      'genre_not_found',
      streamingSentences.genre_not_found,
    ]);
    expect(await filmsOf(maker)).toEqual([]);
    expect(await rows(`select 1 from movies where owner_id = ${maker.userId}`)).toEqual([]);
  });

  test('accepts thirty calls an hour from one maker', async () => {
    const maker = await server.aViewer();
    const draft = { draftKey: randomUUID() };
    for (let each = 0; each < 30; each++)
      expect((await submitFilm(server, maker, draft)).status).toBeLessThan(202);
    const { status, headers, json } = await submitFilm(server, maker, draft);
    expect([status, json.message]).toEqual([429, text.tooManyFilms]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submitFilm(server, await server.aViewer())).status).toBe(201);
  });

  test('accepts twenty films that wait for a decision from one maker, also at once; then only films with a paid fee', async () => {
    const maker = await server.aViewer();
    const replies = await Promise.all(
      Array.from({ length: WAITING_FILMS_MAX + 3 }, () => submitFilm(server, maker)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(WAITING_FILMS_MAX);
    expect(refusal(replies.find(({ status }) => status !== 201)!)).toEqual([
      409,
      'submissions_waiting',
      streamingSentences.submissions_waiting(WAITING_FILMS_MAX),
    ]);
    const fee = await server.aFee(maker, {
      paymentStatus: 'PAID',
      paymentTransactionNo: `pay_${randomUUID()}`,
    });
    const paid = {
      contactPayment: 500,
      contactPaymentStatus: 'PAID',
      contactPaymentTransno: fee.paymentTransactionNo,
    };
    expect((await submitFilm(server, maker, paid)).status).toBe(201);
    await declineSubmission(
      server.deps,
      replies.find(({ status }) => status === 201)!.json.movieId,
      'Too long',
    );
    expect((await submitFilm(server, maker)).status).toBe(201);
  });

  test('accepts sixty calls an hour from one network, by any number of makers', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.40' };
    const statuses: number[] = [];
    for (let each = 0; each < 4; each++) {
      const maker = await server.aViewer();
      const draft = { draftKey: randomUUID() };
      for (let call = 0; call < 20; call++)
        statuses.push((await submitFilm(server, maker, draft, from)).status);
    }
    expect(statuses.filter((status) => status < 202)).toHaveLength(60);
    expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
  });
});

describe('a repeated draft', () => {
  test('updates the same film', async () => {
    const maker = await server.aViewer();
    const [one, two] = [await aGenre(server), await aGenre(server)];
    const draft = aDraft({ genres: [one] });
    const send = (change: object = {}) =>
      server.post('/api/ott/movies', { as: maker, body: { ...draft, ...change } });
    const { json: first } = await send();
    clock.advance(HOUR);
    const again = await send({
      movieNameEn: 'A Summer',
      runningTime: '1 h 40 m',
      contactPlace: 'Thrissur',
      genres: [two],
    });
    expect([again.status, again.json]).toEqual([200, first]);
    expect(await movieRow(first.movieId)).toMatchObject({
      movieNameEn: 'A Summer',
      runningTime: 100,
    });
    expect(await submissionRow(first.movieId)).toMatchObject({
      contactPlace: 'Thrissur',
      submittedAt: noon,
    });
    expect(await genresOf(first.movieId)).toEqual([{ genre_id: two, active: 'Y', ordering: 0 }]);
    // The specification's clients send no list; the genres then stay.
    await send({ genres: undefined });
    expect(await genresOf(first.movieId)).toHaveLength(1);
    expect(await filmsOf(maker)).toHaveLength(1);
  });

  test('sent ten times at the same moment creates one film', async () => {
    const maker = await server.aViewer();
    const draft = aDraft({ genres: [await aGenre(server)] });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => server.post('/api/ott/movies', { as: maker, body: draft })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map(({ json }) => json.movieId)).size).toBe(1);
    expect(await filmsOf(maker)).toHaveLength(1);
    expect(await rows(`select 1 from movies where owner_id = ${maker.userId}`)).toHaveLength(1);
  });

  test('with the same Idempotency-Key repeats the first response', async () => {
    const maker = await server.aViewer();
    const draft = aDraft();
    const send = () =>
      server.post('/api/ott/movies', {
        as: maker,
        body: draft,
        headers: { 'Idempotency-Key': draft.draftKey },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.headers.get('idempotent-replay')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(again.json).toEqual(first.json);
  });

  test('from another maker creates another film', async () => {
    const draftKey = randomUUID();
    const [one, other] = [await server.aViewer(), await server.aViewer()];
    const [first, second] = [
      await aSubmittedFilm(server, one, { draftKey }),
      await aSubmittedFilm(server, other, { draftKey }),
    ];
    expect(first).not.toBe(second);
  });

  test('changes nothing after the review began, and still succeeds', async () => {
    const maker = await server.aViewer();
    const draft = aDraft();
    const { json } = await server.post('/api/ott/movies', { as: maker, body: draft });
    await beginReview(server.deps, json.movieId);
    const again = await server.post('/api/ott/movies', {
      as: maker,
      body: { ...draft, movieNameEn: 'Changed' },
    });
    expect([again.status, again.json]).toEqual([200, json]);
    expect((await movieRow(json.movieId)).movieNameEn).toBe('One Summer');
  });

  test('without a draft key creates a film per request', async () => {
    const maker = await server.aViewer();
    for (let each = 0; each < 2; each++)
      await aSubmittedFilm(server, maker, { draftKey: undefined });
    expect(await filmsOf(maker)).toHaveLength(2);
  });

  test('creates one film per maker and draft in any sequence (30 sequences)', async () => {
    const request = fc.record({
      maker: fc.nat(1),
      draft: fc.nat(2),
      movieNameEn: fc
        .string({ minLength: 1 })
        .map((word) => `A${word.toWellFormed().replaceAll('\0', '')}`.slice(0, 200)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), async (requests) => {
        const keyPrefix = randomUUID().slice(0, 8);
        const makers = [await server.aViewer(), await server.aViewer()];
        await server.database.query('delete from rate_limits');
        const films = new Map<string, Set<number>>();
        const sending = requests.map(async ({ maker, draft, movieNameEn }) => {
          const { status, json } = await submitFilm(server, makers[maker]!, {
            movieNameEn,
            draftKey: `${keyPrefix}-${draft}`,
          });
          expect(status).toBeLessThan(300);
          const name = `${maker} ${draft}`;
          films.set(name, (films.get(name) ?? new Set()).add(json.movieId));
        });
        await Promise.all(sending);
        for (const ids of films.values()) expect(ids.size).toBe(1);
        expect(
          await rows(`select 1 from submissions where draft_key like '${keyPrefix}-%'`),
        ).toHaveLength(films.size);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a genre', () => {
  test('is added, and changed by a second request', async () => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker);
    const genreId = await aGenre(server);
    const first = await linkGenre(maker, movieId, genreId, { ordering: 3 });
    expect([first.status, first.json]).toEqual([
      201,
      { movieId, genreId, active: 'Y', ordering: 3 },
    ]);
    expect((await linkGenre(maker, movieId, genreId, { active: 'N', ordering: 1 })).status).toBe(
      201,
    );
    expect(await genresOf(movieId)).toEqual([{ genre_id: genreId, active: 'N', ordering: 1 }]);
  });

  test('is refused for another maker’s film, for a film that was not submitted, and if unknown', async () => {
    const maker = await server.aViewer();
    const genreId = await aGenre(server);
    const movieId = await aSubmittedFilm(server, maker);
    const noFilm = [404, 'movie_not_found', streamingSentences.submitted_movie_not_found];
    expect(refusal(await linkGenre(await server.aViewer(), movieId, genreId))).toEqual(noFilm);
    expect(refusal(await linkGenre(maker, 2_000_000_000, genreId))).toEqual(noFilm);
    const owned = await server.aFilm({ ownerId: maker.userId });
    expect(refusal(await linkGenre(maker, owned.movieId, genreId))).toEqual(noFilm);
    expect(refusal(await linkGenre(maker, movieId, 2_000_000_000))).toEqual([
      422,
      'genre_not_found',
      streamingSentences.genre_not_found,
    ]);
    expect(await db().select().from(movieGenres).where(eq(movieGenres.genreId, genreId))).toEqual(
      [],
    );
  });

  test('cannot be changed after the review began; an identical request succeeds', async () => {
    const maker = await server.aViewer();
    const [genreId, other] = [await aGenre(server), await aGenre(server)];
    const movieId = await aSubmittedFilm(server, maker, { genres: [genreId] });
    await beginReview(server.deps, movieId);
    expect((await linkGenre(maker, movieId, genreId)).status).toBe(201);
    expect(refusal(await linkGenre(maker, movieId, genreId, { active: 'N' }))).toEqual([
      409,
      'submission_reviewed',
      streamingSentences.submission_reviewed,
    ]);
    expect(refusal(await linkGenre(maker, movieId, other))).toEqual([
      409,
      'submission_reviewed',
      streamingSentences.submission_reviewed,
    ]);
    expect(await genresOf(movieId)).toEqual([{ genre_id: genreId, active: 'Y', ordering: 0 }]);
  });
});

describe('a submitted film', () => {
  const PUBLIC_LISTS = [
    'public/getallmovies?page=1&size=100',
    'public/upcomingmovies?page=1&size=100',
    'public/streamingnow?page=0&size=100',
    'public/getallshortfilms?page=1&size=100',
    'public/upcomingshortfilms?page=1&size=100',
    'public/searchmovies?search=movieNameLIKE%3DHidden&page=0&size=100',
    'public/searchmovies?search=active%3AN&page=0&size=100',
    'public/filtermovies?search=movieId%3E0&page=1&size=100',
    'public/mcollections/getall',
    'public/getalllanguages',
    'public/catalogue/changes',
    'public/catalogue/changes?since=0',
    'public/catalogue/changes?since=1',
  ];
  const MEMBER_LISTS = [
    'getallmovies?page=0&size=100',
    'upcomingmovies?page=0&size=100',
    'streamingnow?page=0&size=100',
    'nextweekreleases?page=0&size=100',
    'searchmovies?search=movieNameLIKE%3DHidden&page=0&size=100',
  ];

  test.each([
    ['received', async () => undefined],
    ['in review', (movieId: number) => beginReview(server.deps, movieId)],
    [
      'accepted without a date',
      (movieId: number) => acceptSubmission(server.deps, movieId, { price: 149 }),
    ],
    ['declined', (movieId: number) => declineSubmission(server.deps, movieId, 'No')],
  ])('that is %s appears nowhere', async (_, moveToStage) => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker, {
      movieName: 'Hidden Harbour',
      movieNameEn: 'Hidden',
      primaryLanguage: 'Hiddenish',
    });
    await moveToStage(movieId);
    const { movieKey } = await movieRow(movieId);
    for (const path of PUBLIC_LISTS)
      expect((await server.get(`/api/ott/${path}`)).text, path).not.toMatch(
        new RegExp(`Hidden|${movieKey}`),
      );
    for (const as of [maker, await server.aViewer()])
      for (const path of MEMBER_LISTS)
        expect((await server.get(`/api/ott/${path}`, { as })).text, path).not.toMatch(
          new RegExp(`Hidden|${movieKey}`),
        );
    for (const path of [`public/movies/${movieId}`, `public/movieinfo?movie=${movieKey}`])
      expect((await server.get(`/api/ott/${path}`)).status, path).toBe(404);
    expect((await server.get(`/api/ott/movies/${movieId}`, { as: maker })).status).toBe(404);
    // The site answers 404 and not 410, because the film was never public.
    expect(await movieState(db(), movieKey)).toEqual({ kind: 'unknown' });
    const order = { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata' };
    expect(
      (await server.post(`/api/ott/movies/${movieId}/orders`, { as: maker, body: order })).status,
    ).toBe(404);
  });

  test('appears in the changes and lists when it has a date and a package', async () => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker, {
      primaryLanguage: 'Tulu',
      movieNameEn: 'Harbour Lights',
    });
    const { cursor } = (await server.get('/api/ott/public/catalogue/changes')).json;
    await acceptSubmission(server.deps, movieId, {
      price: 149,
      date: new Date(noon.getTime() - HOUR),
    });
    // A film without a package cannot be played.
    expect((await movieRow(movieId)).active).toBe('N');
    await givePackage(movieId);
    await acceptSubmission(server.deps, movieId, {
      price: 149,
      date: new Date(noon.getTime() - HOUR),
    });
    const changes = (await server.get(`/api/ott/public/catalogue/changes?since=${cursor}`)).json;
    expect(changes).toMatchObject({ changed: [{ movieId }], removed: [] });
    expect(
      (await server.get('/api/ott/public/searchmovies?search=movieNameLIKE%3DHarbour%20Li')).json
        .content,
    ).toHaveLength(1);
    expect((await server.get('/api/ott/public/getalllanguages')).text).toContain('Tulu');
  });
});

describe('the tracker', () => {
  const recordStages = () => sendSubmissionMails({ ...server.deps, email: null });

  test('shows the maker’s films, newest first, with their steps', async () => {
    const maker = await server.aViewer();
    await aSubmittedFilm(server, await server.aViewer());
    const genreId = await aGenre(server, 'Slow drama');
    const first = await aSubmittedFilm(server, maker, { genres: [genreId] });
    clock.advance(HOUR);
    const second = await aSubmittedFilm(server, maker);
    await beginReview(server.deps, first);
    clock.advance(HOUR);
    await declineSubmission(server.deps, first, 'The sound cannot be understood');
    const at = (hours: number) => toWire(new Date(noon.getTime() + hours * HOUR));
    expect(await tracker(maker)).toEqual([
      expect.objectContaining({ movieId: second, stage: 'received', submittedAt: at(1) }),
      {
        movieId: first,
        movieName: 'ഒരു വേനൽ',
        movieNameEn: 'One Summer',
        primaryLanguage: 'Malayalam',
        genres: ['Slow drama'],
        posterKey: null,
        stage: 'declined',
        steps: [
          { stage: 'received', at: at(0), note: null },
          { stage: 'in_review', at: at(1), note: null },
          { stage: 'declined', at: at(2), note: 'The sound cannot be understood' },
        ],
        submittedAt: at(0),
        streamingStartDate: null,
        movieKey: null,
        fee: null,
        details: {
          countryOfProduction: 'India',
          yearProduced: '2025',
          yearReleased: '2026',
          runningTime: '96 minutes',
          website: 'https://films.example/one-summer',
          movieDescription: 'Two sisters repair their grandfather’s boat.',
          contactName: 'Asha Menon',
          contactEmail: 'asha@example.com',
          contactPhone: '9812345678',
        },
        mailAddress: 'asha@example.com',
      },
    ]);
    expect(await tracker(await server.aViewer())).toEqual([]);
  });

  test('names the address that gets the mails: of the form, else of the profile, else none', async () => {
    const maker = await server.aViewer({ emailId: 'profile@example.com' });
    await aSubmittedFilm(server, maker, { contactEmail: 'meena at films' });
    expect((await tracker(maker))[0].mailAddress).toBe('profile@example.com');
    const unreachable = await server.aViewer({ emailId: null });
    await aSubmittedFilm(server, unreachable, { contactEmail: 'one@example.com, two@example.com' });
    expect((await tracker(unreachable))[0].mailAddress).toBeNull();
  });

  test('moves automatically to scheduled and streaming, with the film’s page', async () => {
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker);
    const day = new Date(noon.getTime() + 2 * DAY);
    await givePackage(movieId);
    await acceptSubmission(server.deps, movieId, { price: 149, date: day });
    await recordStages();
    const [scheduled] = await tracker(maker);
    expect(scheduled).toMatchObject({ stage: 'scheduled', streamingStartDate: toWire(day) });
    expect(scheduled.movieKey).toBe((await movieRow(movieId)).movieKey);
    clock.set(day);
    await recordStages();
    await recordStages();
    expect((await tracker(maker))[0].steps.map(({ stage }: { stage: string }) => stage)).toEqual([
      'received',
      'accepted',
      'scheduled',
      'streaming',
    ]);
  });

  test('stays at accepted for a film without a date or a withdrawn film', async () => {
    const maker = await server.aViewer();
    const [undated, withdrawn] = [
      await aSubmittedFilm(server, maker),
      await aSubmittedFilm(server, maker),
    ];
    await acceptSubmission(server.deps, undated, { price: 149 });
    await acceptSubmission(server.deps, withdrawn, {
      price: 149,
      date: new Date(noon.getTime() + DAY),
    });
    await db().update(movies).set({ active: 'N' }).where(eq(movies.movieId, withdrawn));
    await recordStages();
    expect((await tracker(maker)).map(({ stage }: { stage: string }) => stage)).toEqual([
      'accepted',
      'accepted',
    ]);
  });
});

describe('a mail', () => {
  const inbox = async (to: string) =>
    (await server.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json as {
      subject: string;
      text: string;
    }[];
  const anAddress = () => `${randomUUID().slice(0, 8)}@example.com`;
  const stepsOf = (movieId: number) =>
    db()
      .select()
      .from(submissionSteps)
      .where(and(eq(submissionSteps.movieId, movieId)));
  // Drop the unsent mails of earlier tests.
  beforeEach(() => rows('update submission_steps set dropped_at = due_at where sent_at is null'));
  const sendAll = async () => {
    while (await sendSubmissionMails(server.deps));
  };

  test('goes to the contact at each step', async () => {
    const to = anAddress();
    const maker = await server.aViewer({ emailId: to, emailVerifiedAt: clock.now() });
    const movieId = await aSubmittedFilm(server, maker, { contactEmail: to.toUpperCase() });
    await sendAll();
    await beginReview(server.deps, movieId);
    await sendAll();
    await givePackage(movieId);
    await acceptSubmission(server.deps, movieId, {
      price: 149,
      date: new Date('2026-12-05T12:30:00Z'),
      note: 'We liked the boat.',
    });
    await sendAll();
    clock.set(new Date('2026-12-05T12:30:00Z'));
    await sendAll();
    await sendAll();
    const mails = (await inbox(to)).toReversed();
    const { subjects } = submissionMails;
    const film = 'ഒരു വേനൽ (One Summer)';
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      [
        subjects.received(film),
        subjects.in_review(film),
        subjects.accepted(film),
        subjects.scheduled(film),
        subjects.streaming(film),
      ].toSorted(),
    );
    const textOf = (stage: keyof typeof subjects) =>
      mails.find(({ subject }) => subject === subjects[stage](film))!.text;
    expect(textOf('received')).toContain('(One Summer)');
    expect(textOf('received')).toContain('http://server.test/submit-film');
    expect(textOf('received')).not.toContain(submissionMails.notYours);
    expect(textOf('accepted')).toContain('We liked the boat.');
    expect(textOf('scheduled')).toContain('Sat 5 Dec, 6.00 PM (India)');
    expect(textOf('scheduled')).toContain('₹149 before GST');
    expect(textOf('streaming')).toContain(`/v/${encodeURIComponent('ഒരു-വേനൽ')}/`);
  });

  test('has no text of the maker until an operator accepted the film, if the address is not proven', async () => {
    const to = anAddress();
    // The proof of the stranger's own account does not count.
    await server.aViewer({ emailId: to, emailVerifiedAt: clock.now() });
    const lure = 'Your parcel is held: pay at https://evil.example/p29';
    const maker = await server.aViewer({ firstName: lure, emailId: to });
    const film = {
      movieName: lure,
      movieNameEn: `${lure} today`,
      contactName: lure,
      contactEmail: to,
    };
    const movieId = await aSubmittedFilm(server, maker, film);
    await sendAll();
    await beginReview(server.deps, movieId);
    await sendAll();
    const mails = await inbox(to);
    const { subjects, filmWithNumber, notYours } = submissionMails;
    expect(mails.map(({ subject }) => subject)).toEqual([
      subjects.in_review(filmWithNumber(movieId)),
      subjects.received(filmWithNumber(movieId)),
    ]);
    for (const { text: body } of mails) expect(body).toContain(notYours);
    expect(JSON.stringify(mails)).not.toMatch(/evil|parcel/);
    await acceptSubmission(server.deps, movieId, { price: 149 });
    await sendAll();
    expect((await inbox(to))[0]!.subject).toContain(lure);
  });

  test('states why a film is declined', async () => {
    const to = anAddress();
    const movieId = await aSubmittedFilm(server, await server.aViewer(), { contactEmail: to });
    await sendAll();
    await declineSubmission(server.deps, movieId, 'The sound <b>cannot</b> be understood');
    await sendAll();
    expect((await inbox(to))[0]!.text).toContain('Reason: The sound <b>cannot</b> be understood');
  });

  test('waits while the mail server is unreachable, and is dropped after nine tries', async () => {
    const to = anAddress();
    const movieId = await aSubmittedFilm(server, await server.aViewer(), { contactEmail: to });
    const unreachable = {
      ...server.deps,
      email: {
        ...server.deps.email!,
        send: () => Promise.reject(new ProviderError('mail', 'unreachable')),
      },
    };
    expect(await sendSubmissionMails(unreachable)).toBe(0);
    expect(await stepsOf(movieId)).toMatchObject([{ tries: 1, sentAt: null, droppedAt: null }]);
    expect(await sendSubmissionMails(server.deps)).toBe(0);
    clock.advance(3 * MINUTE);
    expect(await sendSubmissionMails(server.deps)).toBe(1);
    expect(await inbox(to)).toHaveLength(1);

    const lost = await aSubmittedFilm(server, await server.aViewer(), { contactEmail: to });
    for (let each = 0; each < 12; each++) {
      await sendSubmissionMails(unreachable);
      clock.advance(HOUR);
    }
    expect(await stepsOf(lost)).toMatchObject([
      { tries: 9, sentAt: null, droppedAt: expect.any(Date) },
    ]);
  });

  test.each([
    ['a list of addresses', 'a@example.com, b@example.com'],
    ['an address with a name', 'Me <a@example.com>'],
    ['other text', 'call me'],
  ])('goes to the profile’s address if the contact’s is %s', async (_, contactEmail) => {
    const emailId = anAddress();
    const movieId = await aSubmittedFilm(server, await server.aViewer({ emailId }), {
      contactEmail,
    });
    const withoutAddress = await aSubmittedFilm(server, await server.aViewer(), { contactEmail });
    await sendAll();
    expect(await inbox(emailId)).toHaveLength(1);
    expect(await stepsOf(movieId)).toMatchObject([{ sentAt: expect.any(Date) }]);
    expect(await stepsOf(withoutAddress)).toMatchObject([
      { sentAt: null, droppedAt: expect.any(Date) },
    ]);
  });

  test('of a film that was withdrawn or deleted before sending is not sent', async () => {
    const to = anAddress();
    const maker = await server.aViewer();
    const movieId = await aSubmittedFilm(server, maker, { contactEmail: to });
    await acceptSubmission(server.deps, movieId, {
      price: 0,
      date: new Date(noon.getTime() - HOUR),
    });
    await sendSubmissionMails({ ...server.deps, email: null });
    await db().update(movies).set({ active: 'N' }).where(eq(movies.movieId, movieId));
    await sendAll();
    expect((await inbox(to)).map(({ subject }) => subject)).not.toContain(
      submissionMails.subjects.streaming('ഒരു വേനൽ (One Summer)'),
    );
    const deleted = await aSubmittedFilm(server, maker, { contactEmail: to });
    await db().delete(movies).where(eq(movies.movieId, deleted));
    await sendAll();
    expect((await inbox(to)).length).toBe(2);
  });
});
