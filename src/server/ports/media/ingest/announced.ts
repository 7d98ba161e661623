import type { Stream } from './streams/stream.ts';
import type { Tracks } from './tracks.ts';

/** The lengths in the header of a file; null where it has none. */
export interface AnnouncedSeconds {
  /** Of the longest stream, whatever its kind. */
  film: number | null;
  picture: number | null;
  sound: number | null;
}

interface Announced {
  /** Of ffprobe's `format`. */
  film: string | undefined;
  /** The first time stamp of the file, where the film's clock starts. */
  startSeconds: number;
  picture: number;
  tracks: Tracks;
}

/** On the film's clock. `picture` is the index of the picture stream. Only chosen streams count. */
export function announcedSeconds(streams: Stream[], announced: Announced): AnnouncedSeconds {
  const { film, startSeconds, picture, tracks } = announced;
  const onClock = (end: number | null) => (end === null ? null : end - startSeconds);
  const endOfAll = (indexes: number[]) =>
    onClock(
      streams
        .filter(({ index }) => indexes.includes(index))
        .map(endOf)
        .reduce(laterOf, null),
    );
  const sounds = tracks.sounds.flatMap(({ indexes }) => indexes);
  // Matroska announces the end and not the length. Of the other formats, those with a late start
  // are checked less strictly.
  return { film: onClock(toSeconds(film)), picture: endOfAll([picture]), sound: endOfAll(sounds) };
}

/** Matroska writes the ends of streams as tags: `00:01:02.500000000`. */
const endOf = ({ start_time, duration, tags }: Stream): number | null =>
  toSeconds(duration, Number(start_time) || 0) ?? toSeconds(tags?.['DURATION']);

const laterOf = (a: number | null, b: number | null) =>
  a === null || (b !== null && b > a) ? b : a;

function toSeconds(text: string | undefined, start = 0): number | null {
  const seconds = (text ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part || NaN), 0);
  return seconds > 0 ? start + seconds : null;
}

/** Of picture and sound: a subtitle may end later. Null if the header names neither. */
export const playedSeconds = ({ picture, sound }: AnnouncedSeconds): number | null =>
  laterOf(picture, sound);
