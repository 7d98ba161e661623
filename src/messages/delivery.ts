import { displayFilmSeconds } from '#domain/format/task-durations.ts';
import { displaySeconds } from '#domain/format/durations.ts';
/** Streams count from 0, as ffprobe counts them. */
const streamsText = (streams: number[]) =>
  streams.length === 1
    ? `stream ${streams[0]}`
    : `streams ${streams.slice(0, -1).join(', ')} and ${streams.at(-1)}`;
const wasOrWere = (streams: number[]) => (streams.length === 1 ? 'was' : 'were');

const ROLES = {
  commentary: 'commentary',
  description: 'audio description',
  alternative: 'another track',
};
type Role = keyof typeof ROLES;

interface Streams {
  streams: number[];
}

/** `1:02:03` */
const clockText = (at: number) => displaySeconds(Math.round(at));

interface Part {
  seconds: number;
  at: number;
}

/** `file` is null for subtitles inside of the film. */
interface CaptionTrack {
  language: string;
  file: string | null;
}

/** Lines count from 1. */
interface CaptionLines extends CaptionTrack {
  count: number;
  firstLines: number[];
}

const captionsName = ({ language, file }: CaptionTrack, article = 'The') =>
  file
    ? `${article} captions of ${file} (${language})`
    : `${article} subtitles in the film (${language})`;
const countOf = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);
const linesText = (lines: number[]) =>
  lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;

const CAPTIONS_NOT_USED = {
  'no-language':
    'its name says no language. Rename it, for example to film.en.srt, or give it with --captions.',
  'unknown-name':
    'its name has other words than the film’s name and a language. Rename it, or give it with --captions.',
  format: 'this format cannot be read. Save it as WebVTT or SRT.',
  forced: 'it has only single lines (forced).',
  second: 'its language has captions already.',
};
export type CaptionsNotUsedReason = keyof typeof CAPTIONS_NOT_USED;
/** Places in a film, in seconds from its start. `times` are the first ones. */
interface Parts {
  count: number;
  times: number[];
  /** Of the longest one. */
  seconds: number;
}

const placesText = ({ count, times }: Parts) =>
  `at ${times.map(clockText).join(', ')}${count > times.length ? ` and ${count - times.length} other places` : ''}`;
const longestText = ({ count, seconds }: Parts) =>
  count === 1 ? `${seconds} seconds` : `up to ${seconds} seconds`;

/**
 * What is said about a delivered film, by the code of the finding. Seconds count from the start of
 * the film.
 */
