import { useStore } from '@nanostores/react';
import { displayCountdown } from '#domain/viewing.ts';
import { $second } from '#stores/ticket.ts';

/** Silent for screen readers: the page's heading announces changes. */
export const Countdown = ({ until }: { until: Date }) => (
  <b className="font-tall text-[1.2em] leading-none whitespace-nowrap text-act" aria-live="off">
    {displayCountdown(until, useStore($second))}
  </b>
);
