import { browser } from '../support/fake-browser.ts';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchMemberMovie } from '#api/booking.ts';
import { setFetch } from '#api/http.ts';
import { endSession, saveTokens } from '#api/browser-storage.ts';
import { commonMessages } from '#messages/common.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import {
  $player,
  $warning,
  acceptWarning,
  closePlayer,
  declineWarning,
  type FilmPlayer,
  reopenFilm,
  openTrailer,
  playerEvents,
  startWatching,
} from '#stores/playback/playback.ts';
import { aMediaDir, aPlaybackServer } from '../support/playback-server.ts';
import { waitFor } from '../support/wait-for.ts';

const mediaDir = await aMediaDir();
const server = await aPlaybackServer(mediaDir);
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
      ? Promise.resolve(server.app.request(new Request(input, init)))
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  closePlayer();
  takeNotices();
});

const film = () => $player.get() as FilmPlayer;

/** Signs in a viewer, with or without a ticket, and loads the film. */
async function aViewerAndMovie({ ticket = true } = {}) {
  const [viewer, { movieId }] = [await server.aViewer(), await server.aPlayableFilm()];
  const order = ticket ? await server.aTicket(viewer, { movieId }) : null;
  saveTokens({ token: await server.tokenOf(viewer), refreshtoken: 'none' });
  return { viewer, order, movie: await fetchMemberMovie(movieId) };
}

async function watch(options?: { ticket: boolean }) {
  const opened = await aViewerAndMovie(options);
  await openFilm(opened.movie);
  return opened;
}

/** Accepts the warning if it is shown. */
async function openFilm(movie: Parameters<typeof startWatching>[0]) {
  await startWatching(movie);
  await acceptWarning();
}

test('the warning comes first, and Decline returns to the page', async () => {
  const { movie } = await aViewerAndMovie();
  await startWatching(movie);
  expect($warning.get()).toBe(movie);
  declineWarning();
  expect($warning.get()).toBeNull();
  expect($player.get()).toBeNull();
});

test('Accept opens the film, whose playlist comes from the API', async () => {
  await watch();
  expect($warning.get()).toBeNull();
  expect(film().session!.url).toMatch(
    /^http:\/\/[^/]+\/api\/ott\/playback\/[0-9a-f-]+\/master\.m3u8$/,
  );
  expect(film().session!.startAt).toBe(0);
  expect(film().problem).toBeNull();
});

test('a film is opened with the viewer’s address, and a pause is recorded with its end', async () => {
  const sent: Record<string, unknown> = {};
  setFetch(async (input, init) => {
    const request = new Request(input, init);
    sent[`${request.method} ${new URL(request.url).pathname.replace(/\d+/, '1')}`] = await request
      .clone()
      .json()
      .catch(() => null);
    return server.app.request(request);
  });
  const { movie } = await watch();
  expect(sent['POST /api/ott/playmovieweb']).toEqual({
    movieId: movie.movieId,
    ipAddress: '127.0.0.1',
  });
  const record = film().session!.record!;
  record.play();
  await record.pause(90);
  const playEndTime = expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/);
  expect(sent['PUT /api/ott/movieplays/1']).toEqual({ playEndTime, playSeekTime: 1.5 });
});

test('an accepted warning is not shown again on this device for the same ticket, but it is shown for the next ticket', async () => {
  const { movie, viewer } = await watch();
  closePlayer();
  await startWatching(movie);
  expect($warning.get()).toBeNull();
  expect(film().session).not.toBeNull();
  closePlayer();
  const next = await server.aTicket(viewer, { movieId: movie.movieId });
  await startWatching({ ...movie, order: { ...movie.order!, movieOrderId: next.movieOrderId } });
  expect($warning.get()).not.toBeNull();
  declineWarning();
});

test('a declined warning is shown again', async () => {
  const { movie } = await aViewerAndMovie();
  await startWatching(movie);
  declineWarning();
  await startWatching(movie);
  expect($warning.get()).toBe(movie);
  declineWarning();
});

test('without a ticket, the player shows the reason and no retry', async () => {
  await watch({ ticket: false });
  expect(film()).toMatchObject({
    session: null,
    problem: { message: text.ticketRequired, action: null },
  });
});

test('without a connection, the player shows an error and opens after a retry', async () => {
  const { movie } = await aViewerAndMovie();
  isOnline = false;
  await openFilm(movie);
  expect(film().problem).toEqual({ message: text.offlineBefore, action: commonMessages.retry });
  isOnline = true;
  await reopenFilm();
  expect(film().session).not.toBeNull();
});

