/** @module-tag dates */
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { moviePlays } from '#server/db/schema/playback.ts';
import { aChannel as makeChannel } from '../support/channels.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { PRODUCER } from '../support/access-fixture.ts';

const START = new Date('2026-11-21T06:30:00Z');
const clock = aClock(START);
let server: TestServer;
type Who = { userId: number; roles: string[] };

beforeAll(async () => {
  server = await aServer({ clock });
});

const aProducer = (): Promise<Who> => server.aViewer({ roles: [PRODUCER] });
const aChannel = ({ userId: ownerId }: Who, films: { movieId: number }[] = [], given = {}) =>
  makeChannel(server, { ownerId, ...given }, films);
const request = (as: Who, path: string, accept?: string) =>
  server.get(`/api/ott${path}`, { as, headers: accept ? { accept } : {} });

describe('channels', () => {
  test('are those of the producer, newest first, thirty a page', async () => {
    const producer = await aProducer();
    expect((await request(producer, '/mychannels')).json).toEqual({
      content: [],
      totalElements: 0,
      totalPages: 0,
      number: 0,
      size: 30,
    });
    await aChannel(await aProducer());
    for (let each = 1; each <= 65; each += 1)
      await aChannel(producer, [], {
        channelName: `Channel ${each}`,
        createdOn: new Date(START.getTime() + each * MINUTE),
        channelImage: each === 65 ? '/pictures/one.avif' : null,
      });
    const pages = await Promise.all(
      [0, 1, 2].map((page) => request(producer, `/mychannels?page=${page}&sort=createdOn,desc`)),
    );
    expect(pages.map(({ json }) => json.content.length)).toEqual([30, 30, 5]);
    expect(pages[0]!.json).toMatchObject({ totalElements: 65, totalPages: 3 });
    const names = pages.flatMap(({ json }) =>
      json.content.map((each: { channelName: string }) => each.channelName),
    );
    expect(names).toEqual(Array.from({ length: 65 }, (_, at) => `Channel ${65 - at}`));
    expect(pages[0]!.json.content[0]).toEqual({
      channelId: expect.any(Number),
      channelName: 'Channel 65',
      channelImage: '/pictures/one.avif',
    });
  });

  test('are sorted only by fields of the contract', async () => {
    const producer = await aProducer();
    await aChannel(producer, [], { channelName: 'B' });
    await aChannel(producer, [], { channelName: 'A' });
    const { json } = await request(producer, '/mychannels?sort=channelName,asc');
    expect(json.content.map((each: { channelName: string }) => each.channelName)).toEqual([
      'A',
      'B',
    ]);
    expect(await request(producer, '/mychannels?sort=ownerId')).toMatchObject({
      status: 400,
      json: { code: 'bad_sort' },
    });
  });

  test('list their films, including withdrawn and upcoming ones, with the channel', async () => {
    const producer = await aProducer();
    const film = await server.aFilm({
      movieName: 'கடல்',
      movieNameEn: 'Kadal',
      poster: '/p.avif',
      posterGel: '#222',
    });
    const withdrawn = await server.aFilm({ active: 'N' });
    await server.aFilm();
    const { channelId } = await aChannel(producer, [film, withdrawn]);
    const { json } = await request(producer, `/mychannelmovies/${channelId}`);
    expect(json).toEqual({
      content: [
        expect.objectContaining({ movieId: withdrawn.movieId }),
        {
          movieId: film.movieId,
          movieName: 'கடல்',
          movieNameEn: 'Kadal',
          image: '/p.avif',
          posterGel: '#222',
          primaryLanguage: 'Tamil',
        },
      ],
      totalElements: 2,
      totalPages: 1,
      number: 0,
      size: 30,
      channel: { channelId, channelName: 'Rain Pictures', channelImage: null },
    });
  });
});

