import { serverSentences } from '#messages/refusals/server.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../support/fake-browser.ts';
import { fetchGenres } from '#api/catalogue.ts';
import { setFetch } from '#api/http.ts';
import { $profile, loadProfile, submitUserInfo } from '#stores/accounts/accounts.ts';
import { testNow } from '../support/test-now.ts';

/** The time of each call, in seconds since `makeServerUnavailable`. */
const callSeconds: number[] = [];
/** Responds 503 with Retry-After to the first `callCount` calls. */
const makeServerUnavailable = (callCount: number, retryAfter = '3') => {
  callSeconds.length = 0;
  const startedAt = testNow().getTime();
  const problem = { message: serverSentences.database_away, code: 'database_away' };
  setFetch(async () => {
    callSeconds.push(Math.round((testNow().getTime() - startedAt) / 1000));
    if (callSeconds.length > callCount) return Response.json({ content: [] });
    return Response.json(problem, { status: 503, headers: { 'Retry-After': retryAfter } });
  });
};
const awaitWithTimers = async <T>(work: Promise<T>) => {
  await vi.advanceTimersByTimeAsync(60_000);
  return work;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a read is retried once, after the time in Retry-After', async () => {
  makeServerUnavailable(1);
  expect(await awaitWithTimers(fetchGenres().catch((error: unknown) => error))).not.toBeInstanceOf(
    Error,
  );
  expect(callSeconds).toEqual([0, 3]);
});

test('after the second failure, the server’s text is shown', async () => {
  makeServerUnavailable(9);
  await awaitWithTimers(loadProfile());
  expect(callSeconds).toEqual([0, 3]);
  expect($profile.get()).toMatchObject({
    status: 'error',
    unavailableText: serverSentences.database_away,
  });
});

test('a long Retry-After shows the error instead of waiting', async () => {
  makeServerUnavailable(9, '120');
  await awaitWithTimers(loadProfile());
  expect(callSeconds).toEqual([0]);
});

test('a write is never retried automatically', async () => {
  makeServerUnavailable(9);
  await awaitWithTimers(
    submitUserInfo.run({ firstName: 'Meena', lastName: '', emailId: '', gender: 0 }),
  );
  expect(callSeconds).toEqual([0]);
  expect(submitUserInfo.$state.get().error).toBe(serverSentences.database_away);
});
