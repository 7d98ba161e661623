import { useStore } from '@nanostores/react';
import type { Rupees } from '#domain/pricing.ts';
import type { MemberMovie } from '#contract/booking.ts';
import { posterUrl } from '#domain/film.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $booking, $chosenWindow, viewerZone } from '#stores/booking/booking.ts';
import { $isPaid } from '#stores/gifts/gift-draft.ts';
import { FilmSummary } from './FilmSummary.tsx';
import { windowSentence } from '#stores/booking/window-sentence.ts';
import { WindowTimeline } from './WindowTimeline.tsx';
import { WindowFacts } from './WindowFacts.tsx';

export const TicketPreview = ({ movie }: { movie: MemberMovie }) => (
  <div className="ticket">
    <div className="ticket-main grid gap-5 lg:px-7 lg:pt-7 lg:pb-6">
      <div className="max-lg:hidden">
        <FilmSummary film={{ ...movie, moviePoster: posterUrl(movie) }} />
      </div>
      <TicketWindow runningTime={movie.runningTime} />
    </div>
    <div className="ticket-stub lg:px-7">
      <TicketPrice ticketRate={movie.ticketRate} />
    </div>
  </div>
);

function TicketPrice({ ticketRate }: { ticketRate: Rupees }) {
  const { ticket, isClaim } = useStore($booking);
  if (isClaim) return <p className="small text-soft">{text.alreadyPaid}</p>;
  if (ticket)
    return (
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-tall text-20 leading-none font-bold tracking-[.04em] text-serial">
          {text.ticketNo(ticket.orderNo)}
        </p>
        <p className="small text-soft">
          {ticket.totalRoundedValue > 0 ? text.alreadyPaid : text.nothingToPay}
        </p>
      </div>
    );
  return (
    <dl className="price-lines">
      <div className="total">
        <dt>{text.oneTicket}</dt>
        <dd>
          {ticketRate > 0 ? (
            <>
              <span>{displayRupees(ticketRate)}</span>{' '}
              <small className="font-body text-14 font-medium">{text.plusGst}</small>
            </>
          ) : (
            text.free
          )}
        </dd>
      </div>
    </dl>
  );
}

function TicketWindow({ runningTime }: { runningTime: number | null }) {
  const window = useStore($chosenWindow);
  const { hour, gift } = useStore($booking);
  const isPaid = useStore($isPaid);
  const zone = viewerZone();
  if (gift) return <p className="text-rose-soft">{text.giftNote}</p>;
  return (
    <div className="grid gap-5">
      {/* For screen readers; the visible parts show the same. */}
      <p className="sr-only" role="status">
        {window && windowSentence(window, runningTime, zone)}
      </p>
      {window ? (
        <>
          <WindowFacts {...{ window, runningTime, zone }} />
          <WindowTimeline {...{ window, runningTime, zone }} />
          <p className="small text-rose-soft">
            {hour === 'now' && (
              <span>{`${isPaid ? text.windowOpensAtOnce : text.windowOpensOnPayment}. `}</span>
            )}
            <span>{text.beginWhenever}</span>
          </p>
        </>
      ) : (
        <p className="text-rose-soft">{text.chosenNone}</p>
      )}
    </div>
  );
}
