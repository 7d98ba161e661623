import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { foldDigits } from '#domain/fold.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $fee, boundAmount, isPaid } from '#stores/submission-fee-state.ts';
import { openFee, payFee } from '#stores/submission-fee.ts';
import { keepDeclarations, type Declarations } from '#stores/submission.ts';
import { Field } from '#ui/Field.tsx';
import { FeeMethods } from './FeeMethods.tsx';
import { FeeSummary } from './FeeSummary.tsx';
import { FeeConfirming, FeeWallet } from './FeeUnderWay.tsx';

/** What the maker pays, and how; nothing of it where the amount is 0. */
export function FeeFields({ form }: { form: UseFormReturn<Declarations> }) {
  const { register, control, trigger, setError, getValues, formState } = form;
  const { fee, step, wallet } = useStore($fee);
  const amount = Number(useWatch({ control, name: 'contactPayment' }));
  const { field: method } = useController({ control, name: 'contactPaymentMethod' });
  useEffect(() => void openFee(), []);
  useFeeFollowed(form);

  const pay = async () => {
    if (!(await trigger('contactPayment', { shouldFocus: true }))) return;
    if (!method.value) return setError('contactPaymentMethod', { message: text.methodRequired }, { shouldFocus: true });
    keepDeclarations(getValues());
    await payFee(amount, method.value);
  };
  const payment = register('contactPayment', { deps: 'contactPaymentMethod' });
  const isAsked = amount > 0 && !isPaid(fee) && step !== 'confirming' && !wallet;
  return (
    <>
      <div className="half">
        <Field
          label={text.payAmount}
          hint={text.payAmountHint}
          error={formState.errors.contactPayment?.message}
          inputMode="decimal"
          autoComplete="off"
          readOnly={isPaid(fee) || step !== 'ready'}
          {...payment}
          onChange={(event) => {
            event.target.value = foldDigits(event.target.value);
            return payment.onChange(event);
          }}
        />
      </div>
      {isAsked && <FeeMethods field={method} error={formState.errors.contactPaymentMethod?.message} />}
      {wallet && <FeeWallet key={wallet.order_id} wallet={wallet} />}
      {step === 'confirming' && <FeeConfirming error={formState.errors.contactPaymentMethod?.message} />}
      {amount > 0 && <FeeSummary amount={amount} method={method.value} onPay={isAsked ? () => void pay() : null} />}
    </>
  );
}

/** The amount of a fee that binds stands in its field, and what was missing before is looked at again. */
function useFeeFollowed({ setValue, trigger, formState: { isSubmitted } }: UseFormReturn<Declarations>) {
  const { fee, step } = useStore($fee);
  useEffect(() => {
    const amount = boundAmount(fee);
    if (amount) setValue('contactPayment', amount, { shouldValidate: isSubmitted });
    if (isSubmitted) void trigger('contactPaymentMethod');
  }, [fee, step, isSubmitted, setValue, trigger]);
}
