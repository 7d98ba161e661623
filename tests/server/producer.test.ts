import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#domain/limits.ts';
import { moviePlays } from '#server/db/schema/playback.ts';
import { aChannel as makeChannel } from '../support/channels.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { PRODUCER } from '../support/scene.ts';

const START = new Date('2026-11-21T06:30:00Z');
const clock = aClock(START);
let house: TestHouse;
type Who = { userId: number; roles: string[] };

beforeAll(async () => {
  house = await aHouse({ clock });
});

const aProducer = (): Promise<Who> => house.aViewer({ roles: [PRODUCER], lastName: 'Of the house' });
const aChannel = ({ userId: ownerId }: Who, films: { movieId: number }[] = [], given = {}) =>
  makeChannel(house, { ownerId, ...given }, films);
const ask = (as: Who, path: string, accept?: string) =>
  house.get(`/api/ott${path}`, { as, headers: accept ? { accept } : {} });

describe('channels', () => {
  test('are the producer’s own, newest first, thirty a page', async () => {
    const producer = await aProducer();
    expect((await ask(producer, '/mychannels')).json).toEqual({
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
      [0, 1, 2].map((page) => ask(producer, `/mychannels?page=${page}&sort=createdOn,desc`)),
    );
    expect(pages.map(({ json }) => json.content.length)).toEqual([30, 30, 5]);
    expect(pages[0]!.json).toMatchObject({ totalElements: 65, totalPages: 3 });
    const names = pages.flatMap(({ json }) => json.content.map((each: { channelName: string }) => each.channelName));
    expect(names).toEqual(Array.from({ length: 65 }, (_, at) => `Channel ${65 - at}`));
    expect(pages[0]!.json.content[0]).toEqual({
      channelId: expect.any(Number),
      channelName: 'Channel 65',
      channelImage: '/pictures/one.avif',
    });
  });

  test('are sorted by what the contract names, and by nothing else', async () => {
    const producer = await aProducer();
    await aChannel(producer, [], { channelName: 'B' });
    await aChannel(producer, [], { channelName: 'A' });
    const { json } = await ask(producer, '/mychannels?sort=channelName,asc');
    expect(json.content.map((each: { channelName: string }) => each.channelName)).toEqual(['A', 'B']);
    expect(await ask(producer, '/mychannels?sort=ownerId')).toMatchObject({ status: 400, json: { code: 'bad_sort' } });
  });

  test('show their films, withdrawn and coming ones too, with the channel itself', async () => {
    const producer = await aProducer();
    const film = await house.aFilm({ movieName: 'கடல்', movieNameEn: 'Kadal', poster: '/p.avif', posterGel: '#222' });
    const gone = await house.aFilm({ active: 'N' });
    await house.aFilm();
    const { channelId } = await aChannel(producer, [film, gone]);
    const { json } = await ask(producer, `/mychannelmovies/${channelId}`);
    expect(json).toEqual({
      content: [
        expect.objectContaining({ movieId: gone.movieId }),
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

describe('what is another producer’s', () => {
  test('is not found, as if there were none', async () => {
    const [owner, other] = [await aProducer(), await aProducer()];
    const film = await house.aFilm();
    const { channelId } = await aChannel(owner, [film]);
    const { movieId } = film;
    await house.anOrder(await house.aViewer(), film, { paidAt: START });
    await aChannel(other, [await house.aFilm()]);
    const paths = (channel: number, movie: number) => [
      `/mychannelmovies/${channel}`,
      `/movieinfo?movie=${movie}`,
      `/movieorders/${movie}`,
      `/moviesales/${movie}`,
      `/statements/${movie}`,
      `/statements/${movie}/2026-11`,
    ];
    for (const path of paths(channelId, movieId)) expect([path, (await ask(owner, path)).status]).toEqual([path, 200]);
    for (const path of [...paths(channelId, movieId), ...paths(2_000_000_000, 2_000_000_000)])
      for (const accept of ['application/json', 'text/csv', 'application/pdf']) {
        const { status, json } = await ask(other, path, accept);
        expect([path, status, json.code]).toEqual([
          path,
          404,
          path.includes('channel') ? 'channel_not_found' : 'movie_not_found',
        ]);
      }
  });

  test('is not theirs for having sent the film in: channels say whose sales they are', async () => {
    const maker = await aProducer();
    const { movieId } = await house.aFilm({ ownerId: maker.userId });
    expect((await ask(maker, `/movieorders/${movieId}`)).status).toBe(404);
  });
});

describe('a film’s orders', () => {
  test('are told newest first, in rupees, and never who bought', async () => {
    const producer = await aProducer();
    const film = await house.aFilm({ ticketRate: 200 });
    await aChannel(producer, [film]);
    const viewer = await house.aViewer({ firstName: 'Secretive', emailId: 'secretive@example.com' });
    const dates = [0, 1, 2].map((days) => new Date(START.getTime() - days * DAY));
    for (const orderDate of dates.toReversed())
      await house.anOrder(viewer, film, {
        orderDate,
        paymentStatus: orderDate === START ? 'NEW' : 'PAID',
        discountValue: 1000,
        orderCountry: 'India',
        buyerState: '33',
        latitude: 13.08,
      });
    const { json, text } = await ask(producer, `/movieorders/${film.movieId}?size=2&sort=orderDate,desc`);
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

  test('come at most a thousand a page as JSON; a larger page is refused by name', async () => {
    const producer = await aProducer();
    const film = await house.aFilm();
    await aChannel(producer, [film]);
    const page = (size: number) => ask(producer, `/movieorders/${film.movieId}?size=${size}`);
    expect((await page(1000)).json.size).toBe(1000);
    for (const size of [1001, 100_000, 250_000])
      expect(await page(size)).toMatchObject({
        status: 422,
        json: { code: 'validation_failed', errors: [{ path: 'size' }] },
      });
  });

  test('come all at once as CSV, whatever the size of the page that a browser asks for', async () => {
    const producer = await aProducer();
    const film = await house.aFilm();
    await aChannel(producer, [film]);
    await house.anOrder(await house.aViewer(), film);
    const path = `/movieorders/${film.movieId}?page=0&size=100000&sort=orderDate,desc`;
    const { status, text } = await ask(producer, path, 'text/csv');
    expect(status).toBe(200);
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('belong to a film that is named by its id', async () => {
    const producer = await aProducer();
    const film = await house.aFilm({ movieName: 'Kadal', active: 'N', streamingStartDate: null });
    await aChannel(producer, [film]);
    expect((await ask(producer, `/movieinfo?movie=${film.movieId}`)).json).toEqual({
      movieId: film.movieId,
      movieName: 'Kadal',
      movieNameEn: null,
      primaryLanguage: 'Tamil',
      moviePoster: null,
      posterGel: null,
      active: 'N',
      streamingStartDate: null,
    });
    expect(await ask(producer, '/movieinfo')).toMatchObject({ status: 422 });
  });
});

describe('sales', () => {
  test('are told for every day of the span, by India’s clock', async () => {
    const producer = await aProducer();
    const film = await house.aFilm();
    await aChannel(producer, [film]);
    const viewer = await house.aViewer();
    const sell = (paidAt: string, given = {}) =>
      house.anOrder(viewer, film, { paidAt: new Date(paidAt), orderCountry: 'India', ...given });
    await sell('2026-11-20T18:29:59Z'); // the last second of the 20th
    await sell('2026-11-20T18:30:00Z', { orderCountry: 'Germany' }); // the first of the 21st
    await sell('2026-11-21T06:00:00Z', { orderCountry: 'Germany', totalOrderValue: 4950 });
    await sell('2026-11-21T06:00:00Z', { paymentStatus: 'REFUNDED' });
    await sell('2026-11-07T18:29:00Z'); // before the span
    await house.anOrder(viewer, film, { paymentStatus: 'NEW', orderCountry: 'Japan' });
    const { json } = await ask(producer, `/moviesales/${film.movieId}`);
    expect(json).toMatchObject({ paidOrders: 3, salesBeforeGst: 149 + 149 + 49.5, countries: 2 });
    expect(json.days).toHaveLength(14);
    expect(json.days[0]).toEqual({ day: '2026-11-08', paidOrders: 0, salesBeforeGst: 0, plays: 0, minutesWatched: 0 });
    expect(json.days.slice(-2)).toMatchObject([
      { day: '2026-11-20', paidOrders: 1, salesBeforeGst: 149 },
      { day: '2026-11-21', paidOrders: 2, salesBeforeGst: 198.5 },
    ]);
    expect((await ask(producer, `/moviesales/${film.movieId}?days=1`)).json).toMatchObject({
      paidOrders: 2,
      days: [{ day: '2026-11-21' }],
    });
    expect((await ask(producer, `/moviesales/${film.movieId}?days=367`)).status).toBe(422);
  });

  test('stand beside what was watched: neither pauses nor what was seen before', async () => {
    const producer = await aProducer();
    const film = await house.aFilm();
    await aChannel(producer, [film]);
    const { userId } = await house.aViewer();
    const play = (minutes: number | null, playSeekTime: number) =>
      house.database.db.insert(moviePlays).values({
        movieId: film.movieId,
        userId,
        playStartTime: START,
        playEndTime: minutes === null ? null : new Date(START.getTime() + minutes * MINUTE),
        playSeekTime,
      });
    await play(90, 60.5); // with half an hour's pause
    await play(30, 90); // resumed at the sixtieth minute
    await play(null, 0); // begun only
    await play(-5, 10); // a browser's clock that is wrong
    const { json } = await ask(producer, `/moviesales/${film.movieId}?days=1`);
    expect(json.days).toEqual([
      { day: '2026-11-21', paidOrders: 0, salesBeforeGst: 0, plays: 4, minutesWatched: 90.5 },
    ]);
  });
});
