import { useStore } from '@nanostores/react';
import { displayCountdown } from '#domain/format/durations.ts';
import { $currentTime } from '#stores/history/ticket.ts';

/** Silent for screen readers. On the ticket's page, the heading announces changes. */
export const Countdown = ({ until }: { until: Date }) => (
  <b className="font-tall text-[1.2em] leading-none whitespace-nowrap text-action" aria-live="off">
    {displayCountdown(until, useStore($currentTime))}
  </b>
);
