import { firstOf } from '#domain/existing.ts';
import { streamLanguage, UNKNOWN_LANGUAGE } from './language.ts';
import { choosePicture, isCover, programmeFilter } from './streams/choose-picture.ts';
import { chooseSound, type SoundTrack } from './streams/choose-sound.ts';
import { defaultFirst, hasDisposition, type Programme, type Stream } from './streams/stream.ts';

interface SubtitleStream {
  index: number;
  language: string;
}

const LEFT_OUT_REASONS = [
  'cover',
  'other-picture',
  'other-programme',
  'undecodable',
  'bitmap-subtitles',
  'forced-subtitles',
  'subtitles-without-language',
  'second-subtitles',
  'no-film-data',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

interface LeftOutStream {
  stream: Stream;
  reason: LeftOutReason;
}

/**
 * What becomes of the streams of a source: each one is the picture, in `sounds` or `subtitles`, or
 * left out.
 */
export interface Tracks {
  sounds: SoundTrack[];
  /** Text in one track for each language. */
  subtitles: SubtitleStream[];
  leftOut: LeftOutStream[];
  /** Index of the first picture that is no cover. */
  firstPicture: number;
  /** Indexes of the sounds that versions before `chooseSound` took. */
  earlierSounds: number[];
}

export interface ChoiceOptions {
  demuxer: string;
  programmes: Programme[];
  /** Names of codecs that this ffmpeg decodes. */
  decoders: Set<string>;
  /** Mono tracks of one recording are not joined. */
  separateTracks: boolean;
}

const TEXT_SUBTITLES = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']);

/** The picture stream of the film; undefined if no stream is a picture. */
export const pictureOf = (streams: Stream[], { decoders }: ChoiceOptions): Stream | undefined => {
  const pictures = picturesOf(streams);
  return choosePicture(pictures.filter(isDecodable(decoders))) ?? pictures[0];
};

export function readTracks(streams: Stream[], picture: Stream, options: ChoiceOptions): Tracks {
  const isInProgramme = programmeFilter(options.programmes, picture);
  const isOfKind = (kind: string) => (stream: Stream) =>
    stream.codec_type === kind && isInProgramme(stream);
  const sounds = streams.filter(isOfKind('audio')).filter(isAudible(options.decoders));
  const subtitles = streams.filter(isOfKind('subtitle'));
  const chosenSubtitles = chooseSubtitles(subtitles);
  const used = new Set([picture, ...sounds, ...chosenSubtitles]);
  return {
    sounds: chooseSound(sounds, options.demuxer, options.separateTracks),
    subtitles: chosenSubtitles.map(({ index, tags }) => ({
      index,
      language: streamLanguage(tags?.['language']),
    })),
    leftOut: streams
      .filter((stream) => !used.has(stream))
      .map((stream) => ({
        stream,
        reason: isInProgramme(stream) ? reasonOf(stream) : 'other-programme',
      })),
    firstPicture: firstOf(picturesOf(streams)).index,
    earlierSounds: earlierSoundsOf(streams),
  };
}

const picturesOf = (streams: Stream[]) =>
  streams.filter((stream) => stream.codec_type === 'video' && !isCover(stream));

const isDecodable =
  (decoders: Set<string>) =>
  ({ codec_name }: Stream) =>
    decoders.has(codec_name ?? '');

const isAudible = (decoders: Set<string>) => (stream: Stream) =>
  (stream.channels ?? 0) > 0 && isDecodable(decoders)(stream);

function chooseSubtitles(subtitles: Stream[]): Stream[] {
  const usable = subtitles.filter(
    (stream) => isText(stream) && languageOf(stream) !== UNKNOWN_LANGUAGE,
  );
  return onePerLanguage(usable.filter((stream) => !hasDisposition(stream, 'forced')));
}

const isText = ({ codec_name }: Stream) => TEXT_SUBTITLES.has(codec_name ?? '');
const languageOf = ({ tags }: Stream) => streamLanguage(tags?.['language']);

const onePerLanguage = (streams: Stream[]): Stream[] => {
  const languages = streams.map(languageOf);
  return streams.filter((stream, at) => languages.indexOf(languageOf(stream)) === at);
};

function reasonOf(stream: Stream): LeftOutReason {
  if (stream.codec_type === 'video') return isCover(stream) ? 'cover' : 'other-picture';
  if (stream.codec_type === 'audio') return 'undecodable';
  if (stream.codec_type !== 'subtitle') return 'no-film-data';
  if (!isText(stream)) return 'bitmap-subtitles';
  if (hasDisposition(stream, 'forced')) return 'forced-subtitles';
  return languageOf(stream) === UNKNOWN_LANGUAGE
    ? 'subtitles-without-language'
    : 'second-subtitles';
}

const earlierSoundsOf = (streams: Stream[]): number[] =>
  onePerLanguage(
    streams
      .filter((stream) => stream.codec_type === 'audio' && (stream.channels ?? 0) > 0)
      .filter(
        (stream) =>
          !hasDisposition(stream, 'comment') && !hasDisposition(stream, 'visual_impaired'),
      )
      .toSorted(defaultFirst),
  ).map(({ index }) => index);
