import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { deleteExpiredRows } from '#server/db/delete-expired-rows.ts';
import { signUserToken } from '#server/tokens.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { aMobileNumber, signInCalls } from '../support/sign-in.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const clock = aClock();
let server: TestServer;
let calls: ReturnType<typeof signInCalls>;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signInCalls(server);
});

const sidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
const list = async (token: string) =>
  (await server.get('/api/auth/me/sessions', { token })).json.content;
const end = (token: string, sessionId: string) =>
  server.delete(`/api/auth/me/sessions/${sessionId}`, { token });
const signOut = (token: string, refreshToken: string) =>
  server.post('/api/auth/users/logout', { token, body: { refreshToken } });

describe('a session', () => {
  test('gives the second tab the same next token for ten seconds, and ends with later reuse', async () => {
    const { refreshtoken } = await calls.aSignedInUser();
    const first = await calls.rotateToken(refreshtoken);
    expect(first).toMatchObject({
      status: 200,
      json: { token: expect.any(String), refreshtoken: expect.any(String) },
    });
    clock.advance(9_000);
    const secondTab = await calls.rotateToken(refreshtoken);
    expect(secondTab).toMatchObject({
      status: 200,
      json: { refreshtoken: first.json.refreshtoken },
    });
    clock.advance(2_000);
    expect(await calls.rotateToken(refreshtoken)).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
    expect((await calls.rotateToken(first.json.refreshtoken)).status).toBe(403);
  });

  test('gives the valid token to a late tab within the grace period', async () => {
    const { refreshtoken } = await calls.aSignedInUser();
    const { json: second } = await calls.rotateToken(refreshtoken);
    const { json: third } = await calls.rotateToken(second.refreshtoken);
    const late = await calls.rotateToken(refreshtoken);
    expect(late).toMatchObject({ status: 200, json: { refreshtoken: third.refreshtoken } });
    clock.advance(MINUTE);
    expect((await calls.rotateToken(late.json.refreshtoken)).status).toBe(200);
  });

  test('with a stolen refresh token ends for thief and owner, even if both rotated within the grace period', async () => {
    const owner = await calls.aSignedInUser();
    const mine = await calls.rotateToken(owner.refreshtoken);
    const thief = await calls.rotateToken(owner.refreshtoken);
    expect(await calls.profileStatus(thief.json.token)).toBe(200);
    clock.advance(MINUTE);
    const renewed = await calls.rotateToken(mine.json.refreshtoken);
    expect(renewed.status).toBe(200);
    clock.advance(MINUTE);
    expect((await calls.rotateToken(thief.json.refreshtoken)).status).toBe(403);
    expect((await calls.rotateToken(renewed.json.refreshtoken)).status).toBe(403);
    expect(
      await Promise.all([thief, renewed].map(({ json }) => calls.profileStatus(json.token))),
    ).toEqual([403, 403]);
  });

  test('survives ten concurrent renewals, with one next token', async () => {
    const { refreshtoken, token } = await calls.aSignedInUser();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => calls.rotateToken(refreshtoken)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ json }) => json.refreshtoken)).size).toBe(1);
    const statuses = await Promise.all(
      [token, ...replies.map(({ json }) => json.token)].map(calls.profileStatus),
    );
    expect(statuses).toEqual(Array(11).fill(200));
    clock.advance(MINUTE);
    expect((await calls.rotateToken(replies[3]!.json.refreshtoken)).status).toBe(200);
  });

  test('ends after thirty days without use', async () => {
    const { refreshtoken } = await calls.aSignedInUser();
    clock.advance(29 * DAY);
    const { json } = await calls.rotateToken(refreshtoken);
    clock.advance(29 * DAY);
    const later = await calls.rotateToken(json.refreshtoken);
    expect(later.status).toBe(200);
    clock.advance(30 * DAY);
    expect((await calls.rotateToken(later.json.refreshtoken)).status).toBe(403);
  });

  test('ends at sign-out with its user tokens; another person’s session does not end', async () => {
    const mine = await calls.aSignedInUser();
    const theirs = await calls.aSignedInUser();
    expect((await signOut(mine.token, theirs.refreshtoken)).status).toBe(204);
    expect((await calls.rotateToken(theirs.refreshtoken)).status).toBe(200);
    expect((await signOut(mine.token, mine.refreshtoken)).status).toBe(204);
    expect((await calls.rotateToken(mine.refreshtoken)).status).toBe(403);
    for (const path of ['/api/auth/myprofile', '/api/ott/orders'])
      expect(await server.get(path, { token: mine.token })).toMatchObject({
        status: 403,
        json: { code: 'token_invalid' },
      });
    expect(await calls.profileStatus(theirs.token)).toBe(200);
  });

  test('is invalid after its person was erased', async () => {
    const { token, refreshtoken, userId } = await calls.aSignedInUser();
    await server.database.query('delete from users where user_id = $1', [userId]);
    expect(await calls.profileStatus(token)).toBe(403);
    expect((await calls.rotateToken(refreshtoken)).status).toBe(403);
  });

  test('of another person makes a token invalid', async () => {
    const [mine, theirs] = [await calls.aSignedInUser(), await calls.aSignedInUser()];
    const mixed = signUserToken(
      server.config.secrets.tokenSecret,
      { userId: mine.userId, roles: [], sessionId: sidOf(theirs.token) },
      clock.now(),
    );
    expect(await calls.profileStatus(mixed)).toBe(403);
  });
});

