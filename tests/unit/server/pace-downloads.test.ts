import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDownloadPacer,
  DOWNLOAD_BYTES_PER_SECOND,
  MAX_DOWNLOAD_WAIT_SECONDS,
} from '#server/site/pace-downloads.ts';

const [ATTACKER, VICTIM] = [1, 2];
const inSeconds = (seconds: number) => seconds * DOWNLOAD_BYTES_PER_SECOND;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** `seconds`: how long the file alone takes an idle process. */
function aPacer(busyShare = 0) {
  const pacer = createDownloadPacer(() => busyShare);
  const startedAt = performance.now();
  const request = (orderId: number, seconds: number) => {
    const client = new AbortController();
    const state: {
      startedAfter: number | null;
      isRefused: boolean;
      giveBack: ((bytes: number) => void) | null;
    } = {
      startedAfter: null,
      isRefused: false,
      giveBack: null,
    };
    void pacer
      .waitForTurn({ orderId, bytes: inSeconds(seconds), signal: client.signal })
      .then((giveBack) => {
        state.giveBack = giveBack;
        if (giveBack) state.startedAfter = Math.round(performance.now() - startedAt);
        else state.isRefused = true;
      });
    return { client, state };
  };
  return { pacer, request };
}
const wait = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await nextTick();
};

test('downloads wait until those before them are sent, and longer if the process is busy', async () => {
  const [idle, busy] = [aPacer(0), aPacer(0.5)];
  const requests = [idle, busy].map(({ request }) => [1, 2, 3].map((order) => request(order, 0.1)));
  await wait(5000);
  expect(requests[0]!.map(({ state }) => state.startedAfter)).toEqual([0, 100, 200]);
  expect(requests[1]!.map(({ state }) => state.startedAfter)).toEqual([0, 800, 1600]);
});

describe('an order that asks for much', () => {
  test('does not make another order wait for more than one file', async () => {
    const { request } = aPacer();
    const many = Array.from({ length: 100 }, () => request(ATTACKER, 0.1));
    await wait(1050);
    const { state } = request(VICTIM, 0.1);
    await wait(500);
    expect(state.startedAfter).toBe(1100);
    await wait(20_000);
    expect(many.every(({ state: each }) => each.startedAfter !== null)).toBe(true);
  });

  test('is refused when its own turn is too far away, and another order is not', async () => {
    const { pacer, request } = aPacer();
    const many = Array.from({ length: 300 }, () => request(ATTACKER, 0.1));
    await wait(0);
    const refusedCount = many.filter(({ state }) => state.isRefused).length;
    expect(refusedCount).toBeGreaterThan(95);
    expect(refusedCount).toBeLessThan(105);
    expect([pacer.isFull(ATTACKER), pacer.isFull(VICTIM)]).toEqual([true, false]);
  });

  test('gets half of the rate while another order asks for as much', async () => {
    const { request } = aPacer();
    const requests = [ATTACKER, VICTIM].map((order) =>
      Array.from({ length: 50 }, () => request(order, 0.1)),
    );
    await wait(2000);
    const counts = requests.map(
      (each) => each.filter(({ state }) => state.startedAfter !== null).length,
    );
    expect(Math.abs(counts[0]! - counts[1]!)).toBeLessThanOrEqual(1);
  });
});

test('orders that are too many for the rate are refused', async () => {
  const { request } = aPacer();
  const requests = Array.from({ length: MAX_DOWNLOAD_WAIT_SECONDS + 5 }, (_, order) =>
    request(order, 1),
  );
  await wait(0);
  expect(requests.filter(({ state }) => state.isRefused)).toHaveLength(4);
});

test('a client that leaves is not charged, neither while it waits nor for what was not sent', async () => {
  const { request } = aPacer();
  const sending = request(1, 10);
  const waiting = request(2, 5);
  const last = request(3, 1);
  await wait(1000);
  expect([sending, waiting, last].map(({ state }) => state.startedAfter)).toEqual([0, null, null]);
  waiting.client.abort();
  sending.state.giveBack!(inSeconds(9));
  await wait(1);
  expect(waiting.state.isRefused).toBe(true);
  expect(last.state.startedAfter).toBe(1000);
});
