import { createDecipheriv } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { KEYS_PER_MINUTE, STARTS_PER_HOUR } from '#domain/playback.ts';
import { playbackRefusals as refusals } from '#messages/playback-refusals.ts';
import { sha256Hex, signToken } from '#server/tokens.ts';
import {
  aMediaDir,
  aPlaybackServer,
  FILM_SECONDS,
  plainSegment,
  type PlaybackServer,
} from '../support/playback-server.ts';

const START = new Date('2026-11-21T13:30:00Z');

let server: PlaybackServer;
let mediaDir: string;

beforeAll(async () => {
  mediaDir = await aMediaDir();
  server = await aPlaybackServer(mediaDir);
}, 30_000);
beforeEach(() => server.setClock(START));
afterAll(() => rm(mediaDir, { recursive: true }));

/** A viewer with a paid ticket whose window just opened, and the started film. */
async function aPlaybackSession() {
  const [viewer, movie] = [await server.aViewer(), await server.aPlayableFilm()];
  const order = await server.aTicket(viewer, movie);
  const play = await open(viewer, movie);
  return { viewer, movie, order, ...play };
}

async function open(
  viewer: { userId: number; roles: string[] },
  { movieId }: { movieId: number },
  headers?: Record<string, string>,
) {
  const reply = await server.call(viewer, 'POST', '/playmovieweb', { movieId }, headers);
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

/** The status of every file of a session; one value if all agree. */
async function statusOfAll(sessionId: string, playToken?: string) {
  const replies = await Promise.all(files(sessionId).map((path) => server.get(path, playToken)));
  const inPathReplies = await Promise.all(
    playToken
      ? files(sessionId).map((path) =>
          server.get(path.replace(sessionId, `${sessionId}/t/${encodeURIComponent(playToken)}`)),
        )
      : [],
  );
  const statuses = new Set([...replies, ...inPathReplies].map((reply) => reply.status));
  return statuses.size === 1 ? [...statuses][0] : [...statuses];
}

const codeOf = async (reply: Response) => `${reply.status} ${(await reply.json()).code}`;

test('an open ticket gives access to every file of the session', async () => {
  const { sessionId, playToken, movieUrl, expiresAt, captions } = await aPlaybackSession();
  expect(movieUrl).toBe(`/api/ott/playback/${sessionId}/master.m3u8`);
  expect(expiresAt).toBe('21-11-2026 13:31:30');
  expect(captions).toEqual([
    { language: 'ta', label: 'தமிழ்', url: `/api/ott/playback/${sessionId}/captions/ta.vtt` },
  ]);
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
});

test('the served key decrypts the served segment to a moof box', async () => {
  const { sessionId, playToken } = await aPlaybackSession();
  const playlist = await (
    await server.get(`/api/ott/playback/${sessionId}/240p.m3u8`, playToken)
  ).text();
  expect(playlist).toContain('keys/1');

  const key = await server.get(`/api/ott/playback/${sessionId}/keys/1`, playToken);
  expect(key.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(key.headers.get('Cache-Control')).toBe('no-store');
  const keyBytes = Buffer.from(await key.arrayBuffer());
  expect(keyBytes.length).toBe(16);

  const segment = await server.get(
    `/api/ott/playback/${sessionId}/media/240p/00001.m4s`,
    playToken,
  );
  expect(segment.headers.get('Cache-Control')).toBe('private, max-age=300');
  const iv = Buffer.alloc(16);
  iv.writeUInt8(1, 15);
  const decipher = createDecipheriv('aes-128-cbc', keyBytes, iv);
  const plain = Buffer.concat([
    decipher.update(Buffer.from(await segment.arrayBuffer())),
    decipher.final(),
  ]);
  expect(plain).toEqual(plainSegment(1));
  expect(plain.subarray(4, 8).toString()).toBe('moof');
});

test('playlists are never stored', async () => {
  const { sessionId, playToken } = await aPlaybackSession();
  const reply = await server.get(`/api/ott/playback/${sessionId}/master.m3u8`, playToken);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(reply.headers.get('Content-Type')).toBe('application/vnd.apple.mpegurl');
});

test.each([
  { name: 'no token', token: () => undefined },
  { name: 'garbage', token: () => 'garbage' },
  { name: "another viewer's token", token: async () => (await aPlaybackSession()).playToken },
  { name: 'the user token', token: ({ viewer }: TestSession) => server.tokenOf(viewer) },
  {
    name: 'a token signed with another secret',
    token: ({ viewer, sessionId }: TestSession) => forged(viewer.userId, sessionId),
  },
])('$name gives no access', async ({ token }) => {
  const session = await aPlaybackSession();
  expect(await statusOfAll(session.sessionId, await token(session))).toBe(403);
});
type TestSession = Awaited<ReturnType<typeof aPlaybackSession>>;
const forged = (userId: number, sid: string) =>
  signToken(
    'a secret of somebody else',
    'play',
    { sub: String(userId), sid },
    { now: START, minutes: 5 },
  );

test('a copied address stops working after its lease of ninety seconds', async () => {
  const { sessionId, playToken, media } = await aPlaybackSession();
  const segment = `${media.base}240p/00000.m4s${media.query}`;
  server.setClock(new Date(START.getTime() + 89_000));
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
  expect((await server.get(segment)).status).toBe(200);
  server.setClock(new Date(START.getTime() + 91_000));
  expect(await statusOfAll(sessionId, playToken)).toBe(403);
  expect((await server.get(segment)).status).toBe(403);
});

test('a file that is missing in the storage is an uncached 404', async () => {
  const { media } = await aPlaybackSession();
  const missing = await server.get(`${media.base}240p/00009.m4s${media.query}`);
  expect([missing.status, missing.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
});

test('a signed folder gives the same bytes as the session', async () => {
  const { sessionId, playToken, media } = await aPlaybackSession();
  for (const file of ['240p/init.mp4', '240p/00001.m4s']) {
    const signed = await server.get(`${media.base}${file}${media.query}`);
    expect(signed.headers.get('Cache-Control')).toBe('private, max-age=300');
    const served = await server.get(`/api/ott/playback/${sessionId}/media/${file}`, playToken);
    expect(Buffer.from(await signed.arrayBuffer())).toEqual(
      Buffer.from(await served.arrayBuffer()),
    );
  }
});

test.each([
  ['another film', (base: string) => `${base.replace('a-film', 'another-film')}240p/init.mp4`],
  [
    'a later expiry',
    (base: string) =>
      `${base.replace(/signed\/(\d+)/, (_, until) => `signed/${Number(until) + 1}`)}240p/init.mp4`,
  ],
  [
    'another signature',
    (base: string) =>
      `${base.replace(/\.(.)/, (_, letter) => `.${letter === 'A' ? 'B' : 'A'}`)}240p/init.mp4`,
  ],
  ['the keys', (base: string) => `${base}keys.json`],
  ['the manifest', (base: string) => `${base}manifest.json`],
  ['captions', (base: string) => `${base}captions/ta.vtt`],
  ['the folder above', (base: string) => `${base}../another-film/240p/init.mp4`],
  [
    'the folder above, escaped',
    (base: string) => `${base}240p/..%2F..%2Fanother-film%2F240p%2Finit.mp4`,
  ],
  ['an unsigned address', () => '/media/signed/packages/a-film/240p/init.mp4'],
])('a signed address gives no access to anything else: %s', async (_, change) => {
  const { media } = await aPlaybackSession();
  expect((await server.get(change(media.base))).status).toBe(403);
});

test('a play token does not reveal the network: no unkeyed hash of an address block is in it', async () => {
  const { playToken } = await aPlaybackSession();
  const claims = JSON.parse(Buffer.from(playToken.split('.')[1]!, 'base64url').toString());
  expect(claims.net).toMatch(/^[\da-f]{12}$/);
  expect(claims.net).not.toBe(sha256Hex('network|this machine').slice(0, 12));
});

test('a copied address does not work from another network, but does from another address of the same network', async () => {
  const { viewer, movie } = { viewer: await server.aViewer(), movie: await server.aPlayableFilm() };
  await server.aTicket(viewer, movie);
  const from = (ip: string) => ({ 'X-Forwarded-For': ip });
  const { sessionId, playToken, media } = await open(viewer, movie, from('203.0.113.7'));
  const copied = [
    ...files(sessionId).map((path) => (ip: string) => server.get(path, playToken, from(ip))),
    (ip: string) => server.get(`${media.base}240p/00000.m4s`, undefined, from(ip)),
  ];
  const statuses = async (ip: string) =>
    new Set(await Promise.all(copied.map(async (request) => (await request(ip)).status)));
  expect(await statuses('203.0.113.200')).toEqual(new Set([200]));
  for (const ip of ['198.51.100.9', '2001:db8::1'])
    expect(await statuses(ip)).toEqual(new Set([403]));
});

test('a renewed token works after the first one expired', async () => {
  const { viewer, sessionId } = await aPlaybackSession();
  server.setClock(new Date(START.getTime() + 10 * MINUTE));
  const { playToken, media, expiresAt } = await (
    await server.call(viewer, 'POST', `/playback/${sessionId}/renew`)
  ).json();
  expect(expiresAt).toBe('21-11-2026 13:41:30');
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
  expect((await server.get(`${media.base}240p/00001.m4s`)).status).toBe(200);
});

test('a native player continues with its cookie, only at addresses with a token in the path', async () => {
  const { viewer, sessionId, playToken } = await aPlaybackSession();
  server.setClock(new Date(START.getTime() + MINUTE));
  const renewed = await (await server.call(viewer, 'POST', `/playback/${sessionId}/renew`)).json();
  const master = await server.get(
    `/api/ott/playback/${sessionId}/t/${renewed.playToken}/master.m3u8`,
  );
  const cookie = master.headers.get('Set-Cookie')!;
  expect(cookie).toMatch(
    new RegExp(
      `^play=[^;]+; Max-Age=90; Path=/api/ott/playback/${sessionId}; HttpOnly; SameSite=Strict$`,
    ),
  );

  server.setClock(new Date(START.getTime() + 2 * MINUTE));
  const old = `/api/ott/playback/${sessionId}/t/${playToken}/keys/0`;
  expect((await server.get(old)).status).toBe(403);
  expect((await server.get(old, undefined, { Cookie: cookie.split(';')[0]! })).status).toBe(200);
  expect(
    (
      await server.get(`/api/ott/playback/${sessionId}/keys/0`, undefined, {
        Cookie: cookie.split(';')[0]!,
      })
    ).status,
  ).toBe(403);
});

test("a viewer cannot renew another viewer's session", async () => {
  const { sessionId } = await aPlaybackSession();
  const stranger = await server.aViewer();
  expect((await server.call(stranger, 'POST', `/playback/${sessionId}/renew`)).status).toBe(404);
  expect((await server.call(stranger, 'POST', '/playback/not-a-session/renew')).status).toBe(404);
});

test('a cancelled or refunded ticket stops the film', async () => {
  const { viewer, order, sessionId, playToken } = await aPlaybackSession();
  for (const status of ['CANCELLED', 'REFUNDED'] as const) {
    await server.setPaymentStatus(order, status);
    expect(await statusOfAll(sessionId, playToken)).toBe(402);
    expect(await codeOf(await server.call(viewer, 'POST', `/playback/${sessionId}/renew`))).toBe(
      '402 ticket_required',
    );
  }
});

test('the newest screen plays; the older one gets stream_replaced at renewal and at its next key', async () => {
  const { viewer, movie, sessionId, playToken } = await aPlaybackSession();
  const newer = await open(viewer, movie);
  expect(await statusOfAll(sessionId, playToken)).toBe(409);
  expect(await codeOf(await server.call(viewer, 'POST', `/playback/${sessionId}/renew`))).toBe(
    '409 stream_replaced',
  );
  expect(await codeOf(await server.get(`/api/ott/playback/${sessionId}/keys/0`, playToken))).toBe(
    '409 stream_replaced',
  );
  expect(await statusOfAll(newer.sessionId, newer.playToken)).toBe(200);
});

test('only one of two screens that start at once plays', async () => {
  const { viewer, movie } = await aPlaybackSession();
  const both = await Promise.all([open(viewer, movie), open(viewer, movie)]);
  const statuses = await Promise.all(
    both.map((each) => statusOfAll(each.sessionId, each.playToken)),
  );
  expect(statuses.sort()).toEqual([200, 409]);
});

test.each([
  { name: 'before the window', offset: -1 },
  { name: 'when the window closes', offset: DAY },
])('no film starts $name', async ({ offset }) => {
  const [viewer, movie] = [await server.aViewer(), await server.aPlayableFilm()];
  await server.aTicket(viewer, movie);
  server.setClock(new Date(START.getTime() + offset));
  expect(
    await codeOf(await server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId })),
  ).toBe('402 ticket_required');
});

test.each(['NEW', 'PROCESSING', 'CANCELLED', 'REFUNDED'] as const)(
  'a ticket that is %s starts no film',
  async (paymentStatus) => {
    const [viewer, movie] = [await server.aViewer(), await server.aPlayableFilm()];
    await server.aTicket(viewer, movie, { paymentStatus });
    expect(
      (await server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId })).status,
    ).toBe(402);
  },
);

