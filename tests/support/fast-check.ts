import fc from 'fast-check';
import { testNow } from './test-now.ts';

const FIXED_SEED = 20_261_123;

/**
 * The seed of random tests, except the money model (MONEY_SEED): new in the deep ring (RING=deep), otherwise fixed. A failure prints
 * its seed, and TEST_SEED=<seed> repeats it.
 */
export const SEED = Number(
  process.env['TEST_SEED'] ??
    (process.env['RING'] === 'deep' ? testNow().getTime() % 2 ** 31 : FIXED_SEED),
);

fc.configureGlobal({ seed: SEED });

const character = fc
  .nat(0x10_f7ff)
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

/** Any text without lone surrogates. `fc.string({ unit: 'binary' })` first indexes a million characters, which takes seconds. */
export const anyText = (constraints: { maxLength?: number } = {}) =>
  fc.string({ unit: character, ...constraints });

/** Shuffles a list: differently in each round, identically for the same seed. */
export const shuffled = <T>(list: readonly T[], round: number): T[] =>
  fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), {
    seed: SEED + round,
    numRuns: 1,
  })[0]!;

export default fc;
