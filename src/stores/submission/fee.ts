import { map } from 'nanostores';
import type { Rupees } from '#domain/pricing.ts';
import { fetchPaymentMethods } from '#api/payments.ts';
import { fetchFee, fetchUnusedFee, openFeeCheckout, putFeePayment } from '#api/submission.ts';
import type { PaymentMethods, ProviderName } from '#contract/payments.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { errorText, isNotFound } from '../lib/call-errors.ts';
import { takePaymentReturn } from '../payments/payment-return.ts';
import { notify } from '../notices/notices.ts';
import { createPaymentFlow, type PaymentProgress } from '../payments/at-provider.ts';
import { problemOf } from '../payments/problem.ts';
import { declarationDraft } from './draft.ts';

interface FeeScreen extends PaymentProgress {
  fee: SubmissionFee | null;
  methods: PaymentMethods | null;
  /** The fee was paid earlier, for a film that was never submitted. */
  isPaidEarlier: boolean;
}
export const blankFee: FeeScreen = {
  step: 'ready',
  fee: null,
  methods: null,
  wallet: null,
  problem: null,
  isPaidEarlier: false,
};

export const $fee = map<FeeScreen>({ ...blankFee });
const updateFee = (change: Partial<FeeScreen>) => $fee.set({ ...$fee.get(), ...change });

type PaidFee = SubmissionFee & { paymentStatus: 'PAID' };
export const isPaid = (fee: SubmissionFee | null): fee is PaidFee => fee?.paymentStatus === 'PAID';

/** A paid or processing fee fixes the amount; null otherwise. */
export const fixedAmount = (fee: SubmissionFee | null): string | null =>
  fee && ['PAID', 'PROCESSING'].includes(fee.paymentStatus) ? String(fee.amount) : null;

export function saveFee(fee: SubmissionFee | null) {
  const contactPayment = fixedAmount(fee);
  updateFee({ fee });
  declarationDraft.save(contactPayment ? { fee, contactPayment } : { fee });
}

function showFee(fee: SubmissionFee | null, progress: Partial<PaymentProgress>) {
  saveFee(fee);
  updateFee(progress);
}

const { openProvider, applyStatus, showReturned, drawWallet, leaveWallet } =
  createPaymentFlow<SubmissionFee>({
    read() {
      const { fee, step, wallet } = $fee.get();
      return { bill: fee, step, wallet };
    },
    update: updateFee,
    show: showFee,
    numberOf: ({ feeNo }) => feeNo,
    totalOf: ({ amount }) => amount,
    fetchBill: ({ feeId }) => fetchFee(feeId),
    putReport: ({ feeId }, report, idempotencyKey) => putFeePayment(feeId, report, idempotencyKey),
    onPaid(fee) {
      if (isPaid($fee.get().fee)) return;
      showFee(fee, { step: 'ready', wallet: null, problem: null });
      notify('success', text.paymentSuccess(fee.paymentTransactionNo ?? fee.feeNo));
    },
    onRefunded() {
      showFee(null, { step: 'ready', wallet: null, problem: 'returnedByProvider' });
      notify('error', paymentMessages.returnedByProvider);
    },
  });

export { drawWallet as drawFeeWallet, leaveWallet as leaveFeeWallet };

/** Loads the draft's fee. If the draft is lost, the paid fee is still found and reused. */
export async function openFee() {
  const { fee } = declarationDraft.read();
  const { outcome } = takePaymentReturn();
  $fee.set({ ...blankFee, fee, methods: $fee.get().methods });
  const [current] = await Promise.all([findFee(fee), loadMethods()]);
  if ($fee.get().step !== 'ready' || !current) return undefined;
  if (current.paymentStatus === 'PROCESSING') return applyStatus(current);
  if (outcome) return void showReturned(current, outcome);
  saveFee(current.paymentStatus === 'REFUNDED' ? null : current);
  return updateFee({ isPaidEarlier: isPaid(current) && current.feeId !== fee?.feeId });
}

async function findFee(draftFee: SubmissionFee | null): Promise<SubmissionFee | null> {
  try {
    return (await fetchUnusedFee()) ?? (draftFee && (await fetchFee(draftFee.feeId)));
  } catch (error) {
    if (isNotFound(error)) saveFee(null);
    return null;
  }
}

export async function loadMethods() {
  updateFee({ problem: null });
  try {
    updateFee({ methods: await fetchPaymentMethods() });
  } catch {
    updateFee({ problem: problemOf(text.methodsFailed) });
  }
}

/** `isPageChosen`: on the provider's own page instead of its window. */
export async function payFee(amount: Rupees, method: ProviderName, isPageChosen = false) {
  const { step, fee } = $fee.get();
  const isOpenable = step === 'ready' || (isPageChosen && step === 'atProvider');
  if (!isOpenable || isPaid(fee)) return;
  updateFee({ step: 'opening', problem: null, isPaidEarlier: false });
  try {
    const checkout = await openFeeCheckout(amount, method);
    saveFee(checkout.fee);
    await openProvider(checkout.fee, checkout, isPageChosen);
  } catch (error) {
    await showPaymentError(error);
  }
}

/** If a fee is already paid or processing, continues with that fee. */
async function showPaymentError(error: unknown) {
  const unused = await fetchUnusedFee().catch(() => null);
  if (unused && ['PAID', 'PROCESSING'].includes(unused.paymentStatus)) return openFee();
  updateFee({ step: 'ready', wallet: null, problem: problemOf(errorText(error, '')) });
  notify('error', paymentMessages.error);
}
