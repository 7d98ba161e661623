import { z } from 'zod';
import { recordLeaving, recordPause, recordPlay } from '#api/playback.ts';
import { persisted } from './persisted.ts';
import { forgetPlayhead, readPlayhead, rememberPlayhead } from './playhead.ts';

/** The latest play of this browser (spec §4 "Local data"). */
const latestPlay = persisted('moviePlayId', z.number().int().positive());

const REMEMBER_EVERY_SECONDS = 5;

/** Which play, and the minutes into its film. */
export interface Place {
  moviePlayId: number;
  playSeekTime: number;
}

/**
 * The play record of one sitting with the main film (spec §4): made at its first play, updated at every pause.
 * `onFailed` hears of a record that could not be written; the film goes on regardless.
 */
export function createPlayRecord(movieId: number, onFailed: () => void) {
  let created: Promise<number | null> | undefined;
  let moviePlayId: number | null = null;
  let rememberedAt = -Infinity;
  let secondsNow: number | null = null;

  const create = async () => {
    try {
      ({ moviePlayId } = await recordPlay(movieId));
      latestPlay.set(moviePlayId);
    } catch {
      created = undefined; // the next play tries again
      onFailed();
    }
    return moviePlayId;
  };

  const remember = (seconds: number) => {
    rememberedAt = seconds;
    if (moviePlayId !== null) rememberPlayhead(moviePlayId, movieId, seconds);
  };

  return {
    play: () => void (created ??= create()),

    async pause(seconds: number) {
      const id = await created;
      if (id == null) return;
      remember(seconds);
      await recordPause(id, seconds / 60).catch(onFailed);
    },

    time(seconds: number) {
      secondsNow = seconds;
      if (Math.abs(seconds - rememberedAt) >= REMEMBER_EVERY_SECONDS) remember(seconds);
    },

    /** For the heartbeat; null before the film has moved. */
    place: (): Place | null =>
      moviePlayId === null || secondsNow === null ? null : { moviePlayId, playSeekTime: secondsNow / 60 },

    end() {
      if (moviePlayId !== null) forgetPlayhead(moviePlayId);
    },

    /** The page goes away: nobody is left to hear of a failure. */
    leave(seconds: number) {
      remember(seconds);
      if (moviePlayId !== null) recordLeaving(moviePlayId, seconds / 60).catch(() => undefined);
    },
  };
}
export type PlayRecord = ReturnType<typeof createPlayRecord>;

/** Seconds into a film where this browser last left it; 0 when it does not know. */
export function rememberedSeconds(movieId: number): number {
  const moviePlayId = latestPlay.get();
  return moviePlayId === null ? 0 : readPlayhead(moviePlayId, movieId);
}
