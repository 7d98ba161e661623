import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { posterUrl } from '#domain/film.ts';
import {
  displayCinemaTime,
  displayDateTime,
  displayLocalAndCinemaTime,
} from '#domain/format/date-times.ts';
import { orderWindow } from '#domain/order-window.ts';
import type { ViewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { $booking, $chosenWindow, continueToPayment, viewerZone } from '#stores/booking/booking.ts';
import { setGift } from '#stores/gifts/gift-draft.ts';
import { detailsHref } from '#stores/details/details.ts';
import { $isRescheduled, rescheduleTicket } from '#stores/booking/reschedule.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { DayPicker } from './DayPicker.tsx';
import { FilmSummary } from './FilmSummary.tsx';
import { HourPicker } from './HourPicker.tsx';
import { TicketPreview } from './TicketPreview.tsx';

const NoFields = () => <></>;

/** Without this code, a gift has no names and no message. */
const GiftFields = lazy(() =>
  import('../gifts/GiftFields.tsx').then(
    ({ GiftFields: fields }) => ({ default: fields }),
    () => ({ default: NoFields }),
  ),
);

interface BookingFormProps {
  movie: MemberMovie;
  title: string;
  /** Leads back; without it, to the film or the ticket. */
  back?: Elements;
  SubmitButton?: ComponentType<{ className: string }>;
}

export const BookingForm = ({
  movie,
  title,
  back,
  SubmitButton = BookingButton,
}: BookingFormProps) => (
  <>
    <div className="px-gut pt-2.5 min-[56.25rem]:grid min-[56.25rem]:grid-cols-[minmax(0,1fr)_17.5rem] min-[56.25rem]:gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 min-[56.25rem]:pb-22 min-[68.75rem]:grid-cols-[minmax(0,1fr)_26.25rem] min-[68.75rem]:gap-22">
      <div className="min-w-0">
        {back ?? <BackLink movie={movie} />}
        <h1 className="heading-2 mt-0.5 mb-4.5">{title}</h1>
        <div className="min-[56.25rem]:hidden">
          <FilmSummary film={{ ...movie, moviePoster: posterUrl(movie) }} />
        </div>
        <CurrentWindow />
        <GiftChoice movie={movie} />
        <Hours />
      </div>
      <aside className="@container mt-9 min-[56.25rem]:sticky min-[56.25rem]:top-6 min-[56.25rem]:mt-15.5 min-[56.25rem]:self-start">
        <TicketPreview movie={movie} />
        <ChoiceError />
        <SubmitButton className="mt-5 block w-full min-h-13.5 max-[56.1875rem]:hidden" />
      </aside>
    </div>
    <BottomBar SubmitButton={SubmitButton} />
  </>
);

function BackLink({ movie }: { movie: MemberMovie }) {
  const { ticket } = useStore($booking);
  return (
    <a
      className="plain-link"
      href={ticket ? href('purchasedOrder', { order_id: ticket.movieOrderId }) : detailsHref(movie)}
    >
      <Icon name="left" />
      <span>{ticket ? text.ticketNo(ticket.orderNo) : (movie.movieNameEn ?? movie.movieName)}</span>
    </a>
  );
}

/** Lets a line break only before the time in brackets. */
const unbroken = (time: string) => time.replace(/ (?!\()/g, '\u00a0');

function CurrentWindow() {
  const { ticket } = useStore($booking);
  if (!ticket) return null;
  const zone = viewerZone();
  const { bookingStartTime, bookingEndTime } = orderWindow(ticket);
  return (
    <div className="mt-4 grid max-w-[60ch] gap-1.5 lg:mt-0">
      {ticket.slotPassed && <p className="font-semibold">{text.slotPassedNote}</p>}
      <p aria-live="polite">
        {text.currentWindow(
          unbroken(displayLocalAndCinemaTime(bookingStartTime, zone)),
          unbroken(displayLocalAndCinemaTime(bookingEndTime, zone)),
        )}
      </p>
      <p className="text-soft">{text.rescheduleNote}</p>
    </div>
  );
}

/** A gift has no hour: its receiver chooses it. */
function Hours() {
  const { gift } = useStore($booking);
  if (gift) return null;
  return (
    <>
      <DayPicker />
      <HourPicker />
    </>
  );
}

/**
 * Chosen: a check box, because most tickets are for oneself. Locked if the viewer has a ticket for
 * the film.
 */
function GiftChoice({ movie }: { movie: MemberMovie }) {
  const { ticket, isClaim, gift } = useStore($booking);
  if (ticket || isClaim) return null;
  return (
    <div className="mt-4 lg:mt-0">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={gift !== null}
          disabled={movie.paymentStatus > 0}
          onChange={({ target }) => setGift(target.checked)}
        />
        <span>{text.isGift}</span>
      </label>
      {gift && (
        <Suspense fallback={<Skeleton className="mt-5 h-72 max-w-[40rem]" />}>
          <GiftFields />
        </Suspense>
      )}
    </div>
  );
}

function BookingButton({ className }: { className: string }) {
  const { ticket } = useStore($booking);
  const { status } = useStore(rescheduleTicket.$state);
  const isRescheduled = useStore($isRescheduled);
  if (!ticket)
    return (
      <Button className={className} onClick={continueToPayment}>
        {text.continue}
      </Button>
    );
  return (
    <Button
      className={className}
      busy={status === 'process' || isRescheduled}
      busyLabel={text.rescheduling}
      onClick={() => rescheduleTicket.run()}
    >
      {text.reschedule}
    </Button>
  );
}

function ChoiceError() {
  const { error } = useStore($booking);
  return (
    <div className="mt-4">
      <ErrorText error={error} />
    </div>
  );
}

/** Phones: the bottom bar also shows the error, because the ticket is out of view. */
function BottomBar({ SubmitButton }: Required<Pick<BookingFormProps, 'SubmitButton'>>) {
  const window = useStore($chosenWindow);
  const { error, gift } = useStore($booking);
  return (
    <div className="bottom-bar items-center justify-between gap-4 bg-surface max-[56.1875rem]:flex">
      <p className="grid min-w-0">
        {gift ? (
          <b className="font-tall text-21 leading-[1.1] max-[23.6875rem]:text-18">{text.isGift}</b>
        ) : window ? (
          <ChosenWindow window={window} />
        ) : (
          !error && (
            <b className="font-tall text-21 leading-[1.1] max-[23.6875rem]:text-18">
              {text.chosenNoneShort}
            </b>
          )
        )}
        {error && <span className="small text-bad">{error}</span>}
      </p>
      <SubmitButton className="w-auto! max-[23.6875rem]:px-4" />
    </div>
  );
}

function ChosenWindow({ window: { bookingStartTime, bookingEndTime } }: { window: ViewingWindow }) {
  const zone = viewerZone();
  const opensInIndia = displayCinemaTime(bookingStartTime, zone);
  const closesInIndia = displayCinemaTime(bookingEndTime, zone);
  return (
    <>
      <b className="font-tall text-21 leading-[1.1] max-[23.6875rem]:text-18">
        {displayDateTime(bookingStartTime, zone)}
      </b>
      {opensInIndia && <span className="text-soft small">{opensInIndia}</span>}
      <span className="text-soft small">
        {text.closesAt(displayDateTime(bookingEndTime, zone))}
      </span>
      {closesInIndia && <span className="text-soft small">{closesInIndia}</span>}
    </>
  );
}
