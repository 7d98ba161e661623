import { beforeEach, describe, expect, test } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { aChannel } from '../support/channels.ts';
import { holdBack } from '../support/late-answers.ts';
import { DAY } from '#domain/limits.ts';
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
} from '#stores/producer.ts';
import { movieOrders, openMovieOrders, refreshMovieOrders } from '#stores/producer-orders.ts';
import { $sales, openSales } from '#stores/producer-sales.ts';

const house = await aHouseForStores();
let mobile = 9_100_000_000;

/** A producer, signed in on this browser. */
async function aProducer(roles = [PRODUCER]) {
  const person = await house.aViewer({ mobile: String(++mobile), roles });
  await house.signIn(String(mobile));
  return person;
}

async function aChannelOf({ userId }: { userId: number }, films: { movieId: number }[] = [], given = {}) {
  return aChannel(house, { ownerId: userId, ...given }, films);
}

const openOrdersOf = (movieId: number | string) => {
  browser.open(`/producer/orders/${movieId}/1`);
  return openMovieOrders();
};

beforeEach(() => {
  house.online.value = true;
  house.answer();
});

describe('my channels (spec §2)', () => {
  test.each([
    [0, 'noData', [0]],
    [1, 'success', [1]],
    [65, 'success', [30, 60, 65]],
  ])('%i channels: thirty at a time, until there are no more', async (count, status, shown) => {
    const producer = await aProducer();
    for (let each = 0; each < count; each += 1)
      await aChannelOf(producer, [], { channelName: `Channel ${each}`, createdOn: new Date(each * DAY) });
    await openChannels();
    expect(channels.$state.get().status).toBe(status);
    for (const so of shown) {
      expect(channels.$state.get().items).toHaveLength(so);
      await channels.loadMore();
    }
    expect(channels.$state.get()).toMatchObject({ total: count, hasMore: false });
    expect(channels.$state.get().items.map(({ channelName }) => channelName)).toEqual(
      Array.from({ length: count }, (_, index) => `Channel ${count - 1 - index}`),
    );
  });

  test('who has not the role is led home', async () => {
    await aProducer([]);
    await openChannels();
    expect(channels.$state.get().status).toBe('error');
    expect(browser.visits).toEqual([href('home')]);
  });

  test('a list that does not come is an error, and comes when asked again', async () => {
    await aChannelOf(await aProducer());
    house.online.value = false;
    await openChannels();
    expect(channels.$state.get()).toMatchObject({ status: 'error', items: [] });
    expect(browser.visits).toEqual([]);
    house.online.value = true;
    await channels.retry();
    expect(channels.$state.get().items).toHaveLength(1);
  });
});

describe('my movies', () => {
  test('the films of the channel in the address, under its name', async () => {
    const producer = await aProducer();
    const [one, other] = [await house.aFilm(), await house.aFilm()];
    await aChannelOf(producer, [other]);
    const { channelId } = await aChannelOf(producer, [one], { channelName: 'Tidewater' });
    browser.open(href('producerMovies', { channel_id: channelId }));
    await openChannelMovies();
    expect(channelMovies.$state.get().items.map(({ movieId }) => movieId)).toEqual([one.movieId]);
    expect($channel.get()).toMatchObject({ status: 'success', channel: { channelName: 'Tidewater' } });
  });

  test.each(['another’s', 'nobody’s', 'not a number', 'none'])('%s channel was not found', async (whose) => {
    const stranger = await house.aViewer({ roles: [PRODUCER] });
    const { channelId } = await aChannelOf(stranger, [await house.aFilm()]);
    await aProducer();
    const ids: Record<string, string | number> = { 'another’s': channelId, 'nobody’s': 999_999, none: -1 };
    browser.open(href('producerMovies', { channel_id: ids[whose] ?? 'x' }));
    await openChannelMovies();
    expect($channel.get()).toEqual({ status: 'noData', channel: null });
  });
});

describe('orders', () => {
  test('the film, its orders and its figures; Refresh brings what came meanwhile', async () => {
    const producer = await aProducer();
    const [film, buyer] = [await house.aFilm(), await house.aViewer()];
    await aChannelOf(producer, [film]);
    await house.anOrder(buyer, film, { paidAt: house.clock.now() });
    await openOrdersOf(film.movieId);
    expect($producerMovie.get()).toMatchObject({ status: 'success', movie: { movieName: film.movieName } });
    expect(movieOrders.$state.get()).toMatchObject({ status: 'success', total: 1 });
    expect($sales.get()).toMatchObject({ status: 'success', days: 14, sales: { paidOrders: 1 } });
    expect($sales.get().sales!.days).toHaveLength(14);

    await house.anOrder(buyer, film, { paymentStatus: 'CANCELLED' });
    house.calls.length = 0;
    await refreshMovieOrders(film.movieId, true);
    expect(movieOrders.$state.get().total).toBe(2);
    expect(house.calls.some((call) => call.includes('/movieinfo'))).toBe(false);
  });

  test.each(['another’s', 'x', '0', '1.5'])('%s film was not found', async (whose) => {
    const stranger = await house.aViewer({ roles: [PRODUCER] });
    const film = await house.aFilm();
    await aChannelOf(stranger, [film]);
    await aProducer();
    await openOrdersOf(whose === 'another’s' ? film.movieId : whose);
    expect($producerMovie.get()).toEqual({ status: 'noData', movie: null });
  });

  test('who has lost the role since is led home', async () => {
    await aProducer([]);
    await openOrdersOf(1);
    expect(new Set(browser.visits)).toEqual(new Set([href('home')]));
  });

  test('a name that did not come is asked for again by Refresh', async () => {
    const producer = await aProducer();
    const film = await house.aFilm();
    await aChannelOf(producer, [film]);
    browser.open(href('producerOrders', { movie_id: film.movieId, channel_id: 1 }));
    house.online.value = false;
    await openMovieOrders();
    expect($producerMovie.get().status).toBe('error');
    house.online.value = true;
    await refreshMovieOrders(film.movieId, false);
    expect($producerMovie.get()).toMatchObject({ status: 'success' });
    expect(movieOrders.$state.get().status).toBe('noData');
  });
});

test('of two spans asked for, the one asked for last is shown', async () => {
  const producer = await aProducer();
  const film = await house.aFilm();
  await aChannelOf(producer, [film]);
  const release = holdBack(house, 'days=364');
  const first = openSales(film.movieId, 364);
  await openSales(film.movieId, 28);
  release();
  await first;
  expect($sales.get()).toMatchObject({ status: 'success', days: 28 });
  expect($sales.get().sales!.days).toHaveLength(28);
});

test('figures that do not come leave the ones before them', async () => {
  const producer = await aProducer();
  const film = await house.aFilm();
  await aChannelOf(producer, [film]);
  await openProducerMovie('producerOrders');
  await openSales(film.movieId, 14);
  house.online.value = false;
  await openSales(film.movieId, 28);
  expect($sales.get().status).toBe('error');
  expect($sales.get().sales!.days).toHaveLength(14);
});
