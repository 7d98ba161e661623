import { expect, test } from 'vitest';
import { MINUTE } from '#domain/limits.ts';
import { preflight, seenMegabits } from '#domain/preflight.ts';

const good = { canPlay: true, downlink: 5, clockAhead: 0 };

test.each([
  ['fine', {}],
  ['fine', { downlink: null, clockAhead: null }],
  ['fine', { downlink: 0.65, clockAhead: 5 * MINUTE }],
  ['slow', { downlink: 0.4 }],
  ['wrongClock', { clockAhead: 6 * MINUTE }],
  ['wrongClock', { clockAhead: -6 * MINUTE }],
  ['slow', { downlink: 0.4, clockAhead: 6 * MINUTE }],
  ['cannotPlay', { canPlay: false, downlink: 0.4, clockAhead: 6 * MINUTE }],
] as const)('%s: %o', (finding, device) => expect(preflight({ ...good, ...device })).toBe(finding));

test('the line is as fast as its best picture; small files say nothing of it', () => {
  expect(
    seenMegabits([
      { bytes: 40_000, ms: 400 },
      { bytes: 50_000, ms: 200 },
      { bytes: 900, ms: 1 },
      { bytes: 60_000, ms: 0 },
    ]),
  ).toBe(2);
  expect(seenMegabits([{ bytes: 900, ms: 1 }])).toBeNull();
});
