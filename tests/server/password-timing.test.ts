import { beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { aMobileNumber, signInCalls } from '../support/sign-in.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

vi.unmock('node:crypto'); // the real cost: tests/support/cheap-argon2.ts

let server: TestServer;
let calls: ReturnType<typeof signInCalls>;

beforeAll(async () => {
  server = await aServer({ settings: { TRUST_PROXY: 'true' } });
  calls = signInCalls(server);
});

/** The load of the machine changes outliers, but hardly the median. */
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/**
 * Returns the ratio of the median times of two calls. The calls alternate, so that load affects both. At most three rounds: a
 * real difference stays in every round.
 */
async function ratioOf(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  samples: number,
): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3 && Math.abs(Math.log(best)) > Math.log(1.1); round++) {
    const times: [number[], number[]] = [[], []];
    for (let sample = 0; sample < samples * 2; sample++) {
      // Each call is first as often as second.
      const kind = (sample + Math.floor(sample / 2)) % 2;
      const start = performance.now();
      await (kind === 0 ? one() : other());
      times[kind]!.push(performance.now() - start);
    }
    const ratio = median(times[0]) / median(times[1]);
    if (Math.abs(Math.log(ratio)) < Math.abs(Math.log(best))) best = ratio;
  }
  return best;
}

// The medians must differ by less than a quarter. One more argon2 (25 ms) would be a factor of at least five.
describe(
  'the response time does not reveal whether an account exists',
  { tags: ['deep', 'timed'] },
  () => {
    const LOW = 1 / 1.25;
    const HIGH = 1.25;

    test('when a password is wrong (60 of each)', async () => {
      const passwordHash = await hashPassword('a stage, a curtain');
      const known = await Promise.all(
        Array.from({ length: 180 }, () =>
          server.aViewer({
            mobile: aMobileNumber(),
            mobileVerifiedAt: server.clock.now(),
            passwordHash,
          }),
        ),
      );
      const ratio = await ratioOf(
        () => calls.signIn(known.pop()!.mobile!, 'a wrong one'),
        () => calls.signIn(aMobileNumber(), 'a wrong one'),
        60,
      );
      expect(ratio).toBeGreaterThan(LOW);
      expect(ratio).toBeLessThan(HIGH);
    }, 120_000);

    test('when a code is wrong (60 of each)', async () => {
      const known = await Promise.all(
        Array.from({ length: 180 }, () =>
          server.aViewer({ mobile: aMobileNumber(), mobileVerifiedAt: server.clock.now() }),
        ),
      );
      const ratio = await ratioOf(
        () => calls.signIn(known.pop()!.mobile!, '000000'),
        () => calls.signIn(aMobileNumber(), '000000'),
        60,
      );
      expect(ratio).toBeGreaterThan(LOW);
      expect(ratio).toBeLessThan(HIGH);
    }, 120_000);

    test('when a code is requested (100 of each)', async () => {
      const known = await Promise.all(
        Array.from({ length: 300 }, () =>
          server.aViewer({ mobile: aMobileNumber(), mobileVerifiedAt: server.clock.now() }),
        ),
      );
      const ratio = await ratioOf(
        () => calls.requestCode(known.pop()!.mobile!),
        () => calls.requestCode(aMobileNumber()),
        100,
      );
      expect(ratio).toBeGreaterThan(LOW);
      expect(ratio).toBeLessThan(HIGH);
    }, 120_000);
  },
);
