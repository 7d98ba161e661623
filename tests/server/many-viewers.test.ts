import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEARTBEAT_SECONDS } from '#domain/playback.ts';
import { aMediaDir, aPlaybackHouse, type PlaybackHouse } from '../support/playback-house.ts';

const VIEWERS = 500;
const AT_ONCE = 50;
const START = new Date('2026-11-21T13:30:00Z');

let house: PlaybackHouse;
let mediaDir: string;

beforeAll(async () => {
  mediaDir = await aMediaDir();
  house = await aPlaybackHouse(mediaDir);
  house.setClock(START);
}, 30_000);
afterAll(() => rm(mediaDir, { recursive: true }));

/** Runs every task, so many at a time; the milliseconds that each took. */
async function all<T>(items: T[], task: (item: T) => Promise<unknown>): Promise<number[]> {
  const waiting = [...items];
  const times: number[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const from = performance.now();
      await task(item);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return times;
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

test(
  'five hundred viewers watch at once: two minutes of heartbeats, keys and segments, and none is refused',
  { tags: ['deep'] },
  async () => {
    const movie = await house.aPlayableFilm();
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => house.aViewer()));
    await all(viewers, (viewer) => house.aTicket(viewer, movie));
    const refused: string[] = [];
    const ask = async (reply: Promise<Response>) => {
      const { ok, status, url } = await reply;
      if (!ok) refused.push(`${status} ${url}`);
      return (await reply).json().catch(() => null);
    };

    interface Seat {
      viewer: (typeof viewers)[number];
      sessionId: string;
      playToken: string;
      media: { base: string };
    }
    const seats: Seat[] = [];
    const [cpu, from] = [process.cpuUsage(), performance.now()];
    const times: Record<string, number[]> = {};
    times['open'] = await all(viewers, async (viewer) => {
      const { data } = await ask(house.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId }));
      seats.push({ viewer, ...data[0] });
    });
    for (let minute = 0; minute < 2; minute++) {
      for (const beat of [1, 2]) {
        house.setClock(new Date(START.getTime() + (minute * 2 + beat) * HEARTBEAT_SECONDS * 1000));
        (times['heartbeat'] ??= []).push(
          ...(await all(seats, async (seat) => {
            const path = `/playback/${seat.sessionId}/renew`;
            Object.assign(seat, await ask(house.call(seat.viewer, 'POST', path, {})));
          })),
        );
      }
      (times['key'] ??= []).push(
        ...(await all(seats, (seat) =>
          ask(house.get(`/api/ott/playback/${seat.sessionId}/keys/${minute}`, seat.playToken)),
        )),
      );
      (times['segment'] ??= []).push(
        ...(await all(seats, (seat) => ask(house.get(`${seat.media.base}240p/0000${minute}.m4s`)))),
      );
    }
    const { user, system } = process.cpuUsage(cpu);

    expect(refused).toEqual([]);
    const calls = Object.values(times).flat().length;
    const figures = Object.entries(times).map(([name, each]) => `${name} ${p95(each).toFixed(0)} ms`);
    console.log(
      `${calls} calls of ${VIEWERS} viewers in ${((performance.now() - from) / 1000).toFixed(1)} s, ${AT_ONCE} at once; p95: ${figures.join(', ')}; CPU ${((user + system) / calls / 1000).toFixed(2)} ms a call`,
    );
  },
);
