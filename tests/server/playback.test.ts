import { createDecipheriv } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/limits.ts';
import { KEYS_PER_MINUTE, STARTS_PER_HOUR } from '#domain/playback.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { signToken } from '#server/tokens.ts';
import {
  aMediaDir,
  aPlaybackHouse,
  FILM_SECONDS,
  plainSegment,
  type PlaybackHouse,
} from '../support/playback-house.ts';

const START = new Date('2026-11-21T13:30:00Z');

let house: PlaybackHouse;
let mediaDir: string;

beforeAll(async () => {
  mediaDir = await aMediaDir();
  house = await aPlaybackHouse(mediaDir);
}, 30_000);
beforeEach(() => house.setClock(START));
afterAll(() => rm(mediaDir, { recursive: true }));

/** A viewer with a paid ticket whose window opened just now, and the film before them. */
async function aSitting() {
  const [viewer, movie] = [await house.aViewer(), await house.aPlayableFilm()];
  const order = await house.aTicket(viewer, movie);
  const play = await open(viewer, movie);
  return { viewer, movie, order, ...play };
}

async function open(
  viewer: { userId: number; roles: string[] },
  { movieId }: { movieId: number },
  headers?: Record<string, string>,
) {
  const reply = await house.call(viewer, 'POST', '/playmovieweb', { movieId }, headers);
  expect(reply.status).toBe(200);
  return (await reply.json()).data[0] as {
    movieUrl: string;
    playToken: string;
    sessionId: string;
    media: { base: string; query: string };
    expiresAt: string;
    resumeAt: number;
    captions: { url: string }[];
  };
}

const files = (sessionId: string) =>
  [
    'master.m3u8',
    '240p.m3u8',
    'captions-ta.m3u8',
    'keys/0',
    'captions/ta.vtt',
    'media/240p/init.mp4',
    'media/240p/00000.m4s',
  ].map((name) => `/api/ott/playback/${sessionId}/${name}`);

/** What every file of a session answers: one status if they agree. */
async function statusOfAll(sessionId: string, playToken?: string) {
  const replies = await Promise.all(files(sessionId).map((path) => house.get(path, playToken)));
  const inPath = await Promise.all(
    playToken
      ? files(sessionId).map((path) =>
          house.get(path.replace(sessionId, `${sessionId}/t/${encodeURIComponent(playToken)}`)),
        )
      : [],
  );
  const statuses = new Set([...replies, ...inPath].map((reply) => reply.status));
  return statuses.size === 1 ? [...statuses][0] : [...statuses];
}

const codeOf = async (reply: Response) => `${reply.status} ${(await reply.json()).code}`;

test('a live ticket plays: every file of the session arrives', async () => {
  const { sessionId, playToken, movieUrl, expiresAt, captions } = await aSitting();
  expect(movieUrl).toBe(`/api/ott/playback/${sessionId}/master.m3u8`);
  expect(expiresAt).toBe('21-11-2026 13:31:30');
  expect(captions).toEqual([{ language: 'ta', label: 'தமிழ்', url: `/api/ott/playback/${sessionId}/captions/ta.vtt` }]);
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
});

