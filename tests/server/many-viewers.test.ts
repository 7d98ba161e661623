import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEARTBEAT_SECONDS } from '#domain/playback.ts';
import { aMediaDir, aPlaybackServer, type PlaybackServer } from '../support/playback-server.ts';

const VIEWERS = 500;
const CONCURRENCY = 50;
const START = new Date('2026-11-21T13:30:00Z');

let server: PlaybackServer;
let mediaDir: string;

beforeAll(async () => {
  mediaDir = await aMediaDir();
  server = await aPlaybackServer(mediaDir);
  server.setClock(START);
}, 30_000);
afterAll(() => rm(mediaDir, { recursive: true }));

/** Runs all tasks with CONCURRENCY workers and returns the milliseconds of each task. */
async function runAll<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<number[]> {
  const waiting = [...items];
  const times: number[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const from = performance.now();
      await task(item);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return times;
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

test(
  'five hundred viewers watch for two minutes without a refused heartbeat, key or segment',
  { tags: ['deep', 'timed'] },
  async () => {
    const movie = await server.aPlayableFilm();
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => server.aViewer()));
    await runAll(viewers, (viewer) => server.aTicket(viewer, movie));
    const refused: string[] = [];
    const checkResponse = async (reply: Promise<Response>) => {
      const { ok, status, url } = await reply;
      if (!ok) refused.push(`${status} ${url}`);
      return (await reply).json().catch(() => null);
    };

    interface ViewerSession {
      viewer: (typeof viewers)[number];
      sessionId: string;
      playToken: string;
      media: { base: string };
    }
    const sessions: ViewerSession[] = [];
    const [cpu, from] = [process.cpuUsage(), performance.now()];
    const times: Record<string, number[]> = {};
    times['open'] = await runAll(viewers, async (viewer) => {
      const { data } = await checkResponse(
        server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId }),
      );
      sessions.push({ viewer, ...data[0] });
    });
    for (let minute = 0; minute < 2; minute++) {
      for (const beat of [1, 2]) {
        server.setClock(new Date(START.getTime() + (minute * 2 + beat) * HEARTBEAT_SECONDS * 1000));
        (times['heartbeat'] ??= []).push(
          ...(await runAll(sessions, async (session) => {
            const path = `/playback/${session.sessionId}/renew`;
            Object.assign(
              session,
              await checkResponse(server.call(session.viewer, 'POST', path, {})),
            );
          })),
        );
      }
      (times['key'] ??= []).push(
        ...(await runAll(sessions, (session) =>
          checkResponse(
            server.get(`/api/ott/playback/${session.sessionId}/keys/${minute}`, session.playToken),
          ),
        )),
      );
      (times['segment'] ??= []).push(
        ...(await runAll(sessions, (session) =>
          checkResponse(server.get(`${session.media.base}240p/0000${minute}.m4s`)),
        )),
      );
    }
    const { user, system } = process.cpuUsage(cpu);

    expect(refused).toEqual([]);
    const callCount = Object.values(times).flat().length;
    const figures = Object.entries(times).map(
      ([name, each]) => `${name} ${p95(each).toFixed(0)} ms`,
    );
    console.log(
      `${callCount} calls of ${VIEWERS} viewers in ${((performance.now() - from) / 1000).toFixed(1)} s, ${CONCURRENCY} at once; p95: ${figures.join(', ')}; CPU ${((user + system) / callCount / 1000).toFixed(2)} ms a call`,
    );
  },
);
