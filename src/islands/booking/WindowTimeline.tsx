import { CINEMA_ZONE } from '#domain/dates.ts';
import { isOutsideCinemaZone, zoneAbbreviation } from '#domain/format/date-times.ts';
import { displayRunningTime } from '#domain/format/durations.ts';
import {
  daylightParts,
  latestStart,
  windowHours,
  windowTicks,
  type ViewingWindow,
} from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { windowSentence } from '#stores/booking/window-sentence.ts';

const positionInWindow = (hoursAfterStart: number, hours?: number) =>
  ({ '--a': hoursAfterStart, '--w': hours }) as React.CSSProperties;

/**
 * Share of the band under the label on a phone; the label needs a dark background over daylight.
 */
const LABEL_WIDTH_RATIO = 10 / 24;

interface WindowTimelineProps {
  window: ViewingWindow;
  runningTime: number | null;
  zone: string;
}

/**
 * Draws the daylight band of a window, the film's length at its start, and the hours in which a
 * start is too late to finish.
 */
export function WindowTimeline({ window, runningTime, zone }: WindowTimelineProps) {
  const parts = daylightParts(window, zone);
  const span = windowHours(window);
  const isNightUnderLabel =
    parts[0]?.light === 'night' && parts[0].hours >= LABEL_WIDTH_RATIO * span;

  return (
    <div
      className="viewing-window print:hidden"
      role="img"
      aria-label={windowSentence(window, runningTime, zone)}
      style={{ '--span': span } as React.CSSProperties}
    >
      <div className="daylight-band">
        {parts
          .filter(({ light }) => light !== 'night')
          .map(({ light, at, hours }) => (
            <i key={at} className={light} style={positionInWindow(at, hours)} />
          ))}
        {runningTime && (
          <>
            <i className="film" style={positionInWindow(0, Math.min(span, runningTime / 60))} />
            {latestStart(window, runningTime) && (
              <i
                className="late"
                style={positionInWindow(span - runningTime / 60, runningTime / 60)}
              />
            )}
            <em
              className={`absolute top-[7px] left-[9px] font-body text-[0.78125rem]/[1.2] font-medium text-[#f9e2d9] not-italic ${isNightUnderLabel ? '' : 'rounded-small bg-(--night) px-1.5 py-px'}`}
            >
              {text.theFilm(displayRunningTime(runningTime))}
            </em>
          </>
        )}
      </div>
      <Ticks window={window} zone={zone} />
      {isOutsideCinemaZone(window.bookingStartTime, zone) && (
        <Ticks
          window={window}
          zone={CINEMA_ZONE}
          suffix={` ${zoneAbbreviation(window.bookingStartTime, CINEMA_ZONE)}`}
        />
      )}
    </div>
  );
}

const Ticks = ({
  window,
  zone,
  suffix = '',
}: {
  window: ViewingWindow;
  zone: string;
  suffix?: string;
}) => (
  <div
    className="window-ticks relative mt-1.5 h-[1.6em] text-[0.78125rem] tabular"
    aria-hidden="true"
  >
    {windowTicks(window, zone, suffix).map(({ at, label }) => (
      <span key={at} style={positionInWindow(at)}>
        {label}
      </span>
    ))}
  </div>
);
