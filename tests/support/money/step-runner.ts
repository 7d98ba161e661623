import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits/durations.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { reconcile } from '#server/jobs/reconcile.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import type { TestData, CouponName } from './test-data.ts';
import { forgedProof, sendForgedWebhook } from './forgeries.ts';
import { importOrder } from './import-step.ts';
import { aCouponStepRunner } from './coupon-steps.ts';
import { aFeeStepRunner } from './fee-steps.ts';
import { aGiftStepRunner, isGiftStep } from './gift-steps.ts';
import { decidePendingPayment, type OpenedPayment, payAtProvider } from './provider-payments.ts';
import { deliverWebhook, deliverAllWebhooks, dropWebhook } from './webhook-delivery.ts';
import { aReturnStepRunner, isReturnStep } from './return-steps.ts';
import type { Call, Step } from './steps.ts';
import type { PaymentEnvironment } from './environment.ts';

interface OrderOfViewer {
  id: number;
  viewer: number;
}
type OrderCall = Exclude<
  Extract<Call, { recentIndex: number }>,
  {
    type:
      | 'prove'
      | 'comeBack'
      | 'cancelFee'
      | 'refundFee'
      | 'submit'
      | 'claimGift'
      | 'takeBackGift';
  }
>;
/** Sends a request of a viewer to a process. `viewer` is an index in `TestData.viewers`. */
export type SendRequest = (
  processIndex: number,
  method: 'post' | 'put' | 'delete',
  path: string,
  viewer: number,
  body?: object,
) => Promise<{ status: number; json: any }>;

