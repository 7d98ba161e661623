import { eq } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { socialAccounts } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/booking.ts';
import { languages, movies, packages } from '#server/db/schema/catalogue.ts';
import { moviePlays, playbackSessions } from '#server/db/schema/playback.ts';
import { channelMovies, channels } from '#server/db/schema/producer.ts';
import { reviews } from '#server/db/schema/reviews.ts';
import { deviceAuthorizations, refreshTokens, sessions } from '#server/db/schema/session.ts';
import { submissionPosters } from '#server/db/schema/submission.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { acceptSubmission } from '#server/streaming/submission/review/actions.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aSubmittedFilm } from '../support/submissions.ts';
import { tables } from '../support/tables.ts';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
  await server.database.db
    .insert(languages)
    .values([{ languageName: 'Malayalam' }, { languageName: 'Tamil' }]);
});

type UserRef = { userId: number };
const put = (as: UserRef, body: object, options: { headers?: Record<string, string> } = {}) =>
  server.put(`/api/auth/userinfo/${as.userId}`, { as, body, ...options });
const profile = async (as: UserRef) => (await server.get('/api/auth/myprofile', { as })).json.data;

describe('a profile', () => {
  test('answers with the message of the first form if a last name is sent, else of the edit form', async () => {
    const viewer = await server.aViewer();
    const first = { firstName: 'Asha', lastName: 'Rao', emailId: 'asha@example.com', gender: 1 };
    expect(await put(viewer, first)).toMatchObject({
      status: 202,
      json: { message: 'User Information added successfully', data: first },
    });
    const edit = {
      firstName: 'Asha R',
      mobile: viewer.mobile,
      gender: 1,
      emailId: 'asha@example.com',
      ipAddress: '',
      timezone: 'Asia/Kolkata',
      latitude: 13.08,
      longitude: 80.27,
    };
    expect(await put(viewer, edit)).toMatchObject({
      status: 202,
      json: {
        message: 'Profile Updated Successfully!',
        data: { firstName: 'Asha R', lastName: 'Rao', latitude: 13.08 },
      },
    });
  });

  test.each([
    ['a blank name in the edit form', { firstName: ' ' }, 'firstName', 'Name is required!'],
    [
      'an empty first name in the first form',
      { firstName: '', lastName: 'Rao' },
      'firstName',
      'First Name is required!',
    ],
    [
      'an empty last name in the first form',
      { firstName: 'Asha', lastName: '' },
      'lastName',
      'Last Name is required!',
    ],
    [
      'another number in place of a verified one',
      { mobile: '9000000001' },
      'mobile',
      'You sign in with this number, so you can’t change it here.',
    ],
    [
      'an unknown time zone',
      { timezone: 'Asia/Atlantis' },
      'timezone',
      'We don’t know this time zone. Check the time zone of your device.',
    ],
    [
      'only a latitude',
      { latitude: 13.08 },
      'longitude',
      'A place needs both a latitude and a longitude',
    ],
    [
      'only a longitude',
      { longitude: 13.08 },
      'latitude',
      'A place needs both a latitude and a longitude',
    ],
    [
      'an unknown language',
      { languages: ['Tamil', 'Klingon'] },
      'languages',
      'We have no language called “Klingon”',
    ],
  ])('refuses %s, and changes nothing', async (_, body, path, message) => {
    const viewer = await server.aViewer();
    const before = await profile(viewer);
    expect(await put(viewer, { gender: 1, ...body })).toMatchObject({
      status: 422,
      json: { errors: [{ path, message }] },
    });
    expect(await profile(viewer)).toEqual(before);
  });

  test('keeps a verified e-mail address', async () => {
    const viewer = await server.aViewer({
      emailId: 'proved@example.com',
      emailVerifiedAt: clock.now(),
    });
    expect(
      (await put(viewer, { firstName: 'Meena', emailId: 'other@example.com' })).json.data.emailId,
    ).toBe('proved@example.com');
  });

  test('stores and clears the number of a person who signs in by e-mail', async () => {
    const viewer = await server.aViewer({ dialCode: null, mobile: null, mobileVerifiedAt: null });
    expect((await put(viewer, { mobile: '90000 00009' })).json.data.mobile).toBe('9000000009');
    expect(await put(viewer, { mobile: '12' })).toMatchObject({
      status: 422,
      json: { message: 'Mobile Number must be at least 8 digits' },
    });
    expect((await put(viewer, { mobile: '' })).json.data.mobile).toBeNull();
  });

  test('keeps all digits of a foreign number', async () => {
    const viewer = await server.aViewer({
      dialCode: '49',
      mobile: '15112345678',
      mobileVerifiedAt: null,
    });
    expect((await put(viewer, { mobile: '+49 1511 2345679' })).json.data.mobile).toBe(
      '15112345679',
    );
  });

  test('accepts the same number in any spelling', async () => {
    const viewer = await server.aViewer();
    expect(await put(viewer, { mobile: `+91 ${viewer.mobile}` })).toMatchObject({
      status: 202,
      json: { data: { mobile: viewer.mobile } },
    });
  });

  test('stores the IP address that the server sees, not the sent one', async () => {
    const viewer = await server.aViewer();
    expect((await put(viewer, { ipAddress: '8.8.8.8' })).json.data.ipAddress).toBe('127.0.0.1');
  });

  test('saves a place with its name; another point clears the name, null clears the place', async () => {
    const viewer = await server.aViewer();
    const chennai = { latitude: 13.08, longitude: 80.27, placeName: 'Chennai, Tamil Nadu, India' };
    expect((await put(viewer, chennai)).json.data).toMatchObject(chennai);
    expect((await put(viewer, { latitude: 13.08, longitude: 80.27 })).json.data).toMatchObject(
      chennai,
    );
    expect((await put(viewer, { latitude: 9.93, longitude: 76.27 })).json.data).toMatchObject({
      latitude: 9.93,
      placeName: null,
    });
    await put(viewer, chennai);
    expect((await put(viewer, { latitude: null, longitude: null })).json.data).toMatchObject({
      latitude: null,
      longitude: null,
      placeName: null,
    });
  });

  test('saves languages of the catalogue and of the specification, with their correct spelling, each once', async () => {
    const viewer = await server.aViewer();
    const saved = await put(viewer, { languages: ['malayalam', 'TAMIL', 'Arabic', 'Tamil'] });
    expect(saved.json.data.languages).toEqual(['Malayalam', 'Tamil', 'Arabic']);
    expect((await put(viewer, { firstName: 'Meena' })).json.data.languages).toEqual([
      'Malayalam',
      'Tamil',
      'Arabic',
    ]);
    expect((await put(viewer, { languages: [] })).json.data.languages).toEqual([]);
  });

  test('is not found by another viewer', async () => {
    const [viewer, other] = [await server.aViewer(), await server.aViewer()];
    expect(
      await server.put(`/api/auth/userinfo/${viewer.userId}`, {
        as: other,
        body: { languages: ['Tamil'] },
      }),
    ).toMatchObject({
      status: 404,
      json: { code: 'user_not_found' },
    });
    expect((await profile(viewer)).languages).toEqual([]);
  });

  test('marks the first sign-in as completed', async () => {
    const viewer = await server.aViewer();
    expect((await profile(viewer)).firstLogin).toBe(true);
    expect(
      (await server.put('/api/auth/users/updatefirstlogin', { as: viewer, body: {} })).status,
    ).toBe(200);
    expect((await profile(viewer)).firstLogin).toBe(false);
  });
});

