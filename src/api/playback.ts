import { createMoviePlay, playMovieWeb, renewPlayback, updateMoviePlay } from '#contract/playback.ts';
import { ApiError } from './errors.ts';
import { call } from './http.ts';

export const openPlayback = (movieId: number) => call(playMovieWeb, { body: { movieId } });

export const renewLease = (sessionId: string, place: { moviePlayId?: number; playSeekTime?: number }) =>
  call(renewPlayback, { params: { sessionId }, body: place });

export const recordPlay = (movieId: number) =>
  call(createMoviePlay, { params: { movieId }, body: { deviceType: 'WEB' } });

export const recordPause = (moviePlayId: number, playSeekTime: number) =>
  call(updateMoviePlay, { params: { moviePlayId }, body: { playSeekTime } });

/** The last word of a page that is going away: sent although nobody waits for the reply. */
export const recordLeaving = (moviePlayId: number, playSeekTime: number) =>
  call(updateMoviePlay, { params: { moviePlayId }, body: { playSeekTime } }, { keepalive: true });

/** A picture as a `data:` address: shown as often as one likes, though the address that it came by has ended. */
export async function fetchPicture(url: string): Promise<string> {
  const reply = await fetch(url);
  if (!reply.ok) throw new ApiError(reply.status);
  return dataAddress(await reply.blob());
}

const dataAddress = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'));
    reader.readAsDataURL(blob);
  });

/** Asks for a playlist by an address that carries a token: the reply's cookie keeps a native player admitted. */
export const keepAdmitted = (url: string) => fetch(url, { credentials: 'include' });
