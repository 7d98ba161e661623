import { map } from 'nanostores';
import { fetchFee } from '#api/submission.ts';
import type { PaypalCheckout } from '#contract/payments.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { pollUntil } from './lib/polling.ts';
import { notify } from './notices.ts';
import type { Methods } from './payment-order.ts';
import { declarationDraft } from './submission-draft.ts';

export type { SubmissionFee };

/** ready → opening → atProvider → confirming → ready. Only `ready` allows a payment. */
interface FeeScreen {
  step: 'ready' | 'opening' | 'atProvider' | 'confirming';
  fee: SubmissionFee | null;
  methods: Methods | null;
  wallet: PaypalCheckout | null;
  problem: string;
  /** The fee was paid earlier, for a film that was never submitted. */
  isFound: boolean;
}
export const blankFee: FeeScreen = {
  step: 'ready',
  fee: null,
  methods: null,
  wallet: null,
  problem: '',
  isFound: false,
};

export const $fee = map<FeeScreen>({ ...blankFee });
export const updateFee = (change: Partial<FeeScreen>) => $fee.set({ ...$fee.get(), ...change });

export const isPaid = (fee: SubmissionFee | null): boolean => fee?.paymentStatus === 'PAID';

/** A paid or processing fee fixes the amount; null otherwise. */
export const fixedAmount = (fee: SubmissionFee | null): string | null =>
  fee && ['PAID', 'PROCESSING'].includes(fee.paymentStatus) ? String(fee.amount) : null;

export function saveFee(fee: SubmissionFee | null) {
  const contactPayment = fixedAmount(fee);
  updateFee({ fee });
  declarationDraft.save({ fee, ...(contactPayment && { contactPayment }) });
}

export function applyFeeStatus(fee: SubmissionFee, unpaidText: string = paymentMessages.contactAdministrator): void {
  switch (fee.paymentStatus) {
    case 'PROCESSING':
      // Not awaited: otherwise the provider's window stays open during the whole wait.
      return void waitForBank(fee);
    case 'PAID':
      return finishPaid(fee);
    case 'REFUNDED':
      return showFeeFailure(null, paymentMessages.returnedByProvider);
    default:
      return showFeeFailure(fee, unpaidText);
  }
}

function finishPaid(fee: SubmissionFee) {
  // Both the provider's page and polling can report the payment.
  if (isPaid($fee.get().fee)) return;
  saveFee(fee);
  updateFee({ step: 'ready', wallet: null, problem: '' });
  notify('success', text.paymentSuccess(fee.paymentTransactionNo ?? fee.feeNo));
}

export function showFeeFailure(fee: SubmissionFee | null, problem: string, toastText: string = problem) {
  saveFee(fee);
  updateFee({ step: 'ready', wallet: null, problem });
  notify('error', toastText);
}

let newestWatch: object | undefined;

/** Polls until the bank has decided. Only the newest call shows the result. */
export async function waitForBank(fee: SubmissionFee): Promise<void> {
  const watch = (newestWatch = {});
  saveFee(fee);
  updateFee({ step: 'confirming', wallet: null, problem: '' });
  const decided = await pollUntil(
    () => fetchFee(fee.feeId),
    ({ paymentStatus }) => paymentStatus !== 'PROCESSING',
  );
  if (newestWatch === watch) applyFeeStatus(decided, paymentMessages.failed);
}