test('the served key opens the served segment: inside is a moof', async () => {
  const { sessionId, playToken } = await aSitting();
  const playlist = await (await house.get(`/api/ott/playback/${sessionId}/240p.m3u8`, playToken)).text();
  expect(playlist).toContain('keys/1');

  const key = await house.get(`/api/ott/playback/${sessionId}/keys/1`, playToken);
  expect(key.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(key.headers.get('Cache-Control')).toBe('no-store');
  const keyBytes = Buffer.from(await key.arrayBuffer());
  expect(keyBytes.length).toBe(16);

  const segment = await house.get(`/api/ott/playback/${sessionId}/media/240p/00001.m4s`, playToken);
  expect(segment.headers.get('Cache-Control')).toBe('private, max-age=300');
  const iv = Buffer.alloc(16);
  iv.writeUInt8(1, 15);
  const decipher = createDecipheriv('aes-128-cbc', keyBytes, iv);
  const plain = Buffer.concat([decipher.update(Buffer.from(await segment.arrayBuffer())), decipher.final()]);
  expect(plain).toEqual(plainSegment(1));
  expect(plain.subarray(4, 8).toString()).toBe('moof');
});

test('playlists are never stored', async () => {
  const { sessionId, playToken } = await aSitting();
  const reply = await house.get(`/api/ott/playback/${sessionId}/master.m3u8`, playToken);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(reply.headers.get('Content-Type')).toBe('application/vnd.apple.mpegurl');
});

test.each([
  { name: 'no token', token: () => undefined },
  { name: 'garbage', token: () => 'garbage' },
  { name: "another viewer's token", token: async () => (await aSitting()).playToken },
  { name: 'the user token', token: ({ viewer }: Sitting) => house.tokenOf(viewer) },
  {
    name: 'a token signed by somebody else',
    token: ({ viewer, sessionId }: Sitting) => forged(viewer.userId, sessionId),
  },
])('$name opens nothing', async ({ token }) => {
  const sitting = await aSitting();
  expect(await statusOfAll(sitting.sessionId, await token(sitting))).toBe(403);
});
type Sitting = Awaited<ReturnType<typeof aSitting>>;
const forged = (userId: number, sid: string) =>
  signToken('a secret of somebody else', 'play', { sub: String(userId), sid }, { now: START, minutes: 5 });

test('a copied address is dead when its lease of ninety seconds is over, whatever it carries', async () => {
  const { sessionId, playToken, media } = await aSitting();
  const segment = `${media.base}240p/00000.m4s${media.query}`;
  house.setClock(new Date(START.getTime() + 89_000));
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
  expect((await house.get(segment)).status).toBe(200);
  house.setClock(new Date(START.getTime() + 91_000));
  expect(await statusOfAll(sessionId, playToken)).toBe(403);
  expect((await house.get(segment)).status).toBe(403);
});

test('a file that storage does not give is a plain 404, which nobody keeps', async () => {
  const { media } = await aSitting();
  const missing = await house.get(`${media.base}240p/00009.m4s${media.query}`);
  expect([missing.status, missing.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
});

test('a signed folder gives the same bytes as the session', async () => {
  const { sessionId, playToken, media } = await aSitting();
  for (const file of ['240p/init.mp4', '240p/00001.m4s']) {
    const signed = await house.get(`${media.base}${file}${media.query}`);
    expect(signed.headers.get('Cache-Control')).toBe('private, max-age=300');
    const served = await house.get(`/api/ott/playback/${sessionId}/media/${file}`, playToken);
    expect(Buffer.from(await signed.arrayBuffer())).toEqual(Buffer.from(await served.arrayBuffer()));
  }
});

test.each([
  ['another film', (base: string) => `${base.replace('a-film', 'another-film')}240p/init.mp4`],
  [
    'a later end',
    (base: string) => `${base.replace(/signed\/(\d+)/, (_, until) => `signed/${Number(until) + 1}`)}240p/init.mp4`,
  ],
  [
    'another signature',
    (base: string) => `${base.replace(/\.(.)/, (_, sign) => `.${sign === 'A' ? 'B' : 'A'}`)}240p/init.mp4`,
  ],
  ['the keys', (base: string) => `${base}keys.json`],
  ['the list', (base: string) => `${base}manifest.json`],
  ['captions', (base: string) => `${base}captions/ta.vtt`],
  ['the folder above', (base: string) => `${base}../another-film/240p/init.mp4`],
  ['the folder above, escaped', (base: string) => `${base}240p/..%2F..%2Fanother-film%2F240p%2Finit.mp4`],
  ['nothing signed', () => '/media/signed/packages/a-film/240p/init.mp4'],
])('a signed address opens nothing else: %s', async (_, change) => {
  const { media } = await aSitting();
  expect((await house.get(change(media.base))).status).toBe(403);
});

test('what was copied is worth nothing from another network, and a phone may change within its own', async () => {
  const { viewer, movie } = { viewer: await house.aViewer(), movie: await house.aPlayableFilm() };
  await house.aTicket(viewer, movie);
  const from = (ip: string) => ({ 'X-Forwarded-For': ip });
  const { sessionId, playToken, media } = await open(viewer, movie, from('203.0.113.7'));
  const copied = [
    ...files(sessionId).map((path) => (ip: string) => house.get(path, playToken, from(ip))),
    (ip: string) => house.get(`${media.base}240p/00000.m4s`, undefined, from(ip)),
  ];
  const statuses = async (ip: string) => new Set(await Promise.all(copied.map(async (ask) => (await ask(ip)).status)));
  expect(await statuses('203.0.113.200')).toEqual(new Set([200]));
  for (const ip of ['198.51.100.9', '2001:db8::1']) expect(await statuses(ip)).toEqual(new Set([403]));
});

test('a renewed token goes on where the first one ended', async () => {
  const { viewer, sessionId } = await aSitting();
  house.setClock(new Date(START.getTime() + 10 * MINUTE));
  const { playToken, media, expiresAt } = await (
    await house.call(viewer, 'POST', `/playback/${sessionId}/renew`)
  ).json();
  expect(expiresAt).toBe('21-11-2026 13:41:30');
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
  expect((await house.get(`${media.base}240p/00001.m4s`)).status).toBe(200);
});

test('a native player goes on by its cookie, and only on its own session', async () => {
  const { viewer, sessionId, playToken } = await aSitting();
  house.setClock(new Date(START.getTime() + MINUTE));
  const renewed = await (await house.call(viewer, 'POST', `/playback/${sessionId}/renew`)).json();
  const master = await house.get(`/api/ott/playback/${sessionId}/t/${renewed.playToken}/master.m3u8`);
  const cookie = master.headers.get('Set-Cookie')!;
  expect(cookie).toMatch(
    new RegExp(`^play=[^;]+; Max-Age=90; Path=/api/ott/playback/${sessionId}; HttpOnly; SameSite=Strict$`),
  );

  house.setClock(new Date(START.getTime() + 2 * MINUTE));
  const old = `/api/ott/playback/${sessionId}/t/${playToken}/keys/0`;
  expect((await house.get(old)).status).toBe(403);
  expect((await house.get(old, undefined, { Cookie: cookie.split(';')[0]! })).status).toBe(200);
  expect(
    (await house.get(`/api/ott/playback/${sessionId}/keys/0`, undefined, { Cookie: cookie.split(';')[0]! })).status,
  ).toBe(403);
});

test("nobody renews another viewer's session", async () => {
  const { sessionId } = await aSitting();
  const stranger = await house.aViewer();
  expect((await house.call(stranger, 'POST', `/playback/${sessionId}/renew`)).status).toBe(404);
  expect((await house.call(stranger, 'POST', '/playback/not-a-session/renew')).status).toBe(404);
});

test('a ticket that is no longer paid stops the film', async () => {
  const { viewer, order, sessionId, playToken } = await aSitting();
  for (const status of ['CANCELLED', 'REFUNDED']) {
    await house.setStatus(order, status);
    expect(await statusOfAll(sessionId, playToken)).toBe(402);
    expect(await codeOf(await house.call(viewer, 'POST', `/playback/${sessionId}/renew`))).toBe('402 ticket_required');
  }
});

test('the newest screen wins; the older one is told at renewal and at its next key', async () => {
  const { viewer, movie, sessionId, playToken } = await aSitting();
  const newer = await open(viewer, movie);
  expect(await statusOfAll(sessionId, playToken)).toBe(409);
  expect(await codeOf(await house.call(viewer, 'POST', `/playback/${sessionId}/renew`))).toBe('409 stream_replaced');
  expect(await codeOf(await house.get(`/api/ott/playback/${sessionId}/keys/0`, playToken))).toBe('409 stream_replaced');
  expect(await statusOfAll(newer.sessionId, newer.playToken)).toBe(200);
});

test('of two screens that open at once, one plays', async () => {
  const { viewer, movie } = await aSitting();
  const both = await Promise.all([open(viewer, movie), open(viewer, movie)]);
  const statuses = await Promise.all(both.map((each) => statusOfAll(each.sessionId, each.playToken)));
  expect(statuses.sort()).toEqual([200, 409]);
});

test.each([
  { name: 'before the window', offset: -1 },
  { name: 'when the window closes', offset: DAY },
])('no film opens $name', async ({ offset }) => {
  const [viewer, movie] = [await house.aViewer(), await house.aPlayableFilm()];
  await house.aTicket(viewer, movie);
  house.setClock(new Date(START.getTime() + offset));
  expect(await codeOf(await house.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId }))).toBe(
    '402 ticket_required',
  );
});

test.each(['NEW', 'PROCESSING', 'CANCELLED', 'REFUNDED'])(
  'a ticket that is %s opens no film',
  async (paymentStatus) => {
    const [viewer, movie] = [await house.aViewer(), await house.aPlayableFilm()];
    await house.aTicket(viewer, movie, { paymentStatus });
    expect((await house.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId })).status).toBe(402);
  },
);