describe('a film or channel of another producer', () => {
  test('is not found', async () => {
    const [owner, other] = [await aProducer(), await aProducer()];
    const film = await server.aFilm();
    const { channelId } = await aChannel(owner, [film]);
    const { movieId } = film;
    await server.anOrder(await server.aViewer(), film, { paidAt: START });
    await aChannel(other, [await server.aFilm()]);
    const paths = (channel: number, movie: number) => [
      `/mychannelmovies/${channel}`,
      `/movieinfo?movie=${movie}`,
      `/movieorders/${movie}`,
      `/moviesales/${movie}`,
      `/moviesources/${movie}`,
      `/statements/${movie}`,
      `/statements/${movie}/2026-11`,
    ];
    for (const path of paths(channelId, movieId))
      expect([path, (await request(owner, path)).status]).toEqual([path, 200]);
    for (const path of [...paths(channelId, movieId), ...paths(2_000_000_000, 2_000_000_000)])
      for (const accept of ['application/json', 'text/csv', 'application/pdf']) {
        const { status, json } = await request(other, path, accept);
        expect([path, status, json.code]).toEqual([
          path,
          404,
          path.includes('channel') ? 'channel_not_found' : 'movie_not_found',
        ]);
      }
  });

  test('is not accessible to its submitter: only channels decide who sees sales', async () => {
    const maker = await aProducer();
    const { movieId } = await server.aFilm({ ownerId: maker.userId });
    expect((await request(maker, `/movieorders/${movieId}`)).status).toBe(404);
  });
});

describe('a film’s orders', () => {
  test('are listed newest first, in rupees, without the buyers', async () => {
    const producer = await aProducer();
    const film = await server.aFilm({ ticketRate: 200 });
    await aChannel(producer, [film]);
    const viewer = await server.aViewer({
      firstName: 'Secretive',
      emailId: 'secretive@example.com',
    });
    const dates = [0, 1, 2].map((days) => new Date(START.getTime() - days * DAY));
    for (const orderDate of dates.toReversed())
      await server.anOrder(viewer, film, {
        orderDate,
        paymentStatus: orderDate === START ? 'NEW' : 'PAID',
        discountValue: 1000,
        orderCountry: 'India',
        buyerState: '33',
        latitude: 13.08,
      });
    const { json, text } = await request(
      producer,
      `/movieorders/${film.movieId}?size=2&sort=orderDate,desc`,
    );
    expect(json).toMatchObject({ totalElements: 3, totalPages: 2 });
    expect(json.content.map((each: { orderDate: string }) => each.orderDate)).toEqual([
      '21-11-2026 06:30:00',
      '20-11-2026 06:30:00',
    ]);
    expect(json.content[1]).toEqual({
      movieOrderId: expect.any(Number),
      orderDate: '20-11-2026 06:30:00',
      orderSource: 'WEB',
      orderCountry: 'India',
      transactionCurrencyCode: 'INR',
      orderMovie: { ticketRate: 149 },
      totalTaxValue: 26.82,
      discountValue: 10,
      totalRoundedValue: 176,
      paymentStatus: 'PAID',
    });
    for (const secret of ['Secretive', 'secretive@', `"userId"`, 'buyer', 'latitude'])
      expect(text).not.toContain(secret);
  });

  test('come at most a thousand a page as JSON; a larger size is rejected', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannel(producer, [film]);
    const page = (size: number) => request(producer, `/movieorders/${film.movieId}?size=${size}`);
    expect((await page(1000)).json.size).toBe(1000);
    for (const size of [1001, 100_000, 250_000])
      expect(await page(size)).toMatchObject({
        status: 422,
        json: { code: 'validation_failed', errors: [{ path: 'size' }] },
      });
  });

  test('come all at once as CSV for any requested page size', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannel(producer, [film]);
    await server.anOrder(await server.aViewer(), film);
    const path = `/movieorders/${film.movieId}?page=0&size=100000&sort=orderDate,desc`;
    const { status, text } = await request(producer, path, 'text/csv');
    expect(status).toBe(200);
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('belong to a film identified by its id', async () => {
    const producer = await aProducer();
    const film = await server.aFilm({ movieName: 'Kadal', active: 'N', streamingStartDate: null });
    await aChannel(producer, [film]);
    expect((await request(producer, `/movieinfo?movie=${film.movieId}`)).json).toEqual({
      movieId: film.movieId,
      movieKey: film.movieKey,
      movieName: 'Kadal',
      movieNameEn: null,
      primaryLanguage: 'Tamil',
      moviePoster: null,
      posterGel: null,
      active: 'N',
      streamingStartDate: null,
    });
    expect(await request(producer, '/movieinfo')).toMatchObject({ status: 422 });
  });
});