test('a second screen takes over, and the first one can take the stream back', async () => {
  const { viewer, movie } = await watch();
  await server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId });
  expect(await film().session!.lease.renew()).toBe('rejected');
  expect(film()).toMatchObject({
    session: null,
    problem: { message: text.streamReplaced, action: text.watchHere },
  });
  await reopenFilm();
  expect(film().session).not.toBeNull();
});

describe('with two openings on a slow connection, the first closed before its response', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => vi.useRealTimers());

  test.each([
    { name: 'the first response arrives first', arrivals: [0, 1] },
    { name: 'the first response arrives last', arrivals: [1, 0] },
    { name: 'the first response is lost', arrivals: [1, 0], isLost: true },
  ])(
    'the newest one keeps playing, with the only heartbeat: $name',
    async ({ arrivals, isLost = false }) => {
      const { movie } = await aViewerAndMovie();
      const responders: ((isLost: boolean) => void)[] = [];
      setFetch(async (input, init) => {
        const reply = await server.app.request(new Request(input, init));
        if (await new Promise<boolean>((resolve) => responders.push(resolve)))
          throw new TypeError('Failed to fetch');
        return reply;
      });
      const openings: Promise<void>[] = [];
      for (const openingCount of [1, 2]) {
        closePlayer();
        openings.push(openFilm(movie));
        await waitFor(() => expect(responders).toHaveLength(openingCount));
      }
      for (const index of arrivals) {
        responders[index]!(isLost && index === 0);
        await openings[index];
      }
      setFetch((input, init) => Promise.resolve(server.app.request(new Request(input, init))));
      expect(vi.getTimerCount()).toBe(1);
      expect(await film().session?.lease.renew()).toBe('renewed');
      expect(film().problem).toBeNull();
    },
  );
});

test('parallel renewals of a lease all succeed; a renewal without a connection shows no error', async () => {
  await watch();
  const { lease } = film().session!;
  const first = lease.token();
  expect(await Promise.all([lease.renew(), lease.renew()])).toEqual(['renewed', 'renewed']);
  expect(lease.token()).not.toBe(first);
  expect(lease.urlWithToken()).toContain(`/t/${lease.token()}/master.m3u8`);
  isOnline = false;
  expect(await lease.renew()).toBe('unreachable');
  expect(film().problem).toBeNull();
});

test.each([
  { name: 'a new lease', respond: async (request: Request) => server.app.request(request) },
  {
    name: 'a rejection',
    respond: async () => Response.json({ code: 'stream_replaced' }, { status: 409 }),
  },
  { name: 'no response', respond: () => Promise.reject(new TypeError('Failed to fetch')) },
])(
  'a renewal that ends after the player was closed, with $name, has no effect',
  async ({ respond }) => {
    await watch();
    const { lease } = film().session!;
    const sent = Promise.withResolvers<Request>();
    const closed = Promise.withResolvers<void>();
    setFetch(async (input, init) => {
      sent.resolve(new Request(input, init));
      await closed.promise;
      return respond(await sent.promise);
    });
    const renewal = lease.renew();
    await sent.promise;
    closePlayer();
    closed.resolve();
    expect(await renewal).toBe('stopped');
  },
);

test('only segments use signed URLs', async () => {
  await watch();
  const { url, lease } = film().session!;
  const siblingUrl = (name: string) => new URL(name, url).href;
  expect(lease.signedUrl(siblingUrl('media/240p/00001.m4s'))).toMatch(
    /^http:\/\/server\.test\/media\/signed\/\d+\.[\w-]{43}\/packages\/a-film\/240p\/00001\.m4s$/,
  );
  for (const name of ['master.m3u8', 'keys/0', 'captions/ta.vtt'])
    expect(lease.signedUrl(siblingUrl(name))).toBeNull();
});

test('a heartbeat saves the position, and another browser resumes there', async () => {
  await watch();
  const { record, lease } = film().session!;
  record!.play();
  await waitFor(() => expect(localStorage.getItem('moviePlayId')).not.toBeNull());
  record!.timeUpdate(1201.25);
  await lease.renew();
  localStorage.removeItem('moviePlayId');
  cookies.clear();
  await reopenFilm();
  expect(film().session!.startAt).toBeCloseTo(1201.25, 3);
});

