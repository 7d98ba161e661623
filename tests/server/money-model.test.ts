import fc, { SEED as PLAYED_SEED } from '../support/fast-check.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE } from '#domain/limits.ts';
import { reconcile } from '#server/streaming/payments/reconcile.ts';
import { aClock } from '../support/house.ts';
import { type Books, type Money, readBooks, readMoney } from '../support/money/books.ts';
import { aCast, type Cast, clearStage } from '../support/money/cast.ts';
import { brokenLaws, brokenPeace, isHeld, type State as Look } from '../support/money/laws.ts';
import { isOutside, longPlay, type Play, shortPlay, type Step } from '../support/money/steps.ts';
import { hearAll } from '../support/money/post.ts';
import { aTill } from '../support/money/till.ts';
import { aMoneyWorld, type MoneyWorld } from '../support/money/world.ts';

// `npm run test:deep` plays 300 of new seeds, `npm run test:long` 10,000, and longer ones. A failure says its seed and path:
// MONEY_SEED and MONEY_PATH play it again, with the same MONEY_SEQUENCES.
/** Chosen: as many as the first ring has seconds for; they are the same ones in each run. */
const FEW = 75;
const SEQUENCES = Number(process.env['MONEY_SEQUENCES'] ?? 300);
const SEED = Number(process.env['MONEY_SEED'] ?? PLAYED_SEED);
const PATH = process.env['MONEY_PATH'];

// Nobody waits by the machine's clock here: the pauses between two tries are none.
vi.mock('node:timers/promises', () => ({
  setTimeout: (_: number, value: unknown) => new Promise((resolve) => setImmediate(resolve, value)),
}));

const clock = aClock();
let world: MoneyWorld;
let cast: Cast;
beforeAll(async () => {
  world = await aMoneyWorld(clock);
  cast = await aCast(world);
});
afterAll(() => world?.close());

/** Where the sequences must have been, for their silence to mean anything. */
const MATTERS =
  'tickets in INR, tickets in USD, tickets in nothing, tickets with a coupon, tickets given back, fees in INR, fees in USD, fees used, fees given back, held, returned without a ticket, two at once, died at statement, died at commit, died at committed, died at request, died at answer';
const seen: Record<string, number> = {};
const note = (what: string, isSeen: unknown = true) => {
  if (isSeen) seen[what] = (seen[what] ?? 0) + 1;
};

async function playAll({ begins, steps, losesPost }: Play) {
  await clearStage(world, cast);
  clock.set(new Date(begins));
  const before = (await readBooks(world)).series;
  const till = aTill(world, cast);
  const look = async (): Promise<Look> => ({
    cast,
    books: await readBooks(world),
    money: await readMoney(world),
    wanted: till.wanted,
    before,
  });
  for (const [place, step] of steps.entries()) {
    await till.play(step);
    noteStep(step);
    if (isOutside(step)) continue;
    const now = await look();
    refuse(brokenLaws(now), `after step ${place + 1}, ${step.does}`, now);
  }
  const state = await settle(look, losesPost);
  refuse([...brokenLaws(state), ...brokenPeace(state)], 'when everything has arrived', state);
  notePlay(state.books, state.money);
}

/** Fails with what is broken, and with all that was written down. */
function refuse(broken: string[], when: string, { books, money }: Look) {
  if (broken.length) throw new Error(`${broken.join('\n')}\n${when}: ${JSON.stringify({ ...books, money }, null, 1)}`);
}

/** Everything that is on its way arrives, and the providers are asked, until nothing changes any more. */
async function settle(look: () => Promise<Look>, losesPost: boolean): Promise<Look> {
  for (const provider of ['razorpay', 'paypal']) await world.providers({ provider, action: 'forget' });
  const everyone = () => Promise.all(world.processes.map(({ deps }) => reconcile(deps)));
  const oneOfThem = () => reconcile(world.processes[1]!.deps);
  for (const ask of [everyone, oneOfThem, oneOfThem, oneOfThem]) {
    if (losesPost) world.letters.length = 0;
    else await hearAll(world, 0);
    // Past the time in which Razorpay captures by itself.
    clock.advance(20 * MINUTE);
    await world.rows('update payment_attempts set checked_at = null');
    await ask();
    await world.written();
    if (ask === everyone || world.letters.length) continue;
    const state = await look();
    if (!brokenPeace(state).length) return state;
  }
  return look();
}

function noteStep(step: Step) {
  note('crashes', step.does === 'crash');
  note('two at once', step.does === 'together');
}

function notePlay(books: Books, money: Money[]) {
  for (const order of books.orders) {
    const by = money.find(({ id }) => id === order.payment_transaction_no);
    note(`tickets in ${by?.currency ?? 'nothing'}`, order.payment_status === 'PAID');
    note('tickets with a coupon', order.payment_status === 'PAID' && order.coupon_code);
    note('tickets given back', order.payment_status === 'REFUNDED');
  }
  for (const { payment_transaction_no, payment_status, films } of books.fees) {
    const by = money.find(({ id }) => id === payment_transaction_no);
    note(`fees in ${by?.currency}`, payment_status === 'PAID');
    note('fees given back', payment_status === 'REFUNDED');
    note('fees used', films);
  }
  for (const each of money) note('held', isHeld(books, each));
  for (const { ends_ticket } of books.refunds) note('returned without a ticket', !ends_ticket);
}

async function playAndCount(sequences: number) {
  const started = performance.now();
  await fc.assert(fc.asyncProperty(sequences > 300 ? longPlay : shortPlay, playAll), {
    numRuns: sequences,
    seed: SEED,
    ...(PATH && { path: PATH, endOnFailure: true }),
  });
  for (const moment of world.deaths) note(`died at ${moment}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${sequences} sequences of seed ${SEED} in ${seconds} s: ${JSON.stringify(seen)}\n`);
  // Each of them comes a dozen times in 300 sequences or more, so that none is missing by chance.
  if (sequences >= 300 && !PATH)
    for (const what of MATTERS.split(', ')) expect(seen[what] ?? 0, what).toBeGreaterThan(0);
}

// On PostgreSQL `.ci/run` plays all sequences below, and these are the first of them.
test.skipIf(process.env['RING'] === 'ci' && process.env['TEST_DATABASE_URL'])(
  `money and tickets agree, whatever happens in whatever order (${FEW} sequences)`,
  { tags: ['databases'], timeout: 5 * MINUTE },
  () => playAndCount(FEW),
);

test(
  `money and tickets agree, whatever happens in whatever order (${SEQUENCES} sequences)`,
  { tags: ['deep', 'databases'], timeout: (10 + SEQUENCES / 25) * MINUTE },
  () => playAndCount(SEQUENCES),
);
