import fc, { SEED as DEFAULT_SEED } from '../support/fast-check.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { aClock } from '../support/test-server.ts';
import { readPaymentRecords, readProviderPayments } from '../support/money/payment-records.ts';
import { createTestData, type TestData, resetTestData } from '../support/money/test-data.ts';
import {
  violatedInvariants,
  violatedFinalInvariants,
  isHeldPayment,
  type State,
} from '../support/money/invariants.ts';
import {
  isOutsideServer,
  longSequence,
  type Sequence,
  shortSequence,
  type Step,
} from '../support/money/steps.ts';
import { deliverAllWebhooks, loseWebhooks } from '../support/money/webhook-delivery.ts';
import { readStatementSums } from '../support/money/statement-sums.ts';
import { aStepRunner } from '../support/money/step-runner.ts';
import { aPaymentEnvironment, type PaymentEnvironment } from '../support/money/environment.ts';

// `npm run test:deep` runs 300 sequences of a new seed, `npm run test:long` 10,000 longer ones. A failure prints seed and path;
// MONEY_SEED and MONEY_PATH repeat it with the same MONEY_SEQUENCES.
/** Chosen: the number that fits into the time of the first ring. */
const FIRST_RING_SEQUENCE_COUNT = 50;
const DEEP_SEQUENCE_COUNT = Number(process.env['MONEY_SEQUENCES'] ?? 300);
/** Outside the deep ring, the sequences are the same in each run. */
const SEED = Number(process.env['MONEY_SEED'] ?? DEFAULT_SEED);
const PATH = process.env['MONEY_PATH'];

// Retries do not pause in this test.
vi.mock(import('node:timers/promises'), async (importOriginal) => ({
  ...(await importOriginal()),
  setTimeout: <Value>(_?: number, value?: Value) =>
    new Promise<Value>((resolve) => setImmediate(resolve, value as Value)),
}));

// The first of the days on which sequences start, so that the films stream on all of them.
const clock = aClock(new Date('2026-11-21T06:30:00Z'));
let environment: PaymentEnvironment;
let testData: TestData;
beforeAll(async () => {
  environment = await aPaymentEnvironment(clock);
  testData = await createTestData(environment);
});
afterAll(() => environment?.close());

/**
 * The situations that the sequences must reach; otherwise a pass proves nothing. A crash at `commit` is before the commit, a crash
 * at `committed` after it.
 */
const REQUIRED_SITUATIONS =
  'tickets in INR, tickets in USD, tickets in no currency, tickets with a coupon, refunded tickets, fees in INR, fees in USD, fees used, refunded fees, held, refunds of unused payments, part refunds, parts of fees, accepted payments, lost disputes, gifts claimed, gifts taken back, gifts lapsed, claimed gifts refunded, imported tickets, imported refunds, payments after a lapse, concurrent steps, crashed at statement, crashed at commit, crashed at committed, crashed at request, crashed at response';
const situationCounts: Record<string, number> = {};
const countSituation = (situation: string, isReached: unknown = true) => {
  if (isReached) situationCounts[situation] = (situationCounts[situation] ?? 0) + 1;
};

async function runSequence({ startsAt, steps, losesWebhooks }: Sequence) {
  await resetTestData(environment, testData);
  clock.set(new Date(startsAt));
  const seriesBefore = (await readPaymentRecords(environment)).series;
  const stepRunner = aStepRunner(environment, testData);
  const readState = async (): Promise<State> => ({
    testData,
    records: await readPaymentRecords(environment),
    providerPayments: await readProviderPayments(environment),
    refundsRequestedBySteps: stepRunner.refundsRequestedBySteps,
    outside: stepRunner.outside,
    wonClaims: stepRunner.wonClaims,
    statementSums: await readStatementSums(environment, testData),
    seriesBefore,
  });
  for (const [index, step] of steps.entries()) {
    await stepRunner.runStepAndWait(step);
    countStep(step);
    if (isOutsideServer(step)) continue;
    const state = await readState();
    failOn(violatedInvariants(state), `after step ${index + 1}, ${step.type}`, state);
  }
  const state = await reconcileUntilFinal(readState, losesWebhooks);
  failOn(
    [...violatedInvariants(state), ...violatedFinalInvariants(state)],
    'after the final reconciliation',
    state,
  );
  countResults(state);
}

/** Throws the violations together with all records. */
function failOn(violations: string[], when: string, { records, providerPayments }: State) {
  if (violations.length)
    throw new Error(
      `${violations.join('\n')}\n${when}: ${JSON.stringify({ ...records, providerPayments }, null, 1)}`,
    );
}

