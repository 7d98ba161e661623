import type { Rupees } from '#domain/pricing.ts';
import type { PaymentStatus } from '#domain/payment-states.ts';
import type { Checkout, PaymentReport } from '#contract/payments.ts';
import { toWire } from '#domain/dates.ts';
import { isUnpaid } from '#domain/ticket-phase.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import type { ReturnOutcome } from '#routes.ts';
import { serverNow } from '../server-clock.ts';
import { apiErrorCode, errorText } from '../lib/call-errors.ts';
import { pollUntil, sendUntilReceived } from '../lib/polling.ts';
import { notify } from '../notices/notices.ts';
import { type PaymentProblem, problemOf, problemText } from './problem.ts';
import { needsProviderPage, openProviderPage } from './providers/provider-page.ts';
import type { Approval, PaymentCallbacks, PaymentProvider } from './providers/provider.ts';
import { buttonOf, PROVIDERS } from './providers/providers.ts';

/** What a payment pays: an order, or the fee of a submission. */
interface Bill {
  paymentStatus: PaymentStatus;
  /** Rupees that wait for the operator's decision. */
  heldAmount: Rupees | null;
  /** Whether a provider was opened, so that its answer may come at any moment. */
  isPaymentBegun?: boolean;
}

export interface PaymentProgress {
  // ready → opening → atProvider → opening (the outcome is reported) → confirming. Only `ready`
  // allows a payment. `confirming` lasts until the bank has decided, also after reloads. `held`
  // lasts until the operator has decided.
  step: 'ready' | 'opening' | 'atProvider' | 'confirming' | 'held';
  /** A checkout that waits for a click on the provider's own button. */
  wallet: Checkout | null;
  problem: PaymentProblem;
}

interface BillScreen<B extends Bill> {
  read: () => { bill: B | null; step: string; wallet: Checkout | null };
  update: (progress: Partial<PaymentProgress>) => void;
  /** Shows the bill. A fee is also saved in the draft. */
  show: (bill: B, progress: Partial<PaymentProgress>) => void;
  numberOf: (bill: B) => string;
  /** Rupees. */
  totalOf: (bill: B) => number;
  fetchBill: (bill: B) => Promise<B>;
  putReport: (bill: B, report: PaymentReport, idempotencyKey?: string) => Promise<B>;
  /** The provider's popup, polling and a recheck can each report the same payment. */
  onPaid: (bill: B) => void;
  onRefunded: (bill: B) => void;
}

