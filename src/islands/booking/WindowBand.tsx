import { displayDay, displayHour, displayRunningTime, HOUSE_ZONE } from '#domain/dates.ts';
import { WINDOW_HOURS } from '#domain/limits.ts';
import { daylightBands, windowTicks, type Window } from '#domain/viewing.ts';
import { wallClock } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';

const across = (at: number, hours?: number) => ({ '--a': at, '--w': hours }) as React.CSSProperties;

/** The label on the band is as wide as these hours of it on a phone; over a lighter sky it needs a dark ground. */
const LABEL_HOURS = 10;

/** Whether an instant reads otherwise on a wall in India. */
export const isElsewhere = (instant: Date, zone: string): boolean => {
  const [here, there] = [wallClock(instant, zone), wallClock(instant, HOUSE_ZONE)];
  return here.date !== there.date || here.hour !== there.hour || here.minute !== there.minute;
};

const inWords = (instant: Date) => `${displayDay(instant)}, ${displayHour(instant)}`;

/** The 24 hours, drawn: night and day by the viewer's clock, the film's length at the start. The sentence says the same. */
export function WindowBand({
  window,
  runningTime,
  zone,
}: {
  window: Window;
  runningTime: number | null;
  zone: string;
}) {
  const { bookingStartTime, bookingEndTime } = window;
  const bands = daylightBands(window, zone);
  const isDarkUnder = bands[0]?.light === 'night' && bands[0].hours >= LABEL_HOURS;
  const rows = isElsewhere(bookingStartTime, zone) ? [zone, HOUSE_ZONE] : [zone];

  return (
    <div className="window" role="img" aria-label={text.windowRuns(inWords(bookingStartTime), inWords(bookingEndTime))}>
      <div className="band">
        {bands
          .filter(({ light }) => light !== 'night')
          .map(({ light, at, hours }) => (
            <i key={at} className={light} style={across(at, hours)} />
          ))}
        {runningTime && (
          <>
            <i className="film" style={across(0, Math.min(WINDOW_HOURS, runningTime / 60))} />
            <em className={isDarkUnder ? undefined : 'rounded-print bg-(--night) px-1.5 py-px'}>
              {text.theFilm(displayRunningTime(runningTime))}
            </em>
          </>
        )}
      </div>
      {rows.map((each) => (
        <div key={each} className="ticks num" aria-hidden="true">
          {windowTicks(window, each, each === zone ? '' : ` ${text.houseZone}`).map(({ at, label }) => (
            <span key={at} style={across(at)}>
              {label}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