test("another viewer's ticket, or a ticket for another film, gives no access", async () => {
  const { viewer, movie } = await aPlaybackSession();
  const [stranger, other] = [await server.aViewer(), await server.aPlayableFilm()];
  expect(
    (await server.call(stranger, 'POST', '/playmovieweb', { movieId: movie.movieId })).status,
  ).toBe(402);
  expect(
    (await server.call(viewer, 'POST', '/playmovieweb', { movieId: other.movieId })).status,
  ).toBe(402);
});

test('a missing user token, an unknown film and a film without a package have their own errors', async () => {
  const [viewer, unready] = [await server.aViewer(), await server.aFilmWithoutPackage()];
  await server.aTicket(viewer, unready);
  expect(
    await codeOf(await server.call(null, 'POST', '/playmovieweb', { movieId: unready.movieId })),
  ).toBe('403 token_invalid');
  expect(
    await codeOf(await server.call(viewer, 'POST', '/playmovieweb', { movieId: 999_999 })),
  ).toBe('404 movie_not_found');
  expect(
    await codeOf(await server.call(viewer, 'POST', '/playmovieweb', { movieId: unready.movieId })),
  ).toBe('503 film_not_ready');
});

test('a film started inside its window may be finished after it, but not started again', async () => {
  const [viewer, movie] = [await server.aViewer(), await server.aPlayableFilm()];
  await server.aTicket(viewer, movie);
  const startedAt = START.getTime() + DAY - MINUTE;
  server.setClock(new Date(startedAt));
  const { sessionId } = await open(viewer, movie);
  const renew = () => server.call(viewer, 'POST', `/playback/${sessionId}/renew`);

  server.setClock(new Date(startedAt + FILM_SECONDS * 1000));
  const { playToken } = await (await renew()).json();
  expect(await statusOfAll(sessionId, playToken)).toBe(200);
  expect(
    (await server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId })).status,
  ).toBe(402);

  const end = startedAt + FILM_SECONDS * 1000 + 30 * MINUTE;
  server.setClock(new Date(end - MINUTE));
  const last = await (await renew()).json();
  server.setClock(new Date(end));
  expect(await statusOfAll(sessionId, last.playToken)).toBe(402);
  expect(await codeOf(await renew())).toBe('402 ticket_required');
});

