import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { DEVICE_CODE_VALID_MINUTES, DEVICE_POLL_SECONDS } from '#domain/limits/television.ts';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { displayUserCode, USER_CODE_LETTERS } from '#domain/user-code.ts';
import {
  DEVICE_CODES_PER_ADDRESS,
  USER_CODE_GUESSES,
  USER_CODE_GUESSES_PER_ADDRESS,
} from '#server/auth/session/attempt-limits.ts';
import { deleteExpiredRows } from '#server/db/delete-expired-rows.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { anIpAddress, signInCalls } from '../support/sign-in.ts';

const WEBOS =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager';
const NO_SUCH_CODE = { status: 404, json: { code: 'device_code_unknown' } };
const refusedWith = (code: string) => ({ status: 400, json: { code } });

const clock = aClock();
let server: TestServer;
let calls: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signInCalls(server);
});

interface PairingCodes {
  deviceCode: string;
  userCode: string;
}
type Viewer = { userId: number };
const post = (path: string, body: object | undefined, as?: Viewer, ipAddress = anIpAddress()) =>
  server.post(`/api/auth/devices/${path}`, {
    ...(as && { as }),
    ...(body && { body }),
    headers: { 'User-Agent': WEBOS, 'X-Forwarded-For': ipAddress },
  });
const aTelevision = async (): Promise<PairingCodes> => (await post('code', undefined)).json;
const poll = ({ deviceCode }: PairingCodes) => post('token', { deviceCode });
const confirm = (
  as: Viewer,
  { userCode }: Pick<PairingCodes, 'userCode'>,
  fields: object = {},
  ipAddress?: string,
) => post('confirm', { userCode, ...fields }, as, ipAddress);
const deny = (as: Viewer, { userCode }: PairingCodes) => post('deny', { userCode }, as);
const find = (as: Viewer, userCode: string) =>
  server.get(`/api/auth/devices/pending?userCode=${encodeURIComponent(userCode)}`, { as });
const devicesOf = async (as: Viewer): Promise<{ sessionId: string; device: string }[]> =>
  (await server.get('/api/auth/me/sessions', { as })).json.content;
/** A possible code that no television shows. */
const aWrongCode = () =>
  displayUserCode(
    Array.from({ length: 8 }, () => USER_CODE_LETTERS[Math.floor(Math.random() * 20)]).join(''),
  );

async function aSignedInTelevision(viewer: Viewer, fields?: object) {
  const television = await aTelevision();
  await confirm(viewer, television, fields);
  return {
    television,
    ...((await poll(television)).json as { token: string; refreshtoken: string; userId: number }),
  };
}

