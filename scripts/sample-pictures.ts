import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import sharp from 'sharp';
import type { PictureManifest } from '#server/ports/media/encoded-pictures.ts';
import { type PictureEncoding, type PictureFile, type PictureKind, renderPicture } from '#server/ports/media/images.ts';
import { pictureDigest } from '#server/ports/media/store.ts';

/**
 * Chosen: lighter than an operator's pictures, since every clone carries them: all sets weigh 40 MB by the import's own
 * settings, half of it WebP, which only browsers without AVIF load. The sources of banners serve as their widest AVIF.
 */
export const SAMPLE_ENCODING: PictureEncoding = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 55, effort: 6 },
  cardQualities: [55],
  keepsSource: true,
};

export interface SamplePicture {
  kind: PictureKind;
  /** Below the sample's folder. */
  source: string;
}

interface Catalogue {
  movies: { poster: string; banner: string; cast?: { image?: string }[] }[];
  channels: { image: string }[];
}

/** Every picture that the sample's catalogue names, once for each kind. */
export function samplePictures(folder: string): SamplePicture[] {
  const { movies, channels } = JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')) as Catalogue;
  const named: [PictureKind, string | undefined][] = [
    ...movies.flatMap(({ poster, banner, cast = [] }): [PictureKind, string | undefined][] => [
      ['poster', poster],
      ['banner', banner],
      ...cast.map(({ image }): [PictureKind, string | undefined] => ['cast', image]),
    ]),
    ...channels.map(({ image }): [PictureKind, string | undefined] => ['banner', image]),
  ];
  const once = new Map(
    named.flatMap(([kind, source]) => (source ? [[`${kind}:${source}`, { kind, source }] as const] : [])),
  );
  return [...once.values()].toSorted((a, b) => `${a.source}:${a.kind}`.localeCompare(`${b.source}:${b.kind}`, 'en'));
}

export const sha256Of = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/** What encodes here; a manifest of another encoder may hold other bytes. */
export const sampleEncoder = (): PictureManifest['encoder'] => ({
  encoding: SAMPLE_ENCODING,
  sharp: sharp.versions.sharp!,
  platform: `${process.platform}-${process.arch}`,
});

export interface EncodedPicture {
  digest: string;
  entry: PictureManifest['pictures'][string];
  /** Without the file that is the source itself. */
  files: PictureFile[];
}

/** Encodes the sample's pictures, as many at once as there are cores; each is handed over as soon as it is made. */
export function encodeSample(folder: string, each: (picture: EncodedPicture) => void): Promise<EncodedPicture[]> {
  const encode = async ({ kind, source }: SamplePicture): Promise<EncodedPicture> => {
    const file = join(folder, source);
    const sourceDigest = sha256Of(readFileSync(file));
    const rendered = await renderPicture(file, kind, SAMPLE_ENCODING);
    const digests = rendered.map(({ name, data }) => [name, sha256Of(data)] as const);
    const files = rendered.filter((_, index) => digests[index]![1] !== sourceDigest);
    const entry = { kind, source, sourceDigest, files: Object.fromEntries(digests) };
    const picture = { digest: pictureDigest(kind, sourceDigest), entry, files };
    each(picture);
    return picture;
  };
  return pMap(samplePictures(folder), encode, { concurrency: availableParallelism() });
}