test.each([
  '../../another-film/240p/init.mp4',
  '..%2F..%2Fanother-film%2F240p%2Finit.mp4',
  '%2e%2e/another-film/240p/init.mp4',
  '240p/..%2f..%2fkeys.json',
  'keys.json',
  'report.json',
  'manifest.json',
  'poster.jpg',
  'captions/ta.vtt',
  '%2Fetc%2Fpasswd',
  '240p%00/init.mp4',
])('media/ serves only the init files and segments of renditions: not %s', async (uri) => {
  const { sessionId, playToken } = await aPlaybackSession();
  expect((await server.get(`/api/ott/playback/${sessionId}/media/${uri}`, playToken)).status).toBe(
    404,
  );
});

test.each(['keys/2', 'keys/-1', 'keys/0x1', '1080p.m3u8', 'captions/en.vtt', 'captions-en.m3u8'])(
  'a film has no %s',
  async (name) => {
    const { sessionId, playToken } = await aPlaybackSession();
    expect((await server.get(`/api/ott/playback/${sessionId}/${name}`, playToken)).status).toBe(
      404,
    );
  },
);

test('films are not in the public media folder', async () => {
  for (const name of ['240p/init.mp4', '240p/00000.m4s', 'captions/ta.vtt', 'keys.json']) {
    expect((await server.get(`/media/packages/a-film/${name}`)).status).toBe(404);
    expect((await server.get(`/media/images/../packages/a-film/${name}`)).status).toBe(404);
    expect((await server.get(`/media/images/..%2fpackages/a-film/${name}`)).status).toBe(404);
  }
});