describe('a television', () => {
  test('gets a code to show, and the address where the viewer enters it', async () => {
    const { status, json } = await post('code', undefined);
    expect(status).toBe(200);
    expect(json).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(
        new RegExp(`^[${USER_CODE_LETTERS}]{4}-[${USER_CODE_LETTERS}]{4}$`),
      ),
      verification_uri: 'http://server.test/tv-code',
      verification_uri_complete: `http://server.test/tv-code?code=${json.user_code}`,
      expires_in: 600,
      interval: 5,
      deviceCode: json.device_code,
      userCode: json.user_code,
      verificationUri: json.verification_uri,
      verificationUriComplete: json.verification_uri_complete,
      expiresIn: json.expires_in,
    });
  });

  test('is signed in after the viewer confirmed its code, and is among the viewer’s devices', async () => {
    const viewer = await server.aViewer();
    const television = await aTelevision();
    expect(await poll(television)).toMatchObject(refusedWith('authorization_pending'));
    expect((await find(viewer, television.userCode)).json).toEqual({
      userCode: television.userCode,
      deviceName: 'Television · LG webOS',
      expiresAt: toWire(new Date(clock.now().getTime() + 10 * MINUTE)),
    });
    expect(await confirm(viewer, television)).toMatchObject({
      status: 200,
      json: { deviceName: 'Television · LG webOS' },
    });
    const { status, json } = await poll(television);
    expect(status).toBe(200);
    expect(json).toMatchObject({ userId: viewer.userId, refreshtoken: expect.any(String) });
    expect(await calls.profileStatus(json.token)).toBe(200);
    expect(await devicesOf(viewer)).toMatchObject([{ device: 'Television · LG webOS' }]);
  });

  test('has the name that the viewer gives it', async () => {
    const viewer = await server.aViewer();
    await aSignedInTelevision(viewer, { deviceName: '  Living room ' });
    expect(await devicesOf(viewer)).toMatchObject([{ device: 'Living room' }]);
    const television = await aTelevision();
    for (const deviceName of ['', ' ', 'x'.repeat(61), 7])
      expect(await confirm(viewer, television, { deviceName })).toMatchObject({ status: 422 });
  });

  test('is signed out from the phone at once', async () => {
    const viewer = await server.aViewer();
    const { token, refreshtoken } = await aSignedInTelevision(viewer);
    const [device] = await devicesOf(viewer);
    expect(
      (await server.delete(`/api/auth/me/sessions/${device!.sessionId}`, { as: viewer })).status,
    ).toBe(204);
    expect(await calls.profileStatus(token)).toBe(403);
    expect((await calls.rotateToken(refreshtoken)).status).toBe(403);
    expect(await devicesOf(viewer)).toEqual([]);
  });

  test('renews its session like a browser', async () => {
    const { refreshtoken } = await aSignedInTelevision(await server.aViewer());
    clock.advance(MINUTE);
    const renewed = await calls.rotateToken(refreshtoken);
    expect(await calls.profileStatus(renewed.json.token)).toBe(200);
  });

  test('that asks too often is told to slow down, and then waits longer', async () => {
    const television = await aTelevision();
    const pollAfter = (seconds: number) => {
      clock.advance(seconds * 1000);
      return poll(television);
    };
    expect(await pollAfter(0)).toMatchObject(refusedWith('authorization_pending'));
    expect(await pollAfter(DEVICE_POLL_SECONDS)).toMatchObject(
      refusedWith('authorization_pending'),
    );
    expect(await pollAfter(4)).toMatchObject(refusedWith('slow_down'));
    expect(await pollAfter(9)).toMatchObject(refusedWith('slow_down'));
    expect(await pollAfter(15)).toMatchObject(refusedWith('authorization_pending'));
  });

  test('whose code expired gets no session, and its code cannot be confirmed', async () => {
    const [viewer, television, late] = [
      await server.aViewer(),
      await aTelevision(),
      await aTelevision(),
    ];
    await confirm(viewer, late);
    clock.advance(DEVICE_CODE_VALID_MINUTES * MINUTE);
    expect(await poll(television)).toMatchObject(refusedWith('expired_token'));
    expect(await poll(late)).toMatchObject(refusedWith('expired_token'));
    expect(await find(viewer, television.userCode)).toMatchObject(NO_SUCH_CODE);
    expect(await confirm(viewer, television)).toMatchObject(NO_SUCH_CODE);
    expect(await devicesOf(viewer)).toEqual([]);
    clock.advance(1000);
    await deleteExpiredRows(server.deps.db, clock.now());
    expect(await poll(television)).toMatchObject(refusedWith('invalid_grant'));
  });

  test('whose code the viewer refuses gets no session', async () => {
    const [viewer, television] = [await server.aViewer(), await aTelevision()];
    expect((await deny(viewer, television)).status).toBe(204);
    expect(await poll(television)).toMatchObject(refusedWith('access_denied'));
    expect(await confirm(viewer, television)).toMatchObject(NO_SUCH_CODE);
    expect(await deny(viewer, television)).toMatchObject(NO_SUCH_CODE);
  });

  test('gets no session for a blocked viewer', async () => {
    const [viewer, television] = [await server.aViewer(), await aTelevision()];
    await confirm(viewer, television);
    await server.database.query('update users set blocked_at = now() where user_id = $1', [
      viewer.userId,
    ]);
    expect(await poll(television)).toMatchObject({
      status: 403,
      json: { code: 'account_blocked' },
    });
  });
});

