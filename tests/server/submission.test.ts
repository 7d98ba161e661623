import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from '../support/fast-check.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import { submissionMails } from '#messages/submission-mails.ts';
import { movieGenres, movies } from '#server/db/schema/catalogue.ts';
import { submissions, submissionSteps } from '#server/db/schema/submission.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { movieState } from '#server/site/queries.ts';
import { tellMakers } from '#server/streaming/submission/mails/send.ts';
import { accept, beginReview, decline } from '#server/streaming/submission/review/actions.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aDraft, aGenre, aSubmittedFilm, submitFilm } from '../support/submissions.ts';

let house: TestHouse;
const clock = aClock();
const noon = clock.now();
type Person = Awaited<ReturnType<TestHouse['aViewer']>>;

beforeAll(async () => {
  house = await aHouse({ clock });
});
beforeEach(() => house.clock.set(noon));

const rows = async (sql: string) => (await house.database.query(sql)).rows as Record<string, unknown>[];
const db = () => house.database.db;
const movieRow = async (movieId: number) => (await db().select().from(movies).where(eq(movies.movieId, movieId)))[0]!;
const submissionRow = async (movieId: number) =>
  (await db().select().from(submissions).where(eq(submissions.movieId, movieId)))[0]!;
const link = (as: Person, movieId: number, genreId: number, change: object = {}) =>
  house.post(`/api/ott/movies/${movieId}/moviegenres`, { as, body: { genreId, active: 'Y', ordering: 0, ...change } });
const genresOf = (movieId: number) =>
  rows(`select genre_id, active, ordering from movie_genres where movie_id = ${movieId} order by ordering, genre_id`);
const givePackage = async (movieId: number) =>
  db()
    .update(movies)
    .set({ packageId: await house.aPackage() })
    .where(eq(movies.movieId, movieId));
const tracker = async (as: Person) => (await house.get('/api/ott/submissions', { as })).json.content;
const refusal = ({ status, json }: { status: number; json: any }) => [status, json.code, json.message];
const filmsOf = (maker: Person) => rows(`select movie_id from submissions where user_id = ${maker.userId}`);

describe('submitting a film', () => {
  test('keeps it back, the maker’s own, with everything that was written', async () => {
    const maker = await house.aViewer();
    const [drama, family] = [await aGenre(house), await aGenre(house)];
    const draft = aDraft({ genres: [family, drama, family] });
    const { status, json } = await house.post('/api/ott/movies', { as: maker, body: draft });
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

  test('believes nothing of what the house decides', async () => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, { active: 'Y', ticketRate: 500, ageRating: 18, ownerId: 1 });
    expect(await movieRow(movieId)).toMatchObject({ active: 'N', ticketRate: 0, ageRating: 1, ownerId: maker.userId });
  });

  test.each([
    ['movieName', 200],
    ['movieNameEn', 200],
    ['countryOfProduction', 100],
    ['runningTime', 50],
    ['yearProduced', 50],
    ['yearReleased', 50],
    ['primaryLanguage', 100],
    ['website', 500],
    ['movieDescription', 5000],
    ['contactName', 200],
    ['contactEmail', 254],
    ['contactPhone', 30],
    ['contactSignature', 200],
    ['contactPlace', 200],
    ['contactSignDate', 40],
  ])('needs %s, and takes any words up to %i letters', async (path, most) => {
    const maker = await house.aViewer();
    for (const value of [undefined, '', ' \n ', 7, '\u200E\u202E\u0007', 'x'.repeat(most + 1)]) {
      const { status, json } = await submitFilm(house, maker, { [path]: value });
      expect([status, json.code, json.errors?.[0].path]).toEqual([422, 'validation_failed', path]);
    }
    expect((await submitFilm(house, maker, { [path]: 'ഴ'.repeat(most) })).status).toBe(201);
  });

  test('takes out of the words what nobody sees but a terminal obeys', async () => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, {
      movieName: ' One\u001B[2J\r\nSummer\u202E ',
      movieDescription: 'One\r\n\r\n\r\n\r\nTwo\u0007',
    });
    expect(await movieRow(movieId)).toMatchObject({ movieName: 'One[2J Summer', movieDescription: 'One\n\nTwo' });
    expect(refusal(await submitFilm(house, maker, { contactPlace: '\u202E\u0007' }))).toEqual([
      422,
      'validation_failed',
      text.unreadable,
    ]);
  });

  test('refuses a genre that is not known, and keeps nothing then', async () => {
    const maker = await house.aViewer();
    const genre = await aGenre(house);
    expect(refusal(await submitFilm(house, maker, { genres: [genre, 2_000_000_000] }))).toEqual([
      422,
      'genre_not_found',
      text.genreNotFound,
    ]);
    expect(await filmsOf(maker)).toEqual([]);
    expect(await rows(`select 1 from movies where owner_id = ${maker.userId}`)).toEqual([]);
  });

  test('takes thirty in an hour from one maker', async () => {
    const maker = await house.aViewer();
    for (let each = 0; each < 30; each++) expect((await submitFilm(house, maker)).status).toBe(201);
    const { status, headers, json } = await submitFilm(house, maker);
    expect([status, json.message]).toEqual([429, text.tooManyFilms]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submitFilm(house, await house.aViewer())).status).toBe(201);
  });
});