/** Runs steps. Stores the data of the browsers: the opened payments and their proofs. */
export function aStepRunner(environment: PaymentEnvironment, testData: TestData) {
  const openedPayments: OpenedPayment[] = [];
  const refundsRequestedBySteps = {
    orders: new Set<number>(),
    fees: new Set<number>(),
    films: new Set<number>(),
  };
  const recentPayment = (index: number) =>
    openedPayments.at(-1 - (index % Math.max(1, openedPayments.length)));
  // A retry after a lost response uses the same idempotency keys.
  let idempotencyPrefix: string | undefined;
  let prefixCount = 0;

  const sendRequest: SendRequest = async (processIndex, method, path, viewer, body) => {
    const process = environment.processes[processIndex]!;
    const headers: Record<string, string> = idempotencyPrefix
      ? { 'idempotency-key': `${idempotencyPrefix} ${method} ${path}` }
      : {};
    const response = await process[method](path, { as: testData.viewers[viewer]!, body, headers });
    if (process.crashTrigger.crashedAt()) return { status: 0, json: null };
    // 502, 503: a provider is unavailable.
    if (response.status >= 500 && ![502, 503].includes(response.status))
      throw new Error(`${method} ${path} got ${response.text}`);
    return response;
  };
  const feeSteps = aFeeStepRunner(environment, testData, {
    sendRequest,
    openedPayments,
    refundRequests: refundsRequestedBySteps.fees,
    ignoringCrash,
  });
  const runCouponStep = aCouponStepRunner(environment, testData, { runStep, ignoringCrash });

  const { outside, runReturnStep } = aReturnStepRunner(environment, {
    recentPayment,
    runStep: (step) => runStep(step),
    ignoringCrash,
  });

  async function listOrders(): Promise<OrderOfViewer[]> {
    const rows = await environment.queryRows<{ id: number; user_id: number | null }>(
      'select movie_order_id id, user_id from orders order by movie_order_id desc',
    );
    const viewerOf = (userId: number | null) =>
      testData.viewers.findIndex((each) => each.userId === userId);
    return rows.map(({ id, user_id }) => ({ id, viewer: Math.max(0, viewerOf(user_id)) }));
  }

  function slotIn(hours: number) {
    const now = environment.clock.now().getTime();
    // India is UTC+5:30: its hours start at half past in UTC.
    const start = hours ? (Math.floor(now / HOUR - 0.5) + hours) * HOUR + 0.5 * HOUR : now;
    return { bookingStartTime: toWire(new Date(start)), timezone: 'Asia/Kolkata' };
  }

  const codeOf = (coupon: CouponName | null) => (coupon ? testData.coupons[coupon].couponCode : '');

  const { wonClaims, runGiftStep } = aGiftStepRunner(environment, testData, {
    sendRequest,
    runStep: (step) => runStep(step),
    refundRequests: refundsRequestedBySteps.orders,
    codeOf,
  });

  async function call(step: Call): Promise<unknown> {
    if (isReturnStep(step)) return runReturnStep(step);
    if (isGiftStep(step)) return runGiftStep(step);
    switch (step.type) {
      case 'book':
        return sendRequest(
          step.processIndex,
          'post',
          `/api/ott/movies/${testData.films[step.film]!.movieId}/orders`,
          step.viewer,
          {
            ...slotIn(0),
            ...(step.isAbroad ? { buyerCountry: 'US' } : { buyerState: '33' }),
            ...(step.coupon && { couponCode: codeOf(step.coupon) }),
          },
        );
      case 'erase':
        return sendRequest(step.processIndex, 'delete', '/api/auth/me', step.viewer);
      case 'reconcile':
        return ignoringCrash(step.processIndex, (deps) => reconcile(deps));
      case 'deliverWebhook':
        return deliverWebhook(environment, step.processIndex, step.index, step.mode);
      case 'prove':
        return reportProof(step);
      case 'comeBack':
        return comeBack(step);
      case 'openFee':
      case 'cancelFee':
      case 'refundFee':
      case 'submit':
        return feeSteps.runFeeCall(step);
      case 'releaseCoupon':
        return runCouponStep(step);
      case 'importOrder':
        return ignoringCrash(step.processIndex, (deps) => importOrder(deps, step));
      default: {
        const list = await listOrders();
        return list.length ? callForOrder(step, list[step.recentIndex % list.length]!) : undefined;
      }
    }
  }

  async function callForOrder(step: OrderCall, order: OrderOfViewer): Promise<unknown> {
    const put = (path: string, body: object) =>
      sendRequest(
        step.processIndex,
        'put',
        `/api/ott/orders/${order.id}${path}`,
        order.viewer,
        body,
      );
    const post = (path: string, body: object) =>
      sendRequest(
        step.processIndex,
        'post',
        `/api/ott/orders/${order.id}${path}`,
        order.viewer,
        body,
      );
    switch (step.type) {
      case 'setCoupon':
        return put('', { couponCode: codeOf(step.coupon) });
      case 'update':
        return put('', slotIn(step.hours));
      case 'confirmFree':
        return put('/payment', { paymentStatus: 'PAID' });
      case 'checkPayment':
        return post('/payment/check', {});
      case 'cancel':
        return put('/payment', { paymentStatus: 'CANCELLED' });
      case 'refundByViewer':
        refundsRequestedBySteps.orders.add(order.id);
        return post('/refund', {});
      case 'reschedule':
        return post('/reschedule', slotIn(step.hours));
      case 'refund':
        refundsRequestedBySteps.orders.add(order.id);
        return ignoringCrash(step.processIndex, (deps) =>
          requestRefund(deps, { movieOrderId: order.id }, 'requested'),
        );
      case 'checkout':
        return recordPayment(
          step.provider,
          order,
          await post('/checkout', { provider: step.provider }),
        );
    }
  }

  /** Stores an opened payment. Returns the error code if none was opened. */
  function recordPayment(
    provider: OpenedPayment['provider'],
    { id, viewer }: OrderOfViewer,
    { status, json }: { status: number; json: any },
  ) {
    if (status === 201)
      openedPayments.push({
        provider,
        orderId: json.order_id,
        path: `/api/ott/orders/${id}`,
        viewer,
      });
    return json?.code as string | undefined;
  }

  const proofOf = (
    payment: OpenedPayment,
    { recentIndex, mode }: Extract<Call, { type: 'prove' | 'comeBack' }>,
  ) =>
    ({
      own: payment.proof,
      stolen: recentPayment(recentIndex + 1)?.proof,
      forged: forgedProof(payment),
    })[mode];

  /** Without a session. A crashed process does not answer. */
  async function comeBack(step: Extract<Call, { type: 'comeBack' }>) {
    const payment = recentPayment(step.recentIndex);
    if (!payment) return;
    const { post, get, crashTrigger } = environment.processes[step.processIndex]!;
    const path = `/api/ott/payments/return/${payment.provider}`;
    const { status, text } =
      payment.provider === 'razorpay'
        ? await post(path, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ ...proofOf(payment, step) }).toString(),
          })
        : await get(`${path}?token=${payment.orderId}`);
    if (status !== 303 && !crashTrigger.crashedAt())
      throw new Error(`The return got ${status}: ${text}`);
  }

  async function reportProof(step: Extract<Call, { type: 'prove' }>) {
    const { processIndex, recentIndex } = step;
    const payment = recentPayment(recentIndex);
    if (!payment) return;
    const proof = proofOf(payment, step);
    await sendRequest(processIndex, 'put', `${payment.path}/payment`, payment.viewer, {
      paymentStatus: 'PAID',
      ...proof,
    });
  }

  /** Runs a command or job. A crashed process may fail with any error, a live one only with an AppError. */
  async function ignoringCrash(processIndex: number, run: (deps: Deps) => Promise<unknown>) {
    const { deps, crashTrigger } = environment.processes[processIndex]!;
    try {
      await run(deps);
    } catch (error) {
      if (!crashTrigger.crashedAt() && !(error instanceof AppError)) throw error;
    }
  }

  async function crashDuring({ during, crashPoint, retries }: Extract<Step, { type: 'crash' }>) {
    idempotencyPrefix = `tab ${++prefixCount}`;
    environment.processes[during.processIndex]!.crashTrigger.arm(crashPoint.after, crashPoint.kind);
    await runStep(during);
    await environment.restartProcess(during.processIndex);
    if (retries) await runStep({ ...during, processIndex: 1 - during.processIndex });
    idempotencyPrefix = undefined;
  }

  async function payTwice({
    cancelsFirst,
    isConcurrent,
    ...booking
  }: Extract<Step, { type: 'payTwice' }>) {
    const { processIndex } = booking;
    await runStep({ ...booking, type: 'begin', provider: 'razorpay' });
    if (cancelsFirst) await call({ type: 'cancel', processIndex, recentIndex: 0 });
    await runStep({ ...booking, type: 'begin', provider: 'paypal' });
    for (const recentIndex of [0, 1])
      await runStep({ type: 'pay', recentIndex, mode: 'successfully' });
    const proofs = [0, 1].map(
      (recentIndex) => () =>
        reportProof({
          type: 'prove',
          processIndex: (processIndex + recentIndex) % 2,
          recentIndex,
          mode: 'own',
        }),
    );
    if (isConcurrent) return Promise.all(proofs.map((each) => each()));
    for (const each of proofs) await each();
    return undefined;
  }

  async function buyFee({
    type: _,
    mode,
    isByWebhook,
    next,
    ...fee
  }: Extract<Step, { type: 'buyFee' }>) {
    const { processIndex } = fee;
    if (!(await call({ ...fee, type: 'openFee' }))) return;
    await runStep({ type: 'pay', recentIndex: 0, mode });
    await environment.waitForWebhooks();
    if (isByWebhook) await deliverAllWebhooks(environment, processIndex);
    else await call({ type: 'prove', processIndex, recentIndex: 0, mode: 'own' });
    if (next) await call({ type: next, processIndex, recentIndex: 0 });
  }

  async function payFeeTwice({
    type: _,
    secondAmount,
    ...fee
  }: Extract<Step, { type: 'payFeeTwice' }>) {
    const { processIndex } = fee;
    await call({ ...fee, type: 'openFee', provider: 'razorpay' });
    await call({ ...fee, amount: secondAmount, type: 'openFee', provider: 'paypal' });
    for (const recentIndex of [0, 1])
      await runStep({ type: 'pay', recentIndex, mode: 'successfully' });
    return Promise.all(
      [0, 1].map((recentIndex) =>
        reportProof({
          type: 'prove',
          processIndex: (processIndex + recentIndex) % 2,
          recentIndex,
          mode: 'own',
        }),
      ),
    );
  }

  async function runStep(step: Step): Promise<unknown> {
    if (isReturnStep(step)) return runReturnStep(step);
    if (isGiftStep(step)) return runGiftStep(step);
    switch (step.type) {
      case 'begin':
        await call({ ...step, type: 'book', isAbroad: true });
        return call({ ...step, type: 'checkout', recentIndex: 0 });
      case 'buy':
        if ((await runStep({ ...step, type: 'begin' })) === 'nothing_to_pay')
          return call({ type: 'confirmFree', processIndex: step.processIndex, recentIndex: 0 });
        await runStep({ type: 'pay', recentIndex: 0, mode: step.mode });
        await environment.waitForWebhooks();
        return step.isByWebhook
          ? deliverAllWebhooks(environment, step.processIndex)
          : call({ type: 'prove', processIndex: step.processIndex, recentIndex: 0, mode: 'own' });
      case 'payTwice':
        return payTwice(step);
      case 'buyFee':
        return buyFee(step);
      case 'payFeeTwice':
        return payFeeTwice(step);
      case 'payAfterLapse':
        return runCouponStep(step);
      case 'deliverAllWebhooks':
        return deliverAllWebhooks(environment, step.processIndex);
      case 'together':
        return Promise.all([call(step.first), call(step.second)]);
      case 'crash':
        return crashDuring(step);
      case 'pay':
        return (
          recentPayment(step.recentIndex) &&
          payAtProvider(environment, recentPayment(step.recentIndex)!, step.mode)
        );
      case 'decide':
        return (
          recentPayment(step.recentIndex) &&
          decidePendingPayment(environment, recentPayment(step.recentIndex)!, step.isApproved)
        );
      case 'dropWebhook':
        return dropWebhook(environment, step.index);
      case 'forgeWebhook':
        return sendForgedWebhook(
          environment,
          step.processIndex,
          step.provider,
          recentPayment(step.recentIndex)?.orderId ?? 'order_Forged0000001',
        );
      case 'providerError':
        return environment.controlProviders({
          provider: step.provider,
          api: 'error_500',
          applied: step.isApplied,
        });
      case 'withdrawFilm':
        refundsRequestedBySteps.films.add(testData.films[step.film]!.movieId);
        return environment.queryRows(
          `update movies set active = 'N' where movie_id = $1`,
          testData.films[step.film]!.movieId,
        );
      case 'wait':
        return environment.clock.advance(step.for);
      default:
        return call(step);
    }
  }

  return {
    refundsRequestedBySteps,
    outside,
    wonClaims,
    async runStepAndWait(step: Step) {
      await runStep(step);
      await environment.waitForWebhooks();
    },
  };
}