describe('a code', () => {
  test('is used once, also by two televisions at the same time', async () => {
    const [viewer, television] = [await server.aViewer(), await aTelevision()];
    await confirm(viewer, television);
    const replies = await Promise.all([poll(television), poll(television), poll(television)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await poll(television)).toMatchObject(refusedWith('invalid_grant'));
    expect(await confirm(viewer, television)).toMatchObject(NO_SUCH_CODE);
    expect(await devicesOf(viewer)).toHaveLength(1);
  });

  test('belongs to the first of two viewers who confirm it', async () => {
    const viewers = [await server.aViewer(), await server.aViewer()];
    const television = await aTelevision();
    const replies = await Promise.all(viewers.map((viewer) => confirm(viewer, television)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const owner = viewers[replies.findIndex(({ status }) => status === 200)]!;
    expect((await poll(television)).json.userId).toBe(owner.userId);
    const counts = await Promise.all(
      viewers.map(async (viewer) => (await devicesOf(viewer)).length),
    );
    expect(counts.toSorted()).toEqual([0, 1]);
  });

  test('of one television does not sign in another', async () => {
    const [viewer, television, another] = [
      await server.aViewer(),
      await aTelevision(),
      await aTelevision(),
    ];
    expect(another.userCode).not.toBe(television.userCode);
    await confirm(viewer, television);
    expect(await poll(another)).toMatchObject(refusedWith('authorization_pending'));
    expect(await post('token', { deviceCode: television.userCode })).toMatchObject(
      refusedWith('invalid_grant'),
    );
    expect((await poll(television)).status).toBe(200);
  });

  test('may be typed in small letters, with or without a hyphen', async () => {
    const [viewer, { userCode }] = [await server.aViewer(), await aTelevision()];
    for (const typed of [
      userCode.toLowerCase(),
      userCode.replace('-', ''),
      ` ${userCode.replace('-', ' ')} `,
    ])
      expect(await find(viewer, typed)).toMatchObject({ status: 200, json: { userCode } });
    for (const typed of ['', 'WDJB', 'WDJB-MJHA', 'WDJB-MJH0', 'W'.repeat(41)])
      expect(await find(viewer, typed)).toMatchObject({
        status: 422,
        json: { code: 'validation_failed' },
      });
  });

  test('is stored only as a hash', async () => {
    const { deviceCode, userCode } = await aTelevision();
    const { rows } = await server.database.query(
      'select t::text as row from device_authorizations t',
    );
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(0);
    for (const code of [deviceCode, userCode, userCode.replace('-', '')])
      expect(stored).not.toContain(code);
  });

  test('can be guessed ten times an hour by one account; correct codes are not counted', async () => {
    const [viewer, other] = [await server.aViewer(), await server.aViewer()];
    for (let guess = 0; guess < USER_CODE_GUESSES; guess++) {
      expect(await confirm(viewer, { userCode: aWrongCode() })).toMatchObject(NO_SUCH_CODE);
      if (guess < USER_CODE_GUESSES - 1)
        expect((await find(viewer, (await aTelevision()).userCode)).status).toBe(200);
    }
    const television = await aTelevision();
    const refused = await confirm(viewer, television);
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await find(viewer, television.userCode)).status).toBe(429);
    expect((await deny(viewer, television)).status).toBe(429);
    expect((await confirm(other, television)).status).toBe(200);
  });

  test('can be guessed sixty times an hour from one address, by all accounts together', async () => {
    const ipAddress = anIpAddress();
    let viewer = await server.aViewer();
    for (let guess = 0; guess < USER_CODE_GUESSES_PER_ADDRESS; guess++) {
      if (guess % USER_CODE_GUESSES === 0) viewer = await server.aViewer();
      expect(await confirm(viewer, { userCode: aWrongCode() }, {}, ipAddress)).toMatchObject(
        NO_SUCH_CODE,
      );
    }
    const television = await aTelevision();
    viewer = await server.aViewer();
    expect((await confirm(viewer, television, {}, ipAddress)).status).toBe(429);
    expect((await confirm(viewer, television)).status).toBe(200);
  });

  test('is made a limited number of times an hour for one address', async () => {
    const ipAddress = anIpAddress();
    const statuses: number[] = [];
    for (let code = 0; code <= DEVICE_CODES_PER_ADDRESS; code++)
      statuses.push((await post('code', undefined, undefined, ipAddress)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(DEVICE_CODES_PER_ADDRESS);
    expect(statuses.at(-1)).toBe(429);
    clock.advance(HOUR);
    await server.database.query(
      `update rate_limits set expire = 0 where key like 'device\\_code%'`,
    );
    expect((await post('code', undefined, undefined, ipAddress)).status).toBe(200);
  });
});

describe('a television that is open', () => {
  const ask = async (token: string) =>
    (await server.post('/api/auth/devices/poll', { token })).json;
  const openOf = async (as: Viewer) =>
    (await server.get('/api/auth/devices/televisions', { as })).json.content;
  const choose = (as: Viewer, sessionId: string, movieId: number) =>
    server.post(`/api/auth/devices/televisions/${sessionId}/film`, { as, body: { movieId } });
  const NOT_OPEN = { status: 404, json: { code: 'television_not_open' } };

  async function anOpenTelevision() {
    const [viewer, film] = [await server.aViewer(), await server.aFilm()];
    const { token } = await aSignedInTelevision(viewer, { deviceName: 'Living room' });
    const [{ sessionId }] = await openOf(viewer);
    return { viewer, token, sessionId: sessionId as string, movieId: film.movieId };
  }

  test('is listed for its viewer, and gets the film that the viewer chooses, once', async () => {
    const { viewer, token, sessionId, movieId } = await anOpenTelevision();
    expect(await openOf(viewer)).toEqual([{ sessionId, name: 'Living room' }]);
    expect(await ask(token)).toEqual({ movieId: null });
    expect((await choose(viewer, sessionId, movieId)).status).toBe(204);
    expect(await ask(token)).toEqual({ movieId });
    expect(await ask(token)).toEqual({ movieId: null });
  });

  test('is open until it has not asked for fifteen seconds', async () => {
    const { viewer, token, sessionId, movieId } = await anOpenTelevision();
    clock.advance(15_000);
    expect(await openOf(viewer)).toHaveLength(1);
    await ask(token);
    clock.advance(16_000);
    expect(await openOf(viewer)).toEqual([]);
    expect(await choose(viewer, sessionId, movieId)).toMatchObject(NOT_OPEN);
    await ask(token);
    expect(await openOf(viewer)).toHaveLength(1);
  });

  test('does not start a film that was chosen before it was closed', async () => {
    const { viewer, token, sessionId, movieId } = await anOpenTelevision();
    await choose(viewer, sessionId, movieId);
    clock.advance(16_000);
    expect(await ask(token)).toEqual({ movieId: null });
  });

  test('takes films only from its viewer, and none after its sign-out', async () => {
    const { viewer, token, sessionId, movieId } = await anOpenTelevision();
    const stranger = await anOpenTelevision();
    expect(await choose(stranger.viewer, sessionId, movieId)).toMatchObject(NOT_OPEN);
    expect(await openOf(stranger.viewer)).toEqual([
      { sessionId: stranger.sessionId, name: 'Living room' },
    ]);
    expect(await ask(token)).toEqual({ movieId: null });
    await server.delete(`/api/auth/me/sessions/${sessionId}`, { as: viewer });
    expect(await openOf(viewer)).toEqual([]);
    expect(await choose(viewer, sessionId, movieId)).toMatchObject(NOT_OPEN);
    expect((await server.post('/api/auth/devices/poll', { token })).status).toBe(403);
  });

  test('is no browser that was signed in without a code', async () => {
    const { token, userId } = await calls.aSignedInUser();
    const viewer = { userId };
    const [browser] = await devicesOf(viewer);
    expect(await openOf(viewer)).toEqual([]);
    expect(await choose(viewer, browser!.sessionId, (await server.aFilm()).movieId)).toMatchObject(
      NOT_OPEN,
    );
    expect(await ask(token)).toEqual({ movieId: null });
  });

  test('does not get a film that does not exist', async () => {
    const { viewer, sessionId } = await anOpenTelevision();
    expect(await choose(viewer, sessionId, 2_000_000_000)).toMatchObject({
      status: 404,
      json: { code: 'movie_not_found' },
    });
    expect((await choose(viewer, sessionId, -1)).status).toBe(422);
  });

  test('is announced on the page of a film that can be watched now, but not to itself', async () => {
    const { viewer, token, sessionId, movieId } = await anOpenTelevision();
    const isAnnounced = async (caller: { as: Viewer } | { token: string }) =>
      (await server.get(`/api/ott/movies/${movieId}`, caller)).json.hasTelevision;
    expect(await isAnnounced({ as: viewer })).toBe(false);
    await server.anOrder(viewer, { movieId });
    expect(await isAnnounced({ as: viewer })).toBe(true);
    expect(await isAnnounced({ token })).toBe(false);
    await server.delete(`/api/auth/me/sessions/${sessionId}`, { as: viewer });
    expect(await isAnnounced({ as: viewer })).toBe(false);
  });
});

describe('a standard client of RFC 8628', () => {
  const AUTHORIZATION_SERVER = {
    issuer: 'https://cinema.test',
    device_authorization_endpoint: 'https://cinema.test/api/auth/devices/code',
    token_endpoint: 'https://cinema.test/api/auth/devices/token',
  };
  const CLIENT = { client_id: 'a-television' };
  const OPTIONS = {
    [oauth.customFetch]: async (url: string, init: object) =>
      server.app.fetch(new Request(url, init)),
  };

  const aDeviceAuthorization = async () => {
    const response = await oauth.deviceAuthorizationRequest(
      AUTHORIZATION_SERVER,
      CLIENT,
      oauth.None(),
      new URLSearchParams({ scope: 'films' }),
      OPTIONS,
    );
    return oauth.processDeviceAuthorizationResponse(AUTHORIZATION_SERVER, CLIENT, response);
  };
  const exchange = async (deviceCode: string) => {
    const response = await oauth.deviceCodeGrantRequest(
      AUTHORIZATION_SERVER,
      CLIENT,
      oauth.None(),
      deviceCode,
      OPTIONS,
    );
    return oauth.processDeviceCodeResponse(AUTHORIZATION_SERVER, CLIENT, response);
  };
  const sendForm = async (fields: [string, string][]) => {
    const request = new Request(AUTHORIZATION_SERVER.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    const response = await server.app.fetch(request);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      json: await response.json(),
    };
  };
  const GRANT: [string, string] = ['grant_type', 'urn:ietf:params:oauth:grant-type:device_code'];

  test('polls until the viewer confirms its code, and is signed in', async () => {
    const viewer = await server.aViewer();
    const authorization = await aDeviceAuthorization();
    const { device_code: deviceCode, user_code: userCode } = authorization;
    await expect(exchange(deviceCode)).rejects.toMatchObject({
      status: 400,
      error: 'authorization_pending',
    });
    await expect(exchange(deviceCode)).rejects.toMatchObject({ error: 'slow_down' });
    await confirm(viewer, { userCode });
    const tokens = await exchange(deviceCode);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(await calls.profileStatus(tokens.access_token)).toBe(200);
    expect((await calls.rotateToken(tokens.refresh_token!)).status).toBe(200);
    await expect(exchange(deviceCode)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('learns that the viewer refused, and that the code expired', async () => {
    const { device_code: refused, user_code: userCode } = await aDeviceAuthorization();
    await post('deny', { userCode }, await server.aViewer());
    await expect(exchange(refused)).rejects.toMatchObject({ error: 'access_denied' });
    const { device_code: expired } = await aDeviceAuthorization();
    clock.advance(DEVICE_CODE_VALID_MINUTES * MINUTE);
    await expect(exchange(expired)).rejects.toMatchObject({ error: 'expired_token' });
  });

  test.each<[string, string, [string, string][]]>([
    ['invalid_request', 'has no code', [GRANT]],
    ['invalid_request', 'has a field twice', [GRANT, ['device_code', 'a'], ['device_code', 'b']]],
    [
      'unsupported_grant_type',
      'asks for another grant',
      [
        ['grant_type', 'password'],
        ['device_code', 'a'],
      ],
    ],
    ['invalid_grant', 'has an unknown code', [GRANT, ['device_code', 'a']]],
  ])('gets %s for a request that %s', async (error, _, fields) => {
    expect(await sendForm(fields)).toMatchObject({
      status: 400,
      type: 'application/json; charset=UTF-8',
      json: { error, message: expect.any(String) },
    });
  });
});