test('a ticket gets sixty keys a minute over all its sessions', async () => {
  const { viewer, movie, sessionId, playToken } = await aPlaybackSession();
  const keysOf = (
    { sessionId, playToken }: { sessionId: string; playToken: string },
    count: number,
  ) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { status } = await server.get(`/api/ott/playback/${sessionId}/keys/0`, playToken);
        return status;
      }),
    );
  const sessions = [{ sessionId, playToken }];
  for (let each = 0; each < 3; each++) {
    expect(await keysOf(sessions.at(-1)!, KEYS_PER_MINUTE / 4)).toEqual(
      Array(KEYS_PER_MINUTE / 4).fill(200),
    );
    sessions.push(await open(viewer, movie));
  }
  const [last] = sessions.slice(-1);
  const statuses = await keysOf(last!, KEYS_PER_MINUTE / 4 + 5);
  expect(statuses.filter((status) => status === 200)).toHaveLength(KEYS_PER_MINUTE / 4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(await keysOf(await open(viewer, movie), 1)).toEqual([429]);

  // Another ticket of the same viewer has its own limit; this ticket has keys again in the next minute.
  const other = await server.aPlayableFilm();
  await server.aTicket(viewer, other);
  expect(await keysOf(await open(viewer, other), 1)).toEqual([200]);
  server.setClock(new Date(START.getTime() + MINUTE));
  expect(await keysOf(await open(viewer, movie), 1)).toEqual([200]);
});

