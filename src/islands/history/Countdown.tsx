import { useStore } from '@nanostores/react';
import { displayCountdown } from '#domain/viewing.ts';
import { $second } from '#stores/ticket.ts';

/** The wait until an instant. Nobody is read the passing time: the page's head says when something has changed. */
export const Countdown = ({ until }: { until: Date }) => (
  <b className="font-tall text-[1.2em] leading-none whitespace-nowrap text-act" aria-live="off">
    {displayCountdown(until, useStore($second))}
  </b>
);
