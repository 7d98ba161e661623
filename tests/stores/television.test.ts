import { authSentences } from '#messages/refusals/auth.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { endSession, readItem, saveTokens } from '#api/browser-storage.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { televisionRemoteMessages as remoteText } from '#messages/television-remote.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { televisionMessages } from '#messages/television.ts';
import { href, televisionFilmPath } from '#routes.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { signUserToken } from '#server/tokens.ts';
import { $warning } from '#stores/playback/playback.ts';
import { $session } from '#stores/session/session.ts';
import {
  $step,
  confirmDevice,
  denyDevice,
  enterAnotherCode,
  findDevice,
  openCodePage,
} from '#stores/television/code.ts';
import { $pairing, startPairing, stopPairing } from '#stores/television/pairing.ts';
import { $openTelevisions, watchOnTelevision } from '#stores/television/remote.ts';
import { $film, $home, loadHome, openTelevision } from '#stores/television/television.ts';

const server = await aServerForStores();
const TOKEN_CALL = 'POST /api/auth/devices/token';
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Advances the clocks of television and server by a second at a time, while no call is running. */
async function passTime(seconds: number, isDone = () => false) {
  for (let second = 0; second < seconds && !isDone(); second++) {
    server.clock.advance(1000);
    await vi.advanceTimersByTimeAsync(1000);
    for (let tick = 0; tick < 5 || server.pendingRequests.count > 0; tick++) await nextTick();
  }
}

async function passTimeUntil(condition: () => boolean) {
  await passTime(700, condition);
  expect(condition()).toBe(true);
}

const shownCode = () => {
  const pairing = $pairing.get();
  return pairing.status === 'success' ? pairing.code : null;
};
const notice = () => {
  const pairing = $pairing.get();
  return pairing.status === 'success' ? pairing.notice : null;
};
const aPhone = () => server.aViewer();
const decide = async (how: 'confirm' | 'deny', userCode = shownCode()!.user_code) => {
  const viewer = await aPhone();
  await server.post(`/api/auth/devices/${how}`, { as: viewer, body: { userCode } });
  return viewer;
};

beforeEach(() => {
  endSession({ keepRememberMe: false });
  takeNotices();
  enterAnotherCode();
});

describe('the television', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await startPairing();
    server.calls.length = 0;
  });
  afterEach(async () => {
    stopPairing();
    server.connection.isUp = true;
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
  });

  test('is signed in after its code is confirmed, and stops asking', async () => {
    const viewer = await decide('confirm');
    await passTimeUntil(() => $session.get() !== null);
    expect($session.get()).toEqual({ userId: viewer.userId });
    expect(server.calls.filter((each) => each === TOKEN_CALL)).toHaveLength(1);
  });

  test('shows a new code when the old one expires', async () => {
    const { user_code: userCode } = shownCode()!;
    await passTimeUntil(() => shownCode() !== null && shownCode()!.user_code !== userCode);
    expect(notice()).toBe(text.codeExpired);
    const viewer = await decide('confirm');
    await passTimeUntil(() => $session.get() !== null);
    expect($session.get()).toEqual({ userId: viewer.userId });
  });

  test('shows a new code and the reason when the phone refuses', async () => {
    const { user_code: userCode } = shownCode()!;
    await decide('deny');
    await passTimeUntil(() => shownCode() !== null && shownCode()!.user_code !== userCode);
    expect(notice()).toBe(text.codeRefused(authSentences.access_denied));
    expect($session.get()).toBeNull();
  });

  test('keeps its code while the connection is lost', async () => {
    const { user_code: userCode } = shownCode()!;
    server.connection.isUp = false;
    await passTime(20);
    server.connection.isUp = true;
    expect(shownCode()!.user_code).toBe(userCode);
    await decide('confirm');
    await passTimeUntil(() => $session.get() !== null);
  });

  test('asks less often when the server says so', async () => {
    const { device_code: deviceCode } = shownCode()!;
    await passTime(3);
    await server.post('/api/auth/devices/token', { body: { deviceCode } });
    const polls = () => server.calls.filter((each) => each === TOKEN_CALL).length;
    await passTimeUntil(() => polls() === 1);
    await passTime(9);
    expect(polls()).toBe(1);
    await passTimeUntil(() => polls() === 2);
    await decide('confirm');
    await passTimeUntil(() => $session.get() !== null);
  });

  test('shows an error without a connection, and a code after another try', async () => {
    server.connection.isUp = false;
    await startPairing();
    expect($pairing.get()).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/connection/),
    });
    server.connection.isUp = true;
    await startPairing();
    expect($pairing.get().status).toBe('success');
  });
});

describe('the phone', () => {
  const aCode = async (): Promise<string> =>
    (await server.post('/api/auth/devices/code')).json.userCode;

  test('without a session goes to the sign-in and comes back to the code', () => {
    browser.open(`${href('televisionCode')}?code=WDJB-MJHT`);
    expect(openCodePage()).toBeNull();
    expect(browser.visits.at(-1)).toBe('/signup?next=%2Ftv-code%3Fcode%3DWDJB-MJHT');
  });

  test('finds the television of the linked code and confirms it', async () => {
    await server.signIn();
    const userCode = await aCode();
    browser.open(`${href('televisionCode')}?code=${userCode}`);
    expect(openCodePage()).toBe(userCode);
    await vi.waitFor(() =>
      expect($step.get()).toMatchObject({ name: 'confirm', device: { userCode } }),
    );
    const step = $step.get();
    if (step.name === 'confirm') await confirmDevice.run(step.device, 'Living room');
    expect($step.get()).toEqual({ name: 'confirmed', deviceName: 'Living room' });
  });

  test('refuses a television', async () => {
    await server.signIn();
    await findDevice.run(await aCode());
    const step = $step.get();
    if (step.name === 'confirm') await denyDevice.run(step.device);
    expect($step.get()).toEqual({ name: 'denied' });
  });

  test('shows an error for a code that no television shows, and for half a code', async () => {
    await server.signIn();
    await findDevice.run('BCDF-GHJK');
    expect(findDevice.$state.get().error).toBe(authSentences.device_code_unknown);
    await findDevice.run('BCDF');
    expect(findDevice.$state.get().error).toBe(televisionMessages.codeIncomplete);
    expect($step.get()).toEqual({ name: 'enter' });
  });
});