export const findingTexts = {
  'captions-after-end': ({
    at,
    filmSeconds,
    ...from
  }: CaptionTrack & { at: number; filmSeconds: number }) =>
    `${captionsName(from)} begin as late as ${clockText(at)}, but the film ends at ${clockText(filmSeconds)}. Check that they belong to this version of the film.`,
  'captions-damaged': ({ count, firstLines, ...from }: CaptionLines) =>
    `${captionsName(from)} have wrong bytes in ${countOf(count, 'line')}, first in ${linesText(firstLines)}. ` +
    'The letters there are shown as \uFFFD. Save the captions as UTF-8 again.',
  'captions-not-used': ({ file, reason }: { file: string; reason: CaptionsNotUsedReason }) =>
    `${file} was not used, because ${CAPTIONS_NOT_USED[reason]}`,
  'captions-without-file': ({ languages }: { languages: string[] }) =>
    `The package has captions (${languages.join(', ')}) of an earlier run whose file is gone. To remove them: ` +
    languages.map((language) => `--without-captions ${language}`).join(' '),
  'captions-unreadable': ({
    count,
    total,
    firstLines,
    ...from
  }: CaptionLines & { total: number }) =>
    `${count} of ${countOf(total, 'caption')} could not be read in ${captionsName(from, 'the')}, first in ${linesText(firstLines)}.`,
  'bitmap-subtitles': ({ count }: { count: number }) =>
    count === 1
      ? 'One subtitle track was left out, because it consists of pictures.'
      : `${count} subtitle tracks were left out, because they consist of pictures.`,
  'subtitles-without-language': ({ count }: { count: number }) =>
    count === 1
      ? 'One subtitle track was left out, because it has no language. Export it as a file and name the language.'
      : `${count} subtitle tracks were left out, because they have no language. Export them as files and name the languages.`,
  'subtitles-forced': ({ streams }: Streams) =>
    `The subtitles of ${streamsText(streams)} ${wasOrWere(streams)} left out, because they translate only single lines (forced).`,
  'subtitles-empty': ({ streams }: Streams) =>
    `The subtitles of ${streamsText(streams)} ${wasOrWere(streams)} left out, because they have no text.`,
  'subtitles-replaced': ({ streams }: Streams) =>
    `The subtitles of ${streamsText(streams)} ${wasOrWere(streams)} left out, because a caption file of their language is used.`,
  'subtitles-second': ({ streams }: Streams) =>
    `The subtitles of ${streamsText(streams)} ${wasOrWere(streams)} left out, because their language has a track already.`,
  'other-pictures': ({ picture, streams }: Streams & { picture: number }) =>
    `Stream ${picture} is the picture of the film. Left out: the other picture in ${streamsText(streams)}.`,
  'other-programmes': ({ streams }: Streams) =>
    `The file has several programmes. Only the one with the chosen picture is used. Left out: ${streamsText(streams)}.`,
  'sound-undecodable': ({ streams }: Streams) =>
    `This ffmpeg cannot decode the film’s sound (${streamsText(streams)}), so the film would be silent. Export its sound as AAC or PCM.`,
  'sound-track-undecodable': ({ streams }: Streams) =>
    `The sound of ${streamsText(streams)} was left out, because this ffmpeg cannot decode it.`,
  'sound-only-with-role': ({ streams }: Streams) =>
    `The only sound (${streamsText(streams)}) is marked as commentary or audio description. It is used as the sound of the film.`,
  'sound-joined': ({ streams, layout }: Streams & { layout: string }) =>
    `The mono tracks in ${streamsText(streams)} became one track (${layout}). If they are different recordings, encode the film again with separate sound tracks.`,
  'sound-beside': ({ streams, role }: Streams & { role: Role }) =>
    `The sound of ${streamsText(streams)} is a track of its own in the player’s menu (${ROLES[role]}).`,
  'last-picture-held': ({ seconds }: Part) =>
    `The picture ends ${displayFilmSeconds(seconds)} before the sound. The last picture stays until the sound ends.`,
  'picture-ends-early': ({ seconds, at }: Part) =>
    `The picture ends at ${clockText(at)}, ${displayFilmSeconds(seconds)} before the sound. Export the film again, or its last picture stays until the sound ends.`,
  'sound-ends-early': ({ seconds, at }: Part) =>
    `The sound ends at ${clockText(at)}, ${displayFilmSeconds(seconds)} before the picture. The rest is silent.`,
  'picture-gaps': ({ count, seconds, at }: Part & { count: number }) =>
    `The picture stands still ${count === 1 ? 'once' : `${count} times`}, for ${displayFilmSeconds(seconds)} together, first at ${clockText(at)}: the file has no frames there.`,
  'sound-gaps': ({ count, seconds, at }: Part & { count: number }) =>
    `The sound is missing ${count === 1 ? 'once' : `${count} times`}, for ${displayFilmSeconds(seconds)} together, first at ${clockText(at)}. These parts are silent.`,
  'damaged-parts': ({
    stream,
    count,
    at,
  }: {
    stream: 'picture' | 'sound';
    count: number;
    at: number | null;
  }) =>
    `The ${stream} is damaged: ffmpeg reports ${count === 1 ? 'one error' : `${count} errors`}${at === null ? '' : `, the first at about ${clockText(at)}`}. Copy or export the film again.`,
  'black-parts': (parts: Parts) =>
    `The picture is black for ${longestText(parts)} ${placesText(parts)}. Check that nothing is missing there.`,
  'frozen-parts': (parts: Parts) =>
    `The picture stands still for ${longestText(parts)} ${placesText(parts)}. Check that nothing is missing there.`,
  flashes: (parts: Parts) =>
    `The picture flashes more than three times in a second ${placesText(parts)}. Warn viewers: flashes can cause seizures.`,
  bars: ({ width, height }: { width: number; height: number }) =>
    `The picture has black bars: it fills ${width} % of the width and ${height} % of the height. Export the film without bars.`,
  'interlaced-unmarked': ({ firstField }: { firstField: 'upper' | 'lower' }) =>
    `The picture is interlaced (${firstField} field first), but the file does not say so: movement looks like a comb. Export the film deinterlaced.`,
  'odd-aspect': ({ width, height }: { width: number; height: number }) =>
    `The film is shown as ${width}×${height}. If people look too wide or too narrow, export it with square pixels.`,
  'silent-parts': ({ streams, ...parts }: Streams & Parts) =>
    `The sound of ${streamsText(streams)} is silent for ${longestText(parts)} ${placesText(parts)}. Check that nothing is missing there.`,
  'silent-channel': ({ streams, channel }: Streams & { channel: number }) =>
    `The ${channel === 1 ? 'left' : 'right'} channel of ${streamsText(streams)} is silent. If the film is mono, export it as mono.`,
  clipping: ({ streams }: Streams) =>
    `The sound of ${streamsText(streams)} is distorted: its loudest moments are cut off. Export it with a lower level.`,
  'inverted-phase': ({ streams }: Streams) =>
    `The left and the right channel of ${streamsText(streams)} are inverted: on one loudspeaker the sound disappears. Invert one channel.`,
  'identical-channels': ({ streams }: Streams) =>
    `Both channels of ${streamsText(streams)} are the same: the sound is mono.`,
};

