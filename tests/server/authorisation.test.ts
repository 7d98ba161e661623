import { createHmac, sign as signWith } from 'node:crypto';
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoint, VIEWER_GET } from '#contract/endpoint.ts';
import { toWire } from '#domain/dates.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { sandboxCertificate } from '#sandbox/paypal/certificate.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { contentPages } from '#server/db/schema/content.ts';
import { AppError } from '#server/errors.ts';
import type { AppContext, AppEnv } from '#server/http/app-context.ts';
import { problemResponse } from '#server/http/problem-response.ts';
import { serveEndpoint } from '#server/http/serve-endpoint.ts';
import { signedMessage } from '#server/ports/payments/paypal-webhook.ts';
import { networkHash } from '#server/streaming/playback/access.ts';
import { signToken } from '#server/tokens.ts';
import { endpoints, namedEndpoints as allEndpoints, urlOf } from '../support/endpoints.ts';
import { anOfficeMember } from '../support/office.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aMediaDir } from '../support/playback-server.ts';
import {
  anAccessFixture,
  type CallerKind,
  OWNER_PASSWORD,
  PRODUCER,
  type AccessFixture,
} from '../support/access-fixture.ts';
import { giftSteps } from '../support/gifts.ts';
import { aMobileNumber, signInCalls } from '../support/sign-in.ts';
import { aDraft } from '../support/submissions.ts';

// office.test.ts tests the calls of the back office, which has its own sessions and roles.
const namedEndpoints = allEndpoints.filter(([, { service }]) => service !== 'office');

const START = new Date('2026-11-21T06:30:00Z');
const METRICS_TOKEN = 'm'.repeat(32);
const OPEN_SERVER_TIMEOUT_MS = 120_000;
let server: TestServer;
let calls: ReturnType<typeof signInCalls>;

beforeAll(async () => {
  const mediaDir = await aMediaDir();
  server = await aServer({
    clock: aClock(START),
    settings: { MEDIA_DIR: mediaDir, METRICS_TOKEN },
  });
  calls = signInCalls(server);
  await server.database.db
    .insert(contentPages)
    .values({ name: 'about-us', pageContent: 'A cinema' });
  await server.aCoupon({ couponCode: 'HALF' });
}, OPEN_SERVER_TIMEOUT_MS);

/** Creates a film whose booking is not open, and gives every user an address for its reminder. */
async function anUpcomingFilm() {
  await server.database.query(
    "update users set email_id = user_id || '@example.com' where email_id is null",
  );
  return server.aFilm({ streamingStartDate: new Date(START.getTime() + 10 * DAY) });
}

// ---------- calls of the contract ----------

interface Input {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: object;
}
/** Creates the input of a call. */
type CreateInput = (fixture: AccessFixture) => Input | Promise<Input>;

interface Ownership {
  /** Input that names the owner's resource, and input that names no resource. */
  input?: (fixture: AccessFixture) => Input;
  missing?: Input;
  /** Status for other signed-in people; without it, they get their own resources. */
  stranger?: string;
}
const MISSING_ID = 2_000_000_000;
const MISSING_UUID = '00000000-0000-4000-8000-000000000000';

