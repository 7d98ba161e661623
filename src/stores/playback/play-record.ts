import { z } from 'zod';
import { recordPageLeave, recordPause, recordPlay } from '#api/playback.ts';
import { toWire } from '#domain/dates.ts';
import { serverNow } from '../server-clock.ts';
import { persistentAtom } from '../lib/persistent-atom.ts';
import { deletePlayhead, readPlayhead, savePlayhead } from './playhead-cookie.ts';

/** Spec §4 "Local data". */
const latestPlay = persistentAtom('moviePlayId', z.number().int().positive());

const SAVE_EVERY_SECONDS = 5;

/** Spec §4: a pause has its end time and minutes. */
const pauseAt = (seconds: number) => ({
  playEndTime: toWire(serverNow()),
  playSeekTime: seconds / 60,
});

/** `playSeekTime` in minutes. */
export interface PlayPosition {
  moviePlayId: number;
  playSeekTime: number;
  isPlaying: boolean;
}

/**
 * Spec §4: each opening of the player creates one play when the film starts; each pause updates it.
 * Failed writes do not stop the film.
 */
export function createPlayRecord(movieId: number, onFailed: () => void) {
  let created: Promise<number | null> | undefined;
  let moviePlayId: number | null = null;
  let savedAtSeconds = -Infinity;
  let secondsNow: number | null = null;
  let isPlaying = false;

  const create = async () => {
    try {
      ({ moviePlayId } = await recordPlay(movieId));
      latestPlay.set(moviePlayId);
    } catch {
      created = undefined; // the player's next `playing` event retries
      onFailed();
    }
    return moviePlayId;
  };

  const save = (seconds: number) => {
    savedAtSeconds = seconds;
    if (moviePlayId !== null) savePlayhead(moviePlayId, movieId, seconds);
  };

  return {
    play() {
      isPlaying = true;
      void (created ??= create());
    },

    async pause(seconds: number) {
      isPlaying = false;
      const id = await created;
      if (id == null) return;
      save(seconds);
      await recordPause(id, pauseAt(seconds)).catch(onFailed);
    },

    timeUpdate(seconds: number) {
      secondsNow = seconds;
      if (Math.abs(seconds - savedAtSeconds) >= SAVE_EVERY_SECONDS) save(seconds);
    },

    /** For the heartbeat; null until the film has started and its play is recorded. */
    position: (): PlayPosition | null =>
      moviePlayId === null || secondsNow === null
        ? null
        : { moviePlayId, playSeekTime: secondsNow / 60, isPlaying },

    end() {
      if (moviePlayId !== null) deletePlayhead(moviePlayId);
    },

    /** Ignores errors, because the page is being left. */
    leave(seconds: number) {
      save(seconds);
      if (moviePlayId !== null)
        recordPageLeave(moviePlayId, pauseAt(seconds)).catch(() => undefined);
    },
  };
}
export type PlayRecord = ReturnType<typeof createPlayRecord>;

/** `moviePlayId` is 0 if this browser has played nothing. */
export function savedPosition(movieId: number) {
  const moviePlayId = latestPlay.get() ?? 0;
  return { moviePlayId, seconds: readPlayhead(moviePlayId, movieId) };
}
