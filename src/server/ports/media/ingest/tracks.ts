import { streamLanguage } from './language.ts';

export interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  field_order?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  nb_frames?: string;
  color_transfer?: string;
  color_space?: string;
  channels?: number;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number; dv_profile?: number }[];
}

export interface AudioStream {
  index: number;
  language: string;
}

export interface Tracks {
  /** One stream per language, the default one first. */
  audio: AudioStream[];
  subtitles: (AudioStream & { isForced: boolean })[];
  /** Subtitles stored as pictures, which cannot become text. */
  bitmapSubtitleCount: number;
}

const TEXT_SUBTITLES = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']);

export function readTracks(streams: Stream[]): Tracks {
  const subtitleStreams = streams.filter(({ codec_type }) => codec_type === 'subtitle');
  const isText = ({ codec_name }: Stream) => TEXT_SUBTITLES.has(codec_name ?? '');
  return {
    audio: onePerLanguage(streams.filter(isMainAudio).toSorted(defaultFirst).map(toAudioStream)),
    subtitles: onePerLanguage(
      subtitleStreams
        .filter(isText)
        .map((stream) => ({ ...toAudioStream(stream), isForced: Boolean(stream.disposition?.['forced']) }))
        .toSorted((a, b) => Number(a.isForced) - Number(b.isForced)),
    ),
    bitmapSubtitleCount: subtitleStreams.filter((stream) => !isText(stream)).length,
  };
}

const toAudioStream = ({ index, tags }: Stream): AudioStream => ({
  index,
  language: streamLanguage(tags?.['language']),
});

/** Skips commentaries and audio descriptions: viewers could not distinguish two tracks of one language. */
const isMainAudio = ({ codec_type, disposition, channels = 0 }: Stream) =>
  codec_type === 'audio' && channels > 0 && !disposition?.['comment'] && !disposition?.['visual_impaired'];

const defaultFirst = (a: Stream, b: Stream) => (b.disposition?.['default'] ?? 0) - (a.disposition?.['default'] ?? 0);

const onePerLanguage = <T extends AudioStream>(tracks: T[]): T[] =>
  tracks.filter(({ language }, at) => tracks.findIndex((other) => other.language === language) === at);
