import { useStore } from '@nanostores/react';
import type { MemberMovie } from '#contract/booking.ts';
import { posterAddress } from '#domain/film.ts';
import { displayRupees } from '#domain/pricing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $booking, $chosenWindow, viewerZone } from '#stores/booking.ts';
import { FilmLine } from './FilmLine.tsx';
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
      <dl className="sum">
        <div className="tot m-0 border-0 p-0">
          <dt>{text.oneTicket}</dt>
          <dd>
            {movie.ticketRate > 0 ? (
              <>
                {displayRupees(movie.ticketRate)}{' '}
                <small className="font-body text-[14px] font-medium">{text.plusGst}</small>
              </>
            ) : (
              text.free
            )}
          </dd>
        </div>
      </dl>
    </div>
  </div>
);

function Hours({ runningTime }: { runningTime: number | null }) {
  const window = useStore($chosenWindow);
  const { hour } = useStore($booking);
  const zone = viewerZone();
  if (!window) return <p className="text-rose-soft">{text.chosenNone}</p>;
  return (
    <div className="grid gap-5" aria-live="polite">
      <WindowFacts window={window} zone={zone} />
      <WindowBand {...{ window, runningTime, zone }} />
      <p className="sm text-rose-soft">
        {hour === 'now' && `${text.nowNote}. `}
        {text.beginWhenever}
      </p>
    </div>
  );
}
