import { displayRunningTime, HOUSE_ZONE } from '#domain/dates.ts';
import { isElsewhere } from '#domain/moments.ts';
import { daylightBands, latestStart, windowHours, windowTicks, type Window } from '#domain/viewing.ts';
import { zoneAbbreviation } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { windowSentence } from './window-sentence.ts';

const across = (at: number, hours?: number) => ({ '--a': at, '--w': hours }) as React.CSSProperties;

/** The label on the band takes this part of it on a phone; over a lighter sky it needs a dark ground. */
const LABEL_PART = 10 / 24;

interface WindowBandProps {
  window: Window;
  runningTime: number | null;
  zone: string;
}

/**
 * The ticket's own hours, drawn: night and day by the viewer's clock, the film's length at the start, and hatched at the end where
 * it is too late to finish. The sentence says the same.
 */
export function WindowBand({ window, runningTime, zone }: WindowBandProps) {
  const bands = daylightBands(window, zone);
  const span = windowHours(window);
  const isDarkUnder = bands[0]?.light === 'night' && bands[0].hours >= LABEL_PART * span;

  return (
    <div
      className="window"
      role="img"
      aria-label={windowSentence(window, runningTime, zone)}
      style={{ '--span': span } as React.CSSProperties}
    >
      <div className="band">
        {bands
          .filter(({ light }) => light !== 'night')
          .map(({ light, at, hours }) => (
            <i key={at} className={light} style={across(at, hours)} />
          ))}
        {runningTime && (
          <>
            <i className="film" style={across(0, Math.min(span, runningTime / 60))} />
            {latestStart(window, runningTime) && (
              <i className="late" style={across(span - runningTime / 60, runningTime / 60)} />
            )}
            <em className={isDarkUnder ? undefined : 'rounded-print bg-(--night) px-1.5 py-px'}>
              {text.theFilm(displayRunningTime(runningTime))}
            </em>
          </>
        )}
      </div>
      <Ticks window={window} zone={zone} />
      {isElsewhere(window.bookingStartTime, zone) && (
        <Ticks window={window} zone={HOUSE_ZONE} suffix={` ${zoneAbbreviation(window.bookingStartTime, HOUSE_ZONE)}`} />
      )}
    </div>
  );
}

const Ticks = ({ window, zone, suffix = '' }: { window: Window; zone: string; suffix?: string }) => (
  <div className="ticks num" aria-hidden="true">
    {windowTicks(window, zone, suffix).map(({ at, label }) => (
      <span key={at} style={across(at)}>
        {label}
      </span>
    ))}
  </div>
);
