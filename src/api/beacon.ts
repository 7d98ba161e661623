/**
 * Sends a message without waiting for an answer, also while the page closes. Does not use
 * `http.ts`: every page loads this file, and the code that fails may be `http.ts` itself.
 */
export function sendBeacon(path: string, message: object): void {
  const base = (import.meta.env?.PUBLIC_OTT_URL as string | undefined) || '/api/ott';
  navigator.sendBeacon?.(base + path, JSON.stringify(message));
}
