import type { Deps } from '#server/deps.ts';
import { requestRefund } from '#server/streaming/payments/refunds/request-refund.ts';
import { submissionFieldsFor } from '../fees.ts';
import { aDraft } from '../submissions.ts';
import type { TestData } from './test-data.ts';
import type { OpenedPayment } from './provider-payments.ts';
import type { Call } from './steps.ts';
import type { SendRequest } from './step-runner.ts';
import type { PaymentEnvironment } from './environment.ts';

type FeeCall = Extract<Call, { type: 'openFee' | 'cancelFee' | 'refundFee' | 'submit' }>;

interface StepContext {
  sendRequest: SendRequest;
  openedPayments: OpenedPayment[];
  refundRequests: Set<number>;
  ignoringCrash: (processIndex: number, run: (deps: Deps) => Promise<unknown>) => Promise<void>;
}
interface FeeOfViewer {
  feeId: number;
  viewer: number;
  amount: number;
  paymentTransactionNo: string;
}

export function aFeeStepRunner(
  environment: PaymentEnvironment,
  testData: TestData,
  { sendRequest, openedPayments, refundRequests, ignoringCrash }: StepContext,
) {
  async function listFees(): Promise<FeeOfViewer[]> {
    const rows = await environment.queryRows<{
      id: number;
      user_id: number | null;
      amount: number;
      transaction_no: string | null;
    }>(
      'select fee_id id, user_id, amount, payment_transaction_no transaction_no from submission_fees order by fee_id desc',
    );
    const viewerOf = (userId: number | null) =>
      testData.viewers.findIndex((each) => each.userId === userId);
    return rows.map(({ id, user_id, amount, transaction_no }) => ({
      feeId: id,
      viewer: Math.max(0, viewerOf(user_id)),
      amount: amount / 100,
      paymentTransactionNo: transaction_no ?? 'pay_Unknown0000001',
    }));
  }

  async function openFee({
    processIndex,
    viewer,
    amount,
    provider,
  }: Extract<FeeCall, { type: 'openFee' }>): Promise<boolean> {
    const { status, json } = await sendRequest(
      processIndex,
      'post',
      '/api/ott/submissions/checkout',
      viewer,
      {
        amount,
        provider,
      },
    );
    const isOpened = status === 201;
    if (isOpened)
      openedPayments.push({
        provider,
        orderId: json.order_id,
        path: pathOf(json.fee.feeId),
        viewer,
      });
    return isOpened;
  }

  const pathOf = (feeId: number) => `/api/ott/submissions/fees/${feeId}`;

  async function callForFee(
    { type, processIndex }: Exclude<FeeCall, { type: 'openFee' }>,
    fee: FeeOfViewer,
  ): Promise<unknown> {
    const { feeId, viewer } = fee;
    switch (type) {
      case 'cancelFee':
        return sendRequest(processIndex, 'put', `${pathOf(feeId)}/payment`, viewer, {
          paymentStatus: 'CANCELLED',
        });
      case 'refundFee':
        refundRequests.add(feeId);
        return ignoringCrash(processIndex, (deps) => requestRefund(deps, { feeId }, 'requested'));
      case 'submit':
        return sendRequest(
          processIndex,
          'post',
          '/api/ott/movies',
          viewer,
          aDraft(submissionFieldsFor(fee)),
        );
    }
  }

  return {
    async runFeeCall(call: FeeCall): Promise<unknown> {
      if (call.type === 'openFee') return openFee(call);
      const fees = await listFees();
      return fees.length ? callForFee(call, fees[call.recentIndex % fees.length]!) : undefined;
    },
  };
}