describe('the screens of the television', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() }));
  afterEach(() => void vi.useRealTimers());

  test('list tickets that are open or will open, the first to open first', async () => {
    const { userId } = await server.signIn();
    const viewer = { userId };
    const now = server.clock.now().getTime();
    const ticketAt = async (hours: number) => {
      const bookingStartTime = new Date(now + hours * HOUR);
      const bookingEndTime = new Date(bookingStartTime.getTime() + 24 * HOUR);
      const film = await server.aFilm();
      return server.anOrder(viewer, film, {
        bookingStartTime,
        bookingEndTime,
        paymentStatus: 'PAID',
      });
    };
    const later = await ticketAt(5);
    await ticketAt(-30);
    const open = await ticketAt(-1);
    await server.anOrder(viewer, await server.aFilm(), { paymentStatus: 'NEW' });
    await loadHome();
    expect($home.get()).toMatchObject({ status: 'success', error: '' });
    expect($home.get().tickets.map(({ movieOrderId }) => movieOrderId)).toEqual([
      open.movieOrderId,
      later.movieOrderId,
    ]);
    expect($home.get().films.length).toBeGreaterThan(0);
  });

  test('show an error without a connection, and keep the films that they have', async () => {
    await server.signIn();
    await server.aFilm();
    await loadHome();
    const { films } = $home.get();
    server.connection.isUp = false;
    await loadHome();
    server.connection.isUp = true;
    expect($home.get()).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/connection/),
      films,
    });
  });

  test('show the film of the URL with the ticket that was booked meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: server.clock.now() });
    const { userId } = await server.signIn();
    const film = await server.aFilm();
    browser.open(televisionFilmPath(film.movieId));
    const close = openTelevision();
    await passTimeUntil(() => $film.get()?.movie?.order === null);
    expect($film.get()!.movie!.movieId).toBe(film.movieId);
    const bookingEndTime = new Date(server.clock.now().getTime() + 24 * HOUR);
    await server.anOrder({ userId }, film, {
      bookingStartTime: server.clock.now(),
      bookingEndTime,
      paymentStatus: 'PAID',
    });
    await passTimeUntil(() => $film.get()?.movie?.playStatus === 'PAID');
    close();
    expect($film.get()).toBeNull();
  });

  test.each([
    { name: 'start a film that the viewer chose on the phone', hasTicket: true },
    { name: 'show a chosen film without a ticket, and do not start it', hasTicket: false },
  ])('$name', async ({ hasTicket }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: server.clock.now() });
    const [viewer, film] = [await aPairedTelevision(), await server.aFilm()];
    if (hasTicket) await server.anOrder(viewer, film);
    browser.open(href('television'));
    const close = openTelevision();
    await passTimeUntil(() => $home.get().status === 'success');
    const { json } = await server.get('/api/auth/devices/televisions', { as: viewer });
    await server.post(`/api/auth/devices/televisions/${json.content[0].sessionId}/film`, {
      as: viewer,
      body: { movieId: film.movieId },
    });
    await passTimeUntil(() => $film.get()?.movie?.movieId === film.movieId);
    await passTime(1);
    expect($warning.get()?.movieId).toBe(hasTicket ? film.movieId : undefined);
    close();
    expect($warning.get()).toBeNull();
  });
});

/** Signs in the stores as a television. */
async function aPairedTelevision(deviceName = 'Living room') {
  const viewer = await aPhone();
  const { deviceCode, userCode } = (await server.post('/api/auth/devices/code')).json;
  await server.post('/api/auth/devices/confirm', { as: viewer, body: { userCode, deviceName } });
  saveTokens((await server.post('/api/auth/devices/token', { body: { deviceCode } })).json);
  return viewer;
}

describe('the remote on the phone', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'Date'],
        now: server.clock.now(),
      }),
  );
  afterEach(() => void vi.useRealTimers());

  test('lists open televisions while it is shown, and starts a film on one of them', async () => {
    const viewer = await aPairedTelevision();
    const televisionToken = readItem('userToken')!;
    const film = await server.aFilm();
    const { tokenSecret } = server.config.secrets;
    saveTokens({
      token: signUserToken(tokenSecret, viewer, server.clock.now()),
      refreshtoken: 'none',
    });
    const hide = $openTelevisions.listen(() => undefined);
    await passTimeUntil(() => $openTelevisions.get().length > 0);
    const television = $openTelevisions.get()[0]!;
    expect(television.name).toBe('Living room');
    await watchOnTelevision.run(television, film.movieId);
    expect(takeNotices().map((notice) => notice.text)).toEqual([remoteText.opensOn('Living room')]);
    const asked = await server.post('/api/auth/devices/poll', { token: televisionToken });
    expect(asked.json).toEqual({ movieId: film.movieId });
    await passTimeUntil(() => $openTelevisions.get().length === 0);
    await watchOnTelevision.run(television, film.movieId);
    expect(watchOnTelevision.$state.get().error).toBe(authSentences.television_not_open);
    hide();
    await passTime(6);
  });
});