describe('the list of sessions', () => {
  test('shows device, country and time of each, newest first, and marks the current one', async () => {
    const username = aMobileNumber();
    const phone = await calls.aSignedInUser(username, {
      ipAddress: '49.204.1.1',
      userAgent: ANDROID,
    });
    clock.advance(3 * MINUTE);
    const unknown = await calls.aSignedInUser(username, { ipAddress: '10.0.0.9' });
    expect(await list(unknown.token)).toEqual([
      {
        sessionId: sidOf(unknown.token),
        isCurrent: true,
        createdOn: expect.any(String),
        lastSeenOn: expect.any(String),
        ipAddress: '10.0.0.9',
        country: null,
        device: null,
      },
      expect.objectContaining({
        sessionId: sidOf(phone.token),
        isCurrent: false,
        ipAddress: '49.204.1.1',
        country: 'IN',
        device: 'Chrome on Android',
      }),
    ]);
  });

  test('shows the last address and time of a session', async () => {
    const { token, refreshtoken } = await calls.aSignedInUser();
    const [before] = await list(token);
    clock.advance(5 * MINUTE);
    await calls.rotateToken(refreshtoken, { ipAddress: '49.204.1.2' });
    const [after] = await list(token);
    expect(after).toMatchObject({ createdOn: before.createdOn, ipAddress: '49.204.1.2' });
    expect(after.lastSeenOn).not.toBe(before.lastSeenOn);
  });

  test('can end another session at once', async () => {
    const username = aMobileNumber();
    const lost = await calls.aSignedInUser(username);
    clock.advance(3 * MINUTE);
    const here = await calls.aSignedInUser(username);
    expect((await end(here.token, sidOf(lost.token))).status).toBe(204);
    expect(await calls.profileStatus(lost.token)).toBe(403);
    expect((await calls.rotateToken(lost.refreshtoken)).status).toBe(403);
    expect(await list(here.token)).toHaveLength(1);
    expect((await end(here.token, sidOf(lost.token))).status).toBe(404);
  });

  test('cannot end another person’s session or an unknown one', async () => {
    const [mine, theirs] = [await calls.aSignedInUser(), await calls.aSignedInUser()];
    expect(await end(mine.token, sidOf(theirs.token))).toMatchObject({ status: 404 });
    expect(await calls.profileStatus(theirs.token)).toBe(200);
    expect((await end(mine.token, '7')).status).toBe(404);
    expect((await list(mine.token)).map((each: { sessionId: string }) => each.sessionId)).toEqual([
      sidOf(mine.token),
    ]);
  });

  test('omits expired sessions', async () => {
    const username = aMobileNumber();
    const old = await calls.aSignedInUser(username);
    clock.advance(30 * DAY + MINUTE);
    const { token } = await calls.aSignedInUser(username);
    expect(await list(token)).toHaveLength(1);
    await deleteExpiredRows(server.deps.db, clock.now());
    const { rows } = await server.database.query(
      'select session_id from sessions where user_id = $1',
      [old.userId],
    );
    expect(rows).toEqual([{ session_id: sidOf(token) }]);
  });
});
