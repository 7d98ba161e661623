import { browser } from '../support/tab.ts';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchMemberMovie } from '#api/booking.ts';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/tokens.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { takeNotices } from '#stores/notices.ts';
import {
  $showing,
  $warning,
  acceptWarning,
  closePlayer,
  declineWarning,
  type FilmShowing,
  openAgain,
  openTrailer,
  playerTells,
  startWatching,
} from '#stores/playback.ts';
import { aMediaDir, aPlaybackHouse } from '../support/playback-house.ts';

const mediaDir = await aMediaDir();
const house = await aPlaybackHouse(mediaDir);
let isOnline = true;
const cookies = new Map<string, string>();

afterAll(() => rm(mediaDir, { recursive: true }));
beforeEach(() => {
  isOnline = true;
  endSession({ keepRememberMe: false });
  cookies.clear();
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (line.includes('Max-Age=0')) cookies.delete(name!);
      else cookies.set(name!, value!);
    },
  });
  setFetch((input, init) =>
    isOnline
      ? Promise.resolve(house.app.request(new Request(input, init)))
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  closePlayer();
  takeNotices();
});

const film = () => $showing.get() as FilmShowing;

/** A viewer of this browser before a film, with a ticket or without. */
async function aViewerOf({ ticket = true } = {}) {
  const [viewer, { movieId }] = [await house.aViewer(), await house.aPlayableFilm()];
  const order = ticket ? await house.aTicket(viewer, { movieId }) : null;
  saveTokens({ token: await house.tokenOf(viewer), refreshtoken: 'none' });
  return { viewer, order, movie: await fetchMemberMovie(movieId) };
}

async function watch(options?: { ticket: boolean }) {
  const seat = await aViewerOf(options);
  startWatching(seat.movie);
  await acceptWarning();
  return seat;
}

test('the warning comes first, and Decline leads back to the page', async () => {
  const { movie } = await aViewerOf();
  startWatching(movie);
  expect($warning.get()).toBe(movie);
  declineWarning();
  expect($warning.get()).toBeNull();
  expect($showing.get()).toBeNull();
});

test('Accept opens the film on the API', async () => {
  await watch();
  expect($warning.get()).toBeNull();
  expect(film().sitting!.url).toMatch(/^http:\/\/[^/]+\/api\/ott\/playback\/[0-9a-f-]+\/master\.m3u8$/);
  expect(film().sitting!.startAt).toBe(0);
  expect(film().trouble).toBeNull();
});

test('without a ticket the player says so, and offers nothing that cannot help', async () => {
  await watch({ ticket: false });
  expect(film()).toMatchObject({ sitting: null, trouble: { message: text.ticketRequired, action: null } });
});

test('without a connection it says so, and opens when it is asked again', async () => {
  const { movie } = await aViewerOf();
  isOnline = false;
  startWatching(movie);
  await acceptWarning();
  expect(film().trouble).toEqual({ message: text.offlineBefore, action: text.tryAgain });
  isOnline = true;
  await openAgain();
  expect(film().sitting).not.toBeNull();
});

test('a newer screen takes over, and the stream can be taken back', async () => {
  const { viewer, movie } = await watch();
  await house.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId });
  expect(await film().sitting!.lease.renew()).toBe('refused');
  expect(film()).toMatchObject({ sitting: null, trouble: { message: text.streamReplaced, action: text.watchHere } });
  await openAgain();
  expect(film().sitting).not.toBeNull();
});

describe('of two openings on a slow connection, the first left before its answer came', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => vi.useRealTimers());

  test.each([
    { name: 'which then came first', order: [0, 1] },
    { name: 'which then came last', order: [1, 0] },
    { name: 'which then was lost', order: [1, 0], isLost: true },
  ])('the newest plays on, and keeps the only heartbeat: $name', async ({ order, isLost = false }) => {
    const { movie } = await aViewerOf();
    const answers: ((isLost: boolean) => void)[] = [];
    setFetch(async (input, init) => {
      const reply = await house.app.request(new Request(input, init));
      if (await new Promise<boolean>((come) => answers.push(come))) throw new TypeError('Failed to fetch');
      return reply;
    });
    const openings: Promise<void>[] = [];
    for (const begun of [1, 2]) {
      closePlayer();
      startWatching(movie);
      openings.push(acceptWarning());
      await vi.waitFor(() => expect(answers).toHaveLength(begun));
    }
    for (const which of order) {
      answers[which]!(isLost && which === 0);
      await openings[which];
    }
    setFetch((input, init) => Promise.resolve(house.app.request(new Request(input, init))));
    expect(vi.getTimerCount()).toBe(1);
    expect(await film().sitting?.lease.renew()).toBe('renewed');
    expect(film().trouble).toBeNull();
  });
});

test('a lease is renewed once, however many ask; without a connection later', async () => {
  await watch();
  const { lease } = film().sitting!;
  const first = lease.token();
  expect(await Promise.all([lease.renew(), lease.renew()])).toEqual(['renewed', 'renewed']);
  expect(lease.token()).not.toBe(first);
  expect(lease.urlWithToken()).toContain(`/t/${lease.token()}/master.m3u8`);
  isOnline = false;
  expect(await lease.renew()).toBe('away');
  expect(film().trouble).toBeNull();
});

