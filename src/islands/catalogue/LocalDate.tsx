import { useSyncExternalStore } from 'react';
import { displayDate, displayMonth, fromWire, HOUSE_ZONE, local } from '#domain/dates.ts';

const neverChanges = () => () => {};

/**
 * The zone that dates are written in; undefined is the browser's own.
 * Chosen: a page is built once for everybody, so its HTML has India's dates; a browser elsewhere has its own (spec §9, local time).
 * layouts/local-dates.js puts them there before they are painted, and an island once it is awake.
 */
export const useDateZone = (): string | undefined =>
  useSyncExternalStore(
    neverChanges,
    () => undefined,
    () => HOUSE_ZONE,
  );

/** `25 NOV 2026`, `25 Nov 2026`, `25`, `Nov`, `November 2026`; layouts/local-dates.js writes the same. */
const FORMS = {
  date: displayDate,
  words: (wire: string, zone?: string) => local(wire, zone)?.format('DD MMM YYYY'),
  day: (wire: string, zone?: string) => local(wire, zone)?.format('DD'),
  month: (wire: string, zone?: string) => local(wire, zone)?.format('MMM'),
  release: displayMonth,
};

interface LocalDateProps {
  /** As the wire has it, UTC; `-` stands for none. */
  wire: string | null;
  as: keyof typeof FORMS;
}

/** A date as the viewer's calendar has it. */
export function LocalDate({ wire, as }: LocalDateProps) {
  const zone = useDateZone();
  const instant = wire && fromWire(wire);
  if (!instant) return '-';
  return (
    // Until the island is awake the text may be the viewer's already, and React's is India's.
    <time dateTime={`${instant.toISOString().slice(0, 16)}Z`} data-as={as} suppressHydrationWarning>
      {FORMS[as](wire, zone)}
    </time>
  );
}