test('a jump of the position is saved within seconds, by one renewal', async () => {
  const { movie } = await watch();
  const { record, lease } = film().session!;
  record!.play();
  await waitFor(() => expect(localStorage.getItem('moviePlayId')).not.toBeNull());
  const requests: string[] = [];
  setFetch((input, init) => {
    const request = new Request(input, init);
    requests.push(new URL(request.url).pathname.replace(/[0-9a-f-]{36}/, ':id'));
    return Promise.resolve(server.app.request(request));
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const seconds of [700, 800]) {
    record!.timeUpdate(seconds);
    lease.renewSoon();
  }
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  expect(await lease.renew()).toBe('renewed');
  expect(requests).toEqual(['/api/ott/playback/:id/renew']);
  expect((await fetchMemberMovie(movie.movieId)).resumeAt).toBeCloseTo(800, 0);
});

test('an old cookie does not override a newer position of another screen', async () => {
  const { viewer, movie } = await watch();
  const { record } = film().session!;
  record!.play();
  await record!.pause(5000);
  const { moviePlayId } = await (
    await server.call(viewer, 'POST', `/movies/${movie.movieId}/movieplays`, {})
  ).json();
  for (const minutes of [10, 84]) {
    await server.call(viewer, 'PUT', `/movieplays/${moviePlayId}`, { playSeekTime: minutes });
    await reopenFilm();
    expect(film().session!.startAt).toBe(minutes * 60);
  }
});

test('the first play creates a record, a pause saves the position, and the next session resumes there', async () => {
  await watch();
  const { record } = film().session!;
  record!.play();
  record!.play();
  await record!.pause(754.5);
  const [name, value] = [...cookies][0]!;
  expect(name).toBe(`playhead_${localStorage.getItem('moviePlayId')}`);
  expect(parseFloat(value)).toBe(754.5);

  cookies.clear();
  await reopenFilm();
  expect(film().session!.startAt).toBeCloseTo(754.5, 3);
});

test('the cookie has priority over the server’s position of the same play', async () => {
  await watch();
  const { record } = film().session!;
  record!.play();
  await record!.pause(60);
  record!.timeUpdate(90);
  await reopenFilm();
  expect(film().session!.startAt).toBe(90);
});

test('if a play cannot be saved, a toast and a message over the film say so, and the film continues', async () => {
  await watch();
  isOnline = false;
  film().session!.record!.play();
  await film().session!.record!.pause(1);
  expect(takeNotices().map((notice) => notice.text)).toContain(text.playRecordFailed);
  expect(film().filmMessage).toBe('recordFailed');
  expect(film().session).not.toBeNull();
});

test('player events show messages', async () => {
  await watch();
  playerEvents.waiting();
  expect(film().filmMessage).toBe('waiting');
  playerEvents.buffered();
  expect(film().filmMessage).toBeNull();
  playerEvents.requestRejected(404);
  expect(film().problem).toEqual({ message: text.playbackOver, action: commonMessages.retry });
  playerEvents.failed();
  expect(film().problem).toEqual({ message: text.cannotPlay, action: commonMessages.retry });
});

test('the reason for a stop stays until the film plays again', async () => {
  await watch();
  playerEvents.watermarkHidden();
  playerEvents.buffered();
  expect(film().filmMessage).toBe('watermarkHidden');
  playerEvents.playing();
  expect(film().filmMessage).toBeNull();
});

test('a retry reloads the page only if the player’s code is missing, as on a page of an older release', async () => {
  await watch();
  browser.visits.length = 0;
  playerEvents.failed();
  await reopenFilm();
  expect(browser.visits).toEqual([]);
  browser.open('/movies-details/7');
  playerEvents.notLoaded();
  expect(film().problem).toMatchObject({ message: text.cannotPlay, action: commonMessages.retry });
  await reopenFilm();
  expect(browser.visits).toEqual(['/movies-details/7']);
});

test('a trailer opens and closes without a ticket', () => {
  openTrailer({ url: '/media/video/trailer.mp4', title: 'Trailer' });
  expect($player.get()).toMatchObject({
    kind: 'trailer',
    url: '/media/video/trailer.mp4',
    problem: null,
  });
  playerEvents.trailerFailed();
  expect($player.get()).toMatchObject({ problem: text.trailerCannotPlay });
  closePlayer();
  expect($player.get()).toBeNull();
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
    expect($player.get()).toBeNull();
    expect(back).not.toHaveBeenCalled();
  });

  test('has no effect after it was closed in another way, which removes the history entry', () => {
    closePlayer();
    closePlayer();
    expect(back).toHaveBeenCalledOnce();
    void startWatching({ movieId: 1 } as Parameters<typeof startWatching>[0]);
    browser.dispatch(new Event('popstate'));
    expect($warning.get()).not.toBeNull();
    declineWarning();
  });
});
