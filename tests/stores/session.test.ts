import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { fetchMyProfile } from '#api/accounts.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import { call, setFetch } from '#api/http.ts';
import { readItem, writeItem } from '#api/browser-storage.ts';
import { ACCOUNT_GET, endpoint } from '#contract/endpoint.ts';
import { RETRY_AFTER_REFRESH_MS } from '#domain/limits/notices.ts';
import { accountMessages } from '#messages/accounts.ts';
import { $session, $userId, logOut, signOut } from '#stores/session/session.ts';
import { $profile, loadProfile } from '#stores/accounts/accounts.ts';
import { $notices, takeNotices } from '#stores/notices/notices.ts';
import { testNow } from '../support/test-now.ts';

const server = await aServerForStores();
const REFRESH = 'POST /api/auth/users/generatetoken';
const refreshes = () => server.calls.filter((each) => each === REFRESH);
const nextTick = () => new Promise((resolve) => setImmediate(resolve));
/** Lets the in-process server respond while the browser's clock is stopped. */
const waitUntil = async (condition: () => boolean) => {
  const end = performance.now() + 20_000;
  while (performance.now() < end && !condition()) await nextTick();
  expect(condition()).toBe(true);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  takeNotices();
});
afterEach(async () => {
  server.connection.isUp = true;
  // Releases the lock of a refresh, which outlives its call.
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
});

/** Advances the browser's clock while no call is running, until `work` is done. */
async function awaitWithTimers<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const stop = () => (isDone = true);
  work.then(stop, stop);
  for (let idle = 0; !isDone; idle = server.pendingRequests.count > 0 ? 0 : idle + 1) {
    await nextTick();
    if (idle > 10) await vi.advanceTimersByTimeAsync(20);
  }
  return work;
}

describe('an expired token', () => {
  test('is renewed once for twenty parallel calls, and all of them succeed', async () => {
    const { userId, mobile } = await server.signIn();
    await server.expireToken(userId);

    const users = await awaitWithTimers(
      Promise.all(Array.from({ length: 20 }, () => fetchMyProfile())),
    );

    expect(users.map((user) => user.mobile)).toEqual(Array(20).fill(mobile));
    expect(refreshes()).toHaveLength(1);
  });

  test('is replaced by new tokens half a second before the call is repeated', async () => {
    const { userId } = await server.signIn();
    await server.expireToken(userId);
    const stale = readItem('userToken');
    const staleRefresh = readItem('refreshToken');

    const profile = fetchMyProfile();
    await waitUntil(() => readItem('userToken') !== stale);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_REFRESH_MS - 1);
    for (let turn = 0; turn < 50; turn++) await nextTick();
    expect(server.calls.filter((each) => each === 'GET /api/auth/myprofile')).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1);
    await profile;
    expect(server.calls.filter((each) => each === 'GET /api/auth/myprofile')).toHaveLength(2);
    expect(readItem('refreshToken')).not.toBe(staleRefresh);
    expect($userId.get()).toBe(userId);
  });

  test('is not renewed when another tab has already done so', async () => {
    const { userId } = await server.signIn();
    const newToken = readItem('userToken')!;
    await server.expireToken(userId);

    const profile = fetchMyProfile();
    browser.writeInOtherTab('userToken', newToken);
    await awaitWithTimers(profile);

    expect(refreshes()).toHaveLength(0);
  });

  test('ends the session if the refresh token is rejected too, and keeps only the remember-me value', async () => {
    const { userId } = await server.signIn();
    await server.expireToken(userId);
    writeItem('refreshToken', 'long-forgotten');
    writeItem('rememberMe', 'yes');
    writeItem('mobileNumber', '9000000002');

    const failure = await awaitWithTimers(fetchMyProfile().catch((error: unknown) => error));

    expect(failure).toBeInstanceOf(ApiError);
    expect(browser.visits).toEqual(['/']);
    expect(browser.local.length).toBe(1);
    expect(readItem('rememberMe')).toBe('yes');
    expect($session.get()).toBeNull();
  });

  test('is renewed if the browser blocks the Web Locks API', async () => {
    const { userId, mobile } = await server.signIn();
    await server.expireToken(userId);
    const request = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request } });
    const user = await awaitWithTimers(fetchMyProfile());
    vi.unstubAllGlobals();
    expect(user.mobile).toBe(mobile);
    expect(refreshes()).toHaveLength(1);
  });

  test('changes nothing if the refresh gets no response', async () => {
    const { userId } = await server.signIn();
    await server.expireToken(userId);
    const tokens = { userToken: readItem('userToken'), refreshToken: readItem('refreshToken') };

    const profile = fetchMyProfile().catch((error: unknown) => error);
    await waitUntil(() => server.calls.length === 1);
    server.connection.isUp = false;
    const failure = await awaitWithTimers(profile);

    expect(failure).toBeInstanceOf(OfflineError);
    expect({ userToken: readItem('userToken'), refreshToken: readItem('refreshToken') }).toEqual(
      tokens,
    );
    expect(browser.visits).toEqual([]);
  });

  test('opens the home page without an error for the failed call', async () => {
    const { userId } = await server.signIn();
    await server.expireToken(userId);
    writeItem('refreshToken', 'long-forgotten');
    await awaitWithTimers(loadProfile());
    expect(browser.visits).toEqual(['/']);
    expect($notices.get()).toEqual([]);
  });
});

