/** A packaged film as `cinema media ingest` describes it (`manifest.json`); keys are not part of it. */
export interface PackageManifest {
  version: 1;
  durationSeconds: number;
  renditions: Rendition[];
  captions: Caption[];
  poster: string;
  sprite: Sprite;
  /** Names the file and the settings that it was made from. */
  madeFrom?: string | undefined;
}

/** `width` and `height` are those of one tile; tile n shows the film from n × everySeconds on. */
export interface Sprite {
  uri: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
  everySeconds: number;
}

export interface Segment {
  uri: string;
  durationSeconds: number;
  keyIndex: number;
}

interface Track {
  name: string;
  bandwidth: number;
  codecs: string;
  init: string;
  segments: Segment[];
}
export type VideoRendition = Track & { kind: 'video'; width: number; height: number };
export type AudioRendition = Track & { kind: 'audio'; language: string };
export type Rendition = VideoRendition | AudioRendition;

export interface Caption {
  language: string;
  label: string;
  uri: string;
}

const CAPTION_PREFIX = 'captions-';
const AUDIO_GROUP = 'sound';
const CAPTION_GROUP = 'captions';

/**
 * The master playlist of a film (RFC 8216): every picture size, the sound and the captions.
 * All addresses are relative, so a playlist read under a path that carries a token keeps it.
 */
export function masterPlaylist({ renditions, captions }: PackageManifest): string {
  const audios = renditions.filter((each) => each.kind === 'audio');
  // Native players begin with the first picture of the list: a small one is there sooner.
  const videos = renditions.filter((each) => each.kind === 'video').sort((a, b) => a.bandwidth - b.bandwidth);
  return lines([
    ...head(),
    ...audios.map(audioLine),
    ...captions.map(captionLine),
    ...videos.flatMap((video) => videoLines(video, audios[0], captions)),
  ]);
}

/**
 * The playlist `{name}.m3u8` of one rendition, or of the captions `captions-{language}`; null when the film has none of that name.
 * Init segments are clear: their tag stands before the first key. A segment's IV is its sequence number, so no tag names one.
 */
export function mediaPlaylist(manifest: PackageManifest, name: string): string | null {
  if (name.startsWith(CAPTION_PREFIX)) return captionPlaylist(manifest, name.slice(CAPTION_PREFIX.length));
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

/** The files of a package that a viewer may fetch: init and media segments, as the manifest names them. */
export const mediaUris = ({ renditions }: PackageManifest): Set<string> =>
  new Set(renditions.flatMap(({ init, segments }) => [init, ...segments.map((segment) => segment.uri)]));

function captionPlaylist({ captions, durationSeconds }: PackageManifest, language: string): string | null {
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

function segmentLines({ uri, durationSeconds, keyIndex }: Segment, index: number, all: Segment[]): string[] {
  const key = keyIndex === all[index - 1]?.keyIndex ? [] : [`#EXT-X-KEY:METHOD=AES-128,URI="keys/${keyIndex}"`];
  return [...key, `#EXTINF:${durationSeconds},`, `media/${uri}`];
}

function audioLine({ name, language }: AudioRendition, index: number): string {
  const known = language !== 'und';
  return tag('EXT-X-MEDIA', {
    TYPE: 'AUDIO',
    'GROUP-ID': quoted(AUDIO_GROUP),
    NAME: quoted(known ? language : name),
    ...(known && { LANGUAGE: quoted(language) }),
    DEFAULT: index === 0 ? 'YES' : 'NO',
    AUTOSELECT: 'YES',
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

const videoLines = (video: VideoRendition, audio: AudioRendition | undefined, captions: Caption[]) => [
  tag('EXT-X-STREAM-INF', {
    BANDWIDTH: String(Math.ceil(video.bandwidth + (audio?.bandwidth ?? 0))),
    CODECS: quoted([video.codecs, audio?.codecs].filter(Boolean).join(',')),
    RESOLUTION: `${video.width}x${video.height}`,
    ...(audio && { AUDIO: quoted(AUDIO_GROUP) }),
    ...(captions.length > 0 && { SUBTITLES: quoted(CAPTION_GROUP) }),
  }),
  `${video.name}.m3u8`,
];

const tag = (name: string, attributes: Record<string, string>) =>
  `#${name}:${Object.entries(attributes)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')}`;
/** A quoted string may hold neither quotes nor line ends (RFC 8216 §4.2). */
const quoted = (value: string) => `"${value.replace(/["\r\n]/g, ' ')}"`;
