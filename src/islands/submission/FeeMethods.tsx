import { useStore } from '@nanostores/react';
import type { ControllerRenderProps } from 'react-hook-form';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { paymentOptions } from '#stores/payments/providers/providers.ts';
import { $fee, loadMethods } from '#stores/submission/fee.ts';
import type { Declarations } from '#stores/submission/submission.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Icon } from '#ui/icons.tsx';
import { Loading } from '../loading/LoadStates.tsx';
import { MethodCards } from '../payments/MethodCards.tsx';

interface FeeMethodsProps {
  field: ControllerRenderProps<Declarations, 'contactPaymentMethod'>;
  error: string | undefined;
}

/** Configured methods only. */
export function FeeMethods({ field: { value, onChange, ...input }, error }: FeeMethodsProps) {
  const { methods, problem, step } = useStore($fee);
  if (!methods)
    return problem ? <MethodsUnavailable /> : <Loading className="col-span-full h-24" />;
  const options = paymentOptions(methods);
  if (options.length === 0)
    return (
      <div className="col-span-full">
        <ErrorText error={paymentMessages.notSetUp} />
      </div>
    );
  return (
    <fieldset className="col-span-full grid gap-2.5">
      <legend className={error ? 'field-error mb-2' : 'label mb-2'}>
        {error && <Icon name="error" />}
        {/* Spec §5: the initial prompt, then the error. */}
        <span>{error ?? text.selectMethod}</span>
      </legend>
      <MethodCards
        {...input}
        options={options}
        describe={({ feeNote, fixedFee }) => ({ note: feeNote, amount: fixedFee })}
        chosen={value}
        isLocked={step !== 'ready'}
        onChoose={onChange}
      />
    </fieldset>
  );
}

const MethodsUnavailable = () => (
  <div className="col-span-full grid justify-items-start gap-2.5">
    <ErrorText error={text.methodsFailed} />
    <Button kind="secondary" small onClick={() => void loadMethods()}>
      {commonMessages.retry}
    </Button>
  </div>
);