describe('sales', () => {
  test('are reported for every day of the span, in Indian time', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannel(producer, [film]);
    const viewer = await server.aViewer();
    const sell = (paidAt: string, given = {}) =>
      server.anOrder(viewer, film, { paidAt: new Date(paidAt), orderCountry: 'India', ...given });
    await sell('2026-11-20T18:29:59Z'); // the last second of the 20th
    await sell('2026-11-20T18:30:00Z', { orderCountry: 'Germany' }); // the first of the 21st
    await sell('2026-11-21T06:00:00Z', { orderCountry: 'Germany', totalOrderValue: 4950 });
    await sell('2026-11-21T06:00:00Z', { paymentStatus: 'REFUNDED' });
    await sell('2026-11-07T18:29:00Z'); // before the span
    await server.anOrder(viewer, film, { paymentStatus: 'NEW', orderCountry: 'Japan' });
    const { json } = await request(producer, `/moviesales/${film.movieId}`);
    expect(json).toMatchObject({ paidOrders: 3, salesBeforeGst: 149 + 149 + 49.5, countries: 2 });
    expect(json.days).toHaveLength(14);
    expect(json.days[0]).toEqual({
      day: '2026-11-08',
      paidOrders: 0,
      salesBeforeGst: 0,
      plays: 0,
      minutesWatched: 0,
    });
    expect(json.days.slice(-2)).toMatchObject([
      { day: '2026-11-20', paidOrders: 1, salesBeforeGst: 149 },
      { day: '2026-11-21', paidOrders: 2, salesBeforeGst: 198.5 },
    ]);
    expect((await request(producer, `/moviesales/${film.movieId}?days=1`)).json).toMatchObject({
      paidOrders: 2,
      days: [{ day: '2026-11-21' }],
    });
    expect((await request(producer, `/moviesales/${film.movieId}?days=367`)).status).toBe(422);
  });

  test('include the minutes watched, without pauses and without earlier plays', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannel(producer, [film]);
    const { userId } = await server.aViewer();
    const play = (minutes: number | null, playSeekTime: number) =>
      server.database.db.insert(moviePlays).values({
        movieId: film.movieId,
        userId,
        playStartTime: START,
        playEndTime: minutes === null ? null : new Date(START.getTime() + minutes * MINUTE),
        playSeekTime,
      });
    await play(90, 60.5); // with half an hour's pause
    await play(30, 90); // resumed at the sixtieth minute
    await play(null, 0); // started only
    await play(-5, 10); // a wrong browser clock
    const { json } = await request(producer, `/moviesales/${film.movieId}?days=1`);
    expect(json.days).toEqual([
      { day: '2026-11-21', paidOrders: 0, salesBeforeGst: 0, plays: 4, minutesWatched: 90.5 },
    ]);
  });
});

