import type { Page } from '@playwright/test';
import { DAY } from '#domain/limits/durations.ts';
import { PRODUCER } from '#domain/roles.ts';
import { href } from '#routes.ts';
import { channelMovies } from '#server/db/schema/producer.ts';
import { moviePlays } from '#server/db/schema/playback.ts';
import { aChannel } from './channels.ts';
import { routeToServer, aWorkerServer, signInViewer } from './in-process-server.ts';
import { testNow } from './test-now.ts';
import type { TestServer } from './test-server.ts';

const SECOND = 1000;

export async function aProducer(server: TestServer) {
  server.clock.set(testNow());
  return server.aViewer({ roles: [PRODUCER] });
}
type Person = Awaited<ReturnType<typeof aProducer>>;

export async function signInProducer(server: TestServer, page: Page) {
  const producer = await aProducer(server);
  await signInViewer(server, page, producer);
  return producer;
}

export const aChannelOf = (
  server: TestServer,
  { userId }: Person,
  films: { movieId: number }[] = [],
  overrides = {},
) => aChannel(server, { ownerId: userId, ...overrides }, films);

/** A film of the producer with `count` paid orders, one second apart, the newest now. */
export async function aSoldFilm(
  server: TestServer,
  producer: Person,
  count: number,
  overrides = {},
) {
  const film = await server.aFilm({
    movieName: 'கடைசி மழை',
    movieNameEn: 'The Last Rain',
    ...overrides,
  });
  const channel = await aChannelOf(server, producer, [film]);
  const buyer = await server.aViewer();
  const orders = [];
  for (let each = 0; each < count; each += 1) {
    const orderDate = new Date(server.clock.now().getTime() - each * SECOND);
    orders.push(
      await server.anOrder(buyer, film, { orderDate, paidAt: orderDate, orderCountry: 'IN' }),
    );
  }
  return { film, channel, buyer, orders, ...pageUrls(film, channel) };
}

function pageUrls({ movieId }: { movieId: number }, { channelId }: { channelId: number }) {
  const ids = { movie_id: movieId, channel_id: channelId };
  return {
    moviesAddress: href('producerMovies', { channel_id: channelId }),
    ordersAddress: href('producerOrders', ids),
    statementsAddress: href('producerStatements', ids),
  };
}

export async function openAsProducer(
  page: Page,
  urlOf: (sold: Awaited<ReturnType<typeof aSoldFilm>>) => string,
) {
  const server = await aWorkerServer();
  await routeToServer(server, page.context(), /\/api\//);
  const sold = await aSoldFilm(server, await signInProducer(server, page), 31);
  await addOrderHistory(server, sold);
  await page.goto(urlOf(sold));
}

export async function addOrderHistory(
  server: TestServer,
  sold: Awaited<ReturnType<typeof aSoldFilm>>,
) {
  const { film, buyer, orders } = sold;
  await addOtherFilms(server, sold);
  const now = server.clock.now();
  const earlier = new Date(now.getTime() - 3 * DAY);
  const paid = { orderDate: earlier, paidAt: earlier, orderCountry: 'AE', currency: 'USD' };
  for (const overrides of [
    { paymentStatus: 'NEW', orderDate: now },
    { paymentStatus: 'CANCELLED', orderDate: now, orderCountry: 'AE' },
    { ...paid, paymentStatus: 'REFUNDED', refundedAt: now },
  ] as const)
    await server.anOrder(buyer, film, overrides);
  const play = {
    movieId: film.movieId,
    userId: buyer.userId,
    movieOrderId: orders[0]!.movieOrderId,
  };
  await server.database.db.insert(moviePlays).values({
    ...play,
    playStartTime: earlier,
    playEndTime: new Date(earlier.getTime() + 7_200_000),
    playSeekTime: 96,
  });
}

/** Two films with sales on several days of four weeks, and one without sales. */
async function addOtherFilms(
  server: TestServer,
  { channel, buyer }: Awaited<ReturnType<typeof aSoldFilm>>,
) {
  const films = [
    {
      movieName: 'The Long Way Round to the Lighthouse',
      movieNameEn: null,
      primaryLanguage: 'English',
    },
    { movieName: 'नदी के पार', movieNameEn: 'Across the River', primaryLanguage: 'Hindi' },
    { movieName: 'One Quiet Evening', movieNameEn: null, primaryLanguage: 'English' },
  ];
  for (const [index, values] of films.entries()) {
    const film = await server.aFilm(values);
    await server.database.db
      .insert(channelMovies)
      .values({ channelId: channel.channelId, movieId: film.movieId });
    for (let day = index; index < 2 && day < 28; day += 2 + index) {
      const paidAt = new Date(server.clock.now().getTime() - day * DAY);
      for (let each = 0; each <= day % 5; each += 1)
        await server.anOrder(buyer, film, { orderDate: paidAt, paidAt });
    }
  }
}