// ---------- export and erasure ----------

const pay = async (order_id: string) =>
  (await server.post('/sandbox/razorpay/pay', { body: { order_id, vpa: 'success@razorpay' } }))
    .json;
async function book(as: UserRef) {
  const film = await server.aFilm();
  const body = {
    bookingStartTime: toWire(clock.now()),
    latitude: 13,
    longitude: 80,
    orderRemarks: 'For Amma',
  };
  const order = (await server.post(`/api/ott/movies/${film.movieId}/orders`, { as, body })).json;
  return { film, order };
}
const checkout = async (as: UserRef, { movieOrderId }: { movieOrderId: number }) =>
  (
    await server.post(`/api/ott/orders/${movieOrderId}/checkout`, {
      as,
      body: { provider: 'razorpay' },
    })
  ).json;
const orderRow = async (movieOrderId: number) =>
  (await server.database.db.select().from(orders).where(eq(orders.movieOrderId, movieOrderId)))[0]!;
const rows = async (sql: string) => (await server.database.query(sql)).rows;
const erase = (as: UserRef) => server.delete('/api/auth/me', { as });

/** Creates a viewer with a row in every table that refers to people. */
async function aViewerWithAllData(overrides: object = {}) {
  const db = server.database.db;
  const viewer = await server.aViewer({
    lastName: 'Iyer',
    emailId: 'meena@example.com',
    languages: ['Tamil'],
    ...overrides,
  });
  const { film, order } = await book(viewer);
  await pay((await checkout(viewer, order)).order_id);
  await server.sandbox.waitUntilIdle();
  const { userId } = viewer;
  const { movieId } = film;
  const sessionId = crypto.randomUUID();
  await db
    .insert(sessions)
    .values({ sessionId, userId, ipAddress: '203.0.113.9', userAgent: 'A browser' });
  await db.insert(refreshTokens).values({
    tokenHash: `hash-of-${sessionId}`,
    familyId: sessionId,
    userId,
    createdAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + DAY),
  });
  await db.insert(deviceAuthorizations).values({
    deviceCodeHash: `device-hash-of-${sessionId}`,
    userCodeHash: `user-hash-of-${sessionId}`,
    deviceName: 'Television',
    expiresAt: new Date(clock.now().getTime() + MINUTE),
    intervalSeconds: 5,
    userId,
  });
  await db.insert(socialAccounts).values({ provider: 'google', subject: `sub-${userId}`, userId });
  await db.insert(reviews).values({ movieId, userId, rating: 2, reviewComments: 'My own words' });
  await db.insert(moviePlays).values({
    movieId,
    userId,
    movieOrderId: order.movieOrderId,
    playStartTime: clock.now(),
    ipAddress: '203.0.113.9',
  });
  const [filmPackage] = await db
    .insert(packages)
    .values({ packageKey: sessionId, manifest: {}, keys: [] })
    .returning();
  await db.insert(playbackSessions).values({
    sessionId,
    movieOrderId: order.movieOrderId,
    userId,
    movieId,
    packageId: filmPackage!.packageId,
    startedAt: clock.now(),
    endsAt: new Date(clock.now().getTime() + 3 * HOUR),
  });
  await db.insert(channels).values({ channelName: 'An empty channel', ownerId: userId });
  const submission = await server.aFilm({
    movieName: 'My submission',
    active: 'N',
    ownerId: userId,
  });
  const submitted = await aSubmittedFilm(server, viewer, { contactSignature: 'My own hand' });
  await db
    .insert(submissionPosters)
    .values({ posterKey: sessionId, userId, uploadedAt: clock.now() });
  return { viewer, film, order, submission, submitted };
}