export function createPaymentFlow<B extends Bill>(screen: BillScreen<B>) {
  const { read, update, show } = screen;

  function showPayableBill(bill: B, problem: PaymentProblem = null) {
    show(bill, { step: 'ready', wallet: null, problem });
    if (bill.isPaymentBegun) void watchUnpaid(bill);
  }

  function showFailure(bill: B, problem: PaymentProblem, toast = problem) {
    showPayableBill(bill, problem);
    notify('error', problemText(toast));
  }

  function applyStatus(bill: B, unpaid: PaymentProblem = 'contactAdministrator'): void {
    switch (bill.paymentStatus) {
      case 'PROCESSING':
        if (bill.heldAmount) return show(bill, { step: 'held', wallet: null, problem: null });
        // Not awaited, because the provider's popup would stay open during the whole wait.
        return void waitForBank(bill);
      case 'PAID':
        return screen.onPaid(bill);
      case 'REFUNDED':
        return screen.onRefunded(bill);
      default:
        return showFailure(bill, unpaid);
    }
  }

  let newestPoll: object | undefined;

  /** Polls until the bank has decided. Only the newest call shows the result. */
  async function waitForBank(bill: B): Promise<void> {
    const poll = (newestPoll = {});
    show(bill, { step: 'confirming', wallet: null, problem: null });
    const decided = await pollUntil(
      () => screen.fetchBill(bill),
      ({ paymentStatus, heldAmount }) => paymentStatus !== 'PROCESSING' || Boolean(heldAmount),
    );
    if (newestPoll === poll) applyStatus(decided, 'failed');
  }

  /**
   * The bank's answer may reach the server alone: its app covers this page, a second device pays,
   * the provider's window is silent. Ends with the next poll, or without a response if another
   * screen is shown.
   */
  async function watchUnpaid(bill: B): Promise<void> {
    const poll = (newestPoll = {});
    const isShown = () =>
      newestPoll === poll && ['ready', 'opening', 'atProvider'].includes(read().step);
    const paid = await pollUntil(
      async () => (isShown() ? screen.fetchBill(bill) : null),
      (current) => !current || (!isUnpaid(current) && read().step !== 'opening'),
    );
    if (paid && isShown()) applyStatus(paid);
  }

  /**
   * Opens the provider's popup, or shows the button that opens it. Where neither can work, opens
   * the provider's own page.
   */
  async function openProvider(bill: B, checkout: Checkout, isPageChosen = false): Promise<void> {
    const provider = PROVIDERS[checkout.provider];
    update({ step: 'atProvider' });
    void watchUnpaid(bill);
    if (isPageChosen || needsProviderPage()) return openProviderPage(checkout.page);
    try {
      await provider.loadScript(checkout);
      if (provider.button) return update({ wallet: checkout });
      return provider.openPopup(checkout, callbacksFor(bill, checkout));
    } catch {
      return openProviderPage(checkout.page);
    }
  }

  /** Returns a function that removes the button. */
  async function drawWallet(container: HTMLElement): Promise<() => void> {
    const { bill, wallet } = read();
    if (!bill || !wallet) return () => undefined;
    const callbacks = callbacksFor(bill, wallet, () => read().wallet === wallet);
    try {
      return await buttonOf(wallet).draw(container, wallet, callbacks);
    } catch {
      // Drawing also fails after the page was left; that error is ignored.
      if (container.isConnected) openProviderPage(wallet.page);
      return () => undefined;
    }
  }

  function leaveWallet() {
    const { bill, step, wallet } = read();
    if (bill && wallet && step === 'atProvider')
      void reportCancelled(bill, PROVIDERS[wallet.provider].paymentMode);
  }

  /** `isCurrent`: false once the button belongs to an earlier checkout. */
  function callbacksFor(bill: B, checkout: Checkout, isCurrent = () => true): PaymentCallbacks {
    const provider = PROVIDERS[checkout.provider];
    let failure: PaymentProblem = null;
    return {
      approved: async (approval) => isCurrent() && reportPaid(bill, provider, approval),
      refused() {
        failure = 'failed';
        notify('error', text.failed);
      },
      cancelled: () => isCurrent() && void reportCancelled(bill, provider.paymentMode, failure),
      failed: () => isCurrent() && showFailure(bill, 'failed'),
      blocked: () => isCurrent() && openProviderPage(checkout.page),
    };
  }

  async function reportPaid(
    bill: B,
    { paymentMode }: PaymentProvider,
    { proof, idempotencyKey }: Approval,
  ) {
    update({ step: 'opening', problem: null });
    const report: PaymentReport = {
      orderNo: screen.numberOf(bill),
      paymentDate: toWire(serverNow()),
      paidAmount: screen.totalOf(bill),
      paymentStatus: 'PAID',
      paymentMode,
      ...proof,
    };
    try {
      const reported = await sendUntilReceived(
        () => screen.putReport(bill, report, idempotencyKey),
        () => update({ step: 'confirming', wallet: null }),
      );
      return applyStatus(reported);
    } catch (error) {
      return handleRejectedProof(bill, error);
    }
  }

  function handleRejectedProof(bill: B, error: unknown): void {
    const problem = problemOf(errorText(error));
    if (apiErrorCode(error) === 'payment_refused') return showFailure(bill, 'failed');
    if (apiErrorCode(error) !== 'instrument_declined')
      return showFailure(bill, problem, 'contactAdministrator');
    // A repeated report has removed the button.
    if (!read().wallet) return showFailure(bill, problem);
    // The button stays: another card or account of the same payer may pay.
    notify('error', problemText(problem));
    update({ step: 'atProvider', problem });
  }

  /**
   * Spec §4: dismissed means CANCELLED with a paid amount of 0. `failure`: an error that was
   * already shown.
   */
  async function reportCancelled(bill: B, paymentMode?: string, failure: PaymentProblem = null) {
    update({ step: 'opening' });
    if (!failure) notify('warning', text.cancelled);
    const orderNo = screen.numberOf(bill);
    const report: PaymentReport = {
      orderNo,
      paidAmount: 0,
      paymentStatus: 'CANCELLED',
      paymentMode,
    };
    const cancelled: B = { ...bill, paymentStatus: 'CANCELLED' };
    const current = await screen.putReport(bill, report).catch(() => cancelled);
    // The payment may have succeeded before the popup closed.
    if (!isUnpaid(current)) return applyStatus(current);
    return showPayableBill(current, failure);
  }

  /** The payer is back from the provider's own page. */
  function showReturned(bill: B, outcome: ReturnOutcome): unknown {
    if (!isUnpaid(bill)) return applyStatus(bill);
    if (outcome === 'failed') return showFailure(bill, 'failed');
    return outcome === 'cancelled' ? reportCancelled(bill) : showPayableBill(bill);
  }

  return {
    showPayable: showPayableBill,
    applyStatus,
    showReturned,
    openProvider,
    drawWallet,
    leaveWallet,
  };
}