test("another viewer's ticket, or one for another film, opens nothing", async () => {
  const { viewer, movie } = await aSitting();
  const [stranger, other] = [await house.aViewer(), await house.aPlayableFilm()];
  expect((await house.call(stranger, 'POST', '/playmovieweb', { movieId: movie.movieId })).status).toBe(402);
  expect((await house.call(viewer, 'POST', '/playmovieweb', { movieId: other.movieId })).status).toBe(402);
});

test('who asks without a user token, for an unknown film, or for one without a picture, is told so', async () => {
  const [viewer, unready] = [await house.aViewer(), await house.aUnreadyFilm()];
  await house.aTicket(viewer, unready);
  expect(await codeOf(await house.call(null, 'POST', '/playmovieweb', { movieId: unready.movieId }))).toBe(
    '403 token_invalid',
  );
  expect(await codeOf(await house.call(viewer, 'POST', '/playmovieweb', { movieId: 999_999 }))).toBe(
    '404 movie_not_found',
  );
  expect(await codeOf(await house.call(viewer, 'POST', '/playmovieweb', { movieId: unready.movieId }))).toBe(
    '503 film_not_ready',
  );
});

test('a film begun inside its window may be finished after it, and then it is over', async () => {
  const [viewer, movie] = [await house.aViewer(), await house.aPlayableFilm()];
  await house.aTicket(viewer, movie);
  const begun = START.getTime() + DAY - MINUTE;
  house.setClock(new Date(begun));
  const { sessionId } = await open(viewer, movie);
  const renew = () => house.call(viewer, 'POST', `/playback/${sessionId}/renew`);

  house.setClock(new Date(begun + FILM_SECONDS * 1000));
  const { playToken } = await (await renew()).json();
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
  expect((await house.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId })).status).toBe(402);

  const end = begun + FILM_SECONDS * 1000 + 30 * MINUTE;
  house.setClock(new Date(end - MINUTE));
  const last = await (await renew()).json();
  house.setClock(new Date(end));
  expect(await statusOfAll(sessionId, last.playToken)).toBe(402);
  expect(await codeOf(await renew())).toBe('402 ticket_required');
});

