import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { MemberMovie } from '#contract/booking.ts';
import { displayDay, displayHour } from '#domain/dates.ts';
import { posterAddress } from '#domain/film.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { detailMessages } from '#messages/details.ts';
import { href } from '#routes.ts';
import { $booking, $chosenWindow, continueToPayment, openBooking } from '#stores/booking.ts';
import { detailsHref } from '#stores/details.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { DayPicker } from './DayPicker.tsx';
import { FilmLine } from './FilmLine.tsx';
import { HourPicker } from './HourPicker.tsx';
import { TicketDraft } from './TicketDraft.tsx';

export function BookingScreen() {
  const { status, movie } = useStore($booking);
  useEffect(() => void openBooking(), []);

  if (status === 'success' && movie) return <Counter movie={movie} />;
  return (
    <div className="in grid gap-7 pt-14 pb-22">
      <h1 className="d2">{text.title}</h1>
      {status === 'process' && <Skeletons />}
      {status === 'error' && (
        <ErrorBox title={text.ticketLoadFailed} sentence={text.filmsNotSent}>
          <Button kind="line" onClick={openBooking}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {status === 'noData' && (
        <EmptyBox title={detailMessages.notFound} sentence={detailMessages.notFoundNote}>
          <a className="btn line" href={href('movies')}>
            {detailMessages.toTheFilms}
          </a>
        </EmptyBox>
      )}
    </div>
  );
}

const Skeletons = () => (
  <>
    <Skeleton className="mt-10 h-26 max-w-193" label={commonMessages.loading} />
    <Skeleton className="mt-8 h-72 max-w-193" />
  </>
);

const Counter = ({ movie }: { movie: MemberMovie }) => (
  <>
    <div className="in pt-2.5 lg:pb-22 min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_420px] min-[1100px]:gap-22">
      <div className="min-w-0">
        <a className="crumb" href={detailsHref(movie)}>
          <Icon name="left" />
          {movie.movieNameEn ?? movie.movieName}
        </a>
        <h1 className="d2 mt-0.5 mb-4.5">{text.title}</h1>
        <div className="lg:hidden">
          <FilmLine film={{ ...movie, moviePoster: posterAddress(movie) }} />
        </div>
        <DayPicker />
        <HourPicker />
      </div>
      <aside className="mt-9 max-w-105 min-[1100px]:sticky min-[1100px]:top-6 min-[1100px]:mt-15.5 min-[1100px]:self-start">
        <TicketDraft movie={movie} />
        <ChoiceError />
        <Button block className="mt-5 min-h-13.5 max-[899px]:hidden" onClick={continueToPayment}>
          {text.continue}
        </Button>
      </aside>
    </div>
    <Dock />
  </>
);

function ChoiceError() {
  const { error } = useStore($booking);
  return (
    <div className="mt-4">
      <ErrorText error={error} />
    </div>
  );
}

function Dock() {
  const window = useStore($chosenWindow);
  const words = (instant: Date) => `${displayDay(instant)}, ${displayHour(instant)}`;
  return (
    <div className="dock items-center justify-between gap-4 bg-sheet max-[899px]:flex">
      <p className="grid min-w-0">
        <b className="font-tall text-[21px] leading-[1.1]">
          {window ? words(window.bookingStartTime) : text.chosenNoneShort}
        </b>
        {window && <span className="soft sm">{text.closesAt(words(window.bookingEndTime))}</span>}
      </p>
      <Button className="w-auto!" onClick={continueToPayment}>
        {text.continue}
      </Button>
    </div>
  );
}