/** Delivers or drops the pending webhooks, and reconciles until the state is final. */
async function reconcileUntilFinal(
  readState: () => Promise<State>,
  losesWebhooks: boolean,
): Promise<State> {
  for (const provider of ['razorpay', 'paypal'])
    await environment.controlProviders({ provider, action: 'clear_scripts' });
  const allProcesses = () => Promise.all(environment.processes.map(({ deps }) => reconcile(deps)));
  const oneProcess = () => reconcile(environment.processes[1]!.deps);
  for (const run of [allProcesses, oneProcess, oneProcess, oneProcess]) {
    if (losesWebhooks) loseWebhooks(environment);
    await deliverAllWebhooks(environment, 0);
    // Later than Razorpay's automatic capture.
    clock.advance(20 * MINUTE);
    await environment.queryRows('update payment_attempts set checked_at = null');
    await run();
    await environment.waitForWebhooks();
    if (run === allProcesses || environment.pendingWebhooks.length) continue;
    const state = await readState();
    if (!violatedFinalInvariants(state).length) return state;
  }
  return readState();
}

function countStep(step: Step) {
  countSituation('crashes', step.type === 'crash');
  countSituation('concurrent steps', step.type === 'together');
  countSituation('payments after a lapse', step.type === 'payAfterLapse');
}

function countResults({ records, providerPayments: payments, outside }: State) {
  for (const order of records.orders) {
    if (order.import_ref) {
      countSituation(order.payment_status === 'PAID' ? 'imported tickets' : 'imported refunds');
      continue;
    }
    const payment = payments.find(({ id }) => id === order.payment_transaction_no);
    countSituation(
      `tickets in ${payment?.currency ?? 'no currency'}`,
      order.payment_status === 'PAID',
    );
    countSituation('tickets with a coupon', order.payment_status === 'PAID' && order.coupon_code);
    countSituation('refunded tickets', order.payment_status === 'REFUNDED');
  }
  for (const gift of records.gifts) {
    const { payment_status: status } = records.orders.find(
      (each) => each.movie_order_id === gift.movie_order_id,
    )!;
    countSituation('gifts claimed', gift.is_claimed && status === 'PAID');
    countSituation('claimed gifts refunded', gift.is_claimed && status === 'REFUNDED');
    countSituation('gifts taken back', gift.is_taken_back && status === 'REFUNDED');
    countSituation('gifts lapsed', gift.is_lapsed && !gift.is_claimed && status === 'REFUNDED');
  }
  for (const { payment_transaction_no, payment_status, film_count } of records.fees) {
    const payment = payments.find(({ id }) => id === payment_transaction_no);
    countSituation(`fees in ${payment?.currency}`, payment_status === 'PAID');
    countSituation('refunded fees', payment_status === 'REFUNDED');
    countSituation('fees used', film_count);
  }
  for (const each of payments) countSituation('held', isHeldPayment(records, each));
  for (const { movie_order_id } of records.partRefunds)
    countSituation(movie_order_id ? 'part refunds' : 'parts of fees');
  for (const { paid_amount } of records.attempts)
    countSituation('accepted payments', paid_amount !== null);
  for (const { id, state } of payments)
    countSituation('lost disputes', state === 'refunded' && outside.disputed.has(id));
  for (const { refunds_bill } of records.refunds)
    countSituation('refunds of unused payments', !refunds_bill);
}

async function runSequences(sequenceCount: number) {
  const started = performance.now();
  await fc.assert(
    fc.asyncProperty(sequenceCount > 300 ? longSequence : shortSequence, runSequence),
    {
      numRuns: sequenceCount,
      seed: SEED,
      ...(PATH && { path: PATH, endOnFailure: true }),
    },
  );
  for (const point of environment.crashPoints) countSituation(`crashed at ${point}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(
    `${sequenceCount} sequences of seed ${SEED} in ${seconds} s: ${JSON.stringify(situationCounts)}\n`,
  );
  // Each situation occurs about a dozen times in 300 sequences.
  if (sequenceCount >= 300 && !PATH)
    for (const situation of REQUIRED_SITUATIONS.split(', '))
      expect(situationCounts[situation] ?? 0, situation).toBeGreaterThan(0);
}

// On PostgreSQL, `.ci/run` runs all sequences below, which include these.
test.skipIf(process.env['RING'] === 'ci' && process.env['TEST_DATABASE_URL'])(
  `money and tickets agree after any sequence of events (${FIRST_RING_SEQUENCE_COUNT} sequences)`,
  { tags: ['databases'], timeout: 5 * MINUTE },
  () => runSequences(FIRST_RING_SEQUENCE_COUNT),
);

test(
  `money and tickets agree after any sequence of events (${DEEP_SEQUENCE_COUNT} sequences)`,
  { tags: ['deep', 'databases'], timeout: (10 + DEEP_SEQUENCE_COUNT / 25) * MINUTE },
  () => runSequences(DEEP_SEQUENCE_COUNT),
);
