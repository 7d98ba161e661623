import { useSyncExternalStore } from 'react';
import { fromWire, CINEMA_ZONE } from '#domain/dates.ts';
import {
  displayDate,
  displayDayDigits,
  displayMonth,
  displayShortMonth,
  displayWordDate,
} from '#domain/format/dates.ts';

const neverChanges = () => () => {};

/** Differs between the prebuilt HTML and the browser after hydration. */
export const useHydratedValue = <Value,>(inBrowser: () => Value, inHtml: () => Value): Value =>
  useSyncExternalStore(neverChanges, inBrowser, inHtml);

/**
 * Time zone of displayed dates; undefined means the browser's own. Chosen: prebuilt HTML has
 * India's dates (spec §9, local time). layouts/local-dates.js rewrites them before paint; islands
 * do it after hydration.
 */
export const useDateZone = (): string | undefined =>
  useHydratedValue<string | undefined>(
    () => undefined,
    () => CINEMA_ZONE,
  );

/**
 * `25 NOV 2026`, `25 Nov 2026`, `25`, `Nov`, `November 2026`; keep equal to layouts/local-dates.js.
 */
const FORMATS = {
  date: displayDate,
  words: displayWordDate,
  day: displayDayDigits,
  month: displayShortMonth,
  release: displayMonth,
};

interface LocalDateProps {
  /** Wire date, UTC. Null shows as `-`. */
  wire: string | null;
  as: keyof typeof FORMATS;
}

export function LocalDate({ wire, as }: LocalDateProps) {
  const zone = useDateZone();
  const instant = wire && fromWire(wire);
  if (!instant) return <span>-</span>;
  return (
    // Before hydration the text may already be in the viewer's zone.
    <time dateTime={`${instant.toISOString().slice(0, 16)}Z`} data-as={as} suppressHydrationWarning>
      {FORMATS[as](wire, zone)}
    </time>
  );
}