test.each([
  { name: 'a fresh lease', answer: async (asked: Request) => house.app.request(asked) },
  { name: 'a refusal', answer: async () => Response.json({ code: 'stream_replaced' }, { status: 409 }) },
  { name: 'nothing', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
])('a renewal whose answer comes after the viewer left, $name, lets nothing go on', async ({ answer }) => {
  await watch();
  const { lease } = film().sitting!;
  const asked = Promise.withResolvers<Request>();
  const leaving = Promise.withResolvers<void>();
  setFetch(async (input, init) => {
    asked.resolve(new Request(input, init));
    await leaving.promise;
    return answer(await asked.promise);
  });
  const renewal = lease.renew();
  await asked.promise;
  closePlayer();
  leaving.resolve();
  expect(await renewal).toBe('left');
});

test('segments are fetched by signed addresses, and nothing else is', async () => {
  await watch();
  const { url, lease } = film().sitting!;
  const beside = (name: string) => new URL(name, url).href;
  expect(lease.signed(beside('media/240p/00001.m4s'))).toMatch(
    /^http:\/\/house\.test\/media\/signed\/\d+\.[\w-]{43}\/packages\/a-film\/240p\/00001\.m4s$/,
  );
  for (const name of ['master.m3u8', 'keys/0', 'captions/ta.vtt']) expect(lease.signed(beside(name))).toBeNull();
});

test('a heartbeat keeps the place: another browser goes on there', async () => {
  await watch();
  const { record, lease } = film().sitting!;
  record.play();
  await vi.waitFor(() => expect(localStorage.getItem('moviePlayId')).not.toBeNull());
  record.time(1201.25);
  await lease.renew();
  localStorage.removeItem('moviePlayId');
  cookies.clear();
  await openAgain();
  expect(film().sitting!.startAt).toBeCloseTo(1201.25, 3);
});

test('a place that another screen reached since is not overruled by an old cookie', async () => {
  const { viewer, movie } = await watch();
  const { record } = film().sitting!;
  record.play();
  await record.pause(5000);
  const { moviePlayId } = await (await house.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})).json();
  await house.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: 10 });
  await openAgain();
  expect(film().sitting!.startAt).toBe(600);
});

test('the first play makes a record, a pause keeps the place, and the next sitting goes on there', async () => {
  await watch();
  const { record } = film().sitting!;
  record.play();
  record.play();
  await record.pause(754.5);
  const [name, value] = [...cookies][0]!;
  expect(name).toBe(`playhead_${localStorage.getItem('moviePlayId')}`);
  expect(parseFloat(value)).toBe(754.5);

  cookies.clear();
  await openAgain();
  expect(film().sitting!.startAt).toBeCloseTo(754.5, 3);
});

test('the cookie knows better than the server when the last pause never arrived', async () => {
  await watch();
  const { record } = film().sitting!;
  record.play();
  await record.pause(60);
  record.time(90);
  await openAgain();
  expect(film().sitting!.startAt).toBe(90);
});

test('a record that cannot be written is told, and the film goes on', async () => {
  await watch();
  isOnline = false;
  film().sitting!.record.play();
  await film().sitting!.record.pause(1);
  expect(takeNotices().map((notice) => notice.text)).toContain(text.playRecordFailed);
  expect(film().sitting).not.toBeNull();
});

test('what the player finds out is said in words', async () => {
  await watch();
  playerTells.waiting();
  expect(film().notice).toBe(text.waiting);
  playerTells.flowing();
  expect(film().notice).toBeNull();
  playerTells.refused(404);
  expect(film().trouble).toEqual({ message: text.playbackOver, action: text.tryAgain });
  playerTells.broken();
  expect(film().trouble).toEqual({ message: text.cannotPlay, action: text.tryAgain });
});

test('the reason why a film stopped stays until the film plays again', async () => {
  await watch();
  playerTells.markHidden();
  playerTells.flowing();
  expect(film().notice).toBe(text.markHidden);
  playerTells.playing();
  expect(film().notice).toBeNull();
});

test('a player that an older release’s page asks for in vain comes with the page anew, and only then', async () => {
  await watch();
  browser.visits.length = 0;
  playerTells.broken();
  await openAgain();
  expect(browser.visits).toEqual([]);
  browser.open('/movies-details/7');
  playerTells.missing();
  expect(film().trouble).toMatchObject({ message: text.cannotPlay, action: text.tryAgain });
  await openAgain();
  expect(browser.visits).toEqual(['/movies-details/7']);
});

test('a trailer opens and closes without a ticket', () => {
  openTrailer({ url: '/media/video/trailer.mp4', title: 'Trailer' });
  expect($showing.get()).toMatchObject({ kind: 'trailer', url: '/media/video/trailer.mp4', trouble: null });
  playerTells.trailerBroken();
  expect($showing.get()).toMatchObject({ trouble: text.trailerCannotPlay });
  closePlayer();
  expect($showing.get()).toBeNull();
});

describe('Back while a trailer is open', () => {
  const pushState = vi.fn();
  const back = vi.fn(() => void browser.dispatch(new Event('popstate')));
  beforeEach(() => {
    vi.stubGlobal('history', { pushState, back });
    openTrailer({ url: '/media/video/trailer.mp4', title: 'Trailer' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });

  test('closes it and stays on the page', () => {
    expect(pushState).toHaveBeenCalledOnce();
    browser.dispatch(new Event('popstate'));
    expect($showing.get()).toBeNull();
    expect(back).not.toHaveBeenCalled();
  });

  test('has nothing to close once it is closed otherwise: the entry went with it', () => {
    closePlayer();
    closePlayer();
    expect(back).toHaveBeenCalledOnce();
    startWatching({ movieId: 1 } as Parameters<typeof startWatching>[0]);
    browser.dispatch(new Event('popstate'));
    expect($warning.get()).not.toBeNull();
    declineWarning();
  });
});
