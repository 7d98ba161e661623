import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { historyMessages as text } from '#messages/history.ts';
import { paymentMessages } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking.ts';
import { detailsHref } from '#stores/details.ts';
import { $order, openOrder } from '#stores/orders.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { OrderTicket } from './OrderTicket.tsx';
import { stateWords } from './order-words.ts';

export function OrderDetail() {
  const { status, order } = useStore($order);
  useEffect(() => void openOrder(), []);

  return (
    <div className="in mx-auto w-full max-w-[calc(1000px+2*var(--gut))] pt-7 pb-18 lg:pt-11">
      {order && <Booked order={order} />}
      {!order && <h1 className="d2 mb-6">{text.title}</h1>}
      {status === 'process' && <Skeleton className="h-95 md:h-88" label={commonMessages.loading} />}
      {status === 'error' && (
        <ErrorBox title={text.orderFailed}>
          <Button kind="line" onClick={openOrder}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {status === 'noData' && <EmptyBox title={text.orderMissing} />}
      <div className="mt-6.5 grid gap-2.5 md:flex md:flex-wrap">
        {order && (
          <a className="btn" href={detailsHref(order.orderMovie)}>
            {text.toTheFilm}
          </a>
        )}
        <a className="btn line" href={href('purchaseHistory')}>
          {text.goBack}
        </a>
      </div>
    </div>
  );
}

/** Why there is no ticket, and what becomes of the money. */
function closedNote({ paymentStatus }: Order): string {
  if (paymentStatus === 'PROCESSING') return paymentMessages.slowBank;
  return paymentStatus === 'REFUNDED' ? text.refundedNote : text.notPaidNote;
}

function Booked({ order }: { order: Order }) {
  const now = useStore($now);
  const isTicket = order.paymentStatus === 'PAID';
  return (
    <>
      <div className="mb-6 grid max-w-[58ch] gap-2.5 md:mb-7.5">
        <h1 className="d2">{isTicket ? text.booked : stateWords(order, now)}</h1>
        <p className="lead">{isTicket ? `${stateWords(order, now)}.` : closedNote(order)}</p>
      </div>
      <OrderTicket order={order} />
    </>
  );
}
