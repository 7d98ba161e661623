import type { Fault } from '#contract/faults.ts';

/**
 * Sends a fault on its way and forgets it. Not by `http.ts`: this is on every page, also on those that ask nothing else, and
 * what fails may be the very code that asks.
 */
export function sendFault(fault: Fault): void {
  const base = (import.meta.env?.PUBLIC_OTT_URL as string | undefined) || '/api/ott';
  navigator.sendBeacon?.(`${base}/faults`, JSON.stringify(fault));
}
