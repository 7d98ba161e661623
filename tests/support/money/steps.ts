import fc from '../fast-check.ts';
import { HOUR, MINUTE } from '#domain/limits.ts';

const provider = fc.constantFrom('razorpay' as const, 'paypal' as const);
/** Which of the two processes is asked. */
const at: fc.Arbitrary<number> = fc.constantFrom(0, 0, 1);
// Most happens to one person and film: that is where things meet.
const viewer: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1);
const film: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const coupon = fc.constantFrom(null, null, null, 'half' as const, 'half' as const, 'flat' as const, 'full' as const);
const booking = { at, viewer, film, coupon };
// The newest order or payment first: that is where most people are.
const which: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3);
const order = { at, which };
const fee = { at, viewer, amount: fc.constantFrom(500, 500, 500, 750) };

const aStep = <const Name extends string, Rest extends object>(
  does: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record({ does: fc.constant(does), ...rest }) as unknown as fc.Arbitrary<{ does: Name } & Rest>;
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** What one process is asked to do; it may die of it, and another may be doing something else at the same moment. */
const call = fc.oneof(
  weighted(3, aStep('book', { ...booking, isAbroad: fc.constantFrom(true, true, false) })),
  weighted(2, aStep('setCoupon', { ...order, coupon })),
  weighted(1, aStep('update', { ...order, hours: fc.integer({ min: 0, max: 3 }) })),
  weighted(4, aStep('checkout', { ...order, provider })),
  weighted(7, aStep('prove', { ...order, how: fc.constantFrom('own', 'own', 'own', 'forged', 'stolen') })),
  weighted(2, aStep('takeForNothing', order)),
  weighted(2, aStep('cancel', order)),
  weighted(6, aStep('hear', { at, place: fc.nat(3), how: fc.constantFrom('once', 'once', 'twice', 'garbled') })),
  weighted(4, aStep('reconcile', { at })),
  weighted(4, aStep('refund', order)),
  weighted(1, aStep('giveBack', order)),
  weighted(1, aStep('reschedule', { ...order, hours: fc.integer({ min: 1, max: 5 }) })),
  weighted(1, aStep('erase', { at, viewer })),
  weighted(2, aStep('openFee', { ...fee, provider })),
  weighted(1, aStep('cancelFee', order)),
  weighted(2, aStep('refundFee', order)),
  weighted(3, aStep('submit', order)),
);
export type Call = typeof call extends fc.Arbitrary<infer One> ? One : never;

const how = fc.constantFrom('plainly', 'plainly', 'plainly', 'plainly', 'failing', 'undecided', 'otherSum', 'declined');

/** What happens outside the house. */
const event = fc.oneof(
  weighted(7, aStep('pay', { which, how })),
  weighted(2, aStep('decide', { which, isYes: fc.boolean() })),
  weighted(1, aStep('loseLetter', { place: fc.nat(3) })),
  weighted(1, aStep('forgeLetter', { at, which, provider })),
  weighted(1, aStep('trouble', { provider, isDone: fc.boolean() })),
  weighted(1, aStep('withdraw', { film })),
  weighted(2, aStep('wait', { for: fc.constantFrom(MINUTE, 20 * MINUTE, 5 * HOUR) })),
);

/** Whether the house hears nothing of it yet. */
export const isOutside = ({ does }: Step) =>
  ['pay', 'decide', 'loseLetter', 'trouble', 'withdraw', 'wait'].includes(does);

const afterFee = fc.constantFrom('submit' as const, 'submit' as const, 'refundFee' as const, null);

/** Several in a row, as people do them, so that short plays get far too. */
const scene = fc.oneof(
  weighted(1, aStep('begin', { ...booking, provider })),
  weighted(3, aStep('buy', { ...booking, provider, how, isHeard: fc.boolean() })),
  // With both providers; and perhaps the first time was given up.
  weighted(1, aStep('payTwice', { ...booking, isAnew: fc.boolean(), isAtOnce: fc.boolean() })),
  weighted(2, aStep('buyFee', { ...fee, provider, how, isHeard: fc.boolean(), next: afterFee })),
  weighted(1, aStep('payFeeTwice', { ...fee, other: fc.constantFrom(500, 500, 750) })),
  weighted(1, aStep('hearAll', { at })),
);

/** Where a process dies: a call touches the world a few times, or some dozens; the seams are few. */
const anywhere = fc.record({ kind: fc.constant('any' as const), after: fc.oneof(fc.nat(10), fc.nat(60)) });
const atSeam = fc.record({
  kind: fc.constantFrom(
    'request' as const,
    'answer' as const,
    'answer' as const,
    'commit' as const,
    'committed' as const,
  ),
  after: fc.nat(2),
});
const death = fc.oneof(anywhere, atSeam);

export const step = fc.oneof(
  weighted(10, call),
  weighted(8, event),
  weighted(8, scene),
  // The browser that heard nothing asks again, of the other process.
  weighted(2, aStep('crash', { during: call, death, asksAgain: fc.boolean() })),
  weighted(3, aStep('crash', { during: scene, death, asksAgain: fc.boolean() })),
  weighted(2, aStep('together', { one: call, other: call })),
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A whole play: when it begins, and what happens. Some see a fiscal year end, at midnight in India. */
const playOf = (mostSteps: number) =>
  fc.record({
    begins: fc.constantFrom('2026-11-21T06:30:00Z', '2026-11-21T06:30:00Z', '2027-03-31T17:30:00Z'),
    // The providers give up on what was not heard: then only who asks them finds out.
    losesPost: fc.boolean(),
    steps: fc.array(step, { minLength: 4, maxLength: mostSteps, size: 'max' }),
  });
export const [shortPlay, longPlay] = [playOf(10), playOf(16)];
export type Play = typeof shortPlay extends fc.Arbitrary<infer One> ? One : never;
