import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { HOUR } from '#domain/limits/durations.ts';
import { KEYS_PER_MINUTE, PLAY_LEASE_SECONDS } from '#domain/playback.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { anOfficeMember, type OfficeClient } from '../support/office.ts';
import { aMediaDir, aPlayableFilm } from '../support/playback-server.ts';
import { aServer } from '../support/test-server.ts';

const mediaDir = await aMediaDir();
const server = await aServer({
  settings: { MEDIA_DIR: mediaDir, SITE_DIR: join(mediaDir, 'site'), TRUST_PROXY: 'true' },
});
afterAll(() => rm(mediaDir, { recursive: true }));
const film = await aPlayableFilm(server);
const { db } = server.database;
const PLAYBACK = '/packages/a-film/playback';
const FILES = ['master.m3u8', '240p.m3u8', 'keys/0', 'captions/ta.vtt', 'media/240p/00000.m4s'];

const open = (client: Pick<OfficeClient, 'post'>) => client.post(PLAYBACK);
const read = (
  client: Pick<OfficeClient, 'send'>,
  file: string,
  playToken: string,
  headers: Record<string, string> = {},
) =>
  client.send('get', `${PLAYBACK}/${file}`, undefined, {
    authorization: `Bearer ${playToken}`,
    ...headers,
  });
const statusesOf = async (
  client: Pick<OfficeClient, 'send'>,
  playToken: string,
  headers?: Record<string, string>,
) => {
  const statuses = new Set<number>();
  for (const file of FILES) statuses.add((await read(client, file, playToken, headers)).status);
  return [...statuses];
};

test('a programmer plays a film that viewers cannot see, also after another package replaced its package', async () => {
  const member = await anOfficeMember(server, 'programmer');
  for (const change of [{ active: 'N' as const }, { packageId: null }]) {
    await db.update(movies).set(change).where(eq(movies.movieId, film.movieId));
    const { status, json } = await open(member);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      movieUrl: '/api/office/packages/a-film/playback/master.m3u8',
      captions: [{ language: 'ta', url: '/api/office/packages/a-film/playback/captions/ta.vtt' }],
      title: 'packageId' in change ? 'a-film' : film.movieName,
    });
    expect(json.keys).toBeUndefined();
    expect(await statusesOf(member, json.playToken)).toEqual([200]);
    const { cookie } = member.client;
    const native = await server.get(`/api/office${PLAYBACK}/t/${json.playToken}/master.m3u8`, {
      headers: { cookie },
    });
    expect(native.text).toBe(json.master);
    const segment = await server.get(`${json.media.base}240p/00000.m4s${json.media.query}`);
    expect(segment.status).toBe(200);
  }
  const owner = await anOfficeMember(server, 'owner');
  const { audit } = (await owner.run('audit audit')).json.data as { audit: object[] };
  const entry = {
    who: `${member.name} from 127.0.0.1`,
    command: 'Watch a film',
    args: { package: 'a-film' },
  };
  expect(audit.slice(0, 2)).toMatchObject([entry, { ...entry, message: film.movieName }]);
});

describe('a package is not played', () => {
  test('without a session, with an ended session, with the token of a viewer, and by other roles', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const { playToken, renewalToken } = (await open(member)).json;
    const { userId } = await server.aViewer();
    const renew = `/api/office${PLAYBACK}/renew`;
    for (const as of [undefined, { userId, roles: ['owner', 'Producer'] }])
      for (const call of [
        server.post(`/api/office${PLAYBACK}`, { ...(as && { as }), body: {} }),
        server.post(renew, { ...(as && { as }), body: { renewalToken } }),
        server.get(`/api/office${PLAYBACK}/keys/0`, as ? { as } : { token: playToken }),
      ])
        expect((await call).json).toMatchObject({ status: 401, code: 'office_session_required' });
    for (const role of ['finance', 'support', 'moderator'] as const) {
      const other = await anOfficeMember(server, role);
      for (const { json } of [
        await open(other),
        await other.post(`${PLAYBACK}/renew`, { renewalToken }),
        await read(other, 'keys/0', playToken),
      ])
        expect(json).toMatchObject({ status: 403, code: 'role_required' });
    }
    server.clock.advance(12 * HOUR);
    expect((await open(member)).status).toBe(401);
    expect(await statusesOf(member, playToken)).toEqual([401]);
  });

  test('with a play token that has expired, or of another member, package or network', async () => {
    const [member, other] = [
      await anOfficeMember(server, 'programmer'),
      await anOfficeMember(server, 'owner'),
    ];
    const { playToken, renewalToken, media } = (await open(member)).json;
    expect(await statusesOf(other, playToken)).toEqual([403]);
    expect(await statusesOf(member, renewalToken)).toEqual([403]);
    expect(await statusesOf(member, playToken, { 'x-forwarded-for': '203.0.113.9' })).toEqual([
      403,
    ]);
    const elsewhere = { authorization: `Bearer ${playToken}` };
    expect(
      (await member.send('get', '/packages/plain/playback/master.m3u8', undefined, elsewhere)).json,
    ).toMatchObject({ status: 403, code: 'token_invalid' });
    expect((await other.post(`${PLAYBACK}/renew`, { renewalToken })).status).toBe(403);
    server.clock.advance((PLAY_LEASE_SECONDS + 1) * 1000);
    expect(await statusesOf(member, playToken)).toEqual([403]);
    expect((await server.get(`${media.base}240p/00000.m4s${media.query}`)).status).not.toBe(200);
    const renewed = await member.post(`${PLAYBACK}/renew`, { renewalToken });
    expect(renewed.status).toBe(200);
    expect(await statusesOf(member, renewed.json.playToken)).toEqual([200]);
  });

  test('if it does not exist, and its keys are not copied fast', async () => {
    const member = await anOfficeMember(server, 'programmer');
    expect((await member.post('/packages/no-such-package/playback')).json).toMatchObject({
      status: 404,
      code: 'package_unknown',
    });
    expect((await member.post('/packages/..%2Fa-film/playback')).status).toBe(404);
    const { playToken } = (await open(member)).json;
    expect((await read(member, 'keys/2', playToken)).json).toMatchObject({
      status: 404,
      code: 'key_not_found',
    });
    expect((await read(member, 'media/keys.json', playToken)).status).toBe(404);
    const statuses: number[] = [];
    for (let count = 0; count <= KEYS_PER_MINUTE; count++)
      statuses.push((await read(member, 'keys/0', playToken)).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});