describe('two tabs, ten calls each, and an expired token', () => {
  /** Loads the code a second time, as in another tab with the same storage. */
  async function aTab() {
    vi.resetModules();
    const [{ setFetch }, { fetchMyProfile: fetchProfile }, { refreshOnce }] = await Promise.all([
      import('#api/http.ts'),
      import('#api/accounts.ts'),
      import('#api/refresh.ts'),
    ]);
    server.routeFetch(setFetch);
    return { fetchProfile, refreshOnce };
  }

  test.each(['with', 'without'])(
    '%s locks in the browser: one refresh, and every call succeeds',
    async (which) => {
      const { userId, mobile } = await server.signIn();
      await server.expireToken(userId);
      const tabs = [await aTab(), await aTab()];
      expect(tabs[0]!.refreshOnce).not.toBe(tabs[1]!.refreshOnce);
      if (which === 'without') vi.stubGlobal('navigator', {});
      expect(Boolean(navigator.locks)).toBe(which === 'with');

      const users = await awaitWithTimers(
        Promise.all(
          tabs.flatMap(({ fetchProfile }) => Array.from({ length: 10 }, () => fetchProfile())),
        ),
      ).finally(() => vi.unstubAllGlobals());

      expect(users.map((user) => user.mobile)).toEqual(Array(20).fill(mobile));
      expect(refreshes()).toHaveLength(1);
      expect(browser.local.getItem('refreshing')).toBeNull();
    },
  );

  test('a lock of a tab that closed during its refresh expires', async () => {
    const { userId, mobile } = await server.signIn();
    await server.expireToken(userId);
    browser.local.setItem('refreshing', `gone@${testNow().getTime() - 36_000}`);
    vi.stubGlobal('navigator', {});
    const user = await awaitWithTimers(fetchMyProfile()).finally(() => vi.unstubAllGlobals());
    expect(user.mobile).toBe(mobile);
  });
});

test('a missing role does not count as an expired token', async () => {
  await server.signIn();
  const forProducers = endpoint(ACCOUNT_GET, '/for-producers', { summary: '', role: 'Producer' });
  const forbidden = () =>
    Response.json({ code: 'role_required', message: 'For producers' }, { status: 403 });
  const requestedUrls: string[] = [];
  setFetch(async (input) => {
    requestedUrls.push(new Request(input).url);
    return forbidden();
  });
  await expect(call(forProducers, {})).rejects.toMatchObject({
    status: 403,
    code: 'role_required',
  });
  expect(requestedUrls).toHaveLength(1);
  expect($session.get()).not.toBeNull();
  server.routeFetch();
});

test('a failed profile request shows the specification’s text', async () => {
  await server.signIn();
  server.connection.isUp = false;
  await awaitWithTimers(loadProfile());
  expect($notices.get()).toMatchObject([{ kind: 'error', text: accountMessages.fetchFailed }]);
});

describe('signing out', () => {
  test('Sign out clears local storage, also with an expired token', async () => {
    const { userId } = await server.signIn();
    const refreshToken = readItem('refreshToken');
    await server.expireToken(userId);
    writeItem('rememberMe', 'yes');
    await awaitWithTimers(signOut());
    expect(browser.local.length).toBe(0);
    expect($profile.get().user).toBeNull();
    expect(
      (await server.post('/api/auth/users/generatetoken', { body: { refreshToken } })).status,
    ).toBe(403);
  });

  test('Log out keeps what the next sign-in starts with', async () => {
    await server.signIn();
    const refreshToken = readItem('refreshToken');
    writeItem('rememberMe', 'yes');
    await awaitWithTimers(logOut());
    expect([browser.local.length, readItem('rememberMe')]).toEqual([1, 'yes']);
    expect(browser.visits).toEqual(['/']);
    expect(
      (await server.post('/api/auth/users/generatetoken', { body: { refreshToken } })).status,
    ).toBe(403);
  });

  test('an unreachable server does not block Sign out', async () => {
    await server.signIn();
    server.connection.isUp = false;
    await awaitWithTimers(signOut());
    expect(browser.local.length).toBe(0);
    expect(browser.visits).toEqual(['/']);
  });
});
