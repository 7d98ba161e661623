import { displayCinemaDateTime, displayUnambiguousTime } from '#domain/format/date-times.ts';
import { displayDayOfYear, displayLongDay } from '#domain/format/dates.ts';
import { latestStart, type ViewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';

interface WindowFactsProps {
  window: ViewingWindow;
  zone: string;
  withYear?: boolean;
  /** Adds the latest start time that still allows finishing the film. */
  runningTime?: number | null;
}

/** Adds India's time (IST) for viewers outside India. */
export function WindowFacts({
  window,
  zone,
  withYear = false,
  runningTime = null,
}: WindowFactsProps) {
  const latest = latestStart(window, runningTime);
  return (
    <dl
      className={`window-facts grid grid-cols-2 gap-x-4.5 gap-y-4 ${latest ? '@min-[37.5rem]:grid-cols-[1fr_1fr_1.8fr]' : ''}`}
    >
      <Fact name={text.opens} instant={window.bookingStartTime} {...{ zone, withYear }} />
      <Fact name={text.closes} instant={window.bookingEndTime} {...{ zone, withYear }} />
      {latest && <Fact name={text.latestStart} instant={latest} {...{ zone, withYear }} isWide />}
    </dl>
  );
}

interface FactProps {
  name: string;
  instant: Date;
  zone: string;
  withYear: boolean;
  isWide?: boolean;
}

function Fact({ name, instant, zone, withYear, isWide = false }: FactProps) {
  const cinemaMoment = displayCinemaDateTime(instant, zone);
  return (
    <div className={isWide ? 'col-span-2 @min-[37.5rem]:col-span-1' : undefined}>
      <dt className="wide-label text-balance">{name}</dt>
      <dd>
        <span>{displayUnambiguousTime(instant, zone)}</span>
        <small>{withYear ? displayDayOfYear(instant, zone) : displayLongDay(instant, zone)}</small>
        {cinemaMoment && <small>{cinemaMoment}</small>}
      </dd>
    </div>
  );
}
