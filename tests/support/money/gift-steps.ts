import { toWire } from '#domain/dates.ts';
import { findGiftCode } from '#server/streaming/booking/gifts/gift-code.ts';
import type { PaymentEnvironment } from './environment.ts';
import type { SendRequest } from './step-runner.ts';
import type { Step } from './steps.ts';
import type { TestData } from './test-data.ts';

type GiftStep = Extract<
  Step,
  { type: 'bookGift' | 'claimGift' | 'takeBackGift' | 'lapseGift' | 'give' }
>;
const GIFT_STEPS: readonly string[] = [
  'bookGift',
  'claimGift',
  'takeBackGift',
  'lapseGift',
  'give',
] satisfies GiftStep['type'][];
export const isGiftStep = <AnyStep extends Step>(
  step: AnyStep,
): step is Extract<AnyStep, GiftStep> => GIFT_STEPS.includes(step.type);

interface GiftRow {
  id: number;
  order_no: string;
  user_id: number | null;
  code_hash: string;
}

interface StepTools {
  sendRequest: SendRequest;
  runStep: (step: Step) => Promise<unknown>;
  refundRequests: Set<number>;
  codeOf: (coupon: Extract<Step, { type: 'bookGift' }>['coupon']) => string;
}

/** Ids of orders → the accounts whose claim was answered with the ticket. */
export type WonClaims = Map<number, Set<number>>;

/** Steps about tickets that are gifts. */
export function aGiftStepRunner(
  environment: PaymentEnvironment,
  testData: TestData,
  { sendRequest, runStep, refundRequests, codeOf }: StepTools,
) {
  const wonClaims: WonClaims = new Map();

  async function recentGift(index: number): Promise<GiftRow | undefined> {
    const rows = await environment.queryRows<GiftRow>(
      `select movie_order_id id, order_no, user_id, code_hash from gifts join orders using (movie_order_id)
       order by movie_order_id desc`,
    );
    return rows.length ? rows[index % rows.length] : undefined;
  }

  const bookGift = ({ processIndex, film, viewer, coupon }: Extract<Step, { type: 'bookGift' }>) =>
    sendRequest(
      processIndex,
      'post',
      `/api/ott/movies/${testData.films[film]!.movieId}/orders`,
      viewer,
      {
        gift: { giverName: 'Asha' },
        timezone: 'Asia/Kolkata',
        buyerCountry: 'US',
        ...(coupon && { couponCode: codeOf(coupon) }),
      },
    );

  async function claimGift({
    processIndex,
    recentIndex,
    viewer,
  }: Extract<Step, { type: 'claimGift' }>) {
    const gift = await recentGift(recentIndex);
    if (!gift) return;
    const { config } = environment.processes[processIndex]!.deps;
    const claimed = await sendRequest(processIndex, 'post', '/api/ott/gifts/claim', viewer, {
      code: findGiftCode(config, gift.order_no, { codeHash: gift.code_hash }),
      bookingStartTime: toWire(environment.clock.now()),
      timezone: 'Asia/Kolkata',
    });
    if (claimed.status !== 200) return;
    const winners = wonClaims.get(gift.id) ?? new Set();
    wonClaims.set(gift.id, winners.add(testData.viewers[viewer]!.userId));
  }

  async function takeBackGift({
    processIndex,
    recentIndex,
  }: Extract<Step, { type: 'takeBackGift' }>) {
    const gift = await recentGift(recentIndex);
    const giver = testData.viewers.findIndex(({ userId }) => userId === gift?.user_id);
    if (!gift || giver < 0) return;
    refundRequests.add(gift.id);
    await sendRequest(processIndex, 'post', `/api/ott/orders/${gift.id}/refund`, giver, {});
  }

  /** Its last day is over. The reconciler refunds it. */
  async function lapseGift({ recentIndex }: Extract<Step, { type: 'lapseGift' }>) {
    const gift = await recentGift(recentIndex);
    if (!gift) return;
    refundRequests.add(gift.id);
    await environment.queryRows(
      'update gifts set claim_until = $1::timestamptz where movie_order_id = $2 and claim_until is not null',
      environment.clock.now().toISOString(),
      gift.id,
    );
  }

  async function give({ next, ...booking }: Extract<Step, { type: 'give' }>) {
    const { processIndex, viewer, provider } = booking;
    await bookGift({ ...booking, type: 'bookGift' });
    const opened = await runStep({ type: 'checkout', processIndex, recentIndex: 0, provider });
    if (opened === 'nothing_to_pay')
      await runStep({ type: 'confirmFree', processIndex, recentIndex: 0 });
    else {
      await runStep({ type: 'pay', recentIndex: 0, mode: 'successfully' });
      await environment.waitForWebhooks();
      await runStep({ type: 'prove', processIndex, recentIndex: 0, mode: 'own' });
    }
    const claim = (by: number, process = processIndex) =>
      claimGift({ type: 'claimGift', processIndex: process, recentIndex: 0, viewer: by });
    const takeBack = () =>
      takeBackGift({ type: 'takeBackGift', processIndex: 1 - processIndex, recentIndex: 0 });
    switch (next) {
      case 'claim':
        return claim(1 - viewer);
      case 'claimAndRefund':
        await claim(1 - viewer);
        return runStep({ type: 'refund', processIndex, recentIndex: 0 });
      case 'takeBack':
        return takeBack();
      case 'both':
        return Promise.all([claim(1 - viewer), takeBack()]);
      case 'twoClaims':
        return Promise.all([claim(1 - viewer), claim(2, 1 - processIndex)]);
      case 'lapse':
        return lapseGift({ type: 'lapseGift', recentIndex: 0 });
    }
  }

  function runGiftStep(step: GiftStep): Promise<unknown> {
    switch (step.type) {
      case 'bookGift':
        return bookGift(step);
      case 'claimGift':
        return claimGift(step);
      case 'takeBackGift':
        return takeBackGift(step);
      case 'lapseGift':
        return lapseGift(step);
      case 'give':
        return give(step);
    }
  }

  return { wonClaims, runGiftStep };
}
