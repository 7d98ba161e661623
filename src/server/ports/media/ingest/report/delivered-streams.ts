import type { DeliveredStream } from '#domain/delivery-report.ts';
import type { Caption, Rendition } from '#domain/playlist.ts';
import { deliveryText } from '#messages/delivery.ts';
import { readRate } from '../frame-rate.ts';
import { streamLanguage, UNKNOWN_LANGUAGE } from '../language.ts';
import type { Source } from '../probe.ts';
import { hasDisposition, type Stream } from '../streams/stream.ts';
import type { NamedSound } from '../streams/name-sound.ts';

export interface PackageContent {
  renditions: Pick<Rendition, 'name' | 'kind'>[];
  captions: Pick<Caption, 'language'>[];
}

/** Each stream of the source with what was made of it, or why it was left out. */
export function deliveredStreams(
  source: Source,
  tracks: NamedSound[],
  content: PackageContent,
): DeliveredStream[] {
  return source.streams.map((stream) => {
    const made = madeOf(source, { tracks, packageContent: content, index: stream.index });
    return {
      ...propertiesOf(stream),
      made,
      leftOut: made.length === 0 ? reasonOf(source, stream.index) : undefined,
    };
  });
}

function madeOf(
  source: Source,
  {
    tracks,
    packageContent: { renditions, captions },
    index,
  }: { tracks: NamedSound[]; packageContent: PackageContent; index: number },
): string[] {
  if (index === source.index)
    return renditions.filter(({ kind }) => kind === 'video').map(({ name }) => name);
  const sounds = tracks
    .filter(({ sound }) => sound?.indexes.includes(index))
    .map(({ name }) => name);
  const subtitle = source.subtitles.find((each) => each.index === index);
  const isCaption = captions.some(({ language }) => language === subtitle?.language);
  return subtitle && isCaption ? [...sounds, `captions/${subtitle.language}`] : sounds;
}

/** Chosen subtitles that made no captions have no text. */
function reasonOf({ leftOut }: Source, index: number): string {
  const reason = leftOut.find(({ stream }) => stream.index === index)?.reason ?? 'no-text';
  return deliveryText.leftOut[reason];
}

const KINDS: Record<string, DeliveredStream['kind']> = {
  video: 'picture',
  audio: 'sound',
  subtitle: 'subtitles',
};

function propertiesOf(stream: Stream): Omit<DeliveredStream, 'made' | 'leftOut'> {
  const kind = KINDS[stream.codec_type ?? ''] ?? 'other';
  return {
    index: stream.index,
    kind,
    codec: stream.codec_name ?? 'unknown',
    ...(kind === 'picture' && pictureProperties(stream)),
    ...(kind === 'sound' && soundProperties(stream)),
    ...given('bitRate', numberOf(stream.bit_rate)),
    ...given('language', knownLanguage(stream)),
    ...given('title', stream.tags?.['title']),
    isDefault: hasDisposition(stream, 'default'),
    ...given('startSeconds', numberOf(stream.start_time)),
    ...given('seconds', numberOf(stream.duration) ?? clockSeconds(stream.tags?.['DURATION'])),
  };
}

function pictureProperties(stream: Stream) {
  const rate = readRate(stream.avg_frame_rate) ?? readRate(stream.r_frame_rate);
  const { pix_fmt, color_range, color_space, color_primaries, color_transfer } = stream;
  const colour = [pix_fmt, color_range, color_space, color_primaries, color_transfer].filter(
    (name) => name !== undefined,
  );
  return {
    ...given('width', stream.width),
    ...given('height', stream.height),
    ...given('framesPerSecond', rate && Math.round((1000 * rate.frames) / rate.seconds) / 1000),
    colour: colour.length > 0 ? colour : undefined,
  };
}

const soundProperties = ({ channels, channel_layout, sample_rate }: Stream) => ({
  ...given('channels', channels),
  ...given('layout', channel_layout),
  ...given('sampleRate', numberOf(sample_rate)),
});

function knownLanguage({ tags }: Stream): string | null {
  const language = streamLanguage(tags?.['language']);
  return language === UNKNOWN_LANGUAGE ? null : language;
}

/** Leaves out what is unknown. */
const given = <Name extends string, Value>(name: Name, value: Value) =>
  (value === null || value === undefined ? {} : { [name]: value }) as {
    [Key in Name]?: NonNullable<Value>;
  };

/** ffprobe prints `N/A` or nothing for an unknown number. */
const numberOf = (text: string | undefined): number | null =>
  Number.isFinite(Number(text ?? NaN)) ? Number(text) : null;

/** Matroska: `00:01:02.500000000` */
function clockSeconds(text: string | undefined): number | null {
  const [hours, minutes, seconds] = (text ?? '').split(':').map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  return hours * 3600 + minutes * 60 + seconds;
}
