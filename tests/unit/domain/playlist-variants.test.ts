import { expect, test } from 'vitest';
import { type PackageManifest, masterPlaylist } from '#domain/playlist.ts';
import { keepVariants, variantsOf } from '#domain/playlist-variants.ts';

const video = (name: string, codecs: string, height: number, bandwidth: number) => ({
  name,
  kind: 'video' as const,
  width: (height * 16) / 9,
  height,
  bandwidth,
  codecs,
  init: `${name}/init.mp4`,
  segments: [{ uri: `${name}/00000.m4s`, durationSeconds: 4, keyIndex: 0 }],
});
const sound = {
  ...video('audio', 'mp4a.40.2', 0, 128_000),
  kind: 'audio' as const,
  language: 'ta',
};
const manifest: PackageManifest = {
  version: 1,
  durationSeconds: 4,
  renditions: [
    video('720p-av1', 'av01.0.05M.08', 720, 2_000_000),
    video('720p', 'avc1.64001F', 720, 3_000_000),
    video('1080p', 'avc1.640028', 1080, 6_000_000),
    sound,
  ],
  captions: [],
  poster: 'poster.jpg',
  sprite: { uri: 'sprite.webp', columns: 1, rows: 1, width: 160, height: 90, everySeconds: 5 },
};
const master = masterPlaylist(manifest);

test('the variants of a master playlist have codecs, rates with the sound, and sizes', () => {
  expect(variantsOf(master)).toEqual([
    { codecs: 'av01.0.05M.08,mp4a.40.2', bandwidth: 2_128_000, width: 1280, height: 720 },
    { codecs: 'avc1.64001F,mp4a.40.2', bandwidth: 3_128_000, width: 1280, height: 720 },
    { codecs: 'avc1.640028,mp4a.40.2', bandwidth: 6_128_000, width: 1920, height: 1080 },
  ]);
});

test.each([
  ['av01', ['720p-av1']],
  ['avc1', ['720p', '1080p']],
])(
  'a playlist that is reduced to the codec %s keeps the sound and the variants of this codec',
  (codec, names) => {
    const kept = keepVariants(master, ({ codecs }) => codecs.startsWith(codec));
    const expected = masterPlaylist({
      ...manifest,
      renditions: manifest.renditions.filter(
        ({ name, kind }) => kind === 'audio' || names.includes(name),
      ),
    });
    expect(kept).toBe(expected);
  },
);