test('a ticket starts a film at most 60 times an hour, and a viewer at most 120 times', async () => {
  const { viewer, movie, sessionId, playToken } = await aPlaybackSession();
  const start = (movieId: number) => server.call(viewer, 'POST', '/playmovieweb', { movieId });
  const statusesOf = async (movieId: number, count: number) => {
    const statuses = [];
    for (let each = 0; each < count; each++) statuses.push((await start(movieId)).status);
    return statuses;
  };
  expect(await statusesOf(movie.movieId, STARTS_PER_HOUR.ticket - 1)).not.toContain(429);
  const refused = await start(movie.movieId);
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(await refused.json()).toMatchObject({
    code: 'too_many_requests',
    message: refusals.tooManyPlays,
  });
  expect(await codeOf(await server.get(`/api/ott/playback/${sessionId}/keys/0`, playToken))).toBe(
    '409 stream_replaced',
  );

  const other = await server.aPlayableFilm();
  await server.aTicket(viewer, other);
  const remainingStarts = STARTS_PER_HOUR.viewer - STARTS_PER_HOUR.ticket - 1;
  expect(await statusesOf(other.movieId, remainingStarts)).not.toContain(429);
  expect((await start(other.movieId)).status).toBe(429);
  // Other viewers are not affected.
  await aPlaybackSession();
});

test('after sixty keys in a minute a ticket must wait', async () => {
  const { sessionId, playToken } = await aPlaybackSession();
  const key = () => server.get(`/api/ott/playback/${sessionId}/keys/0`, playToken);
  const replies = await Promise.all(Array.from({ length: KEYS_PER_MINUTE }, key));
  expect(replies.every((reply) => reply.status === 200)).toBe(true);
  server.setClock(new Date(START.getTime() + 18_000));
  const refused = await key();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toBe('42');
  server.setClock(new Date(START.getTime() + MINUTE));
  expect((await key()).status).toBe(200);
});

