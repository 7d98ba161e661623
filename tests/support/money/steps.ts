import fc from '../fast-check.ts';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';

const provider = fc.constantFrom('razorpay' as const, 'paypal' as const);
const processIndex: fc.Arbitrary<number> = fc.constantFrom(0, 0, 1);
// Most steps use one viewer and one film, so that steps conflict.
const viewer: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 1);
/** A third viewer only claims gifts. */
const receiver: fc.Arbitrary<number> = fc.constantFrom(0, 1, 1, 2);
const film: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const coupon = fc.constantFrom(
  null,
  null,
  null,
  'half' as const,
  'half' as const,
  'flat' as const,
  'full' as const,
);
const booking = { processIndex, viewer, film, coupon };
// Index from the newest order, payment or fee.
const recentIndex: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3);
const recent = { processIndex, recentIndex };
const fee = { processIndex, viewer, amount: fc.constantFrom(500, 500, 500, 750) };

const aStep = <const Name extends string, Fields extends object>(
  type: Name,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) =>
  fc.record({ type: fc.constant(type), ...fields }) as unknown as fc.Arbitrary<
    { type: Name } & Fields
  >;
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** One call to one process. The process may crash during the call, and another call may run at the same time. */
const call = fc.oneof(
  weighted(3, aStep('book', { ...booking, isAbroad: fc.constantFrom(true, true, false) })),
  weighted(1, aStep('bookGift', booking)),
  weighted(2, aStep('claimGift', { ...recent, viewer: receiver })),
  weighted(1, aStep('takeBackGift', recent)),
  weighted(2, aStep('setCoupon', { ...recent, coupon })),
  weighted(1, aStep('update', { ...recent, hours: fc.integer({ min: 0, max: 3 }) })),
  weighted(4, aStep('checkout', { ...recent, provider })),
  weighted(
    7,
    aStep('prove', { ...recent, mode: fc.constantFrom('own', 'own', 'own', 'forged', 'stolen') }),
  ),
  // The payer comes back from the provider's own page.
  weighted(
    3,
    aStep('comeBack', {
      ...recent,
      mode: fc.constantFrom('own', 'own', 'own', 'forged', 'stolen'),
    }),
  ),
  // The payer says that the bank has taken the money.
  weighted(2, aStep('checkPayment', recent)),
  weighted(2, aStep('confirmFree', recent)),
  weighted(2, aStep('cancel', recent)),
  weighted(
    6,
    aStep('deliverWebhook', {
      processIndex,
      index: fc.nat(3),
      mode: fc.constantFrom('once', 'once', 'twice', 'garbled'),
    }),
  ),
  weighted(4, aStep('reconcile', { processIndex })),
  weighted(4, aStep('refund', recent)),
  weighted(1, aStep('refundByViewer', recent)),
  weighted(1, aStep('reschedule', { ...recent, hours: fc.integer({ min: 1, max: 5 }) })),
  weighted(1, aStep('erase', { processIndex, viewer })),
  weighted(2, aStep('openFee', { ...fee, provider })),
  weighted(1, aStep('cancelFee', recent)),
  weighted(2, aStep('refundFee', recent)),
  weighted(3, aStep('submit', recent)),
  weighted(2, aStep('settleHeld', { processIndex, isAccepted: fc.boolean() })),
  weighted(
    1,
    aStep('importOrder', {
      processIndex,
      viewer,
      film,
      status: fc.constantFrom('PAID' as const, 'REFUNDED' as const),
    }),
  ),
  weighted(
    1,
    aStep('releaseCoupon', {
      processIndex,
      coupon: fc.constantFrom('half' as const, 'flat' as const),
    }),
  ),
);
export type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

const mode = fc.constantFrom(
  'successfully',
  'successfully',
  'successfully',
  'successfully',
  'failing',
  'undecided',
  'otherAmount',
  'declined',
);

/** Events outside the server processes. */
const event = fc.oneof(
  weighted(7, aStep('pay', { recentIndex, mode })),
  weighted(2, aStep('decide', { recentIndex, isApproved: fc.boolean() })),
  weighted(1, aStep('dropWebhook', { index: fc.nat(3) })),
  weighted(1, aStep('forgeWebhook', { processIndex, recentIndex, provider })),
  weighted(1, aStep('providerError', { provider, isApplied: fc.boolean() })),
  weighted(1, aStep('withdrawFilm', { film })),
  // In the dashboard of the provider: two parts bring back less than all.
  weighted(
    4,
    aStep('returnAtProvider', {
      recentIndex,
      amount: fc.constantFrom('part' as const, 'part' as const, 'rest' as const),
    }),
  ),
  weighted(
    2,
    aStep('dispute', {
      recentIndex,
      isWhole: fc.boolean(),
      outcome: fc.constantFrom('lost' as const, 'lost' as const, 'won' as const),
    }),
  ),
  weighted(1, aStep('lapseGift', { recentIndex })),
  weighted(2, aStep('wait', { for: fc.constantFrom(MINUTE, 20 * MINUTE, 5 * HOUR) })),
);

