import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits.ts';
import { dropExpired } from '#server/db/expired.ts';
import { signUserToken } from '#server/tokens.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { aNumber, signingIn } from '../support/sign-in.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const clock = aClock();
let house: TestHouse;
let calls: ReturnType<typeof signingIn>;

beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
  calls = signingIn(house);
});

const sidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
const list = async (token: string) => (await house.get('/api/auth/me/sessions', { token })).json.content;
const end = (token: string, sessionId: string) => house.delete(`/api/auth/me/sessions/${sessionId}`, { token });
const signOut = (token: string, refreshToken: string) =>
  house.post('/api/auth/users/logout', { token, body: { refreshToken } });

describe('a session', () => {
  test('gives the second tab the same next token for ten seconds, and ends with later reuse', async () => {
    const { refreshtoken } = await calls.signedIn();
    const first = await calls.rotate(refreshtoken);
    expect(first).toMatchObject({ status: 200, json: { token: expect.any(String), refreshtoken: expect.any(String) } });
    clock.advance(9_000);
    const secondTab = await calls.rotate(refreshtoken);
    expect(secondTab).toMatchObject({ status: 200, json: { refreshtoken: first.json.refreshtoken } });
    clock.advance(2_000);
    expect(await calls.rotate(refreshtoken)).toMatchObject({ status: 403, json: { code: 'token_invalid' } });
    expect((await calls.rotate(first.json.refreshtoken)).status).toBe(403);
  });

  test('gives a tab that comes late within the grace the token that is good now', async () => {
    const { refreshtoken } = await calls.signedIn();
    const { json: second } = await calls.rotate(refreshtoken);
    const { json: third } = await calls.rotate(second.refreshtoken);
    const late = await calls.rotate(refreshtoken);
    expect(late).toMatchObject({ status: 200, json: { refreshtoken: third.refreshtoken } });
    clock.advance(MINUTE);
    expect((await calls.rotate(late.json.refreshtoken)).status).toBe(200);
  });

  test('of whom a refresh token was stolen is ended for thief and owner, even where both came within the grace', async () => {
    const owner = await calls.signedIn();
    const mine = await calls.rotate(owner.refreshtoken);
    const thief = await calls.rotate(owner.refreshtoken);
    expect(await calls.opens(thief.json.token)).toBe(200);
    clock.advance(MINUTE);
    const renewed = await calls.rotate(mine.json.refreshtoken);
    expect(renewed.status).toBe(200);
    clock.advance(MINUTE);
    expect((await calls.rotate(thief.json.refreshtoken)).status).toBe(403);
    expect((await calls.rotate(renewed.json.refreshtoken)).status).toBe(403);
    expect(await Promise.all([thief, renewed].map(({ json }) => calls.opens(json.token)))).toEqual([403, 403]);
  });

  test('survives ten calls that renew it at once, with one next token', async () => {
    const { refreshtoken, token } = await calls.signedIn();
    const replies = await Promise.all(Array.from({ length: 10 }, () => calls.rotate(refreshtoken)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ json }) => json.refreshtoken)).size).toBe(1);
    const opened = await Promise.all([token, ...replies.map(({ json }) => json.token)].map(calls.opens));
    expect(opened).toEqual(Array(11).fill(200));
    clock.advance(MINUTE);
    expect((await calls.rotate(replies[3]!.json.refreshtoken)).status).toBe(200);
  });

  test('ends after thirty days without use, and goes on with use', async () => {
    const { refreshtoken } = await calls.signedIn();
    clock.advance(29 * DAY);
    const { json } = await calls.rotate(refreshtoken);
    clock.advance(29 * DAY);
    const later = await calls.rotate(json.refreshtoken);
    expect(later.status).toBe(200);
    clock.advance(30 * DAY);
    expect((await calls.rotate(later.json.refreshtoken)).status).toBe(403);
  });

  test('ends at sign-out, with its user tokens, and nobody can end another’s', async () => {
    const mine = await calls.signedIn();
    const theirs = await calls.signedIn();
    expect((await signOut(mine.token, theirs.refreshtoken)).status).toBe(204);
    expect((await calls.rotate(theirs.refreshtoken)).status).toBe(200);
    expect((await signOut(mine.token, mine.refreshtoken)).status).toBe(204);
    expect((await calls.rotate(mine.refreshtoken)).status).toBe(403);
    for (const path of ['/api/auth/myprofile', '/api/ott/orders'])
      expect(await house.get(path, { token: mine.token })).toMatchObject({
        status: 403,
        json: { code: 'token_invalid' },
      });
    expect(await calls.opens(theirs.token)).toBe(200);
  });

  test('is nobody’s when its person is erased', async () => {
    const { token, refreshtoken, userId } = await calls.signedIn();
    await house.database.query('delete from users where user_id = $1', [userId]);
    expect(await calls.opens(token)).toBe(403);
    expect((await calls.rotate(refreshtoken)).status).toBe(403);
  });

  test('of somebody else does not carry a token', async () => {
    const [mine, theirs] = [await calls.signedIn(), await calls.signedIn()];
    const mixed = await signUserToken(
      house.config.secrets.tokenSecret,
      { userId: mine.userId, roles: [], sessionId: sidOf(theirs.token) },
      clock.now(),
    );
    expect(await calls.opens(mixed)).toBe(403);
  });
});

