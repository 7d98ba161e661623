import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { openPayment } from '#stores/payments/open-payment.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { problemText } from '#stores/payments/problem.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { ErrorBox, Loading } from '../loading/LoadStates.tsx';
import { PaymentChoices } from './PaymentChoices.tsx';
import { UnpaidTicket } from './UnpaidTicket.tsx';
import { PayButton, PaymentError } from './PayButton.tsx';

/** `countries`: see `packCountries`. */
export function PaymentScreen({ countries }: { countries: string }) {
  const { status, order } = useStore($payment);
  useEffect(() => void openPayment(), []);

  if (status === 'success' && order) return <PaymentForm order={order} countries={countries} />;
  return (
    <div className="px-gut grid gap-7 pt-14 pb-22">
      <h1 className="heading-2">{text.title}</h1>
      {status === 'process' && <Skeletons />}
      {status === 'error' && <PaymentNotLoaded />}
    </div>
  );
}

const PaymentForm = ({ order, countries }: { order: Order; countries: string }) => (
  <>
    <div className="px-gut pt-2.5 lg:pb-22 min-[62.5rem]:grid min-[62.5rem]:grid-cols-[minmax(0,1fr)_22.5rem] min-[62.5rem]:gap-12 xl:grid-cols-[minmax(0,1fr)_26.25rem] xl:gap-22">
      <div className="min-w-0">
        <a className="plain-link" href={href('ticketBooking', { movie_id: order.movieId })}>
          <Icon name="left" />
          <span>{text.dayAndHour}</span>
        </a>
        <h1 className="heading-2 mt-0.5 mb-5.5">{text.title}</h1>
        <PaymentChoices order={order} countries={countries} />
      </div>
      <aside className="@container mt-8 min-[62.5rem]:mt-15.5">
        <UnpaidTicket order={order} />
        <PaymentError />
        <PayButton className="mt-5 min-h-13.5 max-[56.1875rem]:hidden" />
      </aside>
    </div>
    <div className="bottom-bar bg-surface empty:hidden">
      <PayButton />
    </div>
  </>
);

function PaymentNotLoaded() {
  const { problem, isSlotRefused, booking } = useStore($payment);
  return (
    <ErrorBox title={problemText(problem)}>
      {isSlotRefused ? (
        <a
          className="button secondary"
          href={booking ? href('ticketBooking', { movie_id: booking.movieId }) : href('movies')}
        >
          {text.chooseAnotherHour}
        </a>
      ) : (
        <Button kind="secondary" onClick={openPayment}>
          {commonMessages.retry}
        </Button>
      )}
    </ErrorBox>
  );
}

const Skeletons = () => (
  <>
    <Loading className="h-21 max-w-[48.25rem]" />
    <Skeleton className="h-24 max-w-[26.25rem]" />
  </>
);
