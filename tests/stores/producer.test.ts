import { beforeEach, describe, expect, test } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { aChannel } from '../support/channels.ts';
import { delayResponses } from '../support/delayed-responses.ts';
import { DAY } from '#domain/limits/durations.ts';
import { PRODUCER } from '#domain/roles.ts';
import { href } from '#routes.ts';
import {
  $channel,
  $producerMovie,
  channelMovies,
  channels,
  openChannelMovies,
  openChannels,
  openProducerMovie,
} from '#stores/producer/producer.ts';
import { movieOrders, openMovieOrders, refreshMovieOrders } from '#stores/producer/orders.ts';
import { $allSales, $sales, loadAllSales, loadSales } from '#stores/producer/sales.ts';
import { $newLink, $sources, editLinkLabel, loadSources } from '#stores/producer/sources.ts';

const server = await aServerForStores();
let mobile = 9_100_000_000;

/** Signs in a producer. */
async function aProducer(roles = [PRODUCER]) {
  const person = await server.aViewer({ mobile: String(++mobile), roles });
  await server.signIn(String(mobile));
  return person;
}

async function aChannelOf(
  { userId }: { userId: number },
  films: { movieId: number }[] = [],
  values = {},
) {
  return aChannel(server, { ownerId: userId, ...values }, films);
}

const openOrdersOf = (movieId: number | string) => {
  browser.open(`/producer/orders/${movieId}/1`);
  return openMovieOrders();
};

beforeEach(() => {
  server.connection.isUp = true;
  server.routeFetch();
});

describe('my channels (spec §2)', () => {
  test.each([
    [0, 'noData', [0]],
    [1, 'success', [1]],
    [65, 'success', [30, 60, 65]],
  ])('%i channels: thirty per page', async (count, status, shownCounts) => {
    const producer = await aProducer();
    for (let each = 0; each < count; each += 1)
      await aChannelOf(producer, [], {
        channelName: `Channel ${each}`,
        createdOn: new Date(each * DAY),
      });
    await openChannels();
    expect(channels.$state.get().status).toBe(status);
    for (const shownCount of shownCounts) {
      expect(channels.$state.get().items).toHaveLength(shownCount);
      await channels.loadMore();
    }
    expect(channels.$state.get()).toMatchObject({ total: count, hasMore: false });
    expect(channels.$state.get().items.map(({ channelName }) => channelName)).toEqual(
      Array.from({ length: count }, (_, index) => `Channel ${count - 1 - index}`),
    );
  });

  test('a viewer without the role is redirected to the home page', async () => {
    await aProducer([]);
    await openChannels();
    expect(channels.$state.get().status).toBe('error');
    expect(browser.visits).toEqual([href('home')]);
  });

  test('a failed list shows an error and loads after a retry', async () => {
    await aChannelOf(await aProducer());
    server.connection.isUp = false;
    await openChannels();
    expect(channels.$state.get()).toMatchObject({ status: 'error', items: [] });
    expect(browser.visits).toEqual([]);
    server.connection.isUp = true;
    await channels.retry();
    expect(channels.$state.get().items).toHaveLength(1);
  });
});

describe('my movies', () => {
  test('show the films of the channel in the URL, with its name', async () => {
    const producer = await aProducer();
    const [one, other] = [await server.aFilm(), await server.aFilm()];
    await aChannelOf(producer, [other]);
    const { channelId } = await aChannelOf(producer, [one], { channelName: 'Tidewater' });
    browser.open(href('producerMovies', { channel_id: channelId }));
    await openChannelMovies();
    expect(channelMovies.$state.get().items.map(({ movieId }) => movieId)).toEqual([one.movieId]);
    expect($channel.get()).toMatchObject({
      status: 'success',
      channel: { channelName: 'Tidewater' },
    });
  });

  test.each(['another producer’s', 'unknown', 'not numeric', 'negative'])(
    'an invalid channel id is not found: %s',
    async (kind) => {
      const otherProducer = await server.aViewer({ roles: [PRODUCER] });
      const { channelId } = await aChannelOf(otherProducer, [await server.aFilm()]);
      await aProducer();
      const ids: Record<string, string | number> = {
        'another producer’s': channelId,
        unknown: 999_999,
        negative: -1,
      };
      browser.open(href('producerMovies', { channel_id: ids[kind] ?? 'x' }));
      await openChannelMovies();
      expect($channel.get()).toEqual({ status: 'noData', channel: null });
    },
  );
});

