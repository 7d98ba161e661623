import { openDownload } from '#contract/playback.ts';
import { ApiError, OfflineError, retryAfterSeconds } from './errors.ts';
import { call, resolveUrl } from './http.ts';

export const requestGrant = (orderId: number) => call(openDownload, { params: { orderId } });

/** Throws ApiError, OfflineError, or an AbortError. */
export async function fetchGrantedFile(
  media: { base: string; query: string },
  file: string,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const asOffline = (cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new OfflineError('No response', { cause });
  };
  // The HTTP cache would store the film a second time.
  const init: RequestInit = { signal, cache: 'no-store' };
  const response = await fetch(resolveUrl(`${media.base}${file}${media.query}`), init).catch(
    asOffline,
  );
  if (!response.ok) throw new ApiError(response.status, {}, retryAfterSeconds(response));
  return response.arrayBuffer().catch(asOffline);
}

/** SHA-256 in base64url, as in a manifest. */
export async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