test('a film resumes where its newest play stopped: playSeekTime is in decimal minutes, resumeAt in seconds', async () => {
  const { viewer, movie } = await aPlaybackSession();
  const created = await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {});
  expect(created.status).toBe(201);
  const { moviePlayId } = await created.json();
  const paused = await server.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, {
    playEndTime: '21-11-2026 14:10:00',
    playSeekTime: 40.255,
  });
  expect(await paused.json()).toEqual({ moviePlayId });
  expect((await open(viewer, movie)).resumeAt).toBeCloseTo(2415.3, 5);

  // A play without a pause has no position.
  await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {});
  expect((await open(viewer, movie)).resumeAt).toBeCloseTo(2415.3, 5);

  await server.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, {
    playSeekTime: (FILM_SECONDS - 30) / 60,
  });
  expect((await open(viewer, movie)).resumeAt).toBe(0);
});

test('a heartbeat stores the position of the own play only', async () => {
  const { viewer, movie, sessionId } = await aPlaybackSession();
  const { moviePlayId } = await (
    await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})
  ).json();
  const beat = (who: typeof viewer, body: object) =>
    server.call(who, 'POST', `/playback/${sessionId}/renew`, body);
  expect((await beat(viewer, { moviePlayId, playSeekTime: 33.5 })).status).toBe(200);
  expect((await open(viewer, movie)).resumeAt).toBe(2010);
  // A replaced screen can no longer report a position.
  expect((await beat(viewer, { moviePlayId, playSeekTime: 1 })).status).toBe(409);

  const stranger = await server.aViewer();
  await server.aTicket(stranger, movie);
  const strangerSession = await open(stranger, movie);
  await server.call(stranger, 'POST', `/playback/${strangerSession.sessionId}/renew`, {
    moviePlayId,
    playSeekTime: 2,
  });
  expect((await open(viewer, movie)).resumeAt).toBe(2010);
  expect(
    (
      await server.call(viewer, 'POST', `/playback/${sessionId}/renew`, {
        moviePlayId,
        playSeekTime: -1,
      })
    ).status,
  ).toBe(422);
});

test('another screen resumes where a playing film is now, and where a paused film was stopped', async () => {
  const { viewer, movie, sessionId } = await aPlaybackSession();
  const { moviePlayId } = await (
    await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})
  ).json();
  const position = { moviePlayId, playSeekTime: 10, isPlaying: true };
  expect((await server.call(viewer, 'POST', `/playback/${sessionId}/renew`, position)).status).toBe(
    200,
  );
  server.setClock(new Date(START.getTime() + 12_000));
  expect(await open(viewer, movie)).toMatchObject({ resumeAt: 612, resumePlayId: moviePlayId });
  await server.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: 10.5 });
  server.setClock(new Date(START.getTime() + 24_000));
  expect((await open(viewer, movie)).resumeAt).toBe(630);
});

test('a play belongs to its viewer', async () => {
  const { viewer, movie } = await aPlaybackSession();
  const { moviePlayId } = await (
    await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})
  ).json();
  const stranger = await server.aViewer();
  expect(
    (await server.call(stranger, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: 1 })).status,
  ).toBe(404);
  expect((await server.call(viewer, 'PUT', '/movieplays/999999', { playSeekTime: 1 })).status).toBe(
    404,
  );
  expect((await server.call(viewer, 'POST', '/movies/999999/movieplays', {})).status).toBe(404);
  expect(
    (await server.call(stranger, 'POST', `/movies/${movie.movieId}/movieplays`, {})).status,
  ).toBe(402);
  expect(
    (await server.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: -1 })).status,
  ).toBe(422);
});

test('a play may still be recorded after the window', async () => {
  const { viewer, movie } = await aPlaybackSession();
  server.setClock(new Date(START.getTime() + DAY + HOUR));
  expect(
    (await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})).status,
  ).toBe(201);
});
