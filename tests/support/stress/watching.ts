import { setTimeout as pause } from 'node:timers/promises';
import { retryUntilDone, type StressRun } from './stress-run.ts';
import { anIdempotencyKey, type Viewer } from './simulated-viewer.ts';

const HEARTBEATS = 4;
const HEARTBEAT_INTERVAL_MS = 400;

interface OpenedSession {
  sessionId: string;
  movieUrl: string;
  playToken: string;
  media: { base: string; query: string };
}

export async function watchFilm(run: StressRun, viewer: Viewer, movieId: number): Promise<void> {
  const opened = await retryUntilDone(run, 'for a playback session', () => play(viewer, movieId));
  run.acknowledged.playbackSessions.push(opened.sessionId);
  const moviePlayId = await retryUntilDone(run, 'for a recorded play', () =>
    record(viewer, movieId),
  );
  const playlist = await retryUntilDone(run, 'for a playlist', () => loadPlaylist(viewer, opened));
  for (let beat = 0; beat < HEARTBEATS; beat++) {
    const name = playlist.segments[beat % playlist.segments.length]!;
    const key = playlist.keys[beat % playlist.keys.length]!;
    await retryUntilDone(run, 'for a key', () =>
      hasContent(viewer.request('key', 'GET', key, { token: opened.playToken })),
    );
    await retryUntilDone(run, 'for a segment', () => {
      const { base, query } = opened.media;
      return hasContent(viewer.request('segment', 'GET', base + name + query));
    });
    await retryUntilDone(run, 'for a renewal', () =>
      renew(viewer, opened, { moviePlayId, playSeekTime: beat + 1 }),
    );
    run.acknowledged.seekMinutes.set(moviePlayId, beat + 1);
    await pause(HEARTBEAT_INTERVAL_MS);
  }
}

const hasContent = async (
  response: Promise<{ ok: boolean; text: string }>,
): Promise<true | null> => {
  const { ok, text } = await response;
  return (ok && text.length > 0) || null;
};

async function play({ request, token }: Viewer, movieId: number): Promise<OpenedSession | null> {
  const { ok, json } = await request('play', 'POST', '/api/ott/playmovieweb', {
    token,
    body: { movieId },
  });
  return ok ? json.data[0] : null;
}

async function record({ request, token }: Viewer, movieId: number): Promise<number | null> {
  const { ok, json } = await request('record', 'POST', `/api/ott/movies/${movieId}/movieplays`, {
    token,
    body: {},
    idempotencyKey: anIdempotencyKey(),
  });
  return ok ? json.moviePlayId : null;
}

async function loadPlaylist({ request }: Viewer, { movieUrl, playToken }: OpenedSession) {
  const address = movieUrl.replace('master.m3u8', '240p.m3u8');
  const { ok, text } = await request('playlist', 'GET', address, { token: playToken });
  if (!ok) return null;
  const keys = [...text.matchAll(/#EXT-X-KEY:.*URI="([^"]+)"/g)].map(([, uri]) =>
    resolvePath(address, uri!),
  );
  const segments = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return { keys, segments: segments.map((line) => line.replace(/^media\//, '')) };
}

const resolvePath = (from: string, uri: string) => new URL(uri, `http://server${from}`).pathname;

async function renew(
  { request, token }: Viewer,
  opened: OpenedSession,
  body: object,
): Promise<true | null> {
  const { ok, json } = await request(
    'renew',
    'POST',
    `/api/ott/playback/${opened.sessionId}/renew`,
    { token, body },
  );
  if (ok) Object.assign(opened, { playToken: json.playToken, media: json.media });
  return ok || null;
}
