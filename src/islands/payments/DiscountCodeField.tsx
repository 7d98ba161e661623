import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { bookingMessages as text } from '#messages/booking.ts';
import { editCouponCode, toggleCoupon } from '#stores/payments/apply-coupon.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Icon } from '#ui/icons.tsx';

export function DiscountCodeField() {
  const { order, code, codeError, isSavingCode, step } = useStore($payment);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (codeError) input.current?.focus();
  }, [codeError]);
  const isApplied = Boolean(order?.couponCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An extension may have written a code without an event.
    if (input.current) editCouponCode(input.current.value);
    void toggleCoupon();
  };

  return (
    <form className={codeError ? 'field invalid' : 'field'} onSubmit={submit} noValidate>
      <label htmlFor={id}>{text.discountCode}</label>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <input
          ref={input}
          id={id}
          className="control font-semibold tracking-[.06em]"
          value={code}
          readOnly={isApplied}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-invalid={codeError ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => editCouponCode(event.target.value)}
        />
        <Button
          type="submit"
          kind="secondary"
          className="min-h-12.5"
          busy={isSavingCode || step !== 'ready'}
        >
          {isApplied ? text.cancel : text.apply}
        </Button>
      </div>
      <div id={`${id}-note`} aria-live="polite">
        <ErrorText error={codeError} />
        {isApplied && !codeError && (
          <p className="flex items-center gap-[7px] text-14 font-medium text-good [&>svg]:size-4">
            <Icon name="success" />
            <span>{text.couponApplied}</span>
          </p>
        )}
      </div>
    </form>
  );
}
