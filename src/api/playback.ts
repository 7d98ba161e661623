import { createMoviePlay, playMovieWeb, renewPlayback, updateMoviePlay } from '#contract/playback.ts';
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

/** Asks for a playlist by an address that carries a token: the reply's cookie keeps a native player admitted. */
export const keepAdmitted = (url: string) => fetch(url, { credentials: 'include' });
