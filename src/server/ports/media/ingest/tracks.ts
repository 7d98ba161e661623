import { streamLanguage } from './language.ts';

/** A stream as ffprobe describes it. */
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

export interface Sound {
  index: number;
  language: string;
}
export interface Subtitle extends Sound {
  isForced: boolean;
}

/** What of a film is heard and read. */
export interface Tracks {
  /** One for each language, the main one first. */
  sounds: Sound[];
  subtitles: Subtitle[];
  /** Subtitles that are pictures, which cannot become text. */
  pictureSubtitles: number;
}

const TEXT_SUBTITLES = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']);

export function tracksOf(streams: Stream[]): Tracks {
  const written = streams.filter(({ codec_type }) => codec_type === 'subtitle');
  const isText = ({ codec_name }: Stream) => TEXT_SUBTITLES.has(codec_name ?? '');
  return {
    sounds: oneForEach(streams.filter(isMainSound).toSorted(byDefault).map(trackOf)),
    subtitles: oneForEach(
      written
        .filter(isText)
        .map((stream) => ({ ...trackOf(stream), isForced: Boolean(stream.disposition?.['forced']) }))
        .toSorted((a, b) => Number(a.isForced) - Number(b.isForced)),
    ),
    pictureSubtitles: written.filter((stream) => !isText(stream)).length,
  };
}

const trackOf = ({ index, tags }: Stream): Sound => ({ index, language: streamLanguage(tags?.['language']) });

/** Commentaries are left out: two tracks of one language could not be told apart by a viewer. */
const isMainSound = ({ codec_type, disposition, channels = 0 }: Stream) =>
  codec_type === 'audio' && channels > 0 && !disposition?.['comment'] && !disposition?.['visual_impaired'];

const byDefault = (a: Stream, b: Stream) => (b.disposition?.['default'] ?? 0) - (a.disposition?.['default'] ?? 0);

const oneForEach = <T extends Sound>(tracks: T[]): T[] =>
  tracks.filter(({ language }, at) => tracks.findIndex((other) => other.language === language) === at);
