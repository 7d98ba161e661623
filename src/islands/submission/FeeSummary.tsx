import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import type { Rupees } from '#domain/pricing.ts';
import type { SubmissionFee } from '#contract/submission.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { problemText } from '#stores/payments/problem.ts';
import { paymentOptions } from '#stores/payments/providers/providers.ts';
import { $fee, isPaid } from '#stores/submission/fee.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Icon } from '#ui/icons.tsx';

interface FeeSummaryProps {
  amount: Rupees;
  method: string;
  error: string | undefined;
  /** Null if no payment can start. */
  onPay: ((isPageChosen: boolean) => void) | null;
}

export function FeeSummary({ amount, method, error, onPay }: FeeSummaryProps) {
  const { fee, step, problem, methods } = useStore($fee);
  const option = paymentOptions(methods).find((each) =>
    isPaid(fee) ? each.paymentMode === fee?.paymentMode : each.name === method,
  );
  const sum = option?.fixedFee || displayRupees(amount);
  const errorId = useId();
  const box = usePaidFocus(isPaid(fee));
  return (
    <div ref={box} className="col-span-full fee-box" tabIndex={-1}>
      <dl className="price-lines w-full">
        <div className="total">
          <dt>{text.fee}</dt>
          <dd>{sum}</dd>
        </div>
      </dl>
      <div role="status">{!error && <FeeState fee={fee} amount={amount} />}</div>
      <ErrorText id={errorId} error={error} />
      {methods && <ErrorText error={problemText(problem)} />}
      {onPay && (
        <Button
          block
          aria-describedby={error ? errorId : undefined}
          busy={step !== 'ready'}
          busyLabel={step === 'opening' ? paymentMessages.opening : undefined}
          onClick={() => onPay(false)}
        >
          {paymentMessages.pay(sum)}
        </Button>
      )}
      {onPay && option && (
        <Button kind="text" busy={step === 'opening'} onClick={() => onPay(true)}>
          {option.pageLabel}
        </Button>
      )}
    </div>
  );
}

/** The pressed button disappears once the fee is paid, so the focus moves here. */
function usePaidFocus(isFeePaid: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const wasPaid = useRef(isFeePaid);
  useEffect(() => {
    if (isFeePaid && !wasPaid.current && document.activeElement === document.body)
      box.current?.focus();
    wasPaid.current = isFeePaid;
  }, [isFeePaid]);
  return box;
}

/** A fee with another amount does not count. */
function FeeState({ fee, amount }: { fee: SubmissionFee | null; amount: Rupees }) {
  const { isPaidEarlier } = useStore($fee);
  const matchingFee = fee?.amount === amount ? fee : null;
  return (
    <>
      <p className="flex items-center gap-2 font-semibold">
        {isPaid(matchingFee) && <Icon name="success" />}
        <span>
          {matchingFee?.heldAmount
            ? text.heldFeeState
            : text.feeStates[matchingFee?.paymentStatus ?? 'NEW']}
        </span>
      </p>
      {matchingFee && isPaid(matchingFee) && (
        <p className="small wrap-anywhere">{feeNumberText(matchingFee)}</p>
      )}
      {isPaidEarlier && <p className="small">{text.feePaidEarlier}</p>}
    </>
  );
}

const feeNumberText = ({ paymentTransactionNo, feeNo }: SubmissionFee) =>
  paymentTransactionNo ? text.transaction(paymentTransactionNo) : text.feeNo(feeNo);
