import { z } from 'zod';
import { withoutUndefined } from './without-undefined.ts';

// A manifest may come from a third party: its paths must stay inside the package.
const packagePath = z
  .string()
  .regex(/^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'must be a file of the package');

const Segment = z.object({
  uri: packagePath,
  durationSeconds: z.number().positive(),
  keyIndex: z.number().int().min(0),
  /** Of the encrypted file. Packages of earlier versions have neither size nor digest. */
  bytes: z.number().int().positive().optional(),
  /** Base64url. */
  sha256: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
});
export type Segment = z.infer<typeof Segment>;

const Track = z.object({
  name: z.string(),
  bandwidth: z.number(),
  codecs: z.string(),
  init: packagePath,
  segments: z.array(Segment).min(1),
});
const VideoRendition = Track.extend({
  kind: z.literal('video'),
  width: z.number(),
  height: z.number(),
  /** Packages of earlier versions have none. */
  frameRate: z.number().positive().optional(),
});
type VideoRendition = z.infer<typeof VideoRendition>;
const SOUND_ROLES = ['commentary', 'description', 'alternative'] as const;
/** Of a track beside the sound of the film. An alternative is a second track of one language. */
export type SoundRole = (typeof SOUND_ROLES)[number];

const AudioRendition = Track.extend({
  kind: z.literal('audio'),
  language: z.string(),
  role: z.enum(SOUND_ROLES).optional(),
  /**
   * For the player's menu, if the language does not tell the track apart. Unique in the package.
   */
  label: z.string().optional(),
});
type AudioRendition = z.infer<typeof AudioRendition>;
export type Rendition = VideoRendition | AudioRendition;

/** Base64url. */
const Sha256 = z.string().regex(/^[\w-]{43}$/);

const Caption = z.object({
  language: z.string(),
  label: z.string(),
  uri: packagePath,
  /**
   * Gives a package with corrected captions a key of its own. Packages of earlier versions have
   * none.
   */
  sha256: Sha256.optional(),
});
export type Caption = z.infer<typeof Caption>;

/** `width` and `height` of one tile. Tile n shows the film at n × everySeconds. */
const Sprite = z.object({
  uri: packagePath,
  columns: z.number(),
  rows: z.number(),
  width: z.number(),
  height: z.number(),
  everySeconds: z.number(),
});
export type Sprite = z.infer<typeof Sprite>;

/** The `manifest.json` that `cinema media ingest` writes. It holds no keys. */
export const PackageManifest = z.object({
  version: z.literal(1),
  durationSeconds: z.number().positive(),
  renditions: z.array(z.discriminatedUnion('kind', [VideoRendition, AudioRendition])).min(1),
  captions: z.array(Caption),
  poster: packagePath,
  sprite: Sprite,
  madeFrom: z.string().optional(),
});
export type PackageManifest = z.infer<typeof PackageManifest>;

const CAPTION_PREFIX = 'captions-';
const AUDIO_GROUP = 'sound';
const CAPTION_GROUP = 'captions';

/**
 * The master playlist (RFC 8216). All URIs are relative, so they keep a token that is in the
 * playlist's path.
 */
export function masterPlaylist({ renditions, captions }: PackageManifest): string {
  const audios = renditions.filter((each) => each.kind === 'audio');
  // Native players start with the first variant; the smallest one loads fastest.
  const videos = renditions
    .filter((each) => each.kind === 'video')
    .sort((a, b) => a.bandwidth - b.bandwidth);
  return lines([
    ...head(),
    ...audios.map(audioLine),
    ...captions.map(captionLine),
    ...videos.flatMap((video) => videoLines(video, audios, captions)),
  ]);
}

/** `{name}.m3u8` of a rendition or of `captions-{language}`; null for an unknown name. */
// Init segments are not encrypted, so EXT-X-MAP precedes the first key. A segment's IV is its
// sequence number.
export function mediaPlaylist(manifest: PackageManifest, name: string): string | null {
  if (name.startsWith(CAPTION_PREFIX))
    return captionPlaylist(manifest, name.slice(CAPTION_PREFIX.length));
  const rendition = manifest.renditions.find((each) => each.name === name);
  if (!rendition) return null;
  const { init, segments } = rendition;
  const target = Math.max(1, ...segments.map((segment) => segment.durationSeconds));
  return lines([
    ...head(),
    ...vod(target),
    `#EXT-X-MAP:URI="media/${init}"`,
    ...segments.flatMap(segmentLines),
    '#EXT-X-ENDLIST',
  ]);
}

