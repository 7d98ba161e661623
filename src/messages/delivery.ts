/** Streams count from 0, as ffprobe counts them. */
const streamsText = (streams: number[]) =>
  streams.length === 1 ? `stream ${streams[0]}` : `streams ${streams.slice(0, -1).join(', ')} and ${streams.at(-1)}`;
const wasOrWere = (streams: number[]) => (streams.length === 1 ? 'was' : 'were');

const ROLES = { commentary: 'commentary', description: 'audio description', alternative: 'another track' };
type Role = keyof typeof ROLES;

interface Streams {
  streams: number[];
}

/** What is said about a delivered film, by the code of the finding. Seconds count from the start of the film. */
export const findingTexts = {
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
    `The mono tracks in ${streamsText(streams)} became one track (${layout}). If they are different recordings, choose separate tracks (--separate-tracks).`,
  'sound-beside': ({ streams, role }: Streams & { role: Role }) =>
    `The sound of ${streamsText(streams)} is a track of its own in the player’s menu (${ROLES[role]}).`,
};

export const deliveryText = {
  /** `number` counts the tracks of one language and role. */
  soundLabel: ({ language, role, number }: { language: string; role: Role; number: number }) =>
    `${language} (${ROLES[role]}${number > 1 ? ` ${number}` : ''})`,
  unknownLanguage: 'Unknown language',
  acceptWarnings: (codes: string[]) => `If this is intended, accept it: --accept ${codes.join(',')}`,
};