/** Kinds of ownership. Another person's resource is not found, like a missing one. */
const OWNERSHIP = {
  public: {},
  'any viewer': {},
  'the viewer’s own': {},
  'profile of': {
    input: ({ owner }) => ({ params: { userId: owner.userId } }),
    missing: { params: { userId: MISSING_ID } },
    stranger: '404 user_not_found',
  },
  'account of': {
    input: ({ owner }) => ({ body: { username: owner.mobile! } }),
    missing: { body: { username: '9999999999' } },
    stranger: '404 user_not_found',
  },
  'sign-in of': {
    input: ({ sessionId }) => ({ params: { sessionId } }),
    missing: { params: { sessionId: MISSING_UUID } },
    stranger: '404 session_not_found',
  },
  'television of': {
    input: ({ television }) => ({ params: { sessionId: television.sessionId } }),
    missing: { params: { sessionId: MISSING_UUID } },
    stranger: '404 television_not_open',
  },
  'order of': {
    input: ({ order }) => ({ params: { orderId: order.movieOrderId } }),
    missing: { params: { orderId: MISSING_ID } },
    stranger: '404 order_not_found',
  },
  'unused ticket of': {
    input: ({ unusedTicket }) => ({ params: { orderId: unusedTicket.movieOrderId } }),
    missing: { params: { orderId: MISSING_ID } },
    stranger: '404 order_not_found',
  },
  'playable ticket of': {
    input: ({ playableTicket }) => ({ params: { orderId: playableTicket.movieOrderId } }),
    missing: { params: { orderId: MISSING_ID } },
    stranger: '404 order_not_found',
  },
  'ticket of': {
    input: ({ playableFilm: { movieId } }) => ({ params: { movieId }, body: { movieId } }),
    stranger: '402 ticket_required',
  },
  'playback session of': {
    input: ({ playbackSession: { sessionId } }) => ({ params: { sessionId } }),
    missing: { params: { sessionId: MISSING_UUID } },
    stranger: '404 session_not_found',
  },
  'review of': {
    input: ({ review }) => ({ params: { reviewId: review.reviewId } }),
    missing: { params: { reviewId: MISSING_ID } },
    stranger: '404 review_not_found',
  },
  'fee of': {
    input: ({ fee }) => ({ params: { feeId: fee.feeId } }),
    missing: { params: { feeId: MISSING_ID } },
    stranger: '404 fee_not_found',
  },
  'play of': {
    input: ({ play }) => ({ params: { moviePlayId: play.moviePlayId } }),
    missing: { params: { moviePlayId: MISSING_ID } },
    stranger: '404 play_not_found',
  },
  'submission of': {
    input: ({ submission: { movieId } }) => ({ params: { movieId } }),
    missing: { params: { movieId: MISSING_ID } },
    stranger: '404 movie_not_found',
  },
  'poster of': {
    input: ({ submission: { posterKey } }) => ({ params: { posterKey } }),
    missing: { params: { posterKey: MISSING_UUID } },
    stranger: '404 poster_not_found',
  },
  'channel of': {
    input: ({ channel: { channelId } }) => ({ params: { channelId } }),
    missing: { params: { channelId: MISSING_ID } },
    stranger: '404 channel_not_found',
  },
  'film in a channel of': {
    input: ({ soldFilm: { movieId } }) => ({ params: { movieId }, query: { movie: movieId } }),
    missing: { params: { movieId: MISSING_ID }, query: { movie: MISSING_ID } },
    stranger: '404 movie_not_found',
  },
} satisfies Record<string, Ownership>;

type Kind = keyof typeof OWNERSHIP;
type Row = Kind | [Kind, CreateInput];

/** Parameters that can name public data; every other parameter names a resource of a person. */
const PUBLIC_PARAMETERS = ['id', 'movieId', 'name', 'month'];

const slot = {
  bookingStartTime: toWire(new Date(START.getTime() + DAY)),
  timezone: 'Asia/Kolkata',
};
const password = {
  password: OWNER_PASSWORD,
  confirmPassword: OWNER_PASSWORD,
  currentPassword: OWNER_PASSWORD,
};
const aCodeSent = async () => {
  const username = aMobileNumber();
  await calls.requestCode(username);
  return { username, code: await calls.codeFor(username) };
};
const aFacebookToken = async () =>
  (
    await server.post('/sandbox/facebook/token', {
      body: { app_id: SANDBOX_CREDENTIALS.facebook.appId, person: 'new' },
    })
  ).json.accessToken as string;

const aDeviceCode = async () => (await server.post('/api/auth/devices/code')).json;
const aUserCode = async (): Promise<string> => (await aDeviceCode()).userCode;
async function aConfirmedDeviceCode(): Promise<string> {
  const { deviceCode, userCode } = await aDeviceCode();
  await server.post('/api/auth/devices/confirm', {
    as: await server.aViewer(),
    body: { userCode },
  });
  return deviceCode;
}

