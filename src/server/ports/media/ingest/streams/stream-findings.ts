import type { Finding } from '../findings.ts';
import type { LeftOutReason, Tracks } from '../tracks.ts';
import type { SoundTrack } from './choose-sound.ts';
import type { NamedSound } from './name-sound.ts';

/** What is said about the choice of streams. `picture` is the index of the chosen picture. */
export function streamFindings(tracks: Tracks, picture: number, sounds: NamedSound[]): Finding[] {
  return [
    ...pictureFindings(tracks, picture),
    ...soundFindings(tracks, sounds),
    ...subtitleFindings(tracks),
  ];
}

function pictureFindings(tracks: Tracks, picture: number): Finding[] {
  const pictures = leftOut(tracks, 'other-picture');
  const programmes = leftOut(tracks, 'other-programme');
  const candidates: (Finding | null)[] = [
    pictures.length > 0 ? { code: 'other-pictures', values: { picture, streams: pictures } } : null,
    programmes.length > 0 ? { code: 'other-programmes', values: { streams: programmes } } : null,
  ];
  return candidates.filter((each) => each !== null);
}

function soundFindings(tracks: Tracks, sounds: NamedSound[]): Finding[] {
  const undecodable = leftOut(tracks, 'undecodable');
  const [first] = tracks.sounds;
  const code = first ? 'sound-track-undecodable' : 'sound-undecodable';
  const candidates: (Finding | null)[] = [
    undecodable.length > 0 ? { code, values: { streams: undecodable } } : null,
    first?.role ? { code: 'sound-only-with-role', values: { streams: first.indexes } } : null,
    ...tracks.sounds.flatMap(joinedFinding),
    ...sounds.flatMap(keptFinding),
  ];
  return candidates.filter((each) => each !== null);
}

const joinedFinding = ({ indexes, layout }: SoundTrack): Finding[] =>
  layout ? [{ code: 'sound-joined', values: { streams: indexes, layout } }] : [];

const keptFinding = ({ role, sound }: NamedSound): Finding[] =>
  role && sound ? [{ code: 'sound-beside', values: { streams: sound.indexes, role } }] : [];

function subtitleFindings(tracks: Tracks): Finding[] {
  const bitmapCount = leftOut(tracks, 'bitmap-subtitles').length;
  const untaggedCount = leftOut(tracks, 'subtitles-without-language').length;
  const forced = leftOut(tracks, 'forced-subtitles');
  const second = leftOut(tracks, 'second-subtitles');
  const candidates: (Finding | null)[] = [
    bitmapCount > 0 ? { code: 'bitmap-subtitles', values: { count: bitmapCount } } : null,
    untaggedCount > 0
      ? { code: 'subtitles-without-language', values: { count: untaggedCount } }
      : null,
    forced.length > 0 ? { code: 'subtitles-forced', values: { streams: forced } } : null,
    second.length > 0 ? { code: 'subtitles-second', values: { streams: second } } : null,
  ];
  return candidates.filter((each) => each !== null);
}

const leftOut = ({ leftOut }: Tracks, wanted: LeftOutReason): number[] =>
  leftOut.filter(({ reason }) => reason === wanted).map(({ stream }) => stream.index);
