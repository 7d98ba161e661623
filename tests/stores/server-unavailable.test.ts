import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../support/tab.ts';
import { fetchGenres } from '#api/catalogue.ts';
import { setFetch } from '#api/http.ts';
import { commonMessages } from '#messages/common.ts';
import { $profile, loadProfile, submitUserInfo } from '#stores/accounts.ts';

/** When each call came, in seconds. */
const calls: number[] = [];
/** A house that is away for so many calls, and says when to ask again. */
const houseAway = (times: number, retryAfter = '3') => {
  calls.length = 0;
  const from = Date.now();
  const problem = { message: commonMessages.houseAway, code: 'database_away' };
  setFetch(async () => {
    calls.push(Math.round((Date.now() - from) / 1000));
    if (calls.length > times) return Response.json({ content: [] });
    return Response.json(problem, { status: 503, headers: { 'Retry-After': retryAfter } });
  });
};
const patiently = async <T>(work: Promise<T>) => {
  await vi.advanceTimersByTimeAsync(60_000);
  return work;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('What is read is asked for once more, when the house said', async () => {
  houseAway(1);
  expect(await patiently(fetchGenres().catch((error: unknown) => error))).not.toBeInstanceOf(Error);
  expect(calls).toEqual([0, 3]);
});

test('A house that stays away is not asked a third time, and its sentence is shown', async () => {
  houseAway(9);
  await patiently(loadProfile());
  expect(calls).toEqual([0, 3]);
  expect($profile.get()).toMatchObject({ status: 'error', why: commonMessages.houseAway });
});

test('Nobody waits for minutes before an empty page', async () => {
  houseAway(9, '120');
  await patiently(loadProfile());
  expect(calls).toEqual([0]);
});

test('What is written is sent again by the viewer’s own wish alone', async () => {
  houseAway(9);
  await patiently(submitUserInfo.run({ firstName: 'Meena', lastName: '', emailId: '', gender: 0 }));
  expect(calls).toEqual([0]);
  expect(submitUserInfo.$state.get().error).toBe(commonMessages.houseAway);
});
