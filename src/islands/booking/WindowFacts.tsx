import { displayDay, displayHour, HOUSE_ZONE, local } from '#domain/dates.ts';
import type { Window } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { isElsewhere } from './WindowBand.tsx';

/** When the window opens and closes, in words; outside India the same in IST. */
export const WindowFacts = ({
  window,
  zone,
  withYear = false,
}: {
  window: Window;
  zone: string;
  withYear?: boolean;
}) => (
  <dl className="facts">
    <Fact name={text.opens} instant={window.bookingStartTime} {...{ zone, withYear }} />
    <Fact name={text.closes} instant={window.bookingEndTime} {...{ zone, withYear }} />
  </dl>
);

const Fact = ({ name, instant, zone, withYear }: { name: string; instant: Date; zone: string; withYear: boolean }) => (
  <div>
    <dt className="wide">{name}</dt>
    <dd>
      {displayHour(instant)}
      <small>{local(instant)?.format(withYear ? 'dddd D MMMM YYYY' : 'dddd D MMMM')}</small>
      {isElsewhere(instant, zone) && (
        <small>{text.inHouseZone(displayDay(instant, HOUSE_ZONE), displayHour(instant, HOUSE_ZONE))}</small>
      )}
    </dd>
  </div>
);
