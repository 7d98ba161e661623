import { expect, test } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import { checkDevice, measureMegabitsPerSecond } from '#domain/device-check.ts';

const good = { canPlay: true, downlink: 5, clockAheadMs: 0 };

test.each([
  ['fine', {}],
  ['fine', { downlink: null, clockAheadMs: null }],
  ['fine', { downlink: 0.65, clockAheadMs: 5 * MINUTE }],
  ['slow', { downlink: 0.4 }],
  ['wrongClock', { clockAheadMs: 6 * MINUTE }],
  ['wrongClock', { clockAheadMs: -6 * MINUTE }],
  ['slow', { downlink: 0.4, clockAheadMs: 6 * MINUTE }],
  ['cannotPlay', { canPlay: false, downlink: 0.4, clockAheadMs: 6 * MINUTE }],
] as const)('%s: %o', (finding, device) =>
  expect(checkDevice({ ...good, ...device })).toBe(finding),
);

test('the bandwidth is that of the fastest download; small files are ignored', () => {
  expect(
    measureMegabitsPerSecond([
      { bytes: 40_000, ms: 400 },
      { bytes: 50_000, ms: 200 },
      { bytes: 900, ms: 1 },
      { bytes: 60_000, ms: 0 },
    ]),
  ).toBe(2);
  expect(measureMegabitsPerSecond([{ bytes: 900, ms: 1 }])).toBeNull();
});
