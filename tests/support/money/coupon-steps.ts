import { COUPON_RESERVATION_MINUTES } from '#domain/limits/booking.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { releaseReservations } from '#server/streaming/booking/coupons/manage.ts';
import type { Deps } from '#server/deps.ts';
import type { PaymentEnvironment } from './environment.ts';
import type { Step } from './steps.ts';
import type { TestData } from './test-data.ts';

type CouponStep = Extract<Step, { type: 'payAfterLapse' | 'releaseCoupon' }>;

interface StepTools {
  runStep: (step: Step) => Promise<unknown>;
  ignoringCrash: (processIndex: number, run: (deps: Deps) => Promise<unknown>) => Promise<unknown>;
}

/** Steps about the reservations of unpaid orders. */
export function aCouponStepRunner(
  environment: PaymentEnvironment,
  testData: TestData,
  { runStep, ignoringCrash }: StepTools,
) {
  /** A viewer leaves the checkout, another viewer buys with the code, and then the first viewer pays. */
  async function payAfterLapse({
    type: _,
    isTakenByOther,
    ...booking
  }: Extract<Step, { type: 'payAfterLapse' }>) {
    const { processIndex, viewer } = booking;
    await runStep({ ...booking, type: 'begin' });
    environment.clock.advance(COUPON_RESERVATION_MINUTES * MINUTE);
    if (isTakenByOther)
      await runStep({
        ...booking,
        type: 'buy',
        viewer: 1 - viewer,
        mode: 'successfully',
        isByWebhook: false,
      });
    await runStep({ type: 'pay', recentIndex: isTakenByOther ? 1 : 0, mode: 'successfully' });
    await environment.waitForWebhooks();
    return runStep({ type: 'deliverAllWebhooks', processIndex });
  }

  return (step: CouponStep): Promise<unknown> =>
    step.type === 'payAfterLapse'
      ? payAfterLapse(step)
      : ignoringCrash(step.processIndex, (deps) =>
          releaseReservations(deps, testData.coupons[step.coupon].couponCode),
        );
}
