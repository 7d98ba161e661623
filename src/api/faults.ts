import type { Fault } from '#contract/faults.ts';

/** Does not use `http.ts`: every page loads this file, and the failing code may be `http.ts` itself. */
export function sendFault(fault: Fault): void {
  const base = (import.meta.env?.PUBLIC_OTT_URL as string | undefined) || '/api/ott';
  navigator.sendBeacon?.(`${base}/faults`, JSON.stringify(fault));
}