export const mediaUris = ({ renditions }: PackageManifest): Set<string> =>
  new Set(
    renditions.flatMap(({ init, segments }) => [init, ...segments.map((segment) => segment.uri)]),
  );

function captionPlaylist(
  { captions, durationSeconds }: PackageManifest,
  language: string,
): string | null {
  if (!captions.some((each) => each.language === language)) return null;
  return lines([
    ...head(),
    ...vod(durationSeconds),
    `#EXTINF:${durationSeconds},`,
    `captions/${language}.vtt`,
    '#EXT-X-ENDLIST',
  ]);
}

const head = () => ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
const vod = (longestSeconds: number) => [
  '#EXT-X-PLAYLIST-TYPE:VOD',
  `#EXT-X-TARGETDURATION:${Math.ceil(longestSeconds)}`,
  '#EXT-X-MEDIA-SEQUENCE:0',
];
const lines = (all: string[]) => `${all.join('\n')}\n`;

function segmentLines(
  { uri, durationSeconds, keyIndex }: Segment,
  index: number,
  all: Segment[],
): string[] {
  const key =
    keyIndex === all[index - 1]?.keyIndex
      ? []
      : [`#EXT-X-KEY:METHOD=AES-128,URI="keys/${keyIndex}"`];
  return [...key, `#EXTINF:${durationSeconds},`, `media/${uri}`];
}

function audioLine({ name, language, role, label }: AudioRendition, index: number): string {
  const isKnown = language !== 'und';
  return tag('EXT-X-MEDIA', {
    TYPE: 'AUDIO',
    'GROUP-ID': quoted(AUDIO_GROUP),
    NAME: quoted(label ?? (isKnown ? language : name)),
    LANGUAGE: isKnown ? quoted(language) : undefined,
    DEFAULT: index === 0 ? 'YES' : 'NO',
    // Players choose a description by the viewer's settings, and other roles only when the viewer
    // asks.
    AUTOSELECT: role && role !== 'description' ? 'NO' : 'YES',
    CHARACTERISTICS:
      role === 'description' ? quoted('public.accessibility.describes-video') : undefined,
    CHANNELS: quoted('2'),
    URI: quoted(`${name}.m3u8`),
  });
}

const captionLine = ({ language, label }: Caption) =>
  tag('EXT-X-MEDIA', {
    TYPE: 'SUBTITLES',
    'GROUP-ID': quoted(CAPTION_GROUP),
    NAME: quoted(label),
    LANGUAGE: quoted(language),
    DEFAULT: 'NO',
    AUTOSELECT: 'YES',
    FORCED: 'NO',
    URI: quoted(`${CAPTION_PREFIX}${language}.m3u8`),
  });

/** A variant's bandwidth is that with its largest sound (RFC 8216 §4.3.4.2). */
const videoLines = (video: VideoRendition, audios: AudioRendition[], captions: Caption[]) => [
  tag('EXT-X-STREAM-INF', {
    BANDWIDTH: String(
      Math.ceil(video.bandwidth + Math.max(0, ...audios.map(({ bandwidth }) => bandwidth))),
    ),
    CODECS: quoted([...new Set([video.codecs, ...audios.map(({ codecs }) => codecs)])].join(',')),
    RESOLUTION: `${video.width}x${video.height}`,
    'FRAME-RATE': video.frameRate ? video.frameRate.toFixed(3) : undefined,
    AUDIO: audios.length > 0 ? quoted(AUDIO_GROUP) : undefined,
    SUBTITLES: captions.length > 0 ? quoted(CAPTION_GROUP) : undefined,
  }),
  `${video.name}.m3u8`,
];

const tag = (name: string, attributes: Record<string, string | undefined>) =>
  `#${name}:${Object.entries(withoutUndefined(attributes))
    .map(([key, value]) => `${key}=${value}`)
    .join(',')}`;
/** Quotes and line breaks are not allowed inside (RFC 8216 §4.2). */
const quoted = (value: string) => `"${value.replace(/["\r\n]/g, ' ')}"`;
