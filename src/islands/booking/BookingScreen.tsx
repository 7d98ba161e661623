import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $booking, $now, isBookingNotOpenYet } from '#stores/booking/booking.ts';
import { $rescheduleRefusal, isRescheduling, openBookingPage } from '#stores/booking/reschedule.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { BookingNotOpen } from './BookingNotOpen.tsx';
import { BookingForm } from './BookingForm.tsx';

export function BookingScreen() {
  const { status, movie, ticket } = useStore($booking);
  const now = useStore($now);
  const refusal = useStore($rescheduleRefusal);
  const title = isRescheduling() ? text.anotherHour : text.title;
  useEffect(() => void openBookingPage(), []);
  useEffect(() => void (document.title = `${title} · ${commonMessages.brand}`), [title]);

  if (status === 'success' && movie && !ticket && isBookingNotOpenYet(movie, now))
    return <BookingNotOpen movie={movie} title={title} />;
  if (status === 'success' && movie) return <BookingForm movie={movie} title={title} />;
  return (
    <div className="px-gut grid gap-7 pt-14 pb-22">
      <h1 className="heading-2">{title}</h1>
      {status === 'process' && <Skeletons />}
      {status === 'error' && (
        <LoadError
          title={text.ticketLoadFailed}
          sentence={text.slotsLoadFailed}
          onRetry={openBookingPage}
        />
      )}
      {status === 'noData' && (refusal ? <RescheduleRefusal {...refusal} /> : <NoFilm />)}
    </div>
  );
}

const RescheduleRefusal = ({ reason, ticket }: { reason: string; ticket: Order | null }) => (
  <EmptyBox
    title={reason}
    sentence={ticket?.paymentStatus === 'PAID' ? text.ticketStays : undefined}
  >
    {ticket ? (
      <a
        className="button secondary"
        href={href('purchasedOrder', { order_id: ticket.movieOrderId })}
      >
        {text.toTheTicket}
      </a>
    ) : (
      <a className="button secondary" href={href('purchaseHistory')}>
        {text.toTheTickets}
      </a>
    )}
  </EmptyBox>
);

const NoFilm = () => (
  <EmptyBox title={detailMessages.notFound} sentence={detailMessages.notFoundNote}>
    <a className="button secondary" href={href('movies')}>
      {detailMessages.toTheFilms}
    </a>
  </EmptyBox>
);

const Skeletons = () => (
  <>
    <Loading className="mt-10 h-26 max-w-[48.25rem]" />
    <Skeleton className="mt-8 h-72 max-w-[48.25rem]" />
  </>
);