/** One row for each call of the contract. A call without a row fails below. */
const ROWS: Record<string, Row> = {
  // session
  registerByPhone: ['public', () => ({ body: { mobileno: aMobileNumber() } })],
  registerByEmail: [
    'public',
    () => ({
      body: { mobileno: '2025550123', countryCode: '1', emailId: `${aMobileNumber()}@example.com` },
    }),
  ],
  forgotPasswordByPhone: ['public', () => ({ body: { mobileno: aMobileNumber() } })],
  forgotPassword: ['public', () => ({ body: { emailId: `${aMobileNumber()}@example.com` } })],
  validatePhoneOtp: [
    'public',
    async () => {
      const { username, code } = await aCodeSent();
      return { body: { username, otp: code } };
    },
  ],
  login: [
    'public',
    async () => {
      const { username, code } = await aCodeSent();
      return { body: { username, password: code } };
    },
  ],
  generateToken: [
    'public',
    async () => ({ body: { refreshToken: (await calls.aSignedInUser()).refreshtoken } }),
  ],
  reportFault: ['public', () => ({ body: { page: 'home', message: 'it broke' } })],
  socialProviders: 'public',
  socialNonce: 'public',
  socialLogin: [
    'public',
    async () => ({ body: { loginSource: 'Facebook', password: await aFacebookToken() } }),
  ],
  resetPassword: ['account of', () => ({ body: password })],
  // Another person's refresh token gives the same response and stays valid.
  logout: ['the viewer’s own', ({ refreshToken }) => ({ body: { refreshToken } })],
  mySessions: 'the viewer’s own',
  endSession: 'sign-in of',

  // television
  requestDeviceCode: 'public',
  exchangeDeviceCode: [
    'public',
    async () => ({ body: { deviceCode: await aConfirmedDeviceCode() } }),
  ],
  findPendingDevice: ['any viewer', async () => ({ query: { userCode: await aUserCode() } })],
  confirmDevice: ['any viewer', async () => ({ body: { userCode: await aUserCode() } })],
  denyDevice: ['any viewer', async () => ({ body: { userCode: await aUserCode() } })],
  openInOtherBrowser: 'the viewer’s own',
  pollTelevision: 'the viewer’s own',
  openTelevisions: 'the viewer’s own',
  watchOnTelevision: ['television of', ({ film }) => ({ body: { movieId: film.movieId } })],

  // accounts
  myProfile: 'the viewer’s own',
  putUserInfo: ['profile of', () => ({ body: { firstName: 'Asha' } })],
  updateFirstLogin: 'the viewer’s own',
  exportMe: 'the viewer’s own',
  deleteMe: 'the viewer’s own',

  // catalogue, content, reviews
  publicMovies: 'public',
  publicUpcomingMovies: 'public',
  publicShortFilms: 'public',
  publicUpcomingShortFilms: 'public',
  publicStreamingNow: 'public',
  publicSearchMovies: 'public',
  publicFilterMovies: 'public',
  publicMovie: ['public', ({ film }) => ({ params: { id: film.movieId } })],
  publicMovieInfo: ['public', ({ film }) => ({ query: { movie: film.movieKey } })],
  publicLanguages: 'public',
  publicGenres: 'public',
  publicCollections: 'public',
  catalogueChanges: 'public',
  publicSubscriptions: 'public',
  memberSubscriptions: 'any viewer',
  publicPage: ['public', () => ({ params: { name: 'about-us' } })],
  publicReviewsByMovie: ['public', ({ order }) => ({ params: { movieId: order.movieId } })],
  reviewsByMovie: ['any viewer', ({ order }) => ({ params: { movieId: order.movieId } })],
  allMovieReviews: 'any viewer',
  reviewsByUser: 'profile of',
  myMovieReview: ['the viewer’s own', ({ order }) => ({ params: { movieId: order.movieId } })],
  createReview: ['ticket of', () => ({ body: { rating: 4, reviewComments: 'Good' } })],
  updateReview: ['review of', () => ({ body: { active: 'N' } })],
  memberMovies: 'any viewer',
  memberUpcomingMovies: 'any viewer',
  memberNextWeek: 'any viewer',
  memberShortFilms: 'any viewer',
  memberUpcomingShortFilms: 'any viewer',
  memberStreamingNow: 'any viewer',
  memberSearchMovies: 'any viewer',
  memberCollections: 'any viewer',

  // places
  publicGeo: 'public',
  findPlaces: ['any viewer', () => ({ query: { search: 'Chennai' } })],
  namePlace: ['any viewer', () => ({ query: { latitude: 13, longitude: 80 } })],
  mapTiles: 'any viewer',

  // booking, payments
  memberMovie: ['the viewer’s own', ({ order }) => ({ params: { id: order.movieId } })],
  createOrder: [
    'the viewer’s own',
    ({ film }) => ({ params: { movieId: film.movieId }, body: slot }),
  ],
  createOrderFlat: [
    'the viewer’s own',
    ({ film }) => ({ body: { ...slot, movieId: film.movieId } }),
  ],
  listOrders: 'the viewer’s own',
  myMovieOrders: ['the viewer’s own', ({ order }) => ({ params: { movieId: order.movieId } })],
  getOrder: 'order of',
  updateOrder: ['order of', () => ({ body: slot })],
  rescheduleOrder: ['unused ticket of', () => ({ body: slot })],
  returnTicket: 'unused ticket of',
  ticketCalendarFile: 'unused ticket of',
  countVisit: [
    'public',
    ({ film }) => ({ params: { id: film.movieId }, body: { from: 'my-site' } }),
  ],
  findGift: ['public', async () => ({ body: { code: (await giftSteps(server).aGift()).code } })],
  claimGift: [
    'any viewer',
    async () => ({ body: { ...slot, code: (await giftSteps(server).aGift()).code } }),
  ],
  drawnCardFile: ['public', ({ film }) => ({ params: { id: film.movieId } })],
  bookingOpeningCalendarFile: [
    'public',
    async () => ({ params: { id: (await anUpcomingFilm()).movieId } }),
  ],
  requestBookingReminder: [
    'the viewer’s own',
    async () => ({ params: { id: (await anUpcomingFilm()).movieId }, body: {} }),
  ],
  cancelBookingReminder: ['the viewer’s own', ({ film }) => ({ params: { id: film.movieId } })],
  orderInvoice: 'unused ticket of',
  paymentMethods: 'any viewer',
  validateCoupon: [
    'any viewer',
    ({ film }) => ({ body: { movieId: film.movieId, couponCode: 'HALF' } }),
  ],
  startCheckout: ['order of', () => ({ body: { provider: 'razorpay' } })],
  checkPayment: 'order of',
  reportPayment: ['order of', () => ({ body: { paymentStatus: 'CANCELLED' } })],

  // playback
  playMovieWeb: 'ticket of',
  renewPlayback: 'playback session of',
  openDownload: 'playable ticket of',
  createMoviePlay: 'ticket of',
  updateMoviePlay: ['play of', () => ({ body: { playSeekTime: 12.5 } })],

  // submission
  submitFilm: ['the viewer’s own', () => ({ body: aDraft() })],
  linkGenre: ['submission of', ({ submission: { genreId } }) => ({ body: { genreId } })],
  mySubmissions: 'the viewer’s own',
  submissionPoster: 'poster of',

  // fees of submissions
  feeCheckout: ['the viewer’s own', () => ({ body: { amount: 750, provider: 'razorpay' } })],
  reportFeePayment: ['fee of', () => ({ body: { paymentStatus: 'CANCELLED' } })],
  getFee: 'fee of',
  unusedFee: 'the viewer’s own',

  // producer
  myChannels: 'the viewer’s own',
  myChannelMovies: 'channel of',
  movieOrders: 'film in a channel of',
  movieInfo: 'film in a channel of',
  movieSales: 'film in a channel of',
  movieSources: 'film in a channel of',
  mySales: 'the viewer’s own',
  statementMonths: 'film in a channel of',
  statement: ['film in a channel of', () => ({ params: { month: '2026-11' } })],
};

