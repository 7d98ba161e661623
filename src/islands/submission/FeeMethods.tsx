import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { SUBMISSION_FEE_DOLLARS } from '#domain/limits.ts';
import { displayCents } from '#domain/pricing.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $fee } from '#stores/submission-fee-state.ts';
import { loadMethods } from '#stores/submission-fee.ts';
import type { Declarations } from '#stores/submission.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { RadioCard } from '#ui/RadioCard.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

interface FeeMethodsProps {
  field: ControllerRenderProps<Declarations, 'contactPaymentMethod'>;
  error: string | undefined;
}

/** Configured methods only. */
export function FeeMethods({ field, error }: FeeMethodsProps) {
  const { methods, problem } = useStore($fee);
  const id = useId();
  if (!methods)
    return problem ? <MethodsUnavailable /> : <Skeleton className="full h-24" label={commonMessages.loading} />;
  if (!methods.razorpay && !methods.paypal) return <NoMethod id={id} error={paymentMessages.notSetUp} />;
  return (
    <fieldset className="full grid gap-2.5" aria-describedby={error ? id : undefined}>
      <legend className="lab mb-2">{text.selectMethod}</legend>
      {methods.razorpay && (
        <Method field={field} value="razorpay" label={paymentMessages.cardOrUpi} note={paymentMessages.cardOrUpiNote} />
      )}
      {methods.paypal && (
        <Method
          field={field}
          value="paypal"
          label={paymentMessages.internationalWallet}
          note={text.walletNote}
          amount={displayCents(SUBMISSION_FEE_DOLLARS * 100, methods.paypal.currency)}
        />
      )}
      <ErrorText id={id} error={error} />
    </fieldset>
  );
}

interface MethodProps {
  field: FeeMethodsProps['field'];
  value: 'razorpay' | 'paypal';
  label: string;
  note: string;
  amount?: string;
}

function Method({ field: { value: chosen, onChange, ...field }, value, amount = '', ...texts }: MethodProps) {
  const { step } = useStore($fee);
  const isChosen = value === chosen;
  return (
    <RadioCard
      {...field}
      {...texts}
      amount={amount}
      value={value}
      checked={isChosen}
      disabled={step !== 'ready' && !isChosen}
      onChange={() => onChange(value)}
    />
  );
}

const NoMethod = ({ id, error }: { id: string; error: string }) => (
  <div className="full">
    <ErrorText id={id} error={error} />
  </div>
);

const MethodsUnavailable = () => (
  <div className="full grid justify-items-start gap-2.5">
    <ErrorText error={text.methodsFailed} />
    <Button kind="line" small onClick={() => void loadMethods()}>
      {text.tryOnceMore}
    </Button>
  </div>
);
