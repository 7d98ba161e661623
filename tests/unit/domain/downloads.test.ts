import { expect, test } from 'vitest';
import {
  downloadFiles,
  downloadQualities,
  nearestQuality,
  renditionBytes,
} from '#domain/downloads.ts';
import { displayBytes } from '#domain/format/bytes.ts';
import type { PackageManifest } from '#domain/playlist.ts';

const segments = (name: string, sizes: (number | undefined)[]) =>
  sizes.map((bytes, index) => ({
    uri: `${name}/${index}.m4s`,
    durationSeconds: 4,
    keyIndex: 0,
    bytes,
  }));
const track = (name: string, sizes: (number | undefined)[]) => ({
  name,
  bandwidth: 8000,
  codecs: 'avc1.640015',
  init: `${name}/init.mp4`,
  segments: segments(name, sizes),
});
const video = (name: string, height: number) => ({
  ...track(name, [10, 20]),
  kind: 'video' as const,
  width: 2 * height,
  height,
});

test('a rendition is as large as its segments; without sizes, its peak rate tells', () => {
  expect(renditionBytes(track('240p', [10, 20]))).toBe(30);
  expect(renditionBytes(track('240p', [10, undefined]))).toBe(10 + 4000);
});

test('a device stores one picture, all sound, captions and seek pictures, in the order of the film', () => {
  const manifest: PackageManifest = {
    version: 1,
    durationSeconds: 8,
    renditions: [
      video('480p', 480),
      video('240p', 240),
      { ...track('audio', [1, 2, 3]), kind: 'audio', language: 'ta' },
      { ...track('audio-hi', [4, 5]), kind: 'audio', language: 'hi' },
    ],
    captions: [{ language: 'ta', label: 'தமிழ்', uri: 'captions/ta.vtt' }],
    poster: 'poster.jpg',
    sprite: { uri: 'sprite.webp', columns: 1, rows: 1, width: 160, height: 90, everySeconds: 5 },
  };
  expect(downloadFiles(manifest, '240p').map(({ uri }) => uri)).toEqual([
    '240p/init.mp4',
    'audio/init.mp4',
    'audio-hi/init.mp4',
    'captions/ta.vtt',
    'sprite.webp',
    '240p/0.m4s',
    'audio/0.m4s',
    'audio-hi/0.m4s',
    '240p/1.m4s',
    'audio/1.m4s',
    'audio-hi/1.m4s',
    'audio/2.m4s',
  ]);
});

const picture = (name: string, codecs: string, height: number, bytes: number) => ({
  name,
  kind: 'video' as const,
  codecs,
  height,
  bytes,
});
const sound = { name: 'audio', kind: 'audio' as const, codecs: 'mp4a.40.2', height: 0, bytes: 5 };

test('the qualities have one codec, and count all sound', () => {
  const renditions = [picture('240p', 'avc1', 240, 10), picture('480p', 'avc1', 480, 20), sound];
  const h264 = [
    { rendition: '480p', height: 480, bytes: 25 },
    { rendition: '240p', height: 240, bytes: 15 },
  ];
  expect(downloadQualities(renditions, false)).toEqual(h264);
  expect(downloadQualities(renditions, true)).toEqual(h264);
  expect(downloadQualities([...renditions, picture('480p-av1', 'av01.0', 480, 8)], true)).toEqual([
    { rendition: '480p-av1', height: 480, bytes: 13 },
  ]);
});

test.each([
  { rendition: '480p-av1', height: 480, nearest: '480p-av1' },
  { rendition: '540p', height: 540, nearest: '480p' },
  { rendition: '1080p', height: 1080, nearest: '720p' },
])('after $rendition, another package is downloaded in $nearest', ({ nearest, ...wanted }) => {
  const renditions = [
    picture('480p-av1', 'av01.0', 480, 8),
    picture('480p', 'avc1', 480, 20),
    picture('720p', 'avc1', 720, 40),
    sound,
  ];
  expect(nearestQuality(renditions, wanted)?.rendition).toBe(nearest);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [158_400_000, '158 MB'],
  [3_240_000_000, '3.2 GB'],
])('%d bytes are %s', (bytes, shown) => expect(displayBytes(bytes)).toBe(shown));
