import { local } from '#domain/dates.ts';
import { displayHouseMoment, displayHourOnce } from '#domain/moments.ts';
import { latestStart, type Window } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';

interface WindowFactsProps {
  window: Window;
  zone: string;
  withYear?: boolean;
  /** With it, the latest moment to begin so as to finish is told too. */
  runningTime?: number | null;
}

/** When the window opens and closes, in words; outside India the same in IST. */
export function WindowFacts({ window, zone, withYear = false, runningTime = null }: WindowFactsProps) {
  const latest = latestStart(window, runningTime);
  return (
    <dl className="facts">
      <Fact name={text.opens} instant={window.bookingStartTime} {...{ zone, withYear }} />
      <Fact name={text.closes} instant={window.bookingEndTime} {...{ zone, withYear }} />
      {latest && <Fact name={text.beginBy} instant={latest} {...{ zone, withYear }} isWide />}
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
  const inHouse = displayHouseMoment(instant, zone);
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="wide">{name}</dt>
      <dd>
        {displayHourOnce(instant, zone)}
        <small>{local(instant, zone)?.format(withYear ? 'dddd D MMMM YYYY' : 'dddd D MMMM')}</small>
        {inHouse && <small>{inHouse}</small>}
      </dd>
    </div>
  );
}
