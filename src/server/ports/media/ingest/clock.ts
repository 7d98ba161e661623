import type { Source } from './probe.ts';

/** Formats whose time stamps may start anywhere, wrap and jump. */
const DISCONTINUOUS = new Set(['mpegts', 'mpeg', 'ogg']);

export const isDiscontinuous = ({ demuxer }: Pick<Source, 'demuxer'>) => DISCONTINUOUS.has(demuxer);

/**
 * Output arguments that put a run of ffmpeg on the film's clock, after the other outputs. In these
 * formats ffmpeg counts from the first time stamp of the streams that a run maps, and corrects
 * jumps at the first packet after the jump. So every run reads the same streams.
 */
// Chosen: the streams are copied to nowhere, because that costs no decoding. With -copyts a
// recording that jumps by hours would stay hours long, and a copy of the film with new time stamps
// needs its space again.
export const clockArgs = (source: Source): string[] =>
  isDiscontinuous(source) ? [...mapAllStreams(source), '-c', 'copy', '-f', 'null', '-'] : [];

/** First the picture, then the streams of each sound. */
export const mapAllStreams = ({ index, sounds }: Source): string[] =>
  [index, ...sounds.flatMap(({ indexes }) => indexes)].flatMap((stream) => ['-map', `0:${stream}`]);