describe('the same draft again', () => {
  test('is the same film, with its newer words', async () => {
    const maker = await house.aViewer();
    const [one, two] = [await aGenre(house), await aGenre(house)];
    const draft = aDraft({ genres: [one] });
    const send = (change: object = {}) => house.post('/api/ott/movies', { as: maker, body: { ...draft, ...change } });
    const { json: first } = await send();
    clock.advance(HOUR);
    const again = await send({
      movieNameEn: 'A Summer',
      runningTime: '1 h 40 m',
      contactPlace: 'Thrissur',
      genres: [two],
    });
    expect([again.status, again.json]).toEqual([200, first]);
    expect(await movieRow(first.movieId)).toMatchObject({ movieNameEn: 'A Summer', runningTime: 100 });
    expect(await submissionRow(first.movieId)).toMatchObject({ contactPlace: 'Thrissur', submittedAt: noon });
    expect(await genresOf(first.movieId)).toEqual([{ genre_id: two, active: 'Y', ordering: 0 }]);
    // Without a list, as the specification's own clients send it, the genres stay.
    await send({ genres: undefined });
    expect(await genresOf(first.movieId)).toHaveLength(1);
    expect(await filmsOf(maker)).toHaveLength(1);
  });

  test('at once, ten times, is one film', async () => {
    const maker = await house.aViewer();
    const draft = aDraft({ genres: [await aGenre(house)] });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => house.post('/api/ott/movies', { as: maker, body: draft })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ json }) => json.movieId)).size).toBe(1);
    expect(await filmsOf(maker)).toHaveLength(1);
    expect(await rows(`select 1 from movies where owner_id = ${maker.userId}`)).toHaveLength(1);
  });

  test('under the same Idempotency-Key is the first answer again', async () => {
    const maker = await house.aViewer();
    const draft = aDraft();
    const send = () =>
      house.post('/api/ott/movies', { as: maker, body: draft, headers: { 'Idempotency-Key': draft.draftKey } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.headers.get('idempotent-replay')]).toEqual([201, 201, 'true']);
    expect(again.json).toEqual(first.json);
  });

  test('from another maker is another film', async () => {
    const draftKey = randomUUID();
    const [one, other] = [await house.aViewer(), await house.aViewer()];
    const [first, second] = [
      await aSubmittedFilm(house, one, { draftKey }),
      await aSubmittedFilm(house, other, { draftKey }),
    ];
    expect(first).not.toBe(second);
  });

  test('changes nothing once somebody looks at the film, and still gets its answer', async () => {
    const maker = await house.aViewer();
    const draft = aDraft();
    const { json } = await house.post('/api/ott/movies', { as: maker, body: draft });
    await beginReview(house.deps, json.movieId);
    const again = await house.post('/api/ott/movies', { as: maker, body: { ...draft, movieNameEn: 'Changed' } });
    expect([again.status, again.json]).toEqual([200, json]);
    expect((await movieRow(json.movieId)).movieNameEn).toBe('One Summer');
  });

  test('without a key, every sending is a film', async () => {
    const maker = await house.aViewer();
    for (let each = 0; each < 2; each++) await aSubmittedFilm(house, maker, { draftKey: undefined });
    expect(await filmsOf(maker)).toHaveLength(2);
  });

  test('whatever is sent, how often: one film for each maker and draft (30 sequences)', async () => {
    const makers = [await house.aViewer(), await house.aViewer()];
    const press = fc.record({
      maker: fc.nat(1),
      draft: fc.nat(2),
      movieNameEn: fc
        .string({ minLength: 1 })
        .map((word) => `A${word.toWellFormed().replaceAll('\0', '')}`.slice(0, 200)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(press, { minLength: 1, maxLength: 6 }), async (presses) => {
        const word = randomUUID().slice(0, 8);
        await house.database.query('delete from rate_limits');
        const films = new Map<string, Set<number>>();
        const answers = presses.map(async ({ maker, draft, movieNameEn }) => {
          const { status, json } = await submitFilm(house, makers[maker]!, {
            movieNameEn,
            draftKey: `${word}-${draft}`,
          });
          expect(status).toBeLessThan(300);
          const name = `${maker} ${draft}`;
          films.set(name, (films.get(name) ?? new Set()).add(json.movieId));
        });
        await Promise.all(answers);
        for (const ids of films.values()) expect(ids.size).toBe(1);
        expect(await rows(`select 1 from submissions where draft_key like '${word}-%'`)).toHaveLength(films.size);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a genre', () => {
  test('is added, and changed when it comes again', async () => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker);
    const genreId = await aGenre(house);
    const first = await link(maker, movieId, genreId, { ordering: 3 });
    expect([first.status, first.json]).toEqual([201, { movieId, genreId, active: 'Y', ordering: 3 }]);
    expect((await link(maker, movieId, genreId, { active: 'N', ordering: 1 })).status).toBe(201);
    expect(await genresOf(movieId)).toEqual([{ genre_id: genreId, active: 'N', ordering: 1 }]);
  });

  test('is refused for another maker’s film, for one that nobody submitted, and where it is unknown', async () => {
    const maker = await house.aViewer();
    const genreId = await aGenre(house);
    const movieId = await aSubmittedFilm(house, maker);
    const noFilm = [404, 'movie_not_found', text.movieNotFound];
    expect(refusal(await link(await house.aViewer(), movieId, genreId))).toEqual(noFilm);
    expect(refusal(await link(maker, 2_000_000_000, genreId))).toEqual(noFilm);
    const owned = await house.aFilm({ ownerId: maker.userId });
    expect(refusal(await link(maker, owned.movieId, genreId))).toEqual(noFilm);
    expect(refusal(await link(maker, movieId, 2_000_000_000))).toEqual([422, 'genre_not_found', text.genreNotFound]);
    expect(await db().select().from(movieGenres).where(eq(movieGenres.genreId, genreId))).toEqual([]);
  });

  test('stands once somebody looks at the film; the same again is answered', async () => {
    const maker = await house.aViewer();
    const [genreId, other] = [await aGenre(house), await aGenre(house)];
    const movieId = await aSubmittedFilm(house, maker, { genres: [genreId] });
    await beginReview(house.deps, movieId);
    expect((await link(maker, movieId, genreId)).status).toBe(201);
    expect(refusal(await link(maker, movieId, genreId, { active: 'N' }))).toEqual([
      409,
      'submission_reviewed',
      text.reviewed,
    ]);
    expect(refusal(await link(maker, movieId, other))).toEqual([409, 'submission_reviewed', text.reviewed]);
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
  const OWN_LISTS = [
    'getallmovies?page=0&size=100',
    'upcomingmovies?page=0&size=100',
    'streamingnow?page=0&size=100',
    'nextweekreleases?page=0&size=100',
    'searchmovies?search=movieNameLIKE%3DHidden&page=0&size=100',
  ];

  test.each([
    ['received', async () => undefined],
    ['looked at', (movieId: number) => beginReview(house.deps, movieId)],
    ['accepted without a day', (movieId: number) => accept(house.deps, movieId, { price: 149 })],
    ['declined', (movieId: number) => decline(house.deps, movieId, 'No')],
  ])('that is %s is nowhere', async (_, bring) => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, {
      movieName: 'Hidden Harbour',
      movieNameEn: 'Hidden',
      primaryLanguage: 'Hiddenish',
    });
    await bring(movieId);
    const { movieKey } = await movieRow(movieId);
    for (const path of PUBLIC_LISTS)
      expect((await house.get(`/api/ott/${path}`)).text, path).not.toMatch(new RegExp(`Hidden|${movieKey}`));
    for (const as of [maker, await house.aViewer()])
      for (const path of OWN_LISTS)
        expect((await house.get(`/api/ott/${path}`, { as })).text, path).not.toMatch(new RegExp(`Hidden|${movieKey}`));
    for (const path of [`public/movies/${movieId}`, `public/movieinfo?movie=${movieKey}`])
      expect((await house.get(`/api/ott/${path}`)).status, path).toBe(404);
    expect((await house.get(`/api/ott/movies/${movieId}`, { as: maker })).status).toBe(404);
    // The house's own site says 404 and not 410: it never was there.
    expect(await movieState(db(), movieKey)).toEqual({ is: 'unknown' });
    const order = { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata' };
    expect((await house.post(`/api/ott/movies/${movieId}/orders`, { as: maker, body: order })).status).toBe(404);
  });

  test('comes into the changes and onto the lists when it has its day', async () => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, { primaryLanguage: 'Tulu', movieNameEn: 'Harbour Lights' });
    const { cursor } = (await house.get('/api/ott/public/catalogue/changes')).json;
    await accept(house.deps, movieId, { price: 149, date: new Date(noon.getTime() - HOUR) });
    // Without a package nothing could be played.
    expect((await movieRow(movieId)).active).toBe('N');
    await givePackage(movieId);
    await accept(house.deps, movieId, { price: 149, date: new Date(noon.getTime() - HOUR) });
    const changes = (await house.get(`/api/ott/public/catalogue/changes?since=${cursor}`)).json;
    expect(changes).toMatchObject({ changed: [{ movieId }], removed: [] });
    expect(
      (await house.get('/api/ott/public/searchmovies?search=movieNameLIKE%3DHarbour%20Li')).json.content,
    ).toHaveLength(1);
    expect((await house.get('/api/ott/public/getalllanguages')).text).toContain('Tulu');
  });
});

describe('the tracker', () => {
  const noteStages = () => tellMakers({ ...house.deps, email: null });

  test('shows the maker’s films, newest first, each with its way', async () => {
    const maker = await house.aViewer();
    await aSubmittedFilm(house, await house.aViewer());
    const genreId = await aGenre(house, 'Slow drama');
    const first = await aSubmittedFilm(house, maker, { genres: [genreId] });
    clock.advance(HOUR);
    const second = await aSubmittedFilm(house, maker);
    await beginReview(house.deps, first);
    clock.advance(HOUR);
    await decline(house.deps, first, 'The sound cannot be understood');
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
      },
    ]);
    expect(await tracker(await house.aViewer())).toEqual([]);
  });

  test('goes on by itself: scheduled, then streaming, with the film’s page', async () => {
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker);
    const day = new Date(noon.getTime() + 2 * DAY);
    await givePackage(movieId);
    await accept(house.deps, movieId, { price: 149, date: day });
    await noteStages();
    const [scheduled] = await tracker(maker);
    expect(scheduled).toMatchObject({ stage: 'scheduled', streamingStartDate: toWire(day) });
    expect(scheduled.movieKey).toBe((await movieRow(movieId)).movieKey);
    clock.set(day);
    await noteStages();
    await noteStages();
    expect((await tracker(maker))[0].steps.map(({ stage }: { stage: string }) => stage)).toEqual([
      'received',
      'accepted',
      'scheduled',
      'streaming',
    ]);
  });

  test('waits where an accepted film has no day, or is withdrawn before it', async () => {
    const maker = await house.aViewer();
    const [dayless, withdrawn] = [await aSubmittedFilm(house, maker), await aSubmittedFilm(house, maker)];
    await accept(house.deps, dayless, { price: 149 });
    await accept(house.deps, withdrawn, { price: 149, date: new Date(noon.getTime() + DAY) });
    await db().update(movies).set({ active: 'N' }).where(eq(movies.movieId, withdrawn));
    await noteStages();
    expect((await tracker(maker)).map(({ stage }: { stage: string }) => stage)).toEqual(['accepted', 'accepted']);
  });
});