test.each([
  '../../another-film/240p/init.mp4',
  '..%2F..%2Fanother-film%2F240p%2Finit.mp4',
  '%2e%2e/another-film/240p/init.mp4',
  '240p/..%2f..%2fkeys.json',
  'keys.json',
  'manifest.json',
  'poster.jpg',
  'captions/ta.vtt',
  '%2Fetc%2Fpasswd',
  '240p%00/init.mp4',
])('only what stands in the manifest is served: not %s', async (uri) => {
  const { sessionId, playToken } = await aSitting();
  expect((await house.get(`/api/ott/playback/${sessionId}/media/${uri}`, playToken)).status).toBe(404);
});

test.each(['keys/2', 'keys/-1', 'keys/0x1', '1080p.m3u8', 'captions/en.vtt', 'captions-en.m3u8'])(
  'a film has no %s',
  async (name) => {
    const { sessionId, playToken } = await aSitting();
    expect((await house.get(`/api/ott/playback/${sessionId}/${name}`, playToken)).status).toBe(404);
  },
);

test('the public media folder holds no films', async () => {
  for (const name of ['240p/init.mp4', '240p/00000.m4s', 'captions/ta.vtt', 'keys.json']) {
    expect((await house.get(`/media/packages/a-film/${name}`)).status).toBe(404);
    expect((await house.get(`/media/images/../packages/a-film/${name}`)).status).toBe(404);
    expect((await house.get(`/media/images/..%2fpackages/a-film/${name}`)).status).toBe(404);
  }
});

test('a ticket has sixty keys a minute over all its sessions', async () => {
  const { viewer, movie, sessionId, playToken } = await aSitting();
  const keysOf = ({ sessionId, playToken }: { sessionId: string; playToken: string }, count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { status } = await house.get(`/api/ott/playback/${sessionId}/keys/0`, playToken);
        return status;
      }),
    );
  const sessions = [{ sessionId, playToken }];
  for (let each = 0; each < 3; each++) {
    expect(await keysOf(sessions.at(-1)!, KEYS_PER_MINUTE / 4)).toEqual(Array(KEYS_PER_MINUTE / 4).fill(200));
    sessions.push(await open(viewer, movie));
  }
  const [last] = sessions.slice(-1);
  const statuses = await keysOf(last!, KEYS_PER_MINUTE / 4 + 5);
  expect(statuses.filter((status) => status === 200)).toHaveLength(KEYS_PER_MINUTE / 4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(await keysOf(await open(viewer, movie), 1)).toEqual([429]);

  // Another ticket of the same viewer has its own; and this one, after a rest.
  const other = await house.aPlayableFilm();
  await house.aTicket(viewer, other);
  expect(await keysOf(await open(viewer, other), 1)).toEqual([200]);
  house.setClock(new Date(START.getTime() + MINUTE));
  expect(await keysOf(await open(viewer, movie), 1)).toEqual([200]);
});