describe('orders', () => {
  test('show the film, its orders and its figures; Refresh loads new ones', async () => {
    const producer = await aProducer();
    const [film, buyer] = [await server.aFilm(), await server.aViewer()];
    await aChannelOf(producer, [film]);
    await server.anOrder(buyer, film, { paidAt: server.clock.now() });
    await openOrdersOf(film.movieId);
    expect($producerMovie.get()).toMatchObject({
      status: 'success',
      movie: { movieName: film.movieName },
    });
    expect(movieOrders.$state.get()).toMatchObject({ status: 'success', total: 1 });
    expect($sales.get()).toMatchObject({ status: 'success', days: 14, sales: { paidOrders: 1 } });
    expect($sales.get().sales!.days).toHaveLength(14);

    await server.anOrder(buyer, film, { paymentStatus: 'CANCELLED' });
    server.calls.length = 0;
    await refreshMovieOrders(film.movieId, true);
    expect(movieOrders.$state.get().total).toBe(2);
    expect(server.calls.some((call) => call.includes('/movieinfo'))).toBe(false);
  });

  test.each(['another producer’s', 'x', '0', '1.5'])(
    'an invalid film id is not found: %s',
    async (invalidId) => {
      const otherProducer = await server.aViewer({ roles: [PRODUCER] });
      const film = await server.aFilm();
      await aChannelOf(otherProducer, [film]);
      await aProducer();
      await openOrdersOf(invalidId === 'another producer’s' ? film.movieId : invalidId);
      expect($producerMovie.get()).toEqual({ status: 'noData', movie: null });
    },
  );

  test('a viewer whose role was removed is redirected to the home page', async () => {
    await aProducer([]);
    await openOrdersOf(1);
    expect(new Set(browser.visits)).toEqual(new Set([href('home')]));
  });

  test('Refresh retries a missing film name', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannelOf(producer, [film]);
    browser.open(href('producerOrders', { movie_id: film.movieId, channel_id: 1 }));
    server.connection.isUp = false;
    await openMovieOrders();
    expect($producerMovie.get().status).toBe('error');
    server.connection.isUp = true;
    await refreshMovieOrders(film.movieId, false);
    expect($producerMovie.get()).toMatchObject({ status: 'success' });
    expect(movieOrders.$state.get().status).toBe('noData');
  });
});

test('the last of two requested spans is shown', async () => {
  const producer = await aProducer();
  const film = await server.aFilm();
  await aChannelOf(producer, [film]);
  const release = delayResponses(server, 'days=364');
  const first = loadSales(film.movieId, 364);
  await loadSales(film.movieId, 28);
  release();
  await first;
  expect($sales.get()).toMatchObject({ status: 'success', days: 28 });
  expect($sales.get().sales!.days).toHaveLength(28);
});

test('after an error, the previous figures stay', async () => {
  const producer = await aProducer();
  const film = await server.aFilm();
  await aChannelOf(producer, [film]);
  await openProducerMovie('producerOrders');
  await loadSales(film.movieId, 14);
  server.connection.isUp = false;
  await loadSales(film.movieId, 28);
  expect($sales.get().status).toBe('error');
  expect($sales.get().sales!.days).toHaveLength(14);
});

test('the figures of all films load again after an error', async () => {
  const film = await server.aFilm();
  await aChannelOf(await aProducer(), [film]);
  server.connection.isUp = false;
  await loadAllSales();
  expect($allSales.get()).toEqual({ status: 'error', sales: null });
  server.connection.isUp = true;
  await loadAllSales();
  expect($allSales.get()).toMatchObject({
    status: 'success',
    sales: { movies: [{ movieId: film.movieId }] },
  });
});

describe('the sources of a film', () => {
  test('are loaded, and stay while they cannot be loaded again', async () => {
    const producer = await aProducer();
    const film = await server.aFilm();
    await aChannelOf(producer, [film]);
    await server.anOrder(await server.aViewer(), film, {
      linkSource: 'my-site',
      paidAt: server.clock.now(),
    });
    await loadSources(film.movieId);
    const sources = {
      sources: [{ linkSource: 'my-site', visits: 0, paidOrders: 1 }],
      paidOrdersWithoutSource: 0,
    };
    expect($sources.get()).toMatchObject({ status: 'success', sources });
    server.connection.isUp = false;
    await loadSources(film.movieId);
    expect($sources.get()).toMatchObject({ status: 'error', sources });
  });

  test.each([
    ['Chennai Festival', 'chennai-festival', 'chennai-festival', false],
    ['x'.repeat(33), 'x'.repeat(33), 'chennai-festival', true],
    ['', '', 'chennai-festival', true],
    ['blog-2', 'blog-2', 'blog-2', false],
  ])('the label %j is typed as %j, and links have %j', (entered, typed, label, isInvalid) => {
    editLinkLabel(entered);
    expect($newLink.get()).toMatchObject({ typed, label });
    expect(Boolean($newLink.get().error)).toBe(isInvalid);
  });
});