const kindOf = (row: Row): Kind => (Array.isArray(row) ? row[0] : row);
const ownershipOf = (row: Row): Ownership => OWNERSHIP[kindOf(row)];

const BAD_TOKEN = '403 token_invalid';
const STRANGERS = ['other viewer', 'producer'] as const;

/** Returns the expected status and error code for each kind of caller. */
function expectedFor({ auth, role, status }: Endpoint, row: Row): Record<CallerKind, string> {
  const success = String(status);
  const isPublic = auth === 'none';
  const withInvalidToken = isPublic ? success : BAD_TOKEN;
  const stranger = ownershipOf(row).stranger ?? success;
  return {
    'no token': withInvalidToken,
    empty: withInvalidToken,
    malformed: withInvalidToken,
    expired: withInvalidToken,
    forged: withInvalidToken,
    unsigned: withInvalidToken,
    'play token': withInvalidToken,
    'revoked family': withInvalidToken,
    'erased person': withInvalidToken,
    'temp token': auth === 'temp' ? success : withInvalidToken,
    'other viewer': role ? '403 role_required' : stranger,
    producer: stranger,
    'right viewer': success,
  };
}

async function inputOf(
  row: Row,
  fixture: AccessFixture,
  resourceInput = ownershipOf(row).input?.(fixture) ?? {},
): Promise<Input> {
  const rowInput = Array.isArray(row) ? await row[1](fixture) : {};
  return {
    params: { ...rowInput.params, ...resourceInput.params },
    query: { ...rowInput.query, ...resourceInput.query },
    body: { ...rowInput.body, ...resourceInput.body },
  };
}