test('a ticket begins a film sixty times an hour, and a viewer a hundred and twenty times', async () => {
  const { viewer, movie, sessionId, playToken } = await aSitting();
  const start = (movieId: number) => house.call(viewer, 'POST', '/playmovieweb', { movieId });
  const statusesOf = async (movieId: number, count: number) => {
    const statuses = [];
    for (let each = 0; each < count; each++) statuses.push((await start(movieId)).status);
    return statuses;
  };
  expect(await statusesOf(movie.movieId, STARTS_PER_HOUR.ticket - 1)).not.toContain(429);
  const refused = await start(movie.movieId);
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', message: text.tooManyPlays });
  expect(await codeOf(await house.get(`/api/ott/playback/${sessionId}/keys/0`, playToken))).toBe('409 stream_replaced');

  const other = await house.aPlayableFilm();
  await house.aTicket(viewer, other);
  const left = STARTS_PER_HOUR.viewer - STARTS_PER_HOUR.ticket - 1;
  expect(await statusesOf(other.movieId, left)).not.toContain(429);
  expect((await start(other.movieId)).status).toBe(429);
  // Nobody else waits for them.
  await aSitting();
});

test('keys come sixty a minute and ticket, then after a rest', async () => {
  const { sessionId, playToken } = await aSitting();
  const key = () => house.get(`/api/ott/playback/${sessionId}/keys/0`, playToken);
  const replies = await Promise.all(Array.from({ length: KEYS_PER_MINUTE }, key));
  expect(replies.every((reply) => reply.status === 200)).toBe(true);
  house.setClock(new Date(START.getTime() + 18_000));
  const refused = await key();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('42');
  house.setClock(new Date(START.getTime() + MINUTE));
  expect((await key()).status).toBe(200);
});

test('a film goes on where its newest play stopped, in the decimals of a minute', async () => {
  const { viewer, movie } = await aSitting();
  const created = await house.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {});
  expect(created.status).toBe(201);
  const { moviePlayId } = await created.json();
  const paused = await house.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, {
    playEndTime: '21-11-2026 14:10:00',
    playSeekTime: 40.255,
  });
  expect(await paused.json()).toEqual({ moviePlayId });
  expect((await open(viewer, movie)).resumeAt).toBeCloseTo(2415.3, 5);

  // A play that was begun and never paused says nothing of its place.
  await house.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {});
  expect((await open(viewer, movie)).resumeAt).toBeCloseTo(2415.3, 5);

  await house.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: (FILM_SECONDS - 30) / 60 });
  expect((await open(viewer, movie)).resumeAt).toBe(0);
});

test('a heartbeat tells the place, of the own play alone', async () => {
  const { viewer, movie, sessionId } = await aSitting();
  const { moviePlayId } = await (await house.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})).json();
  const beat = (who: typeof viewer, body: object) => house.call(who, 'POST', `/playback/${sessionId}/renew`, body);
  expect((await beat(viewer, { moviePlayId, playSeekTime: 33.5 })).status).toBe(200);
  expect((await open(viewer, movie)).resumeAt).toBe(2010);
  // The screen that was replaced speaks no more.
  expect((await beat(viewer, { moviePlayId, playSeekTime: 1 })).status).toBe(409);

  const stranger = await house.aViewer();
  await house.aTicket(stranger, movie);
  const theirs = await open(stranger, movie);
  await house.call(stranger, 'POST', `/playback/${theirs.sessionId}/renew`, { moviePlayId, playSeekTime: 2 });
  expect((await open(viewer, movie)).resumeAt).toBe(2010);
  expect(
    (await house.call(viewer, 'POST', `/playback/${sessionId}/renew`, { moviePlayId, playSeekTime: -1 })).status,
  ).toBe(422);
});

test("a play is its own viewer's", async () => {
  const { viewer, movie } = await aSitting();
  const { moviePlayId } = await (await house.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})).json();
  const stranger = await house.aViewer();
  expect((await house.call(stranger, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: 1 })).status).toBe(404);
  expect((await house.call(viewer, 'PUT', '/movieplays/999999', { playSeekTime: 1 })).status).toBe(404);
  expect((await house.call(viewer, 'POST', '/movies/999999/movieplays', {})).status).toBe(404);
  expect((await house.call(stranger, 'POST', `/movies/${movie.movieId}/movieplays`, {})).status).toBe(402);
  expect((await house.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: -1 })).status).toBe(422);
});

test('a play is recorded as long after the window as it lasts', async () => {
  const { viewer, movie } = await aSitting();
  house.setClock(new Date(START.getTime() + DAY + HOUR));
  expect((await house.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})).status).toBe(201);
});
