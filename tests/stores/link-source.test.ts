import '../support/fake-browser.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orders as orderRows } from '#server/db/schema/booking.ts';
import { movieVisits } from '#server/db/schema/visits.ts';
import { href } from '#routes.ts';
import { openPublicFilm } from '#stores/catalogue/catalogue.ts';
import { openDetails } from '#stores/details/details.ts';
import { endSession } from '#api/browser-storage.ts';
import { orderFrom, rememberLinkSource, visitedFrom } from '#stores/link-source.ts';
import { pay } from '#stores/payments/pay.ts';
import { followWatchLink } from '#stores/details/watch-link.ts';
import { aPaymentPage } from '../support/payment-page.ts';
import { waitFor } from '../support/wait-for.ts';

const { server, fakeLocation, waitForStep, openPaymentFor } = await aPaymentPage();
const { db } = server.database;

async function openPage(path: string, builtMovieId: number | null = null) {
  const { pathname, search } = new URL(path, 'http://server.test');
  Object.assign(fakeLocation, { pathname, search });
  vi.stubGlobal('navigator', {
    onLine: true,
    sendBeacon(url: string, body: string) {
      beacons.push(Promise.resolve(server.app.request(url, { method: 'POST', body })));
      return true;
    },
  });
  rememberLinkSource(builtMovieId);
  await Promise.all(beacons);
}
const beacons: Promise<Response>[] = [];

interface Film {
  movieId: number;
  movieKey: string;
}
const filmPage = ({ movieKey }: Film) =>
  href('publicMovie', { movie_name: 'kite', movie_id: movieKey });
const openFilm = (film: Film, query = '') => openPage(filmPage(film) + query, film.movieId);
const visits = async () =>
  (await db.select().from(movieVisits)).map(({ movieId, linkSource, visits: count }) => [
    movieId,
    linkSource,
    count,
  ]);
async function sourceOfNewOrder(film: Film) {
  await openPaymentFor(film);
  const rows = await db.select().from(orderRows).orderBy(orderRows.movieOrderId);
  return rows.at(-1)!.linkSource;
}

beforeEach(async () => {
  beacons.length = 0;
  await db.delete(movieVisits);
  visitedFrom.set(null);
  orderFrom.set(null);
});

describe('a film page with a label in its link', () => {
  test('counts one visit for a tab, also after a reload and without the label', async () => {
    const film = await server.aFilm();
    await openFilm(film, '?from=my-site&fbclid=IwAR0');
    await openFilm(film, '?from=my-site');
    await openFilm(film);
    expect(await visits()).toEqual([[film.movieId, 'my-site', 1]]);
    expect(beacons).toHaveLength(1);
  });

  test.each([
    '?from=My%20Site',
    '?from=',
    '?from=a@b.example',
    `?from=${'x'.repeat(33)}`,
    '?fbclid=IwAR0',
  ])('ignores %s', async (query) => {
    const film = await server.aFilm();
    await openFilm(film, query);
    expect(beacons).toHaveLength(0);
    expect(await sourceOfNewOrder(film)).toBeNull();
  });

  test('is counted without a label in the address if a list with a label led to it', async () => {
    const [film, other] = [await server.aFilm(), await server.aFilm()];
    await openPage('/movies?from=festival');
    await openFilm(film);
    await openFilm(other, '?from=my-site');
    expect(await visits()).toEqual([
      [film.movieId, 'festival', 1],
      [other.movieId, 'my-site', 1],
    ]);
  });

  test('gives its label to no other film', async () => {
    const [film, other] = [await server.aFilm(), await server.aFilm()];
    await openFilm(film, '?from=my-site');
    await openFilm(other);
    expect(await sourceOfNewOrder(film)).toBe('my-site');
    expect(await sourceOfNewOrder(other)).toBeNull();
  });

  test('works if the API cannot be reached, or the browser has no beacons', async () => {
    const film = await server.aFilm();
    vi.stubGlobal('navigator', {});
    Object.assign(fakeLocation, { pathname: filmPage(film), search: '?from=my-site' });
    rememberLinkSource(film.movieId);
    expect(await sourceOfNewOrder(film)).toBe('my-site');
  });
});

describe('an order', () => {
  test('takes the label once: the next ticket has none', async () => {
    const film = await server.aFilm({ ticketRate: 0 });
    await openFilm(film, '?from=my-site');
    expect(await sourceOfNewOrder(film)).toBe('my-site');
    await pay();
    await waitForStep('done');
    await openFilm(film, '?from=my-site');
    await db.update(orderRows).set({ paymentStatus: 'CANCELLED' });
    expect(await sourceOfNewOrder(film)).toBeNull();
  });
});

describe('other pages of a film', () => {
  test('count the visit: the details of a signed-in viewer', async () => {
    const film = await server.aFilm();
    await openPage(`${href('movieDetails', { movie_id: film.movieId })}?from=my-site`);
    await openDetails();
    await waitFor(async () => expect(await visits()).toEqual([[film.movieId, 'my-site', 1]]));
    expect(await sourceOfNewOrder(film)).toBe('my-site');
  });

  test('keep the label on the way to the details', async () => {
    const film = await server.aFilm();
    const details = `${href('movieDetails', { movie_id: film.movieId })}?from=my-site`;
    await openPage(`${filmPage(film)}?from=my-site`);
    await openPublicFilm();
    expect(fakeLocation.replace).toHaveBeenLastCalledWith(details);
    await openPage(`${href('watchLink', { movie_id: film.movieKey })}?from=my-site`);
    await followWatchLink();
    expect(fakeLocation.replace).toHaveBeenLastCalledWith(details);
  });

  test('count the visit: a film that is newer than the site', async () => {
    const film = await server.aFilm();
    endSession({ keepRememberMe: false });
    await openPage(`${filmPage(film)}?from=my-site`);
    await openPublicFilm();
    await waitFor(async () => expect(await visits()).toEqual([[film.movieId, 'my-site', 1]]));
  });
});