export const isOutsideServer = ({ type }: Step) =>
  [
    'pay',
    'decide',
    'dropWebhook',
    'providerError',
    'withdrawFilm',
    'returnAtProvider',
    'dispute',
    'lapseGift',
    'wait',
  ].includes(type);

const afterFee = fc.constantFrom('submit' as const, 'submit' as const, 'refundFee' as const, null);

const afterGift = fc.constantFrom(
  'claim',
  'claimAndRefund',
  'takeBack',
  'both',
  'twoClaims',
  'lapse',
);

/** Several steps of one viewer in a row, so that short sequences also reach late states. */
const scenario = fc.oneof(
  weighted(1, aStep('begin', { ...booking, provider })),
  weighted(3, aStep('buy', { ...booking, provider, mode, isByWebhook: fc.boolean() })),
  // With both providers. The first payment may be cancelled before the second.
  weighted(
    1,
    aStep('payTwice', { ...booking, cancelsFirst: fc.boolean(), isConcurrent: fc.boolean() }),
  ),
  weighted(
    2,
    aStep('buyFee', { ...fee, provider, mode, isByWebhook: fc.boolean(), next: afterFee }),
  ),
  weighted(1, aStep('payFeeTwice', { ...fee, secondAmount: fc.constantFrom(500, 500, 750) })),
  weighted(2, aStep('payAfterLapse', { ...booking, provider, isTakenByOther: fc.boolean() })),
  weighted(3, aStep('give', { ...booking, provider, next: afterGift })),
  weighted(1, aStep('deliverAllWebhooks', { processIndex })),
  // A bought ticket or a held payment, and then what happens at the provider or in the office.
  weighted(
    2,
    aStep('buyAndReturn', {
      ...booking,
      provider,
      partCount: fc.nat(2),
      isRestReturned: fc.boolean(),
    }),
  ),
  weighted(1, aStep('buyAndLose', { ...booking, provider, isWhole: fc.boolean() })),
  weighted(1, aStep('holdAndSettle', { ...booking, provider, isAccepted: fc.boolean() })),
  // The provider repeats its events after a refund in the dashboard.
  weighted(1, aStep('returnBeforeEvents', { ...booking, provider })),
);

/** When a process crashes. A call has a few to some dozens of crash points, of which few are commits or requests. */
const anywhere = fc.record({
  kind: fc.constant('any' as const),
  after: fc.oneof(fc.nat(10), fc.nat(60)),
});
const atBoundary = fc.record({
  kind: fc.constantFrom(
    'request' as const,
    'response' as const,
    'response' as const,
    'commit' as const,
    'committed' as const,
  ),
  after: fc.nat(2),
});
const crashPoint = fc.oneof(anywhere, atBoundary);

export const step = fc.oneof(
  weighted(10, call),
  weighted(8, event),
  weighted(8, scenario),
  // The browser got no response and retries at the other process.
  weighted(2, aStep('crash', { during: call, crashPoint, retries: fc.boolean() })),
  weighted(3, aStep('crash', { during: scenario, crashPoint, retries: fc.boolean() })),
  weighted(2, aStep('together', { first: call, second: call })),
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A sequence of steps. Some start before a fiscal year ends at midnight in India. */
const sequenceOf = (maxSteps: number) =>
  fc.record({
    startsAt: fc.constantFrom(
      '2026-11-21T06:30:00Z',
      '2026-11-21T06:30:00Z',
      '2027-03-31T17:30:00Z',
    ),
    // Providers stop retrying undelivered webhooks. Only a query then finds the payment.
    losesWebhooks: fc.boolean(),
    steps: fc.array(step, { minLength: 4, maxLength: maxSteps, size: 'max' }),
  });
export const [shortSequence, longSequence] = [sequenceOf(10), sequenceOf(16)];
export type Sequence = typeof shortSequence extends fc.Arbitrary<infer Value> ? Value : never;