/** Every table with a foreign key to `users`. */
const personalTables = Object.values(tables).flatMap((table) => {
  const { name, foreignKeys } = getTableConfig(table);
  const owner = foreignKeys
    .map((key) => key.reference())
    .find(({ foreignTable }) => getTableConfig(foreignTable).name === 'users');
  return owner ? [{ table: name, column: owner.columns[0]!.name }] : [];
});

describe('the export', () => {
  test('is one JSON file with everything that is stored about the viewer', async () => {
    const { viewer, film, order, submission, submitted } = await aViewerWithAllData();
    const { status, headers, json } = await server.get('/api/auth/me/export', { as: viewer });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="matinee-my-data-${clock.now().toISOString().slice(0, 10)}.json"`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(json).toMatchObject({
      profile: {
        userId: viewer.userId,
        mobile: viewer.mobile,
        lastName: 'Iyer',
        languages: ['Tamil'],
        hasPassword: false,
      },
      socialAccounts: [{ provider: 'google' }],
      sessions: [{ ipAddress: '203.0.113.9', userAgent: 'A browser' }],
      confirmedDevices: [{ deviceName: 'Television' }],
      orders: [
        {
          orderNo: order.orderNo,
          movieName: film.movieName,
          totalRoundedValue: 176,
          paymentStatus: 'PAID',
          orderRemarks: 'For Amma',
          payments: [{ provider: 'razorpay', amount: 176, state: 'paid' }],
        },
      ],
      reviews: [{ rating: 2, reviewComments: 'My own words', movieName: film.movieName }],
      plays: [{ movieName: film.movieName, ipAddress: '203.0.113.9' }],
      playbackSessions: [{ movieName: film.movieName }],
      channels: [{ channelName: 'An empty channel' }],
      films: [{ movieId: submission.movieId, movieName: 'My submission' }, { movieId: submitted }],
      submissions: [
        { movieId: submitted, contactSignature: 'My own hand', submittedAt: toWire(clock.now()) },
      ],
      submissionSteps: [{ movieId: submitted, stage: 'received' }],
      submissionPosters: [{ uploadedAt: toWire(clock.now()) }],
    });
    expect(json.orders[0].orderDate).toBe(toWire(clock.now()));
  });

  test('covers every table that refers to a person', () => {
    // Refresh tokens are secret; their session is exported instead.
    const exportSections: Record<string, string> = {
      social_accounts: 'socialAccounts',
      sessions: 'sessions',
      refresh_tokens: 'sessions',
      device_authorizations: 'confirmedDevices',
      movies: 'films',
      channels: 'channels',
      reviews: 'reviews',
      orders: 'orders',
      gifts: 'receivedGifts',
      coupon_uses: 'couponUses',
      booking_reminders: 'bookingReminders',
      playback_sessions: 'playbackSessions',
      movie_plays: 'plays',
      submissions: 'submissions',
      submission_posters: 'submissionPosters',
      submission_fees: 'submissionFees',
    };
    expect(personalTables.map(({ table }) => table).toSorted()).toEqual(
      Object.keys(exportSections).toSorted(),
    );
  });

  test('contains no hash and no data of other people', async () => {
    await aViewerWithAllData();
    const { viewer } = await aViewerWithAllData({ passwordHash: 'scrypt$of-a-password' });
    const { text, json } = await server.get('/api/auth/me/export', { as: viewer });
    expect(text).not.toMatch(/hash|scrypt|importDigest/i);
    expect(json.profile.hasPassword).toBe(true);
    for (const list of ['orders', 'reviews', 'plays'])
      expect(json[list].map(({ userId }: UserRef) => userId)).toEqual([viewer.userId]);
  });

  test('requires a sign-in', async () => {
    expect(await server.get('/api/auth/me/export')).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
  });
});

describe('deleting the account', () => {
  test('leaves no row that refers to the person; orders stay for accounting', async () => {
    const { viewer, order } = await aViewerWithAllData();
    expect((await erase(viewer)).status).toBe(204);
    for (const { table, column } of personalTables)
      expect(
        await rows(`select 1 from ${table} where ${column} = ${viewer.userId}`),
        table,
      ).toEqual([]);
    expect(await rows(`select 1 from users where user_id = ${viewer.userId}`)).toEqual([]);
    expect(
      await rows(`select 1 from idempotency_keys where caller = 'user:${viewer.userId}'`),
    ).toEqual([]);
    expect(await orderRow(order.movieOrderId)).toMatchObject({
      orderNo: order.orderNo,
      userId: null,
      paymentStatus: 'PAID',
      totalRoundedValue: 17600,
      latitude: null,
      longitude: null,
      orderRemarks: null,
    });
  });

  test('deletes submitted films that were never published; of published ones, only the submission', async () => {
    const { viewer, submitted } = await aViewerWithAllData();
    const withdrawn = await aSubmittedFilm(server, viewer);
    await acceptSubmission(server.deps, withdrawn, { price: 0, date: clock.now() });
    await server.database.query(`update movies set active = 'N' where movie_id = ${withdrawn}`);
    expect((await erase(viewer)).status).toBe(204);
    const remainingIn = (table: string) =>
      rows(`select movie_id from ${table} where movie_id in (${submitted}, ${withdrawn})`);
    expect(await remainingIn('movies')).toEqual([{ movie_id: withdrawn }]);
    expect([await remainingIn('submissions'), await remainingIn('submission_steps')]).toEqual([
      [],
      [],
    ]);
  });

  test('reports a deleted film to the next rebuild if it was ever published', async () => {
    const viewer = await server.aViewer();
    const publishedId = await aSubmittedFilm(server, viewer);
    const unpublishedId = await aSubmittedFilm(server, viewer);
    const [published] =
      await rows(`update movies set active = 'N', change_no = nextval('catalogue_change')
      where movie_id = ${publishedId} returning movie_key`);
    const [unpublished] = await rows(
      `select movie_key from movies where movie_id = ${unpublishedId}`,
    );
    expect((await erase(viewer)).status).toBe(204);
    const { removed } = (await server.get('/api/ott/public/catalogue/changes?limit=1000')).json;
    expect(removed).toContain(published!['movie_key']);
    expect(removed).not.toContain(unpublished!['movie_key']);
  });

  test('erases the payer from the events of payment providers', async () => {
    const { viewer } = await aViewerWithAllData();
    const eventsWithMobile = () =>
      rows(`select 1 from payment_events where payload::text like '%${viewer.mobile}%'`);
    await server.database
      .query(`update payment_events set payload = jsonb_build_object('rawBody', '+91${viewer.mobile}') where provider_order_id in
      (select provider_order_id from payment_attempts join orders using (movie_order_id) where user_id = ${viewer.userId})`);
    expect((await eventsWithMobile()).length).toBeGreaterThan(0);
    await erase(viewer);
    expect(await eventsWithMobile()).toEqual([]);
  });

  test('deletes the reviews and recalculates the ratings', async () => {
    const { viewer, film } = await aViewerWithAllData();
    const other = await server.aViewer();
    const { movieId } = film;
    await server.database.db
      .insert(reviews)
      .values({ movieId, userId: other.userId, rating: 5, reviewComments: 'Good' });
    const before = (await rows(`select change_no from movies where movie_id = ${movieId}`))[0]![
      'change_no'
    ];
    await erase(viewer);
    const [after] = await rows(
      `select avg_rating, overall_rank, change_no from movies where movie_id = ${movieId}`,
    );
    expect(after).toMatchObject({ avg_rating: 5, overall_rank: 1 });
    expect(Number(after!['change_no'])).toBeGreaterThan(Number(before));
    expect(
      (await server.get(`/api/ott/public/moviereviewsbymovie/${movieId}`)).json.totalElements,
    ).toBe(1);
  });

  test('changes no data of other people', async () => {
    const [{ viewer }, other] = [await aViewerWithAllData(), await aViewerWithAllData()];
    const export_ = async () => ({
      ...(await server.get('/api/auth/me/export', { as: other.viewer })).json,
      exportedOn: '',
    });
    const before = await export_();
    await erase(viewer);
    expect(await export_()).toEqual(before);
  });

  test('closes access to an open ticket', async () => {
    const { viewer, order } = await aViewerWithAllData();
    expect((await erase(viewer)).status).toBe(204);
    expect([403, 404]).toContain(
      (await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })).status,
    );
  });

  test('is refused while the bank confirms a payment', async () => {
    const viewer = await server.aViewer();
    const { order } = await book(viewer);
    await server.scriptSandbox({ provider: 'razorpay', pay: 'authorise_only' });
    await pay((await checkout(viewer, order)).order_id);
    await server.sandbox.waitUntilIdle();
    expect((await orderRow(order.movieOrderId)).paymentStatus).toBe('PROCESSING');
    expect(await erase(viewer)).toMatchObject({
      status: 409,
      json: { code: 'payment_pending', message: expect.stringContaining('still confirming') },
    });
    expect((await profile(viewer)).userId).toBe(viewer.userId);
  });

  test('cancels unpaid orders; a late payment is refunded', async () => {
    const viewer = await server.aViewer();
    const { order } = await book(viewer);
    const { order_id } = await checkout(viewer, order);
    expect((await erase(viewer)).status).toBe(204);
    expect(await orderRow(order.movieOrderId)).toMatchObject({
      userId: null,
      paymentStatus: 'CANCELLED',
    });

    await pay(order_id); // the bank's page was still open
    await server.sandbox.waitUntilIdle();
    await reconcile(server.deps);
    await server.sandbox.waitUntilIdle(); // the provider also reports the refund
    expect((await orderRow(order.movieOrderId)).paymentStatus).not.toBe('PAID');
    const refunds = await rows(
      `select reason, ends_ticket as refunds_bill, amount from refunds where movie_order_id = ${order.movieOrderId}`,
    );
    expect(refunds).toEqual([
      { reason: 'the viewer has deleted the account', refunds_bill: false, amount: 17600 },
    ]);
    expect(await rows('select 1 from payment_events where applied_at is null')).toEqual([]);
  });

  test('leaves the order of an earlier ticket unchanged when the reconciler runs', async () => {
    const { viewer, order } = await aViewerWithAllData();
    await erase(viewer);
    const before = await orderRow(order.movieOrderId);
    await server.scriptSandbox({ provider: 'razorpay', action: 'release' });
    await server.sandbox.waitUntilIdle();
    clock.advance(MINUTE);
    await reconcile(server.deps);
    expect(await orderRow(order.movieOrderId)).toEqual(before);
  });

  test('is refused to a producer with published films, and allowed after they are withdrawn', async () => {
    const producer = await server.aViewer({ roles: ['Producer'] });
    const film = await server.aFilm();
    const [channel] = await server.database.db
      .insert(channels)
      .values({ channelName: 'Reels', ownerId: producer.userId })
      .returning();
    await server.database.db
      .insert(channelMovies)
      .values({ channelId: channel!.channelId, movieId: film.movieId });
    expect(await erase(producer)).toMatchObject({ status: 409, json: { code: 'owns_films' } });
    await server.database.db
      .update(movies)
      .set({ active: 'N' })
      .where(eq(movies.movieId, film.movieId));
    expect((await erase(producer)).status).toBe(204);
    expect(await rows(`select 1 from movies where movie_id = ${film.movieId}`)).toHaveLength(1);
  });

  test('requires a sign-in and ends the session at once', async () => {
    expect(await server.delete('/api/auth/me')).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
    const viewer = await server.aViewer();
    expect((await erase(viewer)).status).toBe(204);
    expect([403, 404]).toContain((await server.get('/api/auth/myprofile', { as: viewer })).status);
    expect([403, 404]).toContain((await erase(viewer)).status);
  });

  test('and a concurrent booking leave no open order without a person, and no unexpected error', async () => {
    for (let round = 0; round < 10; round++) {
      const viewer = await server.aViewer();
      const { movieId } = await server.aFilm();
      const body = { bookingStartTime: toWire(clock.now()) };
      const [booked, erased] = await Promise.all([
        server.post(`/api/ott/movies/${movieId}/orders`, { as: viewer, body }),
        erase(viewer),
      ]);
      expect(erased.status).toBe(204);
      expect([201, 403]).toContain(booked.status);
      expect(
        await rows(
          `select payment_status from orders where movie_id = ${movieId} and payment_status <> 'CANCELLED'`,
        ),
      ).toEqual([]);
      expect(
        (await server.post(`/api/ott/movies/${movieId}/orders`, { as: viewer, body })).status,
      ).toBe(403);
    }
  });

  test('lets the same number sign up again as another person', async () => {
    const mobile = '9123456780';
    const before = await signUp(mobile);
    expect((await server.delete('/api/auth/me', { token: before.token })).status).toBe(204);
    for (const call of ['/api/auth/myprofile', '/api/ott/orders', '/api/ott/getallmovies'])
      expect(await server.get(call, { token: before.token })).toMatchObject({
        status: 403,
        json: { code: 'token_invalid' },
      });
    const after = await signUp(mobile);
    expect(after.userId).not.toBe(before.userId);
    expect(after.firstLogin).toBe(true);
    expect(
      (await server.get('/api/auth/myprofile', { token: after.token })).json.data,
    ).toMatchObject({
      mobile,
      firstName: null,
    });
    expect((await server.get('/api/ott/orders', { token: after.token })).json.totalElements).toBe(
      0,
    );
    expect(
      (
        await server.post('/api/auth/users/generatetoken', {
          body: { refreshToken: before.refreshtoken },
        })
      ).status,
    ).toBe(403);
  });

  async function signUp(mobileno: string) {
    expect(
      (
        await server.post('/api/auth/users/registerbyphone', {
          body: { mobileno, countryCode: '91' },
        })
      ).status,
    ).toBe(201);
    const [newest] = (await server.get(`/sandbox/inbox.json?to=91${mobileno}`)).json;
    const password = /\d{6}/.exec(newest.text)![0];
    return (await server.post('/api/auth/users/login', { body: { username: mobileno, password } }))
      .json;
  }
});
