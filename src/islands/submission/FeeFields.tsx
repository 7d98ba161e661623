import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { foldDigits } from '#domain/fold.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { problemText } from '#stores/payments/problem.ts';
import {
  $fee,
  drawFeeWallet,
  fixedAmount,
  isPaid,
  leaveFeeWallet,
  openFee,
  payFee,
} from '#stores/submission/fee.ts';
import { saveDeclarations, type Declarations } from '#stores/submission/submission.ts';
import { Field } from '#ui/Field.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { WaitingBox } from '../payments/WaitingBox.tsx';
import { WalletBox } from '../payments/WalletBox.tsx';
import { FeeMethods } from './FeeMethods.tsx';
import { FeeSummary } from './FeeSummary.tsx';

/** The fee and its payment; no payment for amount 0. */
export function FeeFields({ form }: { form: UseFormReturn<Declarations> }) {
  const { register, control, trigger, setError, getValues, formState } = form;
  const { fee, step, wallet, problem } = useStore($fee);
  const amount = Number(useWatch({ control, name: 'contactPayment' }));
  const { field: method } = useController({ control, name: 'contactPaymentMethod' });
  useEffect(() => void openFee(), []);
  useFeeSync(form);

  const pay = async (isPageChosen: boolean) => {
    if (!(await trigger('contactPayment', { shouldFocus: true }))) return;
    if (!method.value)
      return setError(
        'contactPaymentMethod',
        { message: text.methodRequired },
        { shouldFocus: true },
      );
    saveDeclarations(getValues());
    await payFee(amount, method.value, isPageChosen);
  };
  const amountField = register('contactPayment', { deps: 'contactPaymentMethod' });
  const isPayable =
    amount > 0 && !isPaid(fee) && step !== 'confirming' && step !== 'held' && !wallet;
  const methodError = formState.errors.contactPaymentMethod?.message;
  return (
    <>
      {/* The input is one column wide. The hint below may fill both columns. */}
      <div className="col-span-full sm:[&_.control]:w-[calc(50%-12px)]">
        <Field
          label={text.payAmount}
          hint={text.payAmountHint}
          error={formState.errors.contactPayment?.message}
          inputMode="decimal"
          autoComplete="off"
          readOnly={isPaid(fee) || step !== 'ready'}
          {...amountField}
          // Typing replaces the amount.
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            event.target.value = foldDigits(event.target.value);
            return amountField.onChange(event);
          }}
        />
      </div>
      {isPayable && <FeeMethods field={method} error={method.value ? undefined : methodError} />}
      {wallet && (
        <div key={wallet.order_id} className="col-span-full">
          <WalletBox
            wallet={wallet}
            error={problemText(problem)}
            isBusy={step !== 'atProvider'}
            draw={drawFeeWallet}
            onLeave={leaveFeeWallet}
          />
        </div>
      )}
      {step === 'confirming' && (
        <WaitingBox
          title={paymentMessages.confirming}
          note={text.slowBank}
          className="col-span-full gap-2"
        >
          <ErrorText error={methodError} />
        </WaitingBox>
      )}
      {step === 'held' && fee && (
        <WaitingBox
          title={text.heldFee(displayRupees(fee.heldAmount ?? 0))}
          note={text.heldFeeNote(displayRupees(fee.amount))}
          className="col-span-full gap-2"
        >
          <ErrorText error={methodError} />
        </WaitingBox>
      )}
      {amount > 0 && (
        <FeeSummary
          amount={amount}
          method={method.value}
          error={isPayable && method.value && methodError ? text.payFirst : undefined}
          onPay={isPayable ? (isPageChosen) => void pay(isPageChosen) : null}
        />
      )}
    </>
  );
}

/**
 * A paid or processing fee fixes the amount. After a first submit, changes of the fee validate the
 * method again.
 */
function useFeeSync({
  setValue,
  trigger,
  formState: { isSubmitted },
}: UseFormReturn<Declarations>) {
  const { fee, step } = useStore($fee);
  useEffect(() => {
    const amount = fixedAmount(fee);
    if (amount) setValue('contactPayment', amount, { shouldValidate: isSubmitted });
    if (isSubmitted) void trigger('contactPaymentMethod');
  }, [fee, step, isSubmitted, setValue, trigger]);
}
