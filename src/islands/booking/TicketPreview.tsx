import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { posterAddress } from '#domain/film.ts';
import { displayRupees } from '#domain/pricing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $booking, $chosenWindow, viewerZone } from '#stores/booking.ts';
import { FilmLine } from './FilmLine.tsx';
import { windowSentence } from './window-sentence.ts';
import { WindowBand } from './WindowBand.tsx';
import { WindowFacts } from './WindowFacts.tsx';

/** The ticket as far as it is printed: the film, then the hours that were chosen. */
export const TicketDraft = ({ movie }: { movie: MemberMovie }) => (
  <div className="ticket">
    <div className="main grid gap-5 lg:px-7 lg:pt-7 lg:pb-6">
      <div className="max-lg:hidden">
        <FilmLine film={{ ...movie, moviePoster: posterAddress(movie) }} />
      </div>
      <Hours runningTime={movie.runningTime} />
    </div>
    <div className="stub lg:px-7">
      <Price ticketRate={movie.ticketRate} />
    </div>
  </div>
);

function Price({ ticketRate }: { ticketRate: number }) {
  const { ticket } = useStore($booking);
  if (ticket)
    return (
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="serial">{text.ticketNo(ticket.orderNo)}</p>
        <p className="sm soft">{ticket.totalRoundedValue > 0 ? text.alreadyPaid : text.nothingToPay}</p>
      </div>
    );
  return (
    <dl className="sum">
      <div className="tot m-0 border-0 p-0">
        <dt>{text.oneTicket}</dt>
        <dd>
          {ticketRate > 0 ? (
            <>
              {displayRupees(ticketRate)} <small className="font-body text-[14px] font-medium">{text.plusGst}</small>
            </>
          ) : (
            text.free
          )}
        </dd>
      </div>
    </dl>
  );
}

function Hours({ runningTime }: { runningTime: number | null }) {
  const window = useStore($chosenWindow);
  const { hour, ticket } = useStore($booking);
  const zone = viewerZone();
  return (
    <div className="grid gap-5">
      {/* Read out as it changes; what is seen says the same in more pieces. */}
      <p className="sr" role="status">
        {window && windowSentence(window, runningTime, zone)}
      </p>
      {window ? (
        <>
          <WindowFacts {...{ window, runningTime, zone }} />
          <WindowBand {...{ window, runningTime, zone }} />
          <p className="sm text-rose-soft">
            {hour === 'now' && `${ticket ? text.movesNow : text.nowNote}. `}
            {text.beginWhenever}
          </p>
        </>
      ) : (
        <p className="text-rose-soft">{text.chosenNone}</p>
      )}
    </div>
  );
}