const bearer = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

const send = (call: Endpoint, { params, query, body }: Input, token: string | null) =>
  server.app.request(urlOf(call, params, query), {
    method: call.method,
    headers: { ...bearer(token), 'content-type': 'application/json' },
    ...(call.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });

async function statusAndCode(response: Response): Promise<string> {
  if (response.ok) return String(response.status);
  return `${response.status} ${((await response.clone().json()) as { code: string }).code}`;
}

/** The error body without its request id. */
const withoutId = async (response: Response) => ({
  ...((await response.json()) as object),
  requestId: '',
});

describe('the table of calls', () => {
  test('has exactly one row for every call of the contract', () => {
    expect(Object.keys(ROWS).sort()).toEqual(namedEndpoints.map(([name]) => name).sort());
  });

  test.each(namedEndpoints)('describes the access of %s correctly', (name, { auth, path }) => {
    const { input } = ownershipOf(ROWS[name]!);
    expect(kindOf(ROWS[name]!) === 'public').toBe(auth === 'none');
    // A path parameter for a personal resource needs an owner.
    const personal = [...path.matchAll(/:(\w+)/g)].filter(
      ([, parameter]) => !PUBLIC_PARAMETERS.includes(parameter!),
    );
    if (personal.length) expect(input).toBeDefined();
  });
});

describe('each kind of caller gets its expected response', () => {
  test.each(namedEndpoints)('%s', async (name, call) => {
    const row = ROWS[name]!;
    const fixture = await anAccessFixture(server, call);
    const expected = expectedFor(call, row);
    const isOwner = (caller: CallerKind) =>
      caller === 'right viewer' || (caller === 'temp token' && call.auth === 'temp');
    const callers = Object.keys(expected) as CallerKind[];
    const otherCallers = callers.filter((caller) => !isOwner(caller));
    const tokens = new Map<CallerKind, string | null>();
    for (const caller of otherCallers) tokens.set(caller, await fixture.tokens[caller]());

    const before = await fixture.ownerRows();
    const outcomes: Partial<Record<CallerKind, string>> = {};
    const replies: Partial<Record<CallerKind, Response>> = {};
    for (const caller of otherCallers) {
      const response = await send(call, await inputOf(row, fixture), tokens.get(caller)!);
      outcomes[caller] = await statusAndCode(response);
      replies[caller] = response.clone();
      const text = await response.text();
      for (const mark of fixture.ownerMarkers)
        expect(text, `response to ${caller}`).not.toContain(mark);
    }
    expect(await fixture.ownerRows(), 'the owner’s rows after the calls of other people').toEqual(
      before,
    );

    const { missing } = ownershipOf(row);
    if (missing) {
      const stranger = call.role ? 'producer' : 'other viewer';
      const missingResponse = await send(
        call,
        await inputOf(row, fixture, missing),
        tokens.get(stranger)!,
      );
      for (const caller of STRANGERS)
        if (!call.role || caller === 'producer')
          expect(
            await withoutId(replies[caller]!),
            `${caller}: same response as for a missing resource`,
          ).toEqual(await withoutId(missingResponse.clone()));
    }

    for (const caller of callers.filter(isOwner))
      outcomes[caller] = await statusAndCode(
        await send(call, await inputOf(row, fixture), await fixture.tokens[caller]()),
      );
    expect(outcomes).toEqual(expected);
  });
});

describe('a call that requires a role', () => {
  const forProducers = endpoint(VIEWER_GET, '/films-of-mine', {
    summary: 'For producers',
    role: PRODUCER,
    status: 204,
  });

  test('checks the token before the role', async () => {
    const app = new Hono<AppEnv>().basePath('/api/ott');
    serveEndpoint(forProducers, () => undefined).mount(app, server.deps);
    app.onError((error, context) =>
      error instanceof AppError
        ? problemResponse(context as AppContext, error)
        : new Response(null, { status: 500 }),
    );
    const fixture = await anAccessFixture(server, forProducers);
    const outcomes: Record<string, string> = {};
    for (const [caller, token] of Object.entries(fixture.tokens)) {
      outcomes[caller] = await statusAndCode(
        await app.request(urlOf(forProducers), { headers: bearer(await token()) }),
      );
    }
    expect(outcomes).toEqual(expectedFor(forProducers, 'the viewer’s own'));
  });
});

// ---------- routes outside the contract ----------

/** A request with its expected status. */
interface RouteCall {
  who: string;
  status: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
type RouteCalls = (fixture: AccessFixture) => RouteCall[] | Promise<RouteCall[]>;

/** Open with any token or none. */
const openToAll =
  (path: string): RouteCalls =>
  async ({ tokens }) => [
    { who: 'no token', status: 200, path },
    ...(await Promise.all(
      (['malformed', 'expired', 'temp token', 'right viewer'] as const).map(async (who) => ({
        who,
        status: 200,
        path,
        headers: bearer(await tokens[who]()),
      })),
    )),
  ];

/** Requires the play token of this playback session, in the header or in the path. */
const withPlayToken =
  (file: string, form: 'bearer' | 'path'): RouteCalls =>
  async ({ playbackSession: { sessionId }, owner, tokens }) => {
    const { tokenSecret } = server.config.secrets;
    const now = server.clock.now();
    const sign = (sid: string, secret = tokenSecret, at = now, ip = '127.0.0.1') =>
      signToken(
        secret,
        'play',
        { sub: String(owner.userId), sid, net: networkHash(server.config, ip) },
        { now: at, minutes: 5 },
      );
    const cases: [string, number, string][] = [
      ['garbage', 403, 'garbage'],
      ['a user token', 403, (await tokens['right viewer']())!],
      ['a temp token', 403, await tokens['temp token']()],
      ['the token of another session', 403, await sign(MISSING_UUID)],
      ['a forged token', 403, await sign(sessionId, 'x'.repeat(32))],
      [
        'an expired token',
        403,
        await sign(sessionId, tokenSecret, new Date(now.getTime() - 6 * MINUTE)),
      ],
      ['a token of another network', 403, await sign(sessionId, tokenSecret, now, '203.0.113.7')],
      ['the right token', 200, await sign(sessionId)],
    ];
    const base = `/api/ott/playback/${sessionId}`;
    const routeCalls = cases.map(([who, status, token]) =>
      form === 'bearer'
        ? { who, status, path: `${base}/${file}`, headers: bearer(token) }
        : { who, status, path: `${base}/t/${token}/${file}` },
    );
    return form === 'bearer'
      ? [{ who: 'no token', status: 403, path: `${base}/${file}` }, ...routeCalls]
      : routeCalls;
  };

/** Requires Razorpay's signature over the body. */
const signedByRazorpay =
  (path: string, body: string): RouteCalls =>
  async ({ tokens }) => {
    const { webhookSecret } = SANDBOX_CREDENTIALS.razorpay;
    const by = (secret: string, text = body) => ({
      'x-razorpay-signature': createHmac('sha256', secret).update(text).digest('hex'),
    });
    const routeCall = (who: string, status: number, headers: Record<string, string>) => ({
      who,
      status,
      path,
      headers,
      body,
      method: 'POST',
    });
    return [
      routeCall('no signature', 401, {}),
      routeCall('a viewer', 401, bearer(await tokens['right viewer']())),
      routeCall('a wrong secret', 401, by('another secret')),
      routeCall('a signature of another body', 401, by(webhookSecret, `${body} `)),
      routeCall('the provider', 200, by(webhookSecret)),
    ];
  };

/** Requires a caller on this machine, or METRICS_TOKEN. */
const forOperator =
  (path: string): RouteCalls =>
  async ({ tokens }) => {
    const outside = { 'x-forwarded-for': '203.0.113.7' };
    return [
      { who: 'no token', status: 404, path, headers: outside },
      {
        who: 'a producer',
        status: 404,
        path,
        headers: { ...outside, ...bearer(await tokens.producer()) },
      },
      { who: 'the operator', status: 200, path, headers: { ...outside, ...bearer(METRICS_TOKEN) } },
      { who: 'this machine', status: 200, path },
    ];
  };

const STREAM_FILES: Record<string, string> = {
  ':file{[\\w-]+\\.m3u8}': '240p.m3u8',
  'keys/:keyIndex': 'keys/0',
  'captions/:file{[\\w-]+\\.vtt}': 'captions/ta.vtt',
  'media/:uri{.+}': 'media/240p/00000.m4s',
};

/** Requires PayPal's signature. */
const signedByPaypal =
  (path: string): RouteCalls =>
  async ({ tokens }) => {
    const body = '{"id":"WH-1","event_type":"CUSTOMER.DISPUTE.CREATED","resource":{}}';
    const by = (webhookId: string) => ({
      'paypal-transmission-id': 'T1',
      'paypal-transmission-time': START.toISOString(),
      'paypal-transmission-sig': signWith(
        'RSA-SHA256',
        Buffer.from(
          signedMessage({ id: 'T1', time: START.toISOString(), webhookId, rawBody: body }),
        ),
        sandboxCertificate().privateKey,
      ).toString('base64'),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'http://server.test/sandbox/paypal/certs/webhooks.pem',
    });
    const routeCall = (who: string, status: number, headers: Record<string, string>) => ({
      who,
      status,
      path,
      headers,
      body,
      method: 'POST',
    });
    return [
      routeCall('no signature', 401, {}),
      routeCall('a viewer', 401, bearer(await tokens['right viewer']())),
      routeCall('the sender of another webhook', 401, by('another')),
      routeCall('PayPal', 200, by(SANDBOX_CREDENTIALS.paypal.webhookId)),
    ];
  };

/** Requires a user token, which is checked before the body. */
const withUserToken =
  (path: string): RouteCalls =>
  async ({ tokens }) => {
    const routeCall = (who: string, status: number, token: string | null) => ({
      who,
      status,
      path,
      headers: bearer(token),
      body: 'no picture',
      method: 'POST',
    });
    const refused = [
      'no token',
      'malformed',
      'expired',
      'forged',
      'play token',
      'temp token',
      'erased person',
    ] as const;
    return [
      ...(await Promise.all(refused.map(async (who) => routeCall(who, 403, await tokens[who]())))),
      routeCall('a viewer', 422, await tokens['right viewer']()),
    ];
  };

/** Requires the session of a member of the back office; `status` is the response to a programmer. */
const withOfficeSession =
  (method: string, path: string, status: number): RouteCalls =>
  async ({ tokens }) => {
    const { client } = await anOfficeMember(server, 'programmer');
    const routeCall = (who: string, expected: number, headers: Record<string, string>) => ({
      who,
      status: expected,
      path,
      method,
      headers: { origin: server.config.origin, 'tus-resumable': '1.0.0', ...headers },
    });
    return [
      routeCall('no session', 401, {}),
      routeCall('a viewer', 401, bearer(await tokens['right viewer']())),
      routeCall('a producer', 401, bearer(await tokens.producer())),
      routeCall('a wrong session', 401, { cookie: 'matinee-office=x' }),
      routeCall('a programmer', status, { cookie: client.cookie }),
    ];
  };

/** Open to all, because only what the provider signed counts (payment-return.test.ts). */
const leadingToPage =
  (method: string, path: string): RouteCalls =>
  async ({ tokens }) => [
    { who: 'no token', status: 303, path, method, headers: {} },
    { who: 'a viewer', status: 303, path, method, headers: bearer(await tokens['right viewer']()) },
  ];

/** One row for each route outside the contract. */
const OTHER_ROUTES: Record<string, RouteCalls> = {
  ...Object.fromEntries(
    ['auth', 'ott'].flatMap((service) => [
      ...['healthz', 'readyz', 'openapi.json'].map((name) => [
        `GET /api/${service}/${name}`,
        openToAll(`/api/${service}/${name}`),
      ]),
      [`GET /api/${service}/metrics`, forOperator(`/api/${service}/metrics`)],
    ]),
  ),
  'GET /api/office/openapi.json': openToAll('/api/office/openapi.json'),
  'GET /api/office/backups/:backup/archive/t/:token': withOfficeSession(
    'GET',
    '/api/office/backups/20261121T204500Z/archive/t/none',
    403,
  ),
  'GET /api/office/disputes/:dispute/evidence/t/:token': withOfficeSession(
    'GET',
    '/api/office/disputes/disp_1/evidence/t/none',
    403,
  ),
  'POST /api/office/uploads': withOfficeSession('POST', '/api/office/uploads', 400),
  ...Object.fromEntries(
    ['GET', 'PATCH', 'DELETE'].map((method) => [
      `${method} /api/office/uploads/:uploadId`,
      withOfficeSession(method, `/api/office/uploads/${MISSING_UUID}`, 404),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(STREAM_FILES).flatMap(([route, file]) => [
      [`GET /api/ott/playback/:sessionId/${route}`, withPlayToken(file, 'bearer')],
      [`GET /api/ott/playback/:sessionId/t/:token/${route}`, withPlayToken(file, 'path')],
      // package-playback.test.ts has the calls with a play token.
      [
        `GET /api/office/packages/:package/playback/${route}`,
        withOfficeSession('GET', `/api/office/packages/a-film/playback/${file}`, 403),
      ],
      [
        `GET /api/office/packages/:package/playback/t/:token/${route}`,
        withOfficeSession('GET', `/api/office/packages/a-film/playback/t/none/${file}`, 403),
      ],
    ]),
  ),
  'POST /api/ott/payments/webhooks/razorpay': signedByRazorpay(
    '/api/ott/payments/webhooks/razorpay',
    '{"entity":"event","event":"payment.pending","payload":{}}',
  ),
  ...Object.fromEntries(
    ['razorpay', 'paypal'].flatMap((provider) =>
      ['GET', 'POST'].map((method) => {
        const path = `/api/ott/payments/return/${provider}`;
        return [`${method} ${path}`, leadingToPage(method, path)];
      }),
    ),
  ),
  'POST /api/ott/submissions/posters': withUserToken('/api/ott/submissions/posters'),
  'POST /api/ott/payments/webhooks/paypal': signedByPaypal('/api/ott/payments/webhooks/paypal'),
};

describe('a route outside the contract', () => {
  test('has exactly one row, and the server has every route of the contract', () => {
    const inContract = new Set(
      endpoints.map(({ service, method, path }) => `${method} /api/${service}${path}`),
    );
    const served = server.app.routes
      .filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path}`);
    expect([...new Set(served)].filter((route) => !inContract.has(route)).sort()).toEqual(
      Object.keys(OTHER_ROUTES).sort(),
    );
    expect([...inContract].filter((route) => !served.includes(route))).toEqual([]);
  });

  test.each(Object.entries(OTHER_ROUTES))(
    '%s accepts only its own kind of authorisation',
    async (_, routeCalls) => {
      const requests = await routeCalls(await anAccessFixture(server));
      const outcomes: Record<string, number> = {};
      for (const { who, path, method = 'GET', headers = {}, body } of requests)
        outcomes[who] = (
          await server.app.request(path, { method, headers, ...(body && { body }) })
        ).status;
      expect(outcomes).toEqual(
        Object.fromEntries(requests.map(({ who, status }) => [who, status])),
      );
    },
  );
});
