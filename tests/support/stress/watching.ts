import { setTimeout as pause } from 'node:timers/promises';
import { persist, type Stage } from './stage.ts';
import { aKey, type Viewer } from './viewer.ts';

const BEATS = 4;
const BETWEEN_BEATS_MS = 400;

interface Opened {
  sessionId: string;
  movieUrl: string;
  playToken: string;
  media: { base: string; query: string };
}

/** Opens a film and plays a few pieces of it, with keys and heartbeats, as the player asks for them. */
export async function watch(stage: Stage, viewer: Viewer, movieId: number): Promise<void> {
  const opened = await persist(stage, 'a film to begin', () => play(viewer, movieId));
  stage.acknowledged.sessions.push(opened.sessionId);
  const moviePlayId = await persist(stage, 'a play to be recorded', () => record(viewer, movieId));
  const playlist = await persist(stage, 'a playlist', () => pieces(viewer, opened));
  for (let beat = 0; beat < BEATS; beat++) {
    const name = playlist.segments[beat % playlist.segments.length]!;
    const key = playlist.keys[beat % playlist.keys.length]!;
    await persist(stage, 'a key', () => whole(viewer.ask('key', 'GET', key, { token: opened.playToken })));
    await persist(stage, 'a piece of film', () => {
      const { base, query } = opened.media;
      return whole(viewer.ask('segment', 'GET', base + name + query));
    });
    await persist(stage, 'a renewal', () => renew(viewer, opened, { moviePlayId, playSeekTime: beat + 1 }));
    stage.acknowledged.places.set(moviePlayId, beat + 1);
    await pause(BETWEEN_BEATS_MS);
  }
}

const whole = async (answer: Promise<{ ok: boolean; text: string }>): Promise<true | null> => {
  const { ok, text } = await answer;
  return (ok && text.length > 0) || null;
};

async function play({ ask, token }: Viewer, movieId: number): Promise<Opened | null> {
  const { ok, json } = await ask('play', 'POST', '/api/ott/playmovieweb', { token, body: { movieId } });
  return ok ? json.data[0] : null;
}

async function record({ ask, token }: Viewer, movieId: number): Promise<number | null> {
  const { ok, json } = await ask('record', 'POST', `/api/ott/movies/${movieId}/movieplays`, {
    token,
    body: {},
    key: aKey(),
  });
  return ok ? json.moviePlayId : null;
}

/** The only rendition's own playlist: the addresses of its keys, and its segments by name. */
async function pieces({ ask }: Viewer, { movieUrl, playToken }: Opened) {
  const address = movieUrl.replace('master.m3u8', '240p.m3u8');
  const { ok, text } = await ask('playlist', 'GET', address, { token: playToken });
  if (!ok) return null;
  const keys = [...text.matchAll(/#EXT-X-KEY:.*URI="([^"]+)"/g)].map(([, uri]) => resolved(address, uri!));
  const segments = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return { keys, segments: segments.map((line) => line.replace(/^media\//, '')) };
}

const resolved = (from: string, uri: string) => new URL(uri, `http://house${from}`).pathname;

async function renew({ ask, token }: Viewer, opened: Opened, body: object): Promise<true | null> {
  const { ok, json } = await ask('renew', 'POST', `/api/ott/playback/${opened.sessionId}/renew`, { token, body });
  if (ok) Object.assign(opened, { playToken: json.playToken, media: json.media });
  return ok || null;
}
