import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { posterAddress } from '#domain/film.ts';
import { displayHouseHour, displayMoment } from '#domain/moments.ts';
import type { Window } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { href } from '#routes.ts';
import { $booking, $chosenWindow, continueToPayment, viewerZone } from '#stores/booking.ts';
import { detailsHref } from '#stores/details.ts';
import { $hasMoved, moveTicket } from '#stores/reschedule.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { DayPicker } from './DayPicker.tsx';
import { FilmLine } from './FilmLine.tsx';
import { HourPicker } from './HourPicker.tsx';
import { PresentHours } from './PresentHours.tsx';
import { TicketDraft } from './TicketDraft.tsx';

/** Where a day and an hour are chosen: for a ticket that is bought, or for one that is moved. */
export const Counter = ({ movie, title }: { movie: MemberMovie; title: string }) => (
  <>
    <div className="in pt-2.5 lg:pb-22 min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_420px] min-[1100px]:gap-22">
      <div className="min-w-0">
        <WayBack movie={movie} />
        <h1 className="d2 mt-0.5 mb-4.5">{title}</h1>
        <div className="lg:hidden">
          <FilmLine film={{ ...movie, moviePoster: posterAddress(movie) }} />
        </div>
        <PresentHours />
        <DayPicker />
        <HourPicker />
      </div>
      <aside className="mt-9 max-w-105 min-[1100px]:sticky min-[1100px]:top-6 min-[1100px]:mt-15.5 min-[1100px]:self-start">
        <TicketDraft movie={movie} />
        <ChoiceError />
        <GoOn className="mt-5 block min-h-13.5 max-[899px]:hidden" />
      </aside>
    </div>
    <Dock />
  </>
);

function WayBack({ movie }: { movie: MemberMovie }) {
  const { ticket } = useStore($booking);
  return (
    <a className="crumb" href={ticket ? href('purchasedOrder', { order_id: ticket.movieOrderId }) : detailsHref(movie)}>
      <Icon name="left" />
      {ticket ? text.ticketNo(ticket.orderNo) : (movie.movieNameEn ?? movie.movieName)}
    </a>
  );
}

/** Continue, or for a ticket that is paid the move itself. */
function GoOn({ className }: { className: string }) {
  const { ticket } = useStore($booking);
  const { status } = useStore(moveTicket.$state);
  const hasMoved = useStore($hasMoved);
  if (!ticket)
    return (
      <Button className={className} onClick={continueToPayment}>
        {text.continue}
      </Button>
    );
  return (
    <Button
      className={className}
      busy={status === 'process' || hasMoved}
      busyLabel={text.moving}
      onClick={() => moveTicket.run()}
    >
      {text.move}
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

/** The choice at the foot of a phone, where the thumb is; what is wrong with it stands here too, since the ticket is out of sight. */
function Dock() {
  const window = useStore($chosenWindow);
  const { error } = useStore($booking);
  return (
    <div className="dock items-center justify-between gap-4 bg-sheet max-[899px]:flex">
      <p className="grid min-w-0">
        {window ? (
          <ChosenHours window={window} zone={viewerZone()} />
        ) : (
          !error && <b className="font-tall text-[21px] leading-[1.1]">{text.chosenNoneShort}</b>
        )}
        {error && <span className="sm text-bad">{error}</span>}
      </p>
      <GoOn className="w-auto!" />
    </div>
  );
}

function ChosenHours({ window: { bookingStartTime, bookingEndTime }, zone }: { window: Window; zone: string }) {
  const [opens, closes] = [displayHouseHour(bookingStartTime, zone), displayHouseHour(bookingEndTime, zone)];
  return (
    <>
      <b className="font-tall text-[21px] leading-[1.1]">{displayMoment(bookingStartTime, zone)}</b>
      {opens && <span className="soft sm">{opens}</span>}
      <span className="soft sm">{text.closesAt(displayMoment(bookingEndTime, zone))}</span>
      {closes && <span className="soft sm">{closes}</span>}
    </>
  );
}
