import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import sharp from 'sharp';
import type { PictureManifest } from '#server/ports/media/encoded-pictures.ts';
import {
  type PictureEncoding,
  type PictureFile,
  type PictureKind,
  renderPicture,
} from '#server/ports/media/images.ts';
import { pictureDigest } from '#server/ports/media/store.ts';

/**
 * Chosen: smaller files than the import makes, because every clone of the repository contains them.
 * The source of a banner is also its widest AVIF.
 */
const SAMPLE_ENCODING: PictureEncoding = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 55, effort: 6 },
  cardQualities: [55],
  keepsSource: true,
};

interface SamplePicture {
  kind: PictureKind;
  source: string;
}

interface Catalogue {
  movies: { poster: string; banner: string; cast?: { image?: string }[] }[];
  channels: { image: string }[];
}

export function samplePictures(folder: string): SamplePicture[] {
  const { movies, channels } = JSON.parse(
    readFileSync(join(folder, 'catalogue.json'), 'utf8'),
  ) as Catalogue;
  const named: [PictureKind, string | undefined][] = [
    ...movies.flatMap(({ poster, banner, cast = [] }): [PictureKind, string | undefined][] => [
      ['poster', poster],
      ['banner', banner],
      ...cast.map(({ image }): [PictureKind, string | undefined] => ['cast', image]),
    ]),
    ...channels.map(({ image }): [PictureKind, string | undefined] => ['banner', image]),
  ];
  const byKindAndSource = new Map(
    named.flatMap(([kind, source]) =>
      source ? [[`${kind}:${source}`, { kind, source }] as const] : [],
    ),
  );
  return [...byKindAndSource.values()].toSorted((a, b) =>
    `${a.source}:${a.kind}`.localeCompare(`${b.source}:${b.kind}`, 'en'),
  );
}

export const sha256Of = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

export const sampleEncoder = (): PictureManifest['encoder'] => ({
  encoding: SAMPLE_ENCODING,
  sharp: sharp.versions.sharp!,
  platform: `${process.platform}-${process.arch}`,
});

interface EncodedPicture {
  digest: string;
  entry: PictureManifest['pictures'][string];
  /** The encoded files, except a file that is identical to the source. */
  files: PictureFile[];
}

/** Encodes one picture per core at a time, and passes each to `onEncoded` when it is finished. */
export function encodeSample(
  folder: string,
  onEncoded: (picture: EncodedPicture) => void,
): Promise<EncodedPicture[]> {
  const encode = async ({ kind, source }: SamplePicture): Promise<EncodedPicture> => {
    const file = join(folder, source);
    const sourceDigest = sha256Of(readFileSync(file));
    const rendered = await renderPicture({ file, kind, encoding: SAMPLE_ENCODING });
    const digests = Object.fromEntries(rendered.map(({ name, data }) => [name, sha256Of(data)]));
    const files = rendered.filter(({ name }) => digests[name] !== sourceDigest);
    const entry = { kind, source, sourceDigest, files: digests };
    const picture = { digest: pictureDigest(kind, sourceDigest), entry, files };
    onEncoded(picture);
    return picture;
  };
  return pMap(samplePictures(folder), encode, { concurrency: availableParallelism() });
}
