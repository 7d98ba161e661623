import { streamLanguage } from '../language.ts';
import { hasDisposition, type Stream } from './stream.ts';

export type JoinedLayout = 'stereo' | '5.1';

/**
 * Channels of the layouts, in the order in which masters deliver mono tracks (SMPTE 428-3, EBU R
 * 123).
 */
const CHANNELS: Record<JoinedLayout, string[]> = {
  stereo: ['FL', 'FR'],
  '5.1': ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'],
};

/**
 * One track for the viewer: a stream of the source, or mono streams in the order of the layout's
 * channels.
 */
export interface JoinedStreams {
  streams: Stream[];
  layout: JoinedLayout | null;
}

/** Joins the mono tracks of one recording; every other stream stays by itself. */
export function joinMono(sounds: Stream[], demuxer: string): JoinedStreams[] {
  const mono = sounds.filter((stream) => isDiscreteMono(stream, demuxer));
  const joined = [...Map.groupBy(mono, languageOf).values()].flatMap((streams) =>
    joinRecording(streams, demuxer),
  );
  const used = new Set(joined.flatMap(({ streams }) => streams));
  const single = sounds
    .filter((stream) => !used.has(stream))
    .map((stream) => ({ streams: [stream], layout: null }));
  return [...joined, ...single].toSorted(
    (a, b) => firstPosition(sounds, a) - firstPosition(sounds, b),
  );
}

const languageOf = ({ tags }: Stream) => streamLanguage(tags?.['language']);

function joinRecording(mono: Stream[], demuxer: string): JoinedStreams[] {
  if (!isOneRecording(mono)) return [];
  let position = 0;
  return layoutsFor(mono.length, demuxer).map((layout) => {
    const streams = mono.slice(position, position + CHANNELS[layout].length);
    position += streams.length;
    return { streams: inChannelOrder(streams, layout), layout };
  });
}

const firstPosition = (sounds: Stream[], { streams }: JoinedStreams) =>
  Math.min(...streams.map((stream) => sounds.indexOf(stream)));

/** Masters hold PCM. A compressed mono track of another container is a recording of its own. */
const isDiscreteMono = (stream: Stream, demuxer: string) =>
  stream.channels === 1 &&
  (demuxer === 'mxf' || stream.codec_name!.startsWith('pcm_')) &&
  !hasDisposition(stream, 'comment') &&
  !hasDisposition(stream, 'visual_impaired');

const MAX_LENGTH_DIFFERENCE = 0.1;

function isOneRecording(streams: Stream[]): boolean {
  const [first] = streams;
  if (!first) return false;
  const isNear = (a = '0', b = '0') => Math.abs(Number(a) - Number(b)) <= MAX_LENGTH_DIFFERENCE;
  return streams.every(
    ({ sample_rate, start_time, duration }) =>
      sample_rate === first.sample_rate &&
      isNear(start_time, first.start_time) &&
      isNear(duration, first.duration),
  );
}

/** The layouts of the tracks one after another. */
// Chosen: six tracks are 5.1, and eight are 5.1 with its stereo version, as film masters are
// delivered. In MXF, the format of broadcasters, eight tracks are four stereo pairs (EBU R 123).
// Other even numbers are pairs; odd numbers stay separate.
function layoutsFor(count: number, demuxer: string): JoinedLayout[] {
  if (count === 6) return ['5.1'];
  if (count === 8 && demuxer !== 'mxf') return ['5.1', 'stereo'];
  return count % 2 === 0 ? Array<JoinedLayout>(count / 2).fill('stereo') : [];
}

/**
 * By the labels of the tracks (`1 channels (FL)`) if all channels have one, otherwise as delivered.
 */
function inChannelOrder(streams: Stream[], layout: JoinedLayout): Stream[] {
  const labelled = CHANNELS[layout].map((channel) =>
    streams.find((stream) => labelOf(stream) === channel),
  );
  return labelled.every((stream) => stream !== undefined) ? labelled : streams;
}

/** Side and back channels are the same places of 5.1. */
const labelOf = ({ channel_layout = '' }: Stream) =>
  /\b(?:FL|FR|FC|LFE|[BS][LR])\b/.exec(channel_layout)?.[0].replace('S', 'B');

/** Maps the track as the only output, through `filter`. */
export function soundArgs(
  { indexes, layout }: { indexes: number[]; layout: JoinedLayout | null },
  filter: string,
): string[] {
  if (!layout) return ['-map', `0:${indexes[0]}`, '-af', filter];
  const inputs = indexes.map((index) => `[0:${index}]`).join('');
  const map = CHANNELS[layout].map((channel, at) => `${at}.0-${channel}`).join('|');
  const join = `${inputs}join=inputs=${indexes.length}:channel_layout=${layout}:map=${map}`;
  // Without a map, ffmpeg would add the picture.
  return ['-filter_complex', `${join},${filter}[sound]`, '-map', '[sound]'];
}
