import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { toPaise } from '#domain/pricing.ts';
import { streamingApp } from '#server/app.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { changeFilm } from '#server/streaming/catalogue/manage/queries.ts';
import {
  editFilm,
  removeFilm,
  scheduleFilm,
  withdrawFilm,
  activateFilm,
} from '#server/streaming/catalogue/manage/films.ts';
import fc from '../support/fast-check.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

const ADDRESSES = [
  '/api/ott/public/getallmovies?size=50',
  '/api/ott/public/upcomingmovies?page=1',
  '/api/ott/public/streamingnow',
  '/api/ott/public/searchmovies?search=movieNameLIKE=film',
  '/api/ott/public/filtermovies?search=ticketRate>100',
];
const read = async (server: Pick<TestServer, 'get'>, path: string, headers = {}) => {
  const { status, json } = await server.get(path, { headers });
  return { status, ...(status === 200 && { content: json.content ?? json }) };
};

describe('cached public replies', () => {
  it('equal the database’s answer after any changes and at any time', async () => {
    const server = await aServer();
    const { deps, clock } = server;
    const films: { movieId: number; movieKey: string }[] = [];
    for (let number = 0; number < 6; number++)
      films.push(await server.aFilm({ movieName: `Film of ${number}` }));
    const asTransaction = (change: (tx: typeof deps) => Promise<unknown>) =>
      deps.db.transaction((tx) => change({ ...deps, db: tx as typeof deps.db }));
    const changes: Record<string, (name: string, value: number) => Promise<unknown>> = {
      price: (name, value) =>
        asTransaction((tx) => editFilm(tx, name, { ticketRate: toPaise(value) })),
      title: (name, value) =>
        asTransaction((tx) => editFilm(tx, name, { movieName: `Film of ${value}` })),
      date: (name, value) =>
        asTransaction((tx) =>
          scheduleFilm(tx, name, new Date(clock.now().getTime() + (value - 100) * HOUR)),
        ),
      withdrawal: (name) => asTransaction((tx) => withdrawFilm(tx, name)),
      activation: (name) => asTransaction((tx) => activateFilm(tx, name)),
      removal: (name) => asTransaction((tx) => removeFilm(tx, name)),
      time: async (_, value) => clock.advance(value * HOUR),
      nothing: async () => undefined,
    };
    const step = fc.record({
      kind: fc.constantFrom(...Object.keys(changes)),
      film: fc.nat(films.length - 1),
      value: fc.integer({ min: 1, max: 200 }),
      address: fc.nat(ADDRESSES.length + films.length - 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        for (const { kind, film, value, address } of steps) {
          await changes[kind]!(films[film]!.movieKey, value).catch(() => undefined);
          const path =
            ADDRESSES[address] ??
            `/api/ott/public/movies/${films[address - ADDRESSES.length]!.movieId}`;
          const expected = await read(server, path, { 'Cache-Control': 'no-cache' });
          expect(await read(server, path)).toEqual(expected);
        }
      }),
      { numRuns: 4 },
    );
  });

  it('are read again after a change that was uncommitted while they were read', async () => {
    const server = await aServer();
    const film = await server.aFilm({ ticketRate: 149 });
    const path = `/api/ott/public/movies/${film.movieId}`;
    const rate = async () => (await server.get(path)).json.ticketRate as number;
    let finish = () => undefined as void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let signalChanged = () => undefined as void;
    const changed = new Promise<void>((resolve) => (signalChanged = resolve));
    const isPostgres = server.database.kind === 'postgres';
    const change = server.database.db.transaction(async (tx) => {
      await changeFilm(tx, film.movieId, { ticketRate: toPaise(99) });
      signalChanged();
      // The embedded database runs one transaction at a time.
      if (isPostgres) await finished;
    });
    await changed;
    if (isPostgres) expect([await rate(), await rate()]).toEqual([149, 149]);
    finish();
    await change;
    expect(await rate()).toBe(99);
  });

  it('move a film to the films that stream when its date passes', async () => {
    const server = await aServer();
    const film = await server.aFilm({
      streamingStartDate: new Date(server.clock.now().getTime() + DAY),
    });
    const ids = async () =>
      (await read(server, ADDRESSES[2]!)).content.map(
        ({ movieId }: { movieId: number }) => movieId,
      ) as number[];
    expect(await ids()).toEqual([]);
    server.clock.advance(DAY);
    expect(await ids()).toEqual([film.movieId]);
  });

  it('are taken from memory without a statement until the next check of the catalogue’s version', async () => {
    const server = await aServer({ replyCheckMs: 60_000 });
    const film = await server.aFilm({ ticketRate: 149 });
    const path = `/api/ott/public/movies/${film.movieId}`;
    expect((await server.get(path)).json.ticketRate).toBe(149);
    await server.database.db
      .update(movies)
      .set({ ticketRate: 1 })
      .where(eq(movies.movieId, film.movieId));
    expect((await server.get(path)).json.ticketRate).toBe(149);
    expect(
      (await server.get(path, { headers: { 'Cache-Control': 'no-cache' } })).json.ticketRate,
    ).toBe(0.01);
  });

  it(
    'show the change of another process within a second, 1,000 times in a row, under load',
    { tags: ['deep', 'timed', 'release'], timeout: 900_000 },
    async () => {
      const server = await aServer();
      const secondApp = streamingApp(server.deps, server.database);
      const film = await server.aFilm();
      const rateIn = async (path: string) => {
        const reply = await (await secondApp.request(path)).json();
        const found = (reply.content ?? [reply]) as { movieId: number; ticketRate: number }[];
        return found.find(({ movieId }) => movieId === film.movieId)?.ticketRate;
      };
      let isOver = false;
      const load = Array.from({ length: 10 }, async (_, reader) => {
        while (!isOver) {
          await rateIn(`/public/getallmovies?size=${1 + reader}`);
          await pause(2);
        }
      });
      const delays: number[] = [];
      for (let rate = 1; rate <= 1000; rate++) {
        await changeFilm(server.database.db, film.movieId, { ticketRate: toPaise(rate) });
        const started = performance.now();
        while ((await rateIn('/public/getallmovies')) !== rate) await pause(5);
        delays.push(performance.now() - started);
      }
      isOver = true;
      await Promise.all(load);
      expect(Math.max(...delays)).toBeLessThan(1000);
      await changeFilm(server.database.db, film.movieId, { active: 'N' });
      await pause(1000);
      for (let left = 100; left > 0; left--)
        expect(await rateIn('/public/getallmovies')).toBeUndefined();
    },
  );
});
