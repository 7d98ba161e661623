import type { Page } from '@playwright/test';
import { DAY } from '#domain/limits.ts';
import { PRODUCER } from '#domain/roles.ts';
import { href } from '#routes.ts';
import { moviePlays } from '#server/db/schema/playback.ts';
import { aChannel } from './channels.ts';
import { answerFrom, aSharedHouse, signInTo } from './house-behind-page.ts';
import type { TestHouse } from './house.ts';

const SECOND = 1000;

/** The page's browser is a producer's of this house from now on. */
export async function aProducerIn(house: TestHouse, page: Page) {
  house.clock.set(new Date());
  const producer = await house.aViewer({ roles: [PRODUCER] });
  await signInTo(house, page, producer);
  return producer;
}
type Person = Awaited<ReturnType<typeof aProducerIn>>;

export const aChannelOf = (house: TestHouse, { userId }: Person, films: { movieId: number }[] = [], given = {}) =>
  aChannel(house, { ownerId: userId, ...given }, films);

/** A film of the producer's with so many paid orders, a second between them, the newest now. */
export async function aSoldFilm(house: TestHouse, producer: Person, count: number, given = {}) {
  const film = await house.aFilm({ movieName: 'கடைசி மழை', movieNameEn: 'The Last Rain', ...given });
  const channel = await aChannelOf(house, producer, [film]);
  const buyer = await house.aViewer();
  const orders = [];
  for (let each = 0; each < count; each += 1) {
    const orderDate = new Date(house.clock.now().getTime() - each * SECOND);
    orders.push(await house.anOrder(buyer, film, { orderDate, paidAt: orderDate, orderCountry: 'IN' }));
  }
  return { film, channel, buyer, orders, ...addressesOf(film, channel) };
}

function addressesOf({ movieId }: { movieId: number }, { channelId }: { channelId: number }) {
  const ids = { movie_id: movieId, channel_id: channelId };
  return {
    moviesAddress: href('producerMovies', { channel_id: channelId }),
    ordersAddress: href('producerOrders', ids),
    statementsAddress: href('producerStatements', ids),
  };
}

/** Opens a page of a producer who has sold, was refunded and watched, in the worker's own house. */
export async function openAsProducer(page: Page, addressOf: (sold: Awaited<ReturnType<typeof aSoldFilm>>) => string) {
  const house = await aSharedHouse();
  await answerFrom(house, page.context(), /\/api\//);
  const sold = await aSoldFilm(house, await aProducerIn(house, page), 31);
  await aWholeStory(house, sold);
  await page.goto(addressOf(sold));
}

/** Every status there is, money that went back, and a play. */
async function aWholeStory(house: TestHouse, { film, buyer, orders }: Awaited<ReturnType<typeof aSoldFilm>>) {
  const now = house.clock.now();
  const earlier = new Date(now.getTime() - 3 * DAY);
  const paid = { orderDate: earlier, paidAt: earlier, orderCountry: 'AE', currency: 'USD' };
  for (const given of [
    { paymentStatus: 'NEW', orderDate: now },
    { paymentStatus: 'CANCELLED', orderDate: now, orderCountry: 'AE' },
    { ...paid, paymentStatus: 'REFUNDED', refundedAt: now },
  ])
    await house.anOrder(buyer, film, given);
  const play = { movieId: film.movieId, userId: buyer.userId, movieOrderId: orders[0]!.movieOrderId };
  await house.database.db.insert(moviePlays).values({
    ...play,
    playStartTime: earlier,
    playEndTime: new Date(earlier.getTime() + 7_200_000),
    playSeekTime: 96,
  });
}