describe('the list of sessions', () => {
  test('names device, country and time of each, the newest first, and says which one asks', async () => {
    const username = aNumber();
    const phone = await calls.signedIn(username, { from: '49.204.1.1', userAgent: ANDROID });
    clock.advance(3 * MINUTE);
    const unknown = await calls.signedIn(username, { from: '10.0.0.9' });
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

  test('shows where a session was seen last', async () => {
    const { token, refreshtoken } = await calls.signedIn();
    const [before] = await list(token);
    clock.advance(5 * MINUTE);
    await calls.rotate(refreshtoken, { from: '49.204.1.2' });
    const [after] = await list(token);
    expect(after).toMatchObject({ createdOn: before.createdOn, ipAddress: '49.204.1.2' });
    expect(after.lastSeenOn).not.toBe(before.lastSeenOn);
  });

  test('ends one of them from another, at once', async () => {
    const username = aNumber();
    const lost = await calls.signedIn(username);
    clock.advance(3 * MINUTE);
    const here = await calls.signedIn(username);
    expect((await end(here.token, sidOf(lost.token))).status).toBe(204);
    expect(await calls.opens(lost.token)).toBe(403);
    expect((await calls.rotate(lost.refreshtoken)).status).toBe(403);
    expect(await list(here.token)).toHaveLength(1);
    expect((await end(here.token, sidOf(lost.token))).status).toBe(404);
  });

  test('does not know another person’s, nor what is no session', async () => {
    const [mine, theirs] = [await calls.signedIn(), await calls.signedIn()];
    expect(await end(mine.token, sidOf(theirs.token))).toMatchObject({ status: 404 });
    expect(await calls.opens(theirs.token)).toBe(200);
    expect((await end(mine.token, '7')).status).toBe(404);
    expect((await list(mine.token)).map((each: { sessionId: string }) => each.sessionId)).toEqual([sidOf(mine.token)]);
  });

  test('forgets sessions that ran out', async () => {
    const username = aNumber();
    const old = await calls.signedIn(username);
    clock.advance(30 * DAY + MINUTE);
    const { token } = await calls.signedIn(username);
    expect(await list(token)).toHaveLength(1);
    await dropExpired(house.deps.db, clock.now());
    const { rows } = await house.database.query('select session_id from sessions where user_id = $1', [old.userId]);
    expect(rows).toEqual([{ session_id: sidOf(token) }]);
  });
});
