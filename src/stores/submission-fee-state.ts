import { map } from 'nanostores';
import { fetchFee } from '#api/submission.ts';
import type { PaypalCheckout } from '#contract/payments.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { askUntil } from './lib/bank-watch.ts';
import { notify } from './notices.ts';
import type { Methods } from './payment-order.ts';
import { declarationDraft } from './submission-draft.ts';

export type { SubmissionFee };

/** ready → opening → atBank → confirming → ready. Only from `ready` a payment may be begun. */
interface FeeScreen {
  step: 'ready' | 'opening' | 'atBank' | 'confirming';
  /** What was begun or paid for this film, as the server last said. */
  fee: SubmissionFee | null;
  /** Those that are set up here; null while they are awaited. */
  methods: Methods | null;
  /** PayPal's payment while its button is shown. */
  wallet: PaypalCheckout | null;
  /** Why it does not go on; stays on the page. */
  trouble: string;
  /** It was paid before, for a film that never came. */
  isFound: boolean;
}
export const blankFee: FeeScreen = {
  step: 'ready',
  fee: null,
  methods: null,
  wallet: null,
  trouble: '',
  isFound: false,
};

export const $fee = map<FeeScreen>({ ...blankFee });
export const showFee = (change: Partial<FeeScreen>) => $fee.set({ ...$fee.get(), ...change });

export const isPaid = (fee: SubmissionFee | null): boolean => fee?.paymentStatus === 'PAID';

/** The amount of a fee that is paid, or being paid, is the film's: no other one may be entered. */
export const boundAmount = (fee: SubmissionFee | null): string | null =>
  fee && ['PAID', 'PROCESSING'].includes(fee.paymentStatus) ? String(fee.amount) : null;

/** The fee goes with the draft. */
export function keepFee(fee: SubmissionFee | null) {
  const contactPayment = boundAmount(fee);
  showFee({ fee });
  declarationDraft.keep({ fee, ...(contactPayment && { contactPayment }) });
}

/** As the server now says it stands. `unpaid`: what it means that nobody paid after all. */
export function decideFee(fee: SubmissionFee, unpaid: string = paymentMessages.contactAdministrator): void {
  switch (fee.paymentStatus) {
    case 'PROCESSING':
      // Not waited for: a provider's window that reported it would stay open as long.
      return void waitForBank(fee);
    case 'PAID':
      return succeed(fee);
    case 'REFUNDED':
      return giveUp(null, paymentMessages.returnedByProvider);
    default:
      return giveUp(fee, unpaid);
  }
}

function succeed(fee: SubmissionFee) {
  // Heard of by two ways: the provider's page, and a look at how it stands.
  if (isPaid($fee.get().fee)) return;
  keepFee(fee);
  showFee({ step: 'ready', wallet: null, trouble: '' });
  notify('success', text.paymentSuccess(fee.paymentTransactionNo ?? fee.feeNo));
}

/** It was not paid; one may pay again. `said` is the toast's words. */
export function giveUp(fee: SubmissionFee | null, trouble: string, said: string = trouble) {
  keepFee(fee);
  showFee({ step: 'ready', wallet: null, trouble });
  notify('error', said);
}

let watched: object | undefined;

/** Asks until the bank has decided. The newest watch alone says how it ended. */
export async function waitForBank(fee: SubmissionFee): Promise<void> {
  const watch = (watched = {});
  keepFee(fee);
  showFee({ step: 'confirming', wallet: null, trouble: '' });
  const decided = await askUntil(
    () => fetchFee(fee.feeId),
    ({ paymentStatus }) => paymentStatus !== 'PROCESSING',
  );
  if (watched === watch) decideFee(decided, paymentMessages.failed);
}