export const deliveryText = {
  isDcp: (folder: string) =>
    `${folder} is a digital cinema package (DCP). Its parts cannot be encoded one by one: export it as one ProRes or H.264 file, for example with DCP-o-matic, and give that file`,
  isSequence: ({ folder, first, pattern }: { folder: string; first: string; pattern: string }) =>
    `${folder} holds single pictures (${first}, …), not a film. Make one file of them and of their sound first, for example: ffmpeg -framerate 24 -i ${pattern} -i sound.wav -c:v prores_ks -c:a pcm_s24le film.mov`,
  /** `number` counts the tracks of one language and role. */
  soundLabel: ({ language, role, number }: { language: string; role: Role; number: number }) =>
    `${language} (${ROLES[role]}${number > 1 ? ` ${number}` : ''})`,
  stream: (index: number) => `stream ${index}`,
  kinds: { picture: 'picture', sound: 'sound', subtitles: 'subtitles', other: 'other' },
  leftOut: {
    cover: 'a cover or preview',
    'other-picture': 'another picture',
    'other-programme': 'another programme',
    undecodable: 'ffmpeg cannot decode it',
    'bitmap-subtitles': 'it consists of pictures',
    'forced-subtitles': 'forced subtitles',
    'subtitles-without-language': 'it has no language',
    'second-subtitles': 'its language has a track already',
    'no-film-data': 'no picture, sound or subtitles',
    'no-text': 'it has no text',
  },
  leftOutBecause: (reason: string) => `left out: ${reason}`,
  severities: { note: 'Note', warning: 'Warning' },
  loudness: ({
    name,
    loudnessLufs,
    truePeakDb,
  }: {
    name: string;
    loudnessLufs: number;
    truePeakDb?: number | undefined;
  }) =>
    `${name} was delivered with ${loudnessLufs} LUFS${truePeakDb === undefined ? '' : ` and a true peak of ${truePeakDb} dB`}.`,
  unknownLanguage: 'Unknown language',
  warnings: {
    'sound-undecodable': 'The sound cannot be decoded: make a silent film.',
    'picture-ends-early':
      'The picture ends long before the sound: show its last picture until the sound ends.',
    'damaged-parts': 'Parts of the film are damaged: encode what can be decoded.',
  },
  acceptWarnings: (codes: string[]) =>
    `If this is intended, accept it: --accept ${codes.join(',')}`,
};
