import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackageManifest, Rendition, Segment } from '#domain/playlist.ts';
import { SEGMENT_SECONDS } from '#server/ports/media/ingest/output-args.ts';
import { PACKAGE_KEY } from '../package.ts';
import { pick } from '../pick.ts';

const SEGMENTS_PER_KEY = 15;
/** Watchers and holders load these two tracks. Only they have files. */
export const STORED_TRACKS = ['480p', 'audio'];
const VIDEOS = [
  { name: '1080p', width: 1920, height: 1080, kbps: 4000 },
  { name: '720p', width: 1280, height: 720, kbps: 2000 },
  { name: '480p', width: 854, height: 480, kbps: 1000 },
  { name: '240p', width: 426, height: 240, kbps: 330 },
];
const AUDIO = { name: 'audio', kbps: 128 };
/** The segments of a track repeat this many files, as hard links. */
const FILES_PER_TRACK = 32;
const SMALL_FILE_BYTES = 40_000;

export interface BenchFilm {
  manifest: PackageManifest;
  keyCount: number;
  /** Of the two tracks that a viewer loads. */
  bitsPerSecond: number;
}

/**
 * Writes a package with the segments of one picture height and the sound, as long as a film, with
 * random bytes.
 */
export function writeBenchFilm(mediaDir: string, minutes: number): BenchFilm {
  const segmentCount = Math.ceil((minutes * 60) / SEGMENT_SECONDS);
  const keysPerTrack = Math.ceil(segmentCount / SEGMENTS_PER_KEY);
  const track = (name: string, kbps: number, at: number) => ({
    name,
    bandwidth: kbps * 1500,
    init: `${name}/init.mp4`,
    segments: Array.from({ length: segmentCount }, (_, index): Segment => ({
      uri: `${name}/${String(index).padStart(5, '0')}.m4s`,
      durationSeconds: SEGMENT_SECONDS,
      keyIndex: at * keysPerTrack + Math.floor(index / SEGMENTS_PER_KEY),
      bytes: (kbps * 1000 * SEGMENT_SECONDS) / 8,
      sha256: randomBytes(32).toString('base64url'),
    })),
  });
  const renditions: Rendition[] = [
    ...VIDEOS.map(({ name, width, height, kbps }, at) => ({
      ...track(name, kbps, at),
      kind: 'video' as const,
      codecs: 'avc1.64001f',
      width,
      height,
    })),
    {
      ...track(AUDIO.name, AUDIO.kbps, VIDEOS.length),
      kind: 'audio',
      codecs: 'mp4a.40.2',
      language: 'ta',
    },
  ];
  const manifest: PackageManifest = {
    version: 1,
    durationSeconds: segmentCount * SEGMENT_SECONDS,
    renditions,
    captions: [{ language: 'en', label: 'English', uri: 'captions/en.vtt' }],
    poster: 'poster.jpg',
    sprite: { uri: 'sprite.webp', columns: 10, rows: 10, width: 160, height: 90, everySeconds: 72 },
  };
  writePackage(join(mediaDir, 'packages', PACKAGE_KEY), manifest);
  const stored = [...VIDEOS, AUDIO].filter(({ name }) => STORED_TRACKS.includes(name));
  return {
    manifest,
    keyCount: renditions.length * keysPerTrack,
    bitsPerSecond: stored.reduce((sum, { kbps }) => sum + kbps * 1000, 0),
  };
}

function writePackage(folder: string, manifest: PackageManifest) {
  const write = (name: string, content: Buffer | string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  write('manifest.json', JSON.stringify(manifest));
  for (const { uri } of [...manifest.captions, manifest.sprite])
    write(uri, randomBytes(SMALL_FILE_BYTES));
  for (const { init, segments } of manifest.renditions.filter(({ name }) =>
    STORED_TRACKS.includes(name),
  )) {
    write(init, randomBytes(1000));
    for (const [index, { uri, bytes }] of segments.entries())
      if (index < FILES_PER_TRACK) write(uri, randomBytes(bytes!));
      else linkSync(join(folder, pick(segments, index % FILES_PER_TRACK).uri), join(folder, uri));
  }
}