describe('a mail', () => {
  const inbox = async (to: string) =>
    (await house.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json as { subject: string; text: string }[];
  const anAddress = () => `${randomUUID().slice(0, 8)}@example.com`;
  const waiting = (movieId: number) =>
    db()
      .select()
      .from(submissionSteps)
      .where(and(eq(submissionSteps.movieId, movieId)));
  // What the films before have left to send is out of the way.
  beforeEach(() => rows('update submission_steps set dropped_at = due_at where sent_at is null'));
  const sendAll = async () => {
    while (await tellMakers(house.deps));
  };

  test('goes to the contact at each step', async () => {
    const to = anAddress();
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, { contactEmail: to });
    await sendAll();
    await beginReview(house.deps, movieId);
    await sendAll();
    await givePackage(movieId);
    await accept(house.deps, movieId, {
      price: 149,
      date: new Date('2026-12-05T12:30:00Z'),
      note: 'We liked the boat.',
    });
    await sendAll();
    clock.set(new Date('2026-12-05T12:30:00Z'));
    await sendAll();
    await sendAll();
    const letters = (await inbox(to)).toReversed();
    const { subjects } = submissionMails;
    const film = 'ഒരു വേനൽ';
    expect(letters.map(({ subject }) => subject)).toEqual([
      subjects.received(film),
      subjects.in_review(film),
      subjects.accepted(film),
      subjects.scheduled(film),
      subjects.streaming(film),
    ]);
    expect(letters[0]!.text).toContain('(One Summer)');
    expect(letters[0]!.text).toContain('http://house.test/submit-film');
    expect(letters[2]!.text).toContain('We liked the boat.');
    expect(letters[3]!.text).toContain('Sat 5 Dec, 6.00 PM (India)');
    expect(letters[3]!.text).toContain('₹149 before GST');
    expect(letters[4]!.text).toContain(`/v/${encodeURIComponent('ഒരു-വേനൽ')}/`);
  });

  test('says why a film is declined', async () => {
    const to = anAddress();
    const movieId = await aSubmittedFilm(house, await house.aViewer(), { contactEmail: to });
    await decline(house.deps, movieId, 'The sound <b>cannot</b> be understood');
    await sendAll();
    expect((await inbox(to))[0]!.text).toContain('Why: The sound <b>cannot</b> be understood');
  });

  test('waits while the mail server is away, and gives up in the end', async () => {
    const to = anAddress();
    const movieId = await aSubmittedFilm(house, await house.aViewer(), { contactEmail: to });
    const away = {
      ...house.deps,
      email: { ...house.deps.email!, send: () => Promise.reject(new ProviderError('mail', 'unreachable')) },
    };
    expect(await tellMakers(away)).toBe(0);
    expect(await waiting(movieId)).toMatchObject([{ tries: 1, sentAt: null, droppedAt: null }]);
    expect(await tellMakers(house.deps)).toBe(0);
    clock.advance(3 * MINUTE);
    expect(await tellMakers(house.deps)).toBe(1);
    expect(await inbox(to)).toHaveLength(1);

    const lost = await aSubmittedFilm(house, await house.aViewer(), { contactEmail: to });
    for (let each = 0; each < 12; each++) {
      await tellMakers(away);
      clock.advance(HOUR);
    }
    expect(await waiting(lost)).toMatchObject([{ tries: 9, sentAt: null, droppedAt: expect.any(Date) }]);
  });

  test.each([
    ['a list of addresses', 'a@example.com, b@example.com'],
    ['an address with a name', 'Me <a@example.com>'],
    ['words', 'call me'],
  ])('goes to the profile where the contact’s is %s', async (_, contactEmail) => {
    const emailId = anAddress();
    const movieId = await aSubmittedFilm(house, await house.aViewer({ emailId }), { contactEmail });
    const nobody = await aSubmittedFilm(house, await house.aViewer(), { contactEmail });
    await sendAll();
    expect(await inbox(emailId)).toHaveLength(1);
    expect(await waiting(movieId)).toMatchObject([{ sentAt: expect.any(Date) }]);
    expect(await waiting(nobody)).toMatchObject([{ sentAt: null, droppedAt: expect.any(Date) }]);
  });

  test('of a film that left before it was sent is not sent', async () => {
    const to = anAddress();
    const maker = await house.aViewer();
    const movieId = await aSubmittedFilm(house, maker, { contactEmail: to });
    await accept(house.deps, movieId, { price: 0, date: new Date(noon.getTime() - HOUR) });
    await tellMakers({ ...house.deps, email: null });
    await db().update(movies).set({ active: 'N' }).where(eq(movies.movieId, movieId));
    await sendAll();
    expect((await inbox(to)).map(({ subject }) => subject)).not.toContain(
      submissionMails.subjects.streaming('ഒരു വേനൽ'),
    );
    const gone = await aSubmittedFilm(house, maker, { contactEmail: to });
    await db().delete(movies).where(eq(movies.movieId, gone));
    await sendAll();
    expect((await inbox(to)).length).toBe(2);
  });
});