describe('sales of all films', () => {
  const agoDays = (days: number) => new Date(START.getTime() - days * DAY);
  const saleDefaults = { platformSharePercent: 30, paymentTransactionNo: null };

  async function sell(film: { movieId: number }, days: number, given = {}) {
    const paidAt = agoDays(days);
    return server.anOrder(await server.aViewer(), film, {
      orderDate: paidAt,
      paidAt,
      ...saleDefaults,
      ...given,
    });
  }

  const play = async ({ movieId }: { movieId: number }, days: number) =>
    server.database.db
      .insert(moviePlays)
      .values({ movieId, userId: (await server.aViewer()).userId, playStartTime: agoDays(days) });

  const sumOfStatements = async (as: Who, { movieId }: { movieId: number }) => {
    const months: string[] = (await request(as, `/statements/${movieId}`)).json.content.map(
      ({ month }: { month: string }) => month,
    );
    const totals = await Promise.all(
      months.map(
        async (month) => (await request(as, `/statements/${movieId}/${month}`)).json.total,
      ),
    );
    const sum = (field: string) => totals.reduce((all, total) => all + total[field], 0);
    return {
      tickets: sum('tickets'),
      salesBeforeGst: sum('taxable'),
      producerShare: sum('producerShare'),
    };
  };

  test('are added up as in statements, ranked, and compared by week', async () => {
    const producer = await aProducer();
    const [best, second, unsold] = [
      await server.aFilm(),
      await server.aFilm(),
      await server.aFilm({ active: 'N' }),
    ];
    const { channelId } = await aChannel(producer, [best, second]);
    // A film in two channels counts once.
    await aChannel(producer, [best, unsold]);
    for (const days of [0, 6, 7, 27]) await sell(best, days);
    await sell(best, 28 * 3, { paymentStatus: 'REFUNDED', refundedAt: agoDays(1) });
    await sell(best, 28 * 2); // before the range
    await sell(second, 2);
    await sell(second, 3, { paymentStatus: 'REFUNDED', refundedAt: agoDays(2) });
    await sell(second, 3, { paymentStatus: 'CANCELLED', paidAt: null });
    await sell(second, 8, { paidAt: null }); // an imported order
    await play(second, 0);
    await play(second, 9);
    const { json } = await request(producer, '/mysales');

    expect(json.movies.map(({ movieId }: { movieId: number }) => movieId)).toEqual(
      [best, second, unsold].map(({ movieId }) => movieId),
    );
    expect(json.movieCount).toBe(3);
    const statement = await sumOfStatements(producer, second);
    expect(json.movies[1]).toMatchObject({
      channelId,
      plays: 2,
      sales: [{ currency: 'INR', ...statement }],
      lastWeek: { plays: 1, sales: [{ tickets: 1 }] },
      weekBefore: { plays: 1, sales: [{ tickets: 1 }] },
    });
    expect(json.movies[0]).toMatchObject({
      sales: [{ tickets: 3, salesBeforeGst: 3 * 14_900 }],
      lastWeek: { sales: [{ tickets: 1 }] },
      weekBefore: { sales: [{ tickets: 1 }] },
    });
    expect(json.movies[2]).toMatchObject({ plays: 0, sales: [] });
    expect(json).toMatchObject({ plays: 2, sales: [{ tickets: 5, salesBeforeGst: 5 * 14_900 }] });
    expect(json.days).toHaveLength(28);
    expect(json.days.at(-1)).toMatchObject({
      day: '2026-11-21',
      plays: 1,
      sales: [{ tickets: 1 }],
    });
    expect(json.days.at(-2)).toMatchObject({ sales: [{ tickets: -1, salesBeforeGst: -14_900 }] });
  });

  test('are one sum for each currency, the cinema’s first', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannel(producer, [film]);
    await sell(film, 1, { currency: 'EUR', totalOrderValue: 500, unitPrice: 500 });
    await sell(film, 1);
    await sell(film, 1, { currency: 'AED' });
    const { json } = await request(producer, '/mysales');
    expect(json.sales.map(({ currency }: { currency: string }) => currency)).toEqual([
      'INR',
      'AED',
      'EUR',
    ]);
    expect(json.sales).toMatchObject([
      { salesBeforeGst: 14_900 },
      { salesBeforeGst: 14_900 },
      { salesBeforeGst: 500 },
    ]);
  });

  test('of another producer are not included', async () => {
    const film = await server.aFilm();
    await aChannel(await aProducer(), [film]);
    await sell(film, 1);
    await play(film, 1);
    const { json } = await request(await aProducer(), '/mysales');
    expect(json).toMatchObject({ plays: 0, sales: [], movies: [], movieCount: 0 });
  });
});
